// Base declarations of NT: scalar types, strings, lists, object attributes and helper macros.
#ifndef _NTDEF_
#define _NTDEF_

#include "basetsd.h"
#include "guiddef.h"
#include "sdkddkver.h"
#include "sal.h"
#include "specstrings.h"
#include "kernelspecs.h"
#include "driverspecs.h"

// Words that say something about a parameter or a pointer.
#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef OPTIONAL
#define OPTIONAL
#endif
#ifndef NOTHING
#define NOTHING
#endif
#ifndef CRITICAL
#define CRITICAL
#endif
#ifndef FAR
#define FAR
#endif
#ifndef NEAR
#define NEAR
#endif
#ifndef CONST
#define CONST const
#endif
#ifndef ANYSIZE_ARRAY
#define ANYSIZE_ARRAY 1
#endif
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#ifndef NULL64
#define NULL64 ((void* POINTER_64)0)
#endif

#ifndef NTSYSAPI
#define NTSYSAPI DECLSPEC_IMPORT
#endif
#ifndef NTSYSCALLAPI
#define NTSYSCALLAPI DECLSPEC_IMPORT
#endif

#include "ntdef/types.h"
#include "ntdef/macros.h"
#include "ntdef/structs.h"

#endif
