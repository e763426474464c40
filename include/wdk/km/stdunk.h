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

#define DECLARE_STD_UNKNOWN()                                           \
  STDMETHODIMP_(ULONG) AddRef() {                                       \
    return GetOuterUnknown()->AddRef();                                 \
  }                                                                     \
  STDMETHODIMP_(ULONG) Release() {                                      \
    return GetOuterUnknown()->Release();                                \
  }                                                                     \
  STDMETHODIMP_(NTSTATUS) QueryInterface(REFIID Wanted, PVOID* Found) { \
    return GetOuterUnknown()->QueryInterface(Wanted, Found);            \
  }                                                                     \
  STDMETHODIMP_(NTSTATUS) NonDelegatingQueryInterface(REFIID, PVOID*);

#define DEFINE_STD_CONSTRUCTOR(Class) \
  Class(PUNKNOWN pUnknownOuter) : CUnknown(pUnknownOuter) {}

#define QICAST(Type) PVOID((Type)(this))
#define QICASTUNKNOWN(Type) PVOID(PUNKNOWN((Type)(this)))

// The body of a creation function: allocate, construct, take the first reference.
#define STD_CREATE_BODY_WITH_TAG_(Class, ppUnknown, pUnknownOuter, poolType, tag, base) \
  Class* const created = new (poolType, tag) Class(pUnknownOuter);                      \
  if (created == NULL) return STATUS_INSUFFICIENT_RESOURCES;                            \
  *(ppUnknown) = PUNKNOWN((base)(created));                                             \
  (*(ppUnknown))->AddRef();                                                             \
  return STATUS_SUCCESS
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
#define DRYDOCK_NEW_TAG 'wNcP'
#include "stdunk/pool_operators.h"
#endif

#endif
