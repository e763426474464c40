// The compiler's stddef.h, with Microsoft's NULL in C++ driver code.
#include_next <stddef.h>

#if defined(DRYDOCK_DRIVER) && defined(__cplusplus) && !defined(__MINGW32__)
#ifdef NULL
#undef NULL
#define NULL 0
#endif
#endif
