// The vocabulary of COM interfaces in kernel mode, for trees that have not included it from
// elsewhere.
#pragma once

#include <windef.h>
#include <guiddef.h>

#if !defined(STDMETHOD) && defined(__has_include)
#if __has_include(<basetyps.h>)
#include <basetyps.h>
#endif
#endif

#ifndef STDMETHODCALLTYPE
#define STDMETHODCALLTYPE
#endif
#ifndef STDMETHODIMP
#define STDMETHODIMP HRESULT STDMETHODCALLTYPE
#define STDMETHODIMP_(type) type STDMETHODCALLTYPE
#endif
#ifndef STDAPI
#define STDAPI EXTERN_C HRESULT STDMETHODCALLTYPE
#define STDAPI_(type) EXTERN_C type STDMETHODCALLTYPE
#endif

#ifndef STDMETHOD
#ifdef __cplusplus
#define interface struct
#define STDMETHOD(method) virtual HRESULT STDMETHODCALLTYPE method
#define STDMETHOD_(type, method) virtual type STDMETHODCALLTYPE method
#define PURE = 0
#define THIS_
#define THIS void
#define DECLARE_INTERFACE(iface) struct iface
#define DECLARE_INTERFACE_(iface, baseiface) struct iface : public baseiface
#else
#define interface struct
#define STDMETHOD(method) HRESULT(STDMETHODCALLTYPE* method)
#define STDMETHOD_(type, method) type(STDMETHODCALLTYPE* method)
#define PURE
#define THIS_ INTERFACE *This,
#define THIS INTERFACE* This
#define DECLARE_INTERFACE(iface)          \
  typedef struct iface {                  \
    const struct iface##Vtbl* lpVtbl;     \
  } iface;                                \
  typedef struct iface##Vtbl iface##Vtbl; \
  struct iface##Vtbl
#define DECLARE_INTERFACE_(iface, baseiface) DECLARE_INTERFACE(iface)
#endif
#endif
