// Interfaces of pins, clocks and devices. Kernel mode only; needs unknown.h before ks.h.
#pragma once

#if defined(_UNKNOWN_H_) || defined(__IUnknown_INTERFACE_DEFINED__)
#ifndef DEFINE_ABSTRACT_UNKNOWN
#define DEFINE_ABSTRACT_UNKNOWN()                                                         \
  STDMETHOD_(NTSTATUS, QueryInterface)(THIS_ REFIID InterfaceId, PVOID * Interface) PURE; \
  STDMETHOD_(ULONG, AddRef)(THIS) PURE;                                                   \
  STDMETHOD_(ULONG, Release)(THIS) PURE;
#endif

#define STATIC_IID_IKsControl \
  0x28F54685, 0x06FD, 0x11D2, 0xB2, 0x7A, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96
#define STATIC_IID_IKsFastClock \
  0xC9902485, 0xC180, 0x11D2, 0x84, 0x73, 0xD4, 0x23, 0x94, 0x45, 0x9E, 0x5E
#define STATIC_IID_IKsDeviceFunctions \
  0xE234F2E2, 0xBD69, 0x4F8C, 0xB3, 0xF2, 0x7C, 0xD7, 0x9E, 0xD4, 0x66, 0xBD

#ifndef _IKsControl_
#define _IKsControl_
KS_DEFINE_IID(IID_IKsControl);
KS_DEFINE_IID(IID_IKsFastClock);
KS_DEFINE_IID(IID_IKsDeviceFunctions);
#if defined(__cplusplus) && defined(_MSC_VER)
struct __declspec(uuid("28F54685-06FD-11D2-B27A-00A0C9223196")) IKsControl;
struct __declspec(uuid("C9902485-C180-11D2-8473-D42394459E5E")) IKsFastClock;
struct __declspec(uuid("E234F2E2-BD69-4F8C-B3F2-7CD79ED466BD")) IKsDeviceFunctions;
#endif

// Requests to a connected pin or filter without an IRP.
#undef INTERFACE
#define INTERFACE IKsControl
DECLARE_INTERFACE_(IKsControl, IUnknown) {
  DEFINE_ABSTRACT_UNKNOWN()
  STDMETHOD_(NTSTATUS, KsProperty)(THIS_ PKSPROPERTY Property, ULONG PropertyLength,
                                   PVOID PropertyData, ULONG DataLength, ULONG * BytesReturned)
      PURE;
  STDMETHOD_(NTSTATUS, KsMethod)(THIS_ PKSMETHOD Method, ULONG MethodLength, PVOID MethodData,
                                 ULONG DataLength, ULONG * BytesReturned) PURE;
  STDMETHOD_(NTSTATUS, KsEvent)(THIS_ PKSEVENT Event, ULONG EventLength, PVOID EventData,
                                ULONG DataLength, ULONG * BytesReturned) PURE;
};
typedef struct IKsControl* PIKSCONTROL;

// The master clock of a pin.
#undef INTERFACE
#define INTERFACE IKsReferenceClock
DECLARE_INTERFACE_(IKsReferenceClock, IUnknown) {
  DEFINE_ABSTRACT_UNKNOWN()
  STDMETHOD_(LONGLONG, GetTime)(THIS) PURE;
  STDMETHOD_(LONGLONG, GetPhysicalTime)(THIS) PURE;
  STDMETHOD_(LONGLONG, GetCorrelatedTime)(THIS_ PLONGLONG SystemTime) PURE;
  STDMETHOD_(LONGLONG, GetCorrelatedPhysicalTime)(THIS_ PLONGLONG SystemTime) PURE;
  STDMETHOD_(NTSTATUS, GetResolution)(THIS_ PKSRESOLUTION Resolution) PURE;
  STDMETHOD_(NTSTATUS, GetState)(THIS_ PKSSTATE State) PURE;
};
typedef struct IKsReferenceClock* PIKSREFERENCECLOCK;

// DMA adapters on 64-bit systems.
#undef INTERFACE
#define INTERFACE IKsDeviceFunctions
DECLARE_INTERFACE_(IKsDeviceFunctions, IUnknown) {
  DEFINE_ABSTRACT_UNKNOWN()
  STDMETHOD_(NTSTATUS, RegisterAdapterObjectEx)(
      THIS_ PADAPTER_OBJECT AdapterObject, PDEVICE_DESCRIPTION DeviceDescription,
      ULONG NumberOfMapRegisters, ULONG MaxMappingsByteCount, ULONG MappingTableStride) PURE;
};
typedef struct IKsDeviceFunctions* PIKSDEVICEFUNCTIONS;
#undef INTERFACE

EXTERN_C_START
KSDDKAPI NTSTATUS NTAPI KsPinGetReferenceClockInterface(PKSPIN Pin, PIKSREFERENCECLOCK* Interface);
KSDDKAPI PUNKNOWN NTAPI KsRegisterAggregatedClientUnknown(PVOID Object, PUNKNOWN ClientUnknown);
KSDDKAPI PUNKNOWN NTAPI KsGetOuterUnknown(PVOID Object);
EXTERN_C_END

FORCEINLINE PUNKNOWN KsDeviceRegisterAggregatedClientUnknown(PKSDEVICE Device,
                                                             PUNKNOWN ClientUnknown) {
  return KsRegisterAggregatedClientUnknown((PVOID)Device, ClientUnknown);
}
FORCEINLINE PUNKNOWN KsDeviceGetOuterUnknown(PKSDEVICE Device) {
  return KsGetOuterUnknown((PVOID)Device);
}
FORCEINLINE PUNKNOWN KsFilterFactoryRegisterAggregatedClientUnknown(PKSFILTERFACTORY FilterFactory,
                                                                    PUNKNOWN ClientUnknown) {
  return KsRegisterAggregatedClientUnknown((PVOID)FilterFactory, ClientUnknown);
}
FORCEINLINE PUNKNOWN KsFilterFactoryGetOuterUnknown(PKSFILTERFACTORY FilterFactory) {
  return KsGetOuterUnknown((PVOID)FilterFactory);
}
FORCEINLINE PUNKNOWN KsFilterRegisterAggregatedClientUnknown(PKSFILTER Filter,
                                                             PUNKNOWN ClientUnknown) {
  return KsRegisterAggregatedClientUnknown((PVOID)Filter, ClientUnknown);
}
FORCEINLINE PUNKNOWN KsFilterGetOuterUnknown(PKSFILTER Filter) {
  return KsGetOuterUnknown((PVOID)Filter);
}
FORCEINLINE PUNKNOWN KsPinRegisterAggregatedClientUnknown(PKSPIN Pin, PUNKNOWN ClientUnknown) {
  return KsRegisterAggregatedClientUnknown((PVOID)Pin, ClientUnknown);
}
FORCEINLINE PUNKNOWN KsPinGetOuterUnknown(PKSPIN Pin) {
  return KsGetOuterUnknown((PVOID)Pin);
}
#endif
#endif
