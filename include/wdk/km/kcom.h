// COM objects in kernel mode: a base class and creation services. Needs ks.h.
#ifndef _KCOM_
#define _KCOM_

#include "unknown.h"
#include <ks.h>

#ifndef COMDDKAPI
#define COMDDKAPI
#endif
#ifndef COMDDKMETHOD
#define COMDDKMETHOD
#endif

#define STATIC_KoCreateObject \
  0x72CF721C, 0x525A, 0x11D1, 0x9A, 0xA1, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96
DEFINE_GUIDSTRUCT("72CF721C-525A-11D1-9AA1-00A0C9223196", KoCreateObject);
#define KOSTRING_CreateObject L"{72CF721C-525A-11D1-9AA1-00A0C9223196}"

#ifndef CLSCTX_KERNEL_SERVER
#define CLSCTX_KERNEL_SERVER 0x00000200
#endif

#define STATIC_IID_IKoInitializeParentDeviceObject \
  0x21B36996, 0x8DE3, 0x11D1, 0x8A, 0xE0, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96
#if defined(__cplusplus) && defined(_MSC_VER)
struct __declspec(uuid("21B36996-8DE3-11D1-8AE0-00A0C9223196")) IKoInitializeParentDeviceObject;
#else
KS_DEFINE_IID(IID_IKoInitializeParentDeviceObject);
#endif

typedef NTSTATUS (*KoCreateObjectHandler)(REFCLSID ClassId, IUnknown* UnkOuter, REFIID InterfaceId,
                                          PVOID* Interface);

#undef INTERFACE
#define INTERFACE INonDelegatedUnknown
DECLARE_INTERFACE(INonDelegatedUnknown) {
  STDMETHOD(NonDelegatedQueryInterface)(THIS_ REFIID InterfaceId, PVOID * Interface) PURE;
  STDMETHOD_(ULONG, NonDelegatedAddRef)(THIS) PURE;
  STDMETHOD_(ULONG, NonDelegatedRelease)(THIS) PURE;
};

#undef INTERFACE
#define INTERFACE IIndirectedUnknown
DECLARE_INTERFACE(IIndirectedUnknown) {
  STDMETHOD(IndirectedQueryInterface)(THIS_ REFIID InterfaceId, PVOID * Interface) PURE;
  STDMETHOD_(ULONG, IndirectedAddRef)(THIS) PURE;
  STDMETHOD_(ULONG, IndirectedRelease)(THIS) PURE;
};

#undef INTERFACE
#define INTERFACE IKoInitializeParentDeviceObject
DECLARE_INTERFACE_(IKoInitializeParentDeviceObject, IUnknown) {
  STDMETHOD(QueryInterface)(THIS_ REFIID InterfaceId, PVOID * Interface) PURE;
  STDMETHOD_(ULONG, AddRef)(THIS) PURE;
  STDMETHOD_(ULONG, Release)(THIS) PURE;
  STDMETHOD(SetParentDeviceObject)(THIS_ PDEVICE_OBJECT ParentDeviceObject) PURE;
};
#undef INTERFACE

#ifdef __cplusplus
// Non-delegated calls reach the object, indirected ones its outer object if there is one.
class CBaseUnknown : public INonDelegatedUnknown, public IIndirectedUnknown {
 protected:
  LONG m_RefCount;

 private:
  BOOLEAN m_UsingClassId;
  CLSID m_ClassId;

 protected:
  IUnknown* m_UnknownOuter;

 public:
  COMDDKMETHOD CBaseUnknown(REFCLSID ClassId, IUnknown* UnknownOuter = NULL);
  COMDDKMETHOD CBaseUnknown(IUnknown* UnknownOuter = NULL);
  COMDDKMETHOD virtual ~CBaseUnknown();
  COMDDKMETHOD STDMETHODIMP_(ULONG) NonDelegatedAddRef();
  COMDDKMETHOD STDMETHODIMP_(ULONG) NonDelegatedRelease();
  COMDDKMETHOD STDMETHODIMP NonDelegatedQueryInterface(REFIID InterfaceId, PVOID* Interface);
  COMDDKMETHOD STDMETHODIMP_(ULONG) IndirectedAddRef();
  COMDDKMETHOD STDMETHODIMP_(ULONG) IndirectedRelease();
  COMDDKMETHOD STDMETHODIMP IndirectedQueryInterface(REFIID InterfaceId, PVOID* Interface);
};

#define DEFINE_STD_UNKNOWN()                   \
  STDMETHODIMP_(ULONG) AddRef();               \
  STDMETHODIMP_(ULONG) Release();              \
  STDMETHODIMP QueryInterface(REFIID, PVOID*); \
  STDMETHODIMP NonDelegatedQueryInterface(REFIID, PVOID*);

#define IMPLEMENT_STD_UNKNOWN(Class)                                \
  STDMETHODIMP_(ULONG) Class::AddRef() {                            \
    return this->m_UnknownOuter->AddRef();                          \
  }                                                                 \
  STDMETHODIMP_(ULONG) Class::Release() {                           \
    return this->m_UnknownOuter->Release();                         \
  }                                                                 \
  STDMETHODIMP Class::QueryInterface(REFIID Wanted, PVOID* Found) { \
    return this->m_UnknownOuter->QueryInterface(Wanted, Found);     \
  }
#endif

EXTERN_C_START
COMDDKAPI NTSTATUS NTAPI KoCreateInstance(REFCLSID ClassId, IUnknown* UnkOuter, ULONG ClsContext,
                                          REFIID InterfaceId, PVOID* Interface);
COMDDKAPI NTSTATUS NTAPI KoDeviceInitialize(PDEVICE_OBJECT DeviceObject);
COMDDKAPI NTSTATUS NTAPI KoDriverInitialize(PDRIVER_OBJECT DriverObject,
                                            PUNICODE_STRING RegistryPathName,
                                            KoCreateObjectHandler CreateObjectHandler);
COMDDKAPI VOID NTAPI KoRelease(REFCLSID ClassId);
EXTERN_C_END

// Objects live in pool. The host of a driver keeps its own operators.
#if defined(__cplusplus) && !defined(_NEW_DELETE_OPERATORS_) && !defined(DRYDOCK_HOST)
#define _NEW_DELETE_OPERATORS_
#define DRYDOCK_NEW_TAG 'wNCK'
#include "stdunk/pool_operators.h"
#endif

#endif
