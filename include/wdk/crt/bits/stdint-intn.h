// The C library's headers bring these types along; Microsoft's have them in stdint.h alone, and
// drivers define their own. The library's stdlib.h cannot do without one.
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
typedef int int32_t;
#else
#include_next <bits/stdint-intn.h>
#endif
