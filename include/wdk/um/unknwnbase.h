// IUnknown and IClassFactory.
#ifndef __unknwnbase_h__DRYDOCK
#define __unknwnbase_h__DRYDOCK

#include "rpcndr.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "wtypesbase.h"
#endif

#if !defined(__IUnknown_INTERFACE_DEFINED__)
#define __IUnknown_INTERFACE_DEFINED__

#ifndef __unknwnbase_h__
#define __unknwnbase_h__
#endif
#ifndef __IUnknown_FWD_DEFINED__
#define __IUnknown_FWD_DEFINED__
typedef interface IUnknown IUnknown;
#endif
typedef IUnknown* LPUNKNOWN;
typedef IUnknown* PUNKNOWN;

#if defined(__cplusplus) && !defined(CINTERFACE)
extern "C++" {
MIDL_INTERFACE("00000000-0000-0000-C000-000000000046") IUnknown {
  virtual HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** ppvObject) = 0;
  virtual ULONG STDMETHODCALLTYPE AddRef() = 0;
  virtual ULONG STDMETHODCALLTYPE Release() = 0;
#if defined(DRYDOCK_MS_EXTENSIONS)
  template <class Q>
  HRESULT STDMETHODCALLTYPE QueryInterface(Q * *pp) {
    return QueryInterface(__uuidof(Q), (void**)pp);
  }
#endif
};
}
#else
typedef struct IUnknownVtbl {
  HRESULT(STDMETHODCALLTYPE* QueryInterface)(IUnknown* This, REFIID riid, void** ppvObject);
  ULONG(STDMETHODCALLTYPE* AddRef)(IUnknown* This);
  ULONG(STDMETHODCALLTYPE* Release)(IUnknown* This);
} IUnknownVtbl;
interface IUnknown {
  CONST_VTBL struct IUnknownVtbl* lpVtbl;
};
#endif
DEFINE_GUID(IID_IUnknown, 0x00000000, 0x0000, 0x0000, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x46);
#endif

#if defined(DRYDOCK_WINDOWS_TYPES) && defined(__cplusplus) && !defined(CINTERFACE)
#ifndef __IClassFactory_INTERFACE_DEFINED__
#define __IClassFactory_INTERFACE_DEFINED__
extern "C++" {
MIDL_INTERFACE("00000001-0000-0000-C000-000000000046") IClassFactory : public IUnknown {
  virtual HRESULT STDMETHODCALLTYPE CreateInstance(IUnknown * pUnkOuter, REFIID riid,
                                                   void** ppvObject) = 0;
  virtual HRESULT STDMETHODCALLTYPE LockServer(BOOL fLock) = 0;
};
}
#endif
#endif

#endif
