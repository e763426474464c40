// Sharing of power components between the GPU and devices that depend on it.
#pragma once

#define IOCTL_INTERNAL_GRAPHICSPOWER_REGISTER \
  CTL_CODE(FILE_DEVICE_VIDEO, 0xa01, METHOD_NEITHER, FILE_ANY_ACCESS)
#define DXGK_GRAPHICSPOWER_VERSION_1_0 0x1000
#define DXGK_GRAPHICSPOWER_VERSION_1_1 0x1001
#define DXGK_GRAPHICSPOWER_VERSION_1_2 0x1002
#define DXGK_GRAPHICSPOWER_VERSION DXGK_GRAPHICSPOWER_VERSION_1_2

DEFINE_GUID(GUID_DEVINTERFACE_GRAPHICSPOWER, 0xea5c6870, 0xe93c, 0x4588, 0xbe, 0xf1, 0xfe, 0xc4,
            0x2f, 0xc9, 0x42, 0x9a);

typedef enum _DXGKMT_POWER_SHARED_TYPE {
  DXGKMT_POWER_SHARED_TYPE_AUDIO = 0,
} DXGKMT_POWER_SHARED_TYPE;

typedef VOID (*PDXGK_POWER_NOTIFICATION)(PVOID GraphicsDeviceHandle,
                                         DEVICE_POWER_STATE NewGrfxPowerState,
                                         BOOLEAN PreNotification, PVOID PrivateHandle);

typedef VOID (*PDXGK_REMOVAL_NOTIFICATION)(PVOID GraphicsDeviceHandle, PVOID PrivateHandle);

typedef VOID (*PDXGK_FSTATE_NOTIFICATION)(PVOID GraphicsDeviceHandle, ULONG ComponentIndex,
                                          UINT NewFState, BOOLEAN PreNotification,
                                          PVOID PrivateHandle);

typedef VOID (*PDXGK_INITIAL_COMPONENT_STATE)(PVOID GraphicsDeviceHandle, PVOID PrivateHandle,
                                              ULONG ComponentIndex, BOOLEAN IsBlockingType,
                                              UINT InitialFState, GUID ComponentGuid,
                                              UINT PowerComponentMappingFlag);

typedef struct _DXGK_GRAPHICSPOWER_REGISTER_INPUT_V_1_2 {
  ULONG Version;
  PVOID PrivateHandle;
  PDXGK_POWER_NOTIFICATION PowerNotificationCb;
  PDXGK_REMOVAL_NOTIFICATION RemovalNotificationCb;
  PDXGK_FSTATE_NOTIFICATION FStateNotificationCb;
  PDXGK_INITIAL_COMPONENT_STATE InitialComponentStateCb;
} DXGK_GRAPHICSPOWER_REGISTER_INPUT_V_1_2, *PDXGK_GRAPHICSPOWER_REGISTER_INPUT_V_1_2;

typedef DXGK_GRAPHICSPOWER_REGISTER_INPUT_V_1_2 DXGK_GRAPHICSPOWER_REGISTER_INPUT;
typedef DXGK_GRAPHICSPOWER_REGISTER_INPUT* PDXGK_GRAPHICSPOWER_REGISTER_INPUT;

typedef NTSTATUS (*PDXGK_SET_SHARED_POWER_COMPONENT_STATE)(PVOID DeviceHandle, PVOID PrivateHandle,
                                                           ULONG ComponentIndex, BOOLEAN Active);

typedef NTSTATUS (*PDXGK_GRAPHICSPOWER_UNREGISTER)(PVOID DeviceHandle, PVOID PrivateHandle);

typedef struct _DXGK_GRAPHICSPOWER_REGISTER_OUTPUT {
  PVOID DeviceHandle;
  DEVICE_POWER_STATE InitialGrfxPowerState;
  PDXGK_SET_SHARED_POWER_COMPONENT_STATE SetSharedPowerComponentStateCb;
  PDXGK_GRAPHICSPOWER_UNREGISTER UnregisterCb;
} DXGK_GRAPHICSPOWER_REGISTER_OUTPUT, *PDXGK_GRAPHICSPOWER_REGISTER_OUTPUT;
