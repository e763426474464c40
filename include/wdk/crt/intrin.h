// Compiler intrinsics of Microsoft's compiler, on the atomics and builtins of clang and gcc.
#ifndef __INTRIN_H_
#define __INTRIN_H_

#if defined(__MINGW32__)
#include_next <intrin.h>
#else

#include <basetsd.h>
#include <immintrin.h>

#include "intrin/interlocked.h"
#include "intrin/bits.h"
#include "intrin/cpu.h"
#include "intrin/privileged.h"

#endif
#endif
