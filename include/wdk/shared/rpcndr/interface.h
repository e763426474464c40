// Macros that declare interfaces in C and in C++.
#pragma once

#ifndef interface
#define interface struct
#endif
#ifndef MIDL_INTERFACE
#define MIDL_INTERFACE(x) struct DECLSPEC_UUID(x) DECLSPEC_NOVTABLE
#endif
#ifndef BEGIN_INTERFACE
#define BEGIN_INTERFACE
#define END_INTERFACE
#endif

#ifndef STDMETHOD
#if defined(__cplusplus) && !defined(CINTERFACE)
#define STDMETHOD(method) virtual HRESULT STDMETHODCALLTYPE method
#define STDMETHOD_(type, method) virtual type STDMETHODCALLTYPE method
#define STDMETHODV(method) virtual HRESULT STDMETHODVCALLTYPE method
#define STDMETHODV_(type, method) virtual type STDMETHODVCALLTYPE method
#define PURE = 0
#define THIS_
#define THIS void
#define DECLARE_INTERFACE(iface) interface DECLSPEC_NOVTABLE iface
#define DECLARE_INTERFACE_(iface, baseiface) interface DECLSPEC_NOVTABLE iface : public baseiface
#else
#define STDMETHOD(method) HRESULT(STDMETHODCALLTYPE* method)
#define STDMETHOD_(type, method) type(STDMETHODCALLTYPE* method)
#define PURE
#define THIS_ INTERFACE *This,
#define THIS INTERFACE* This
#define DECLARE_INTERFACE(iface)           \
  typedef interface iface {                \
    CONST_VTBL struct iface##Vtbl* lpVtbl; \
  }                                        \
  iface;                                   \
  typedef struct iface##Vtbl iface##Vtbl;  \
  struct iface##Vtbl
#define DECLARE_INTERFACE_(iface, baseiface) DECLARE_INTERFACE(iface)
#endif
#endif
#ifndef DECLARE_INTERFACE_IID_
#define DECLARE_INTERFACE_IID(iface, iid) \
  interface DECLSPEC_UUID(iid)            \
  DECLSPEC_NOVTABLE iface
#define DECLARE_INTERFACE_IID_(iface, baseiface, iid) \
  interface DECLSPEC_UUID(iid)                        \
  DECLSPEC_NOVTABLE iface : public baseiface
#endif
#ifndef IFACEMETHOD
#define IFACEMETHOD(method) STDMETHOD(method)
#define IFACEMETHOD_(type, method) STDMETHOD_(type, method)
#endif
#ifndef IFACEMETHODIMP
#define IFACEMETHODIMP STDMETHODIMP
#define IFACEMETHODIMP_(type) STDMETHODIMP_(type)
#endif
