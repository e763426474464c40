// Result codes of the Direct3D user-mode interface and the packing of driver version numbers.
#pragma once

EXTERN_C_START

// Facility of the Direct3D interface codes.
#define _FACD3DDDI 0x876
#define MAKE_D3DDDIHRESULT(code) \
  ((HRESULT)((1u << 31) | ((unsigned int)_FACD3DDDI << 16) | (unsigned int)(code)))
#define MAKE_D3DDDISTATUS(code) ((HRESULT)(((unsigned int)_FACD3DDDI << 16) | (unsigned int)(code)))

// Codes that share their number with the Direct3D 9 error of the same name.
#define D3DDDIERR_WASSTILLDRAWING MAKE_D3DDDIHRESULT(540)
#define D3DDDIERR_NOTAVAILABLE MAKE_D3DDDIHRESULT(2154)
#define D3DDDIERR_DEVICEREMOVED MAKE_D3DDDIHRESULT(2160)
#define D3DDDIERR_UNSUPPORTEDOVERLAY MAKE_D3DDDIHRESULT(2171)
#define D3DDDIERR_UNSUPPORTEDOVERLAYFORMAT MAKE_D3DDDIHRESULT(2172)
#define D3DDDIERR_CANNOTPROTECTCONTENT MAKE_D3DDDIHRESULT(2173)
#define D3DDDIERR_UNSUPPORTEDCRYPTO MAKE_D3DDDIHRESULT(2174)

// Codes known by name only. Their numbers are ours; a build that has the real ones defines them
// first.
#ifndef D3DDDIERR_PRIVILEGEDINSTRUCTION
#define D3DDDIERR_PRIVILEGEDINSTRUCTION MAKE_D3DDDIHRESULT(0xf001)
#endif
#ifndef D3DDDIERR_ILLEGALINSTRUCTION
#define D3DDDIERR_ILLEGALINSTRUCTION MAKE_D3DDDIHRESULT(0xf002)
#endif
#ifndef D3DDDIERR_INVALIDHANDLE
#define D3DDDIERR_INVALIDHANDLE MAKE_D3DDDIHRESULT(0xf003)
#endif
#ifndef D3DDDIERR_INVALIDUSERBUFFER
#define D3DDDIERR_INVALIDUSERBUFFER MAKE_D3DDDIHRESULT(0xf004)
#endif
#ifndef D3DDDIERR_CANTRENDERLOCKEDALLOCATION
#define D3DDDIERR_CANTRENDERLOCKEDALLOCATION MAKE_D3DDDIHRESULT(0xf005)
#endif
#ifndef D3DDDIERR_CANTEVICTPINNEDALLOCATION
#define D3DDDIERR_CANTEVICTPINNEDALLOCATION MAKE_D3DDDIHRESULT(0xf006)
#endif
#ifndef D3DDDIERR_INCOMPATIBLEPRIVATEFORMAT
#define D3DDDIERR_INCOMPATIBLEPRIVATEFORMAT MAKE_D3DDDIHRESULT(0xf007)
#endif

// A version is four 16-bit numbers, major.minor.build.revision, from the top of a 64-bit value
// down; the upper half is the interface number, the lower half the version number.
#define D3DDDI_VERSION64_FROM16(maj, min, bld, rev)                                                \
  (((UINT64)(UINT16)(maj) << 48) | ((UINT64)(UINT16)(min) << 32) | ((UINT64)(UINT16)(bld) << 16) | \
   (UINT64)(UINT16)(rev))
#define D3DDDI_VERSION64_FROM32(interface32, version32) \
  (((UINT64)(UINT32)(interface32) << 32) | (UINT64)(UINT32)(version32))
#define D3DDDI_INTERFACE32_FROM_VERSION64(v) ((UINT32)((UINT64)(v) >> 32))
#define D3DDDI_VERSION32_FROM_VERSION64(v) ((UINT32)((UINT64)(v) & 0xffffffffu))
#define D3DDDI_MAJOR16_FROM_VERSION64(v) ((UINT16)((UINT64)(v) >> 48))
#define D3DDDI_MINOR16_FROM_VERSION64(v) ((UINT16)(((UINT64)(v) >> 32) & 0xffffu))
#define D3DDDI_BUILD16_FROM_VERSION64(v) ((UINT16)(((UINT64)(v) >> 16) & 0xffffu))
#define D3DDDI_REVISION16_FROM_VERSION64(v) ((UINT16)((UINT64)(v) & 0xffffu))
#define D3DDDI_MAJOR16_FROM_INTERFACE32(v) ((UINT16)((UINT32)(v) >> 16))
#define D3DDDI_MINOR16_FROM_INTERFACE32(v) ((UINT16)((UINT32)(v) & 0xffffu))
#define D3DDDI_BUILD16_FROM_VERSION32(v) ((UINT16)((UINT32)(v) >> 16))
#define D3DDDI_REVISION16_FROM_VERSION32(v) ((UINT16)((UINT32)(v) & 0xffffu))

EXTERN_C_END
