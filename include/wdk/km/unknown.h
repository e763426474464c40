// IUnknown in kernel mode.
#ifndef _UNKNOWN_H_
#define _UNKNOWN_H_

#ifdef __cplusplus
extern "C" {
#include <wdm.h>
}
#else
#include <wdm.h>
#endif

#include "ks/guid.h"
#include "ks/com.h"
#ifdef PUT_GUIDS_HERE
#include <initguid.h>
#endif

#ifndef __IUnknown_INTERFACE_DEFINED__
#define __IUnknown_INTERFACE_DEFINED__

#define STATIC_IID_IUnknown \
  0x00000000, 0x0000, 0x0000, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46
KS_DEFINE_IID(IID_IUnknown);
#if defined(__cplusplus) && defined(_MSC_VER)
struct __declspec(uuid("00000000-0000-0000-C000-000000000046")) IUnknown;
#endif

#undef INTERFACE
#define INTERFACE IUnknown
DECLARE_INTERFACE(IUnknown) {
  STDMETHOD(QueryInterface)(THIS_ REFIID InterfaceId, PVOID * Interface) PURE;
  STDMETHOD_(ULONG, AddRef)(THIS) PURE;
  STDMETHOD_(ULONG, Release)(THIS) PURE;
};
#undef INTERFACE
#endif

typedef IUnknown* PUNKNOWN;

typedef HRESULT (*PFNCREATEINSTANCE)(PUNKNOWN* Unknown, REFCLSID ClassId, PUNKNOWN OuterUnknown,
                                     POOL_TYPE PoolType);

#endif
