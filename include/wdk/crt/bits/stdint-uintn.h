// As bits/stdint-intn.h: in driver code these types are stdint.h's alone.
#if !defined(DRYDOCK_DRIVER) || defined(__MINGW32__)
#include_next <bits/stdint-uintn.h>
#endif
