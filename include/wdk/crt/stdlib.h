// The C library's stdlib.h and Microsoft's additions to it.
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
#pragma redefine_extname mbstowcs drydock_mbstowcs
#pragma redefine_extname wcstombs drydock_wcstombs
#pragma redefine_extname mbtowc drydock_mbtowc
#pragma redefine_extname wctomb drydock_wctomb
#endif

#include <limits.h>
#include_next <stdlib.h>

#ifndef _INC_STDLIB_DRYDOCK
#define _INC_STDLIB_DRYDOCK
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)

#ifndef _MAX_PATH
#define _MAX_PATH 260
#define _MAX_DRIVE 3
#define _MAX_DIR 256
#define _MAX_FNAME 256
#define _MAX_EXT 256
#endif
#ifndef _countof
#define _countof(A) (sizeof(A) / sizeof((A)[0]))
#endif

#ifdef __cplusplus
extern "C" {
#endif
static __inline__ long long _atoi64(const char* s) {
  return strtoll(s, NULL, 10);
}
static __inline__ unsigned long long _strtoui64(const char* s, char** end, int base) {
  return strtoull(s, end, base);
}
static __inline__ long long _strtoi64(const char* s, char** end, int base) {
  return strtoll(s, end, base);
}
#ifdef __cplusplus
}
#endif

#endif
#endif
