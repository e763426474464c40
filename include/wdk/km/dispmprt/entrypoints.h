/* Role types of the miniport's own entry points (plug and play, power, children, post display). */
#pragma once

EXTERN_C_START

typedef NTSTATUS DXGKDDI_ADD_DEVICE(IN_CONST_PDEVICE_OBJECT PhysicalDeviceObject,
                                    OUT_PPVOID MiniportDeviceContext);
typedef DXGKDDI_ADD_DEVICE* PDXGKDDI_ADD_DEVICE;

typedef NTSTATUS DXGKDDI_START_DEVICE(IN_CONST_PVOID MiniportDeviceContext,
                                      IN_PDXGK_START_INFO DxgkStartInfo,
                                      IN_PDXGKRNL_INTERFACE DxgkInterface,
                                      OUT_PULONG NumberOfVideoPresentSources,
                                      OUT_PULONG NumberOfChildren);
typedef DXGKDDI_START_DEVICE* PDXGKDDI_START_DEVICE;

typedef NTSTATUS DXGKDDI_STOP_DEVICE(IN_CONST_PVOID MiniportDeviceContext);
typedef DXGKDDI_STOP_DEVICE* PDXGKDDI_STOP_DEVICE;

typedef NTSTATUS DXGKDDI_REMOVE_DEVICE(IN_CONST_PVOID MiniportDeviceContext);
typedef DXGKDDI_REMOVE_DEVICE* PDXGKDDI_REMOVE_DEVICE;

typedef NTSTATUS DXGKDDI_DISPATCH_IO_REQUEST(IN_CONST_PVOID MiniportDeviceContext,
                                             IN_ULONG VidPnSourceId,
                                             IN_PVIDEO_REQUEST_PACKET VideoRequestPacket);
typedef DXGKDDI_DISPATCH_IO_REQUEST* PDXGKDDI_DISPATCH_IO_REQUEST;

typedef BOOLEAN DXGKDDI_INTERRUPT_ROUTINE(IN_CONST_PVOID MiniportDeviceContext,
                                          IN_ULONG MessageNumber);
typedef DXGKDDI_INTERRUPT_ROUTINE* PDXGKDDI_INTERRUPT_ROUTINE;

typedef VOID DXGKDDI_DPC_ROUTINE(IN_CONST_PVOID MiniportDeviceContext);
typedef DXGKDDI_DPC_ROUTINE* PDXGKDDI_DPC_ROUTINE;

typedef NTSTATUS DXGKDDI_QUERY_CHILD_RELATIONS(IN_CONST_PVOID MiniportDeviceContext,
                                               INOUT_PDXGK_CHILD_DESCRIPTOR ChildRelations,
                                               IN_ULONG ChildRelationsSize);
typedef DXGKDDI_QUERY_CHILD_RELATIONS* PDXGKDDI_QUERY_CHILD_RELATIONS;

typedef NTSTATUS DXGKDDI_QUERY_CHILD_STATUS(IN_CONST_PVOID MiniportDeviceContext,
                                            INOUT_PDXGK_CHILD_STATUS ChildStatus,
                                            IN_BOOLEAN NonDestructiveOnly);
typedef DXGKDDI_QUERY_CHILD_STATUS* PDXGKDDI_QUERY_CHILD_STATUS;

typedef NTSTATUS DXGKDDI_QUERY_DEVICE_DESCRIPTOR(IN_CONST_PVOID MiniportDeviceContext,
                                                 IN_ULONG ChildUid,
                                                 INOUT_PDXGK_DEVICE_DESCRIPTOR DeviceDescriptor);
typedef DXGKDDI_QUERY_DEVICE_DESCRIPTOR* PDXGKDDI_QUERY_DEVICE_DESCRIPTOR;

typedef NTSTATUS DXGKDDI_SET_POWER_STATE(IN_CONST_PVOID MiniportDeviceContext, IN_ULONG DeviceUid,
                                         IN_DEVICE_POWER_STATE DevicePowerState,
                                         IN_POWER_ACTION ActionType);
typedef DXGKDDI_SET_POWER_STATE* PDXGKDDI_SET_POWER_STATE;

typedef NTSTATUS DXGKDDI_NOTIFY_ACPI_EVENT(IN_CONST_PVOID MiniportDeviceContext,
                                           IN_DXGK_EVENT_TYPE EventType, IN_ULONG Event,
                                           IN_PVOID Argument, OUT_PULONG AcpiFlags);
typedef DXGKDDI_NOTIFY_ACPI_EVENT* PDXGKDDI_NOTIFY_ACPI_EVENT;

typedef VOID DXGKDDI_RESET_DEVICE(IN_CONST_PVOID MiniportDeviceContext);
typedef DXGKDDI_RESET_DEVICE* PDXGKDDI_RESET_DEVICE;

typedef VOID DXGKDDI_UNLOAD(VOID);
typedef DXGKDDI_UNLOAD* PDXGKDDI_UNLOAD;

typedef NTSTATUS DXGKDDI_QUERY_INTERFACE(IN_CONST_PVOID MiniportDeviceContext,
                                         IN_PQUERY_INTERFACE QueryInterface);
typedef DXGKDDI_QUERY_INTERFACE* PDXGKDDI_QUERY_INTERFACE;

