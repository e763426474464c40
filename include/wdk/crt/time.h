// The C library's time.h and Microsoft's additions to it.
#include_next <time.h>

#ifndef _INC_TIME_DRYDOCK
#define _INC_TIME_DRYDOCK
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)

#include <crtdefs.h>

typedef long long __time64_t;

#ifdef __cplusplus
extern "C" {
#endif
struct tm* drydock_localtime_r(const time_t* when, struct tm* result) __asm__("localtime_r");
struct tm* drydock_gmtime_r(const time_t* when, struct tm* result) __asm__("gmtime_r");
// Microsoft's order of parameters: the result comes first.
static __inline__ errno_t localtime_s(struct tm* result, const time_t* when) {
  return drydock_localtime_r(when, result) ? 0 : 22;
}
static __inline__ errno_t gmtime_s(struct tm* result, const time_t* when) {
  return drydock_gmtime_r(when, result) ? 0 : 22;
}
static __inline__ __time64_t _time64(__time64_t* when) {
  __time64_t now = time(NULL);
  if (when) *when = now;
  return now;
}
#ifdef __cplusplus
}
#endif

#endif
#endif
