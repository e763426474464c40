// The C library's inttypes.h; what formats 64 bits is ll, as long has 32 in formats of Windows.
#include <stdint.h>
#include_next <inttypes.h>

#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
#undef __PRI64_PREFIX
#undef __PRIPTR_PREFIX
#define __PRI64_PREFIX "ll"
#define __PRIPTR_PREFIX "ll"
#undef PRIdFAST16
#define PRIdFAST16 "d"
#undef PRIdFAST32
#define PRIdFAST32 "d"
#undef PRIiFAST16
#define PRIiFAST16 "i"
#undef PRIiFAST32
#define PRIiFAST32 "i"
#undef PRIoFAST16
#define PRIoFAST16 "o"
#undef PRIoFAST32
#define PRIoFAST32 "o"
#undef PRIxFAST16
#define PRIxFAST16 "x"
#undef PRIxFAST32
#define PRIxFAST32 "x"
#undef PRIXFAST16
#define PRIXFAST16 "X"
#undef PRIXFAST32
#define PRIXFAST32 "X"
#undef PRIuFAST16
#define PRIuFAST16 "u"
#undef PRIuFAST32
#define PRIuFAST32 "u"
#undef SCNdFAST16
#define SCNdFAST16 "d"
#undef SCNdFAST32
#define SCNdFAST32 "d"
#undef SCNiFAST16
#define SCNiFAST16 "i"
#undef SCNiFAST32
#define SCNiFAST32 "i"
#undef SCNoFAST16
#define SCNoFAST16 "o"
#undef SCNoFAST32
#define SCNoFAST32 "o"
#undef SCNxFAST16
#define SCNxFAST16 "x"
#undef SCNxFAST32
#define SCNxFAST32 "x"
#undef SCNuFAST16
#define SCNuFAST16 "u"
#undef SCNuFAST32
#define SCNuFAST32 "u"
#endif
