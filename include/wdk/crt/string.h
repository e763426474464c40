// The C library's string.h and Microsoft's additions to it.
#include_next <string.h>

#ifndef _INC_STRING_DRYDOCK
#define _INC_STRING_DRYDOCK
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)

#include <wchar.h>
#include <errno.h>
#include <ctype.h>

#ifdef __cplusplus
extern "C" {
#endif

// Functions of POSIX that are hidden from driver code, whose names are the driver's to use.
int drydock_strcasecmp(const char* a, const char* b) __asm__("strcasecmp");
int drydock_strncasecmp(const char* a, const char* b, size_t n) __asm__("strncasecmp");
char* drydock_strtok_r(char* s, const char* delimiters, char** context) __asm__("strtok_r");
#ifndef __USE_XOPEN2K8
char* strdup(const char* s);
size_t strnlen(const char* s, size_t n);
#endif

// Comparison without case, under Microsoft's names.
static __inline__ int _stricmp(const char* a, const char* b) {
  return drydock_strcasecmp(a, b);
}
static __inline__ int _strnicmp(const char* a, const char* b, size_t n) {
  return drydock_strncasecmp(a, b, n);
}
static __inline__ int _memicmp(const void* a, const void* b, size_t n) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  for (; n; --n, ++x, ++y) {
    int d = tolower(*x) - tolower(*y);
    if (d) return d;
  }
  return 0;
}
static __inline__ char* _strdup(const char* s) {
  return strdup(s);
}
static __inline__ char* _strlwr(char* s) {
  for (char* p = s; *p; ++p) *p = (char)tolower((unsigned char)*p);
  return s;
}
static __inline__ char* _strupr(char* s) {
  for (char* p = s; *p; ++p) *p = (char)toupper((unsigned char)*p);
  return s;
}
#define stricmp _stricmp
#define strnicmp _strnicmp

// Bounded copies.
static __inline__ errno_t memcpy_s(void* d, size_t n, const void* s, size_t count) {
  if (!count) return 0;
  if (!d) return EINVAL;
  if (!s || n < count) {
    memset(d, 0, n);
    return s ? ERANGE : EINVAL;
  }
  memcpy(d, s, count);
  return 0;
}
static __inline__ errno_t memmove_s(void* d, size_t n, const void* s, size_t count) {
  if (!count) return 0;
  if (!d || !s) return EINVAL;
  if (n < count) return ERANGE;
  memmove(d, s, count);
  return 0;
}
static __inline__ errno_t strncpy_s(char* d, size_t n, const char* s, size_t count) {
  size_t i = 0;
  if (!d || !n) return EINVAL;
  for (; s && i < count && s[i]; ++i) {
    if (i + 1 >= n) {
      if (count == _TRUNCATE) break;
      d[0] = 0;
      return ERANGE;
    }
    d[i] = s[i];
  }
  d[i] = 0;
  return s ? 0 : EINVAL;
}
static __inline__ errno_t strcpy_s(char* d, size_t n, const char* s) {
  return strncpy_s(d, n, s, _TRUNCATE - 1);
}
static __inline__ errno_t strncat_s(char* d, size_t n, const char* s, size_t count) {
  size_t used = d ? strnlen(d, n) : n;
  if (used >= n) return EINVAL;
  return strncpy_s(d + used, n - used, s, count);
}
static __inline__ errno_t strcat_s(char* d, size_t n, const char* s) {
  return strncat_s(d, n, s, _TRUNCATE - 1);
}
static __inline__ size_t strnlen_s(const char* s, size_t n) {
  return s ? strnlen(s, n) : 0;
}
static __inline__ char* strtok_s(char* s, const char* delimiters, char** context) {
  return drydock_strtok_r(s, delimiters, context);
}

#ifdef __cplusplus
}

extern "C++" {
template <size_t N>
inline errno_t strcpy_s(char (&d)[N], const char* s) {
  return strcpy_s(d, N, s);
}
template <size_t N>
inline errno_t strcat_s(char (&d)[N], const char* s) {
  return strcat_s(d, N, s);
}
template <size_t N>
inline errno_t strncpy_s(char (&d)[N], const char* s, size_t count) {
  return strncpy_s(d, N, s, count);
}
}
#endif

#endif
#endif
