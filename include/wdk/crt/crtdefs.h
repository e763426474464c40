// Base types of Microsoft's C library.
#ifndef _INC_CRTDEFS
#if defined(__MINGW32__)
#include_next <crtdefs.h>
#else
#define _INC_CRTDEFS
#include <stddef.h>
#include <stdarg.h>
#ifndef _ERRNO_T_DEFINED
#define _ERRNO_T_DEFINED
typedef int errno_t;
#endif
#ifndef _CRTIMP
#define _CRTIMP
#endif
#endif
#endif
