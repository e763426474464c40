// A base class for objects with delegating and non-delegating IUnknown.
#ifndef _STDUNK_H_
#define _STDUNK_H_

#include "punknown.h"

#undef INTERFACE
#define INTERFACE INonDelegatingUnknown
DECLARE_INTERFACE(INonDelegatingUnknown) {
  STDMETHOD_(NTSTATUS, NonDelegatingQueryInterface)(THIS_ REFIID rIID, PVOID * ppVoid) PURE;
  STDMETHOD_(ULONG, NonDelegatingAddRef)(THIS) PURE;
  STDMETHOD_(ULONG, NonDelegatingRelease)(THIS) PURE;
};
#undef INTERFACE

typedef INonDelegatingUnknown* PNONDELEGATINGUNKNOWN;

#ifdef __cplusplus
class CUnknown : public INonDelegatingUnknown {
 protected:
  LONG m_lRefCount;

 private:
  PUNKNOWN m_pUnknownOuter;

 public:
  CUnknown(PUNKNOWN pUnknownOuter);
  virtual ~CUnknown(void);
  PUNKNOWN GetOuterUnknown(void) { return m_pUnknownOuter; }

  STDMETHODIMP_(ULONG) NonDelegatingAddRef(void);
  STDMETHODIMP_(ULONG) NonDelegatingRelease(void);
  STDMETHODIMP_(NTSTATUS) NonDelegatingQueryInterface(REFIID rIID, PVOID* ppVoid);
};

#define DECLARE_STD_UNKNOWN()                                                        \
  STDMETHODIMP_(NTSTATUS) NonDelegatingQueryInterface(REFIID iid, PVOID* ppvObject); \
  STDMETHODIMP_(NTSTATUS) QueryInterface(REFIID riid, void** ppv) {                  \
    return GetOuterUnknown()->QueryInterface(riid, ppv);                             \
  }                                                                                  \
  STDMETHODIMP_(ULONG) AddRef(void) {                                                \
    return GetOuterUnknown()->AddRef();                                              \
  }                                                                                  \
  STDMETHODIMP_(ULONG) Release(void) {                                               \
    return GetOuterUnknown()->Release();                                             \
  }

#define DEFINE_STD_CONSTRUCTOR(Class) \
  Class(PUNKNOWN pUnknownOuter) : CUnknown(pUnknownOuter) {}

#define QICAST(Type) PVOID((Type)(this))
#define QICASTUNKNOWN(Type) PVOID(PUNKNOWN((Type)(this)))

// The body of a creation function: allocate, construct, take the first reference.
#define STD_CREATE_BODY_WITH_TAG_(Class, ppUnknown, pUnknownOuter, poolType, tag, base) \
  NTSTATUS ntStatus;                                                                    \
  Class* p = new (poolType, tag) Class(pUnknownOuter);                                  \
  if (p) {                                                                              \
    *ppUnknown = PUNKNOWN((base)(p));                                                   \
    (*ppUnknown)->AddRef();                                                             \
    ntStatus = STATUS_SUCCESS;                                                          \
  } else {                                                                              \
    ntStatus = STATUS_INSUFFICIENT_RESOURCES;                                           \
  }                                                                                     \
  return ntStatus
#define STD_CREATE_BODY_WITH_TAG(Class, ppUnknown, pUnknownOuter, poolType, tag) \
  STD_CREATE_BODY_WITH_TAG_(Class, ppUnknown, pUnknownOuter, poolType, tag, PUNKNOWN)
#define STD_CREATE_BODY_(Class, ppUnknown, pUnknownOuter, poolType, base) \
  STD_CREATE_BODY_WITH_TAG_(Class, ppUnknown, pUnknownOuter, poolType, 'rCcP', base)
#define STD_CREATE_BODY(Class, ppUnknown, pUnknownOuter, poolType) \
  STD_CREATE_BODY_(Class, ppUnknown, pUnknownOuter, poolType, PUNKNOWN)
#endif

// Objects live in pool. The host of a driver keeps its own operators.
#if defined(__cplusplus) && !defined(_NEW_DELETE_OPERATORS_) && !defined(DRYDOCK_HOST)
#define _NEW_DELETE_OPERATORS_
inline PVOID operator new(size_t iSize, POOL_TYPE poolType, ULONG tag) {
  PVOID result = ExAllocatePoolWithTag(poolType, iSize, tag);
  if (result) RtlZeroMemory(result, iSize);
  return result;
}
inline PVOID operator new(size_t iSize, POOL_TYPE poolType) {
  return operator new(iSize, poolType, (ULONG)'wNcP');
}
inline VOID operator delete(PVOID pVoid, POOL_TYPE) {
  if (pVoid) ExFreePool(pVoid);
}
inline VOID operator delete(PVOID pVoid, POOL_TYPE, ULONG) {
  if (pVoid) ExFreePool(pVoid);
}
// Weak, not inline: a replacement of the global operator may not be inline.
__attribute__((weak)) VOID operator delete(PVOID pVoid) noexcept {
  if (pVoid) ExFreePool(pVoid);
}
__attribute__((weak)) VOID operator delete(PVOID pVoid, size_t) noexcept {
  if (pVoid) ExFreePool(pVoid);
}
#endif

#endif
