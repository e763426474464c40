// Every API partition is open: a driver on this host is never an app container.
#ifndef _INC_WINAPIFAMILY
#define _INC_WINAPIFAMILY

#include "basetsd/flavour.h"

#if defined(DRYDOCK_CLIENT_TYPES)
#if __has_include(<wsl/stubs/winapifamily.h>)
#include <wsl/stubs/winapifamily.h>
#endif
#endif

#define WINAPI_FAMILY_PC_APP 2
#define WINAPI_FAMILY_PHONE_APP 3
#define WINAPI_FAMILY_SYSTEM 4
#define WINAPI_FAMILY_SERVER 5
#define WINAPI_FAMILY_GAMES 6
#define WINAPI_FAMILY_DESKTOP_APP 100
#define WINAPI_FAMILY_APP WINAPI_FAMILY_PC_APP
#ifndef WINAPI_FAMILY
#define WINAPI_FAMILY WINAPI_FAMILY_DESKTOP_APP
#endif
#define WINAPI_PARTITION_DESKTOP 1
#define WINAPI_PARTITION_APP 1
#define WINAPI_PARTITION_PC_APP 1
#define WINAPI_PARTITION_PHONE_APP 1
#define WINAPI_PARTITION_PHONE 1
#define WINAPI_PARTITION_SYSTEM 1
#define WINAPI_PARTITION_GAMES 1
#define WINAPI_PARTITION_PKG_WINTRUST 1
#ifndef WINAPI_FAMILY_PARTITION
#define WINAPI_FAMILY_PARTITION(Partitions) 1
#endif
#define WINAPI_FAMILY_ONE_PARTITION(PartitionSet, Partition) 1

#endif
