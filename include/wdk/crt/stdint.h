// Integer types of given width as Microsoft's C library has them: those of 64 bits are long long,
// so that uint64_t and UINT64 stay one type.
#if !defined(DRYDOCK_DRIVER) || defined(__MINGW32__)
#include_next <stdint.h>
#else
#ifndef _STDINT
#define _STDINT
// The C library's own header, which its other headers include, has nothing to add.
#ifndef _STDINT_H
#define _STDINT_H 1
#endif

#include "stdint/pointers.h"

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;

typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long long uint_least64_t;

typedef signed char int_fast8_t;
typedef int int_fast16_t;
typedef int int_fast32_t;
typedef long long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned int uint_fast16_t;
typedef unsigned int uint_fast32_t;
typedef unsigned long long uint_fast64_t;

typedef long long intmax_t;
typedef unsigned long long uintmax_t;

#include "stdint/limits.h"

#endif
#endif
