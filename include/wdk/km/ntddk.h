// The kernel driver kit: WDM and what lies beyond it.
#ifndef _NTDDK_
#define _NTDDK_
#ifndef _DDK_DRIVER_
#define _DDK_DRIVER_
#endif

#include "wdm.h"
#include "ntddk/kernel.h"
#include "ntddk/rtl.h"
#include "ntddk/hash_table.h"

#endif
