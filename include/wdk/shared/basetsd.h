// Integer types of fixed and of pointer width.
#ifndef _BASETSD_H_
#define _BASETSD_H_

#include "basetsd/compiler.h"

#if defined(DRYDOCK_CLIENT_TYPES)
#include "basetsd/client.h"
#else

#if defined(__MINGW32__)
#define DRYDOCK_LONG long
#else
#define DRYDOCK_LONG int
#endif

EXTERN_C_START

typedef unsigned int DWORD32, *PDWORD32;
typedef unsigned long long DWORD64, *PDWORD64;
typedef int HALF_PTR, *PHALF_PTR;
typedef unsigned long long HANDLE_PTR;
typedef signed short INT16, *PINT16;
typedef signed int INT32, *PINT32;
typedef long long INT64, *PINT64;
typedef signed char INT8, *PINT8;
typedef long long INT_PTR, *PINT_PTR;
typedef signed int LONG32, *PLONG32;
typedef long long LONG64, *PLONG64;
typedef long long LONG_PTR, *PLONG_PTR;
typedef unsigned long long POINTER_64_INT;
typedef long long SHANDLE_PTR;
typedef unsigned int UHALF_PTR, *PUHALF_PTR;
typedef unsigned short UINT16, *PUINT16;
typedef unsigned int UINT32, *PUINT32;
typedef unsigned long long UINT64, *PUINT64;
typedef unsigned char UINT8, *PUINT8;
typedef unsigned long long UINT_PTR, *PUINT_PTR;
typedef unsigned int ULONG32, *PULONG32;
typedef unsigned long long ULONG64, *PULONG64;
typedef unsigned long long ULONG_PTR, *PULONG_PTR;
typedef ULONG_PTR DWORD_PTR, *PDWORD_PTR;

// The compiler's own size_t, so that size_t* and SIZE_T* stay one type as they are on Windows.
typedef ULONG_PTR KAFFINITY;
typedef KAFFINITY* PKAFFINITY;
typedef size_t SIZE_T, *PSIZE_T;
typedef ptrdiff_t SSIZE_T, *PSSIZE_T;

EXTERN_C_END

#define __int3264 __int64
#endif

#include "basetsd/convert.h"

#endif
