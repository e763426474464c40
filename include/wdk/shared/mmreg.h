// Registered multimedia formats.
#ifndef _INC_MMREG
#define _INC_MMREG 158

#include "mmreg/waveformat.h"
#include "mmreg/format_tags.h"
#include "mmreg/wave_structures.h"

#ifndef MAKEFOURCC
#define MAKEFOURCC(ch0, ch1, ch2, ch3)                                           \
  ((DWORD)(BYTE)(ch0) | ((DWORD)(BYTE)(ch1) << 8) | ((DWORD)(BYTE)(ch2) << 16) | \
   ((DWORD)(BYTE)(ch3) << 24))
#endif
#ifndef mmioFOURCC
#define mmioFOURCC(ch0, ch1, ch2, ch3) MAKEFOURCC(ch0, ch1, ch2, ch3)
#endif

#endif
