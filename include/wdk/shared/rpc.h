// Remote procedure calls: only the base that interface headers name.
#ifndef __RPC_H__
#define __RPC_H__

#include "basetsd.h"

#if defined(DRYDOCK_WINDOWS_TYPES)
#include "ntdef.h"
typedef void* I_RPC_HANDLE;
typedef LONG RPC_STATUS;
typedef void* RPC_IF_HANDLE;
#ifndef UUID_DEFINED
#define UUID_DEFINED
typedef GUID UUID;
#endif
#define RPC_ENTRY
#define __RPC_FAR
#define __RPC_USER
#define __RPC_STUB
#define __RPC_API
#endif

#endif
