// Power: components of the adapter, run-time requests, stable and tracked power levels.
#pragma once

EXTERN_C_START

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
#ifdef DEFINE_GUID
DEFINE_GUID(GUID_DXGKDDI_POWER_MANAGEMENT_PREPARE_TO_START, 0xcba549d4, 0xcf3a, 0x445c, 0x94, 0x68,
            0x23, 0x83, 0xfd, 0x52, 0x31, 0x16);
DEFINE_GUID(GUID_DXGKDDI_POWER_MANAGEMENT_STARTED, 0x6c929c1d, 0x7d76, 0x4538, 0x93, 0xad, 0x44,
            0x9d, 0xc9, 0xfd, 0xc2, 0x39);
DEFINE_GUID(GUID_DXGKDDI_POWER_MANAGEMENT_STOPPED, 0x0a9d9621, 0xbc21, 0x4dd4, 0xa0, 0xfc, 0xd9,
            0x76, 0xe4, 0x28, 0xf7, 0x38);
DEFINE_GUID(GUID_DXGKDDI_POWER_VOLTAGE_UP, 0x6131c9ed, 0xb9ec, 0x40b3, 0xa5, 0xe2, 0xc0, 0x61, 0x3e,
            0x43, 0x7b, 0x7e);
DEFINE_GUID(GUID_DXGKDDI_POWER_VOLTAGE_DOWN, 0x7f81ce3d, 0x5989, 0x4519, 0x83, 0x94, 0xb4, 0x57,
            0xf6, 0x37, 0xba, 0x39);
DEFINE_GUID(GUID_DXGKDDI_POWER_VOLTAGE, 0x78ba81db, 0x0f5c, 0x45fd, 0x8f, 0x03, 0xc7, 0xb5, 0xcc,
            0xd1, 0xe0, 0xda);
DEFINE_GUID(GUID_DXGKDDI_POWER_CLOCK_UP, 0x8c7fde48, 0xff0b, 0x48ff, 0x93, 0x6b, 0x33, 0x2a, 0xbb,
            0x9b, 0xd3, 0xb3);
DEFINE_GUID(GUID_DXGKDDI_POWER_CLOCK_DOWN, 0x611114f3, 0xcb1e, 0x4d0c, 0x8e, 0xe8, 0x87, 0x2e, 0x1f,
            0xbd, 0xac, 0xeb);
DEFINE_GUID(GUID_DXGKDDI_POWER_CLOCK, 0x51c6873b, 0x1c29, 0x4c45, 0x82, 0x46, 0x05, 0xe4, 0xd6,
            0xd8, 0x0d, 0x15);
DEFINE_GUID(GUID_DXGKDDI_POWER_BANDWIDTH_UP, 0x1995dcb1, 0x986e, 0x47ba, 0x9a, 0x73, 0x60, 0xaf,
            0x51, 0x11, 0x93, 0x8b);
DEFINE_GUID(GUID_DXGKDDI_POWER_BANDWIDTH_DOWN, 0x97ce1383, 0xef2d, 0x49cb, 0x9b, 0xcf, 0x26, 0xa7,
            0x38, 0xf3, 0xce, 0x32);
DEFINE_GUID(GUID_DXGKDDI_POWER_BANDWIDTH, 0x38751bfd, 0x64ba, 0x4962, 0xa5, 0xa9, 0x9f, 0x2e, 0x62,
            0x7a, 0x64, 0x3e);
#endif

typedef VOID(APIENTRY* DXGKCB_SETPOWERCOMPONENTACTIVE)(IN_CONST_HANDLE hAdapter,
                                                       UINT ComponentIndex);
typedef VOID(APIENTRY* DXGKCB_SETPOWERCOMPONENTIDLE)(IN_CONST_HANDLE hAdapter, UINT ComponentIndex);
typedef VOID(APIENTRY* DXGKCB_SETPOWERCOMPONENTLATENCY)(IN_CONST_HANDLE hAdapter,
                                                        UINT ComponentIndex, ULONGLONG Latency);
typedef VOID(APIENTRY* DXGKCB_SETPOWERCOMPONENTRESIDENCY)(IN_CONST_HANDLE hAdapter,
                                                          UINT ComponentIndex, ULONGLONG Residency);
