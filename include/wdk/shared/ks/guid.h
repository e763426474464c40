// How GUIDs are declared and named in the streaming headers.
#pragma once

// A set or a name is written three times, as in
//   #define STATIC_KSPROPSETID_Pin 0x8C134960, 0x51AD, ...      the bytes, for initializers
//   DEFINE_GUIDSTRUCT("8C134960-51AD-...", KSPROPSETID_Pin);    the object
//   #define KSPROPSETID_Pin DEFINE_GUIDNAMED(KSPROPSETID_Pin)   the object's name
// so that driver source can say STATICGUIDOF(KSPROPSETID_Pin), KSPROPSETID_Pin and
// &KSPROPSETID_Pin.
#ifndef STATICGUIDOF
#define STATICGUIDOF(guid) STATIC_##guid
#endif
#ifndef DEFINE_GUIDEX
#define DEFINE_GUIDEX(name) EXTERN_C const GUID name
#endif

#define KS_GUID_BRACES_(l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) \
  {                                                                \
    l, w1, w2, {                                                   \
      b1, b2, b3, b4, b5, b6, b7, b8                               \
    }                                                              \
  }
#define KS_GUID_BRACES(bytes) KS_GUID_BRACES_(bytes)

#ifndef DEFINE_GUIDSTRUCT
#if defined(__cplusplus) && defined(_MSC_VER)
// The compiler makes one object for each identifier: nothing to define, nothing to link.
#define DEFINE_GUIDSTRUCT(g, n) struct __declspec(uuid(g)) n
#define DEFINE_GUIDNAMED(n) __uuidof(struct n)
#elif defined(__cplusplus)
#define DEFINE_GUIDSTRUCT(g, n) inline constexpr GUID n = KS_GUID_BRACES(STATIC_##n)
#define DEFINE_GUIDNAMED(n) n
#else
#define DEFINE_GUIDSTRUCT(g, n) const GUID DECLSPEC_SELECTANY n = KS_GUID_BRACES(STATIC_##n)
#define DEFINE_GUIDNAMED(n) n
#endif
#endif

// Interface identifiers, defined where they are declared.
#ifdef __cplusplus
#define KS_DEFINE_IID(n) extern "C++" inline const GUID n = KS_GUID_BRACES(STATIC_##n)
#else
#define KS_DEFINE_IID(n) const GUID DECLSPEC_SELECTANY n = KS_GUID_BRACES(STATIC_##n)
#endif

#ifndef SIZEOF_ARRAY
#define SIZEOF_ARRAY(ar) (sizeof(ar) / sizeof((ar)[0]))
#endif

#define STATIC_GUID_NULL 0x00000000, 0x0000, 0x0000, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00
#ifndef GUID_NULL
DEFINE_GUIDSTRUCT("00000000-0000-0000-0000-000000000000", GUID_NULL);
#define GUID_NULL DEFINE_GUIDNAMED(GUID_NULL)
#endif
