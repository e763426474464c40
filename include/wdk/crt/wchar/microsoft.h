// The wide functions that only Microsoft's library has.
#pragma once

#include <errno.h>

#ifndef _ERRNO_T_DEFINED
#define _ERRNO_T_DEFINED
typedef int errno_t;
#endif
#ifndef _TRUNCATE
#define _TRUNCATE ((size_t)-1)
#endif

#ifdef __cplusplus
extern "C" {
#endif

int _wcsicmp(const wchar_t* a, const wchar_t* b) __asm__("drydock_wcsicmp");
int _wcsnicmp(const wchar_t* a, const wchar_t* b, size_t n) __asm__("drydock_wcsnicmp");
wchar_t* _wcslwr(wchar_t* s) __asm__("drydock_wcslwr");
wchar_t* _wcsupr(wchar_t* s) __asm__("drydock_wcsupr");
wchar_t* _wcsdup(const wchar_t* s) __asm__("drydock_wcsdup");
int _wtoi(const wchar_t* s) __asm__("drydock_wtoi");
long long _wtoi64(const wchar_t* s) __asm__("drydock_wtoi64");
wchar_t* _itow(int value, wchar_t* d, int radix) __asm__("drydock_itow");
wchar_t* _ultow(unsigned int value, wchar_t* d, int radix) __asm__("drydock_ultow");
wchar_t* _ui64tow(unsigned long long value, wchar_t* d, int radix) __asm__("drydock_ui64tow");
int _snwprintf(wchar_t* d, size_t n, const wchar_t* format, ...) __asm__("drydock_snwprintf");
int _vsnwprintf(wchar_t* d, size_t n, const wchar_t* format,
                va_list args) __asm__("drydock_vsnwprintf");
int _scwprintf(const wchar_t* format, ...) __asm__("drydock_scwprintf");
int _vscwprintf(const wchar_t* format, va_list args) __asm__("drydock_vscwprintf");
int swprintf_s(wchar_t* d, size_t n, const wchar_t* format, ...) __asm__("drydock_swprintf_s");
int vswprintf_s(wchar_t* d, size_t n, const wchar_t* format,
                va_list args) __asm__("drydock_vswprintf_s");
int _snwprintf_s(wchar_t* d, size_t n, size_t count, const wchar_t* format,
                 ...) __asm__("drydock_snwprintf_s");
int _vsnwprintf_s(wchar_t* d, size_t n, size_t count, const wchar_t* format,
                  va_list args) __asm__("drydock_vsnwprintf_s");

static __inline__ errno_t wcsncpy_s(wchar_t* d, size_t n, const wchar_t* s, size_t count) {
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
static __inline__ errno_t wcscpy_s(wchar_t* d, size_t n, const wchar_t* s) {
  return wcsncpy_s(d, n, s, _TRUNCATE - 1);
}
static __inline__ errno_t wcsncat_s(wchar_t* d, size_t n, const wchar_t* s, size_t count) {
  size_t used = d ? wcsnlen(d, n) : n;
  if (used >= n) return EINVAL;
  return wcsncpy_s(d + used, n - used, s, count);
}
static __inline__ errno_t wcscat_s(wchar_t* d, size_t n, const wchar_t* s) {
  return wcsncat_s(d, n, s, _TRUNCATE - 1);
}
static __inline__ size_t wcsnlen_s(const wchar_t* s, size_t n) {
  return s ? wcsnlen(s, n) : 0;
}
static __inline__ errno_t wmemcpy_s(wchar_t* d, size_t n, const wchar_t* s, size_t count) {
  if (!d || !s || count > n) return ERANGE;
  wmemcpy(d, s, count);
  return 0;
}
#define wcsicmp _wcsicmp
#define wcsnicmp _wcsnicmp

#ifdef __cplusplus
}

extern "C++" {
template <size_t N>
inline errno_t wcscpy_s(wchar_t (&d)[N], const wchar_t* s) {
  return wcscpy_s(d, N, s);
}
template <size_t N>
inline errno_t wcscat_s(wchar_t (&d)[N], const wchar_t* s) {
  return wcscat_s(d, N, s);
}
template <size_t N>
inline errno_t wcsncpy_s(wchar_t (&d)[N], const wchar_t* s, size_t count) {
  return wcsncpy_s(d, N, s, count);
}
}
#endif
