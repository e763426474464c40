// Registered multimedia formats.
#ifndef _INC_MMREG
#define _INC_MMREG 158

#include "mmreg/waveformat.h"
#include "mmreg/format_tags.h"
#include "mmreg/wave_structures.h"

#ifndef MAKEFOURCC
#define MAKEFOURCC(a, b, c, d) \
  ((DWORD)((BYTE)(d) * 0x1000000u + (BYTE)(c) * 0x10000u + (BYTE)(b) * 0x100u + (BYTE)(a)))
#endif
#ifndef mmioFOURCC
#define mmioFOURCC(a, b, c, d) MAKEFOURCC(a, b, c, d)
#endif

#endif