typedef VOID DXGKDDI_CONTROL_ETW_LOGGING(IN_BOOLEAN Enable, IN_ULONG Flags, IN_UCHAR Level);
typedef DXGKDDI_CONTROL_ETW_LOGGING* PDXGKDDI_CONTROL_ETW_LOGGING;

typedef NTSTATUS DXGKDDI_LINK_DEVICE(IN_CONST_PDEVICE_OBJECT PhysicalDeviceObject,
                                     IN_CONST_PVOID MiniportDeviceContext,
                                     INOUT_PLINKED_DEVICE LinkedDevice);
typedef DXGKDDI_LINK_DEVICE* PDXGKDDI_LINK_DEVICE;

/* The callback that DxgkCbExcludeAdapterAccess runs while nobody else touches the adapter. */
typedef VOID DXGKDDI_PROTECTED_CALLBACK(IN_CONST_PVOID MiniportDeviceContext,
                                        IN_PVOID ProtectedCallbackContext,
                                        NTSTATUS ProtectionStatus);
typedef DXGKDDI_PROTECTED_CALLBACK* PDXGKDDI_PROTECTED_CALLBACK;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
typedef NTSTATUS DXGKDDI_GET_CHILD_CONTAINER_ID(PVOID MiniportDeviceContext, ULONG ChildUid,
                                                PDXGK_CHILD_CONTAINER_ID ContainerId);
typedef DXGKDDI_GET_CHILD_CONTAINER_ID* PDXGKDDI_GET_CHILD_CONTAINER_ID;

typedef NTSTATUS DXGKDDI_STOP_DEVICE_AND_RELEASE_POST_DISPLAY_OWNERSHIP(
    PVOID MiniportDeviceContext, D3DDDI_VIDEO_PRESENT_TARGET_ID TargetId,
    PDXGK_DISPLAY_INFORMATION DisplayInfo);
typedef DXGKDDI_STOP_DEVICE_AND_RELEASE_POST_DISPLAY_OWNERSHIP*
    PDXGKDDI_STOP_DEVICE_AND_RELEASE_POST_DISPLAY_OWNERSHIP;

typedef NTSTATUS DXGKDDI_SYSTEM_DISPLAY_ENABLE(PVOID MiniportDeviceContext,
                                               D3DDDI_VIDEO_PRESENT_TARGET_ID TargetId,
                                               PDXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS Flags,
                                               UINT* Width, UINT* Height,
                                               D3DDDIFORMAT* ColorFormat);
typedef DXGKDDI_SYSTEM_DISPLAY_ENABLE* PDXGKDDI_SYSTEM_DISPLAY_ENABLE;

typedef VOID DXGKDDI_SYSTEM_DISPLAY_WRITE(PVOID MiniportDeviceContext, PVOID Source,
                                          UINT SourceWidth, UINT SourceHeight, UINT SourceStride,
                                          UINT PositionX, UINT PositionY);
typedef DXGKDDI_SYSTEM_DISPLAY_WRITE* PDXGKDDI_SYSTEM_DISPLAY_WRITE;

typedef NTSTATUS DXGKDDI_NOTIFY_SURPRISE_REMOVAL(PVOID MiniportDeviceContext,
                                                 DXGK_SURPRISE_REMOVAL_TYPE RemovalType);
typedef DXGKDDI_NOTIFY_SURPRISE_REMOVAL* PDXGKDDI_NOTIFY_SURPRISE_REMOVAL;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
typedef NTSTATUS APIENTRY DXGKDDI_EXCHANGEPRESTARTINFO(IN_CONST_HANDLE hAdapter,
                                                       INOUT_PDXGK_PRE_START_INFO pPreStartInfo);
typedef DXGKDDI_EXCHANGEPRESTARTINFO* PDXGKDDI_EXCHANGEPRESTARTINFO;

typedef NTSTATUS APIENTRY DXGKDDI_SETTARGETADJUSTEDCOLORIMETRY(
    IN_CONST_HANDLE hAdapter, D3DDDI_VIDEO_PRESENT_TARGET_ID TargetId,
    DXGK_COLORIMETRY AdjustedColorimetry);
typedef DXGKDDI_SETTARGETADJUSTEDCOLORIMETRY* PDXGKDDI_SETTARGETADJUSTEDCOLORIMETRY;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5)
typedef struct _DXGKARG_SETTARGETADJUSTEDCOLORIMETRY2 {
  D3DDDI_VIDEO_PRESENT_TARGET_ID TargetId;
  DXGK_COLORIMETRY AdjustedColorimetry;
  UINT SdrWhiteLevel;
} DXGKARG_SETTARGETADJUSTEDCOLORIMETRY2, *PDXGKARG_SETTARGETADJUSTEDCOLORIMETRY2;

typedef PDXGKARG_SETTARGETADJUSTEDCOLORIMETRY2 IN_PDXGKARG_SETTARGETADJUSTEDCOLORIMETRY2;

typedef NTSTATUS APIENTRY DXGKDDI_SETTARGETADJUSTEDCOLORIMETRY2(
    IN_CONST_HANDLE hAdapter,
    IN_PDXGKARG_SETTARGETADJUSTEDCOLORIMETRY2 pArgSetTargetAdjustedColorimetry);
typedef DXGKDDI_SETTARGETADJUSTEDCOLORIMETRY2* PDXGKDDI_SETTARGETADJUSTEDCOLORIMETRY2;
#endif

EXTERN_C_END
