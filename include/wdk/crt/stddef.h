// The compiler's stddef.h, with Microsoft's integers for pointers, and its NULL in C++.
#include_next <stddef.h>

#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
#include "stdint/pointers.h"
#if defined(__cplusplus) && defined(NULL)
#undef NULL
#define NULL 0
#endif
#endif
