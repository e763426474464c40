// GUID and the macros that declare, define and compare them.
#ifndef GUID_DEFINED
#define GUID_DEFINED
#include "basetsd.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
typedef struct _GUID {
  unsigned DRYDOCK_LONG Data1;
  unsigned short Data2;
  unsigned short Data3;
  unsigned char Data4[8];
} GUID;
#endif
#endif

// initguid.h includes this file again to turn declarations into definitions.
#undef DEFINE_GUID
#ifdef INITGUID
#ifdef __cplusplus
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) \
  EXTERN_C const GUID DECLSPEC_SELECTANY name = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}}
#else
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) \
  const GUID DECLSPEC_SELECTANY name = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}}
#endif
#else
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) EXTERN_C const GUID name
#endif
#undef DEFINE_OLEGUID
#define DEFINE_OLEGUID(name, l, w1, w2) DEFINE_GUID(name, l, w1, w2, 0xC0, 0, 0, 0, 0, 0, 0, 0x46)

#ifndef _GUIDDEF_H_
#define _GUIDDEF_H_

#include <string.h>

typedef GUID* LPGUID;
typedef const GUID* LPCGUID;

#ifndef __IID_DEFINED__
#define __IID_DEFINED__
#if defined(DRYDOCK_WINDOWS_TYPES)
typedef GUID IID;
typedef GUID CLSID;
typedef GUID FMTID;
#else
typedef GUID FMTID;
#endif
typedef IID* LPIID;
typedef CLSID* LPCLSID;
typedef FMTID* LPFMTID;
#define IID_NULL GUID_NULL
#define CLSID_NULL GUID_NULL
#define FMTID_NULL GUID_NULL
#define IsEqualIID(riid1, riid2) IsEqualGUID(riid1, riid2)
#define IsEqualCLSID(rclsid1, rclsid2) IsEqualGUID(rclsid1, rclsid2)
#define IsEqualFMTID(rfmtid1, rfmtid2) IsEqualGUID(rfmtid1, rfmtid2)
#endif

#ifdef __cplusplus
#ifndef REFGUID
#define REFGUID const GUID&
#endif
#ifndef REFIID
#define REFIID const IID&
#endif
#ifndef REFCLSID
#define REFCLSID const IID&
#endif
#ifndef REFFMTID
#define REFFMTID const IID&
#endif
#else
#ifndef REFGUID
#define REFGUID const GUID*
#endif
#ifndef REFIID
#define REFIID const IID*
#endif
#ifndef REFCLSID
#define REFCLSID const IID*
#endif
#ifndef REFFMTID
#define REFFMTID const IID*
#endif
#endif
#define _REFGUID_DEFINED
#define _REFIID_DEFINED
#define _REFCLSID_DEFINED
#define _REFFMTID_DEFINED

#ifdef __cplusplus
extern "C++" {
#if !defined(DRYDOCK_HAVE_WINADAPTER)
inline int InlineIsEqualGUID(REFGUID a, REFGUID b) {
  return memcmp(&a, &b, sizeof(GUID)) == 0;
}
inline bool operator==(REFGUID a, REFGUID b) {
  return memcmp(&a, &b, sizeof(GUID)) == 0;
}
inline bool operator!=(REFGUID a, REFGUID b) {
  return !(a == b);
}
#endif
inline int IsEqualGUID(REFGUID a, REFGUID b) {
  return memcmp(&a, &b, sizeof(GUID)) == 0;
}
}
#define IsEqualGUIDAligned(a, b) IsEqualGUID(a, b)
#else
#define IsEqualGUID(a, b) (memcmp((a), (b), sizeof(GUID)) == 0)
#define InlineIsEqualGUID(a, b) IsEqualGUID(a, b)
#define IsEqualGUIDAligned(a, b) IsEqualGUID(a, b)
#endif

#endif