typedef VOID(APIENTRY* DXGKCB_COMPLETEFSTATETRANSITION)(IN_CONST_HANDLE hAdapter,
                                                        UINT ComponentIndex);
typedef NTSTATUS(APIENTRY* DXGKCB_POWERRUNTIMECONTROLREQUEST)(IN_CONST_HANDLE hAdapter,
                                                              LPCGUID PowerControlCode,
                                                              PVOID InBuffer, SIZE_T InBufferSize,
                                                              PVOID OutBuffer, SIZE_T OutBufferSize,
                                                              PSIZE_T BytesReturned);

typedef NTSTATUS APIENTRY DXGKDDISETPOWERCOMPONENTFSTATE(IN_CONST_HANDLE DriverContext,
                                                         UINT ComponentIndex, UINT FState);
typedef NTSTATUS APIENTRY DXGKDDIPOWERRUNTIMECONTROLREQUEST(IN_CONST_HANDLE DriverContext,
                                                            LPCGUID PowerControlCode,
                                                            PVOID InBuffer, SIZE_T InBufferSize,
                                                            PVOID OutBuffer, SIZE_T OutBufferSize,
                                                            PSIZE_T BytesReturned);
typedef DXGKDDISETPOWERCOMPONENTFSTATE* PDXGKDDISETPOWERCOMPONENTFSTATE;
typedef DXGKDDIPOWERRUNTIMECONTROLREQUEST* PDXGKDDIPOWERRUNTIMECONTROLREQUEST;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
typedef VOID(APIENTRY* DXGKCB_COMPLETEPSTATETRANSITION)(IN_CONST_HANDLE hAdapter,
                                                        UINT ComponentIndex, UINT CompletedPState);
typedef NTSTATUS APIENTRY DXGKDDISETPOWERPSTATE(IN_CONST_HANDLE DriverContext, UINT ComponentIndex,
                                                UINT RequestedComponentPState);
typedef DXGKDDISETPOWERPSTATE* PDXGKDDISETPOWERPSTATE;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
typedef struct _DXGKARG_SETSTABLEPOWERSTATE {
  BOOL Enabled;
} DXGKARG_SETSTABLEPOWERSTATE;
DRYDOCK_DXGK_POINTERS(DXGKARG_SETSTABLEPOWERSTATE);

typedef NTSTATUS APIENTRY DXGKDDI_POWERRUNTIMESETDEVICEHANDLE(IN_CONST_HANDLE DriverContext,
                                                              HANDLE PoDeviceHandle);
typedef VOID APIENTRY DXGKDDI_SETSTABLEPOWERSTATE(IN_CONST_HANDLE hAdapter,
                                                  IN_CONST_PDXGKARG_SETSTABLEPOWERSTATE pArgs);
typedef DXGKDDI_POWERRUNTIMESETDEVICEHANDLE* PDXGKDDI_POWERRUNTIMESETDEVICEHANDLE;
typedef DXGKDDI_SETSTABLEPOWERSTATE* PDXGKDDI_SETSTABLEPOWERSTATE;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5)
typedef struct _DXGK_TRACKEDWORKLOAD_STATE_FLAGS {
  union {
    struct {
      UINT Saturated : 1;
      UINT OptimalLevel : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} DXGK_TRACKEDWORKLOAD_STATE_FLAGS;

typedef struct _DXGKARG_SETTRACKEDWORKLOADPOWERLEVEL {
  UINT PowerLevel;
  UINT EffectivePowerLevel;
  DXGK_TRACKEDWORKLOAD_STATE_FLAGS Flags;
} DXGKARG_SETTRACKEDWORKLOADPOWERLEVEL;
DRYDOCK_DXGK_POINTERS(DXGKARG_SETTRACKEDWORKLOADPOWERLEVEL);

typedef NTSTATUS APIENTRY DXGKDDI_SETTRACKEDWORKLOADPOWERLEVEL(
    IN_CONST_HANDLE hContext,
    INOUT_PDXGKARG_SETTRACKEDWORKLOADPOWERLEVEL pTrackedWorkloadPowerLevel);
typedef DXGKDDI_SETTRACKEDWORKLOADPOWERLEVEL* PDXGKDDI_SETTRACKEDWORKLOADPOWERLEVEL;
#endif

EXTERN_C_END
