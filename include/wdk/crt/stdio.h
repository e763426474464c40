// The C library's stdio.h for drivers: formatted output goes to the host, which formats as
// Microsoft's library does (I64, long of four bytes, wide strings of two-byte characters).
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
#pragma redefine_extname printf drydock_printf
#pragma redefine_extname fprintf drydock_fprintf
#pragma redefine_extname sprintf drydock_sprintf
#pragma redefine_extname snprintf drydock_snprintf
#pragma redefine_extname vprintf drydock_vprintf
#pragma redefine_extname vfprintf drydock_vfprintf
#pragma redefine_extname vsprintf drydock_vsprintf
#pragma redefine_extname vsnprintf drydock_vsnprintf
#endif

#include_next <stdio.h>

#ifndef _INC_STDIO_DRYDOCK
#define _INC_STDIO_DRYDOCK
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)

#include <stdarg.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#endif

// Cuts off without a terminator and returns -1 when the result does not fit.
int _vsnprintf(char* d, size_t n, const char* format, va_list args) __asm__("drydock__vsnprintf");
int _snprintf(char* d, size_t n, const char* format, ...) __asm__("drydock__snprintf");

// Scanning a long stores four bytes.
int drydock_sscanf(const char* s, const char* format, ...);
#undef sscanf
#define sscanf drydock_sscanf
#define sscanf_s drydock_sscanf

static __inline__ int _vscprintf(const char* format, va_list args) {
  return vsnprintf(NULL, 0, format, args);
}
static __inline__ int vsprintf_s(char* d, size_t n, const char* format, va_list args) {
  int length = d && n ? vsnprintf(d, n, format, args) : -1;
  if (length >= 0 && (size_t)length >= n) {
    d[0] = 0;
    return -1;
  }
  return length;
}
static __inline__ int sprintf_s(char* d, size_t n, const char* format, ...) {
  va_list args;
  int length;
  va_start(args, format);
  length = vsprintf_s(d, n, format, args);
  va_end(args);
  return length;
}
static __inline__ int _vsnprintf_s(char* d, size_t n, size_t count, const char* format,
                                   va_list args) {
  size_t limit = count < n ? count + 1 : n;
  int length = d && n ? vsnprintf(d, limit, format, args) : -1;
  if (length < 0 || (size_t)length < limit) return length;
  if (count >= n && count != _TRUNCATE) d[0] = 0;
  return -1;
}
static __inline__ int _snprintf_s(char* d, size_t n, size_t count, const char* format, ...) {
  va_list args;
  int length;
  va_start(args, format);
  length = _vsnprintf_s(d, n, count, format, args);
  va_end(args);
  return length;
}
#define printf_s printf
#define fprintf_s fprintf

#ifdef __cplusplus
}
#endif

#endif
#endif
