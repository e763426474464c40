// Turns the GUID declarations of headers included after this one into definitions.
#ifndef INITGUID
#define INITGUID
#endif
#include <guiddef.h>

#ifndef STATICGUIDOF
#define STATICGUIDOF(guid) STATIC_##guid
#endif

#undef DEFINE_GUIDEX
#ifdef __cplusplus
#define DEFINE_GUIDEX(name) EXTERN_C const GUID DECLSPEC_SELECTANY name = {STATICGUIDOF(name)}
#else
#define DEFINE_GUIDEX(name) const GUID DECLSPEC_SELECTANY name = {STATICGUIDOF(name)}
#endif

#ifndef DEFINE_WAVEFORMATEX_GUID
#define DEFINE_WAVEFORMATEX_GUID(x) \
  (USHORT)(x), 0x0000, 0x0010, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71
#endif
