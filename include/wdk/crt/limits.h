// The C library's limits.h, with the 32-bit long of Windows.
#include_next <limits.h>

#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
#undef LONG_MIN
#undef LONG_MAX
#undef ULONG_MAX
#define LONG_MIN (-2147483647 - 1)
#define LONG_MAX 2147483647
#define ULONG_MAX 0xffffffffU
#endif
