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
