// Integers as wide as a pointer, which every header of Microsoft's C library has. The guards are
// those that drivers with a stdint.h of their own look at.
#ifndef _INTPTR_T_DEFINED
#define _INTPTR_T_DEFINED
typedef long long intptr_t;
#endif
#ifndef _UINTPTR_T_DEFINED
#define _UINTPTR_T_DEFINED
typedef unsigned long long uintptr_t;
#endif
#ifndef __intptr_t_defined
#define __intptr_t_defined
#endif
