// The C library's ctype.h and Microsoft's additions to it.
#include_next <ctype.h>

#ifndef _INC_CTYPE_DRYDOCK
#define _INC_CTYPE_DRYDOCK
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)

#ifdef __cplusplus
extern "C" {
#endif
static __inline__ int __iscsymf(int c) {
  return isalpha(c) || c == '_';
}
static __inline__ int __iscsym(int c) {
  return isalnum(c) || c == '_';
}
#ifdef __cplusplus
}
#endif
#define __isascii(c) ((unsigned)(c) < 0x80)
#define __toascii(c) ((c) & 0x7f)
#ifndef isascii
#define isascii __isascii
#define toascii __toascii
#endif
#define iscsymf __iscsymf
#define iscsym __iscsym

#endif
#endif
