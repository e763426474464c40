/* The adapter and its children: start information, descriptors, status. */
#pragma once

typedef enum _DXGK_CHILD_DEVICE_TYPE {
  TypeUninitialized,
  TypeVideoOutput,
  TypeOther,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
  TypeIntegratedDisplay,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
  TypeLogicalGpu,
#endif
} DXGK_CHILD_DEVICE_TYPE,
    *PDXGK_CHILD_DEVICE_TYPE;

typedef enum _DXGK_CHILD_STATUS_TYPE {
  StatusUninitialized,
  StatusConnection,
  StatusRotation,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
  StatusMiracastConnection,
#endif
} DXGK_CHILD_STATUS_TYPE,
    *PDXGK_CHILD_STATUS_TYPE;

typedef enum _DXGK_EVENT_TYPE {
  DxgkUndefinedEvent = 0,
  DxgkAcpiEvent,
  DxgkPowerStateEvent,
  DxgkDockingEvent,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
  DxgkChainedAcpiEvent,
#endif
} DXGK_EVENT_TYPE,
    *PDXGK_EVENT_TYPE;

typedef enum _DXGK_SURPRISE_REMOVAL_TYPE {
  DxgkRemovalHibernation = 0,
  DxgkRemovalPnPNotify = 1,
} DXGK_SURPRISE_REMOVAL_TYPE;

typedef enum {
  DockStateUnsupported = 0,
  DockStateUnDocked = 1,
  DockStateDocked = 2,
  DockStateUnknown = 3,
} DOCKING_STATE;

typedef struct _DXGK_START_INFO {
  ULONG RequiredDmaQueueEntry;
  GUID AdapterGuid;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  LUID AdapterLuid;
#endif
} DXGK_START_INFO, *PDXGK_START_INFO;

typedef PDXGK_START_INFO IN_PDXGK_START_INFO;

typedef struct _DXGK_DEVICE_INFO {
  PVOID MiniportDeviceContext;
  PDEVICE_OBJECT PhysicalDeviceObject;
  UNICODE_STRING DeviceRegistryPath;
  PCM_RESOURCE_LIST TranslatedResourceList;
  LARGE_INTEGER SystemMemorySize;
  PHYSICAL_ADDRESS HighestPhysicalAddress;
  PHYSICAL_ADDRESS AgpApertureBase;
  SIZE_T AgpApertureSize;
  DOCKING_STATE DockingState;
} DXGK_DEVICE_INFO, *PDXGK_DEVICE_INFO;

typedef struct _LINKED_DEVICE {
  ULONG ChainUid;
  ULONG NumberOfLinksInChain;
  BOOLEAN LeadLink;
} LINKED_DEVICE, *PLINKED_DEVICE;

typedef PLINKED_DEVICE INOUT_PLINKED_DEVICE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
typedef struct _DXGK_PRE_START_INFO {
  union {
    struct {
      UINT ReservedIn;
    };
    UINT Input;
  };
  union {
    struct {
      UINT SupportPreserveBootDisplay : 1;
      UINT IsUEFIFrameBufferCpuAccessibleDuringStartup : 1;
      UINT ReservedOut : 30;
    };
    UINT Output;
  };
} DXGK_PRE_START_INFO, *PDXGK_PRE_START_INFO;

typedef PDXGK_PRE_START_INFO INOUT_PDXGK_PRE_START_INFO;
typedef PDXGK_PRE_START_INFO IN_OUT_PDXGK_PRE_START_INFO;
#endif

typedef struct _DXGK_VIDEO_OUTPUT_CAPABILITIES {
  D3DKMDT_VIDEO_OUTPUT_TECHNOLOGY InterfaceTechnology;
  D3DKMDT_MONITOR_ORIENTATION_AWARENESS MonitorOrientationAwareness;
  BOOLEAN SupportsSdtvModes;
} DXGK_VIDEO_OUTPUT_CAPABILITIES, *PDXGK_VIDEO_OUTPUT_CAPABILITIES;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
typedef struct _DXGK_INTEGRATED_DISPLAY_CHILD {
  D3DKMDT_VIDEO_OUTPUT_TECHNOLOGY InterfaceTechnology;
  USHORT DescriptorLength;
} DXGK_INTEGRATED_DISPLAY_CHILD, *PDXGK_INTEGRATED_DISPLAY_CHILD;
#endif

typedef struct _DXGK_CHILD_CAPABILITIES {
  union {
    DXGK_VIDEO_OUTPUT_CAPABILITIES VideoOutput;
    struct {
      UINT MustBeZero;
    } Other;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
    DXGK_INTEGRATED_DISPLAY_CHILD IntegratedDisplayChild;
#endif
  } Type;
  DXGK_CHILD_DEVICE_HPD_AWARENESS HpdAwareness;
} DXGK_CHILD_CAPABILITIES, *PDXGK_CHILD_CAPABILITIES;

typedef struct _DXGK_CHILD_DESCRIPTOR {
  DXGK_CHILD_DEVICE_TYPE ChildDeviceType;
  DXGK_CHILD_CAPABILITIES ChildCapabilities;
  ULONG AcpiUid;
  ULONG ChildUid;
} DXGK_CHILD_DESCRIPTOR, *PDXGK_CHILD_DESCRIPTOR;

typedef PDXGK_CHILD_DESCRIPTOR INOUT_PDXGK_CHILD_DESCRIPTOR;

typedef struct _DXGK_CHILD_STATUS {
  DXGK_CHILD_STATUS_TYPE Type;
  ULONG ChildUid;
  union {
    struct {
      BOOLEAN Connected;
    } HotPlug;
    struct {
      UCHAR Angle;
    } Rotation;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
    struct {
      BOOLEAN Connected;
      D3DKMDT_VIDEO_OUTPUT_TECHNOLOGY MiracastMonitorType;
    } Miracast;
#endif
  };
} DXGK_CHILD_STATUS, *PDXGK_CHILD_STATUS;

typedef PDXGK_CHILD_STATUS IN_PDXGK_CHILD_STATUS;
typedef PDXGK_CHILD_STATUS INOUT_PDXGK_CHILD_STATUS;

typedef struct _DXGK_CHILD_CONTAINER_ID {
  GUID ContainerId;
  struct {
    ULONG64 PortId;
    USHORT ManufacturerName;
    USHORT ProductCode;
  } EldInfo;
} DXGK_CHILD_CONTAINER_ID, *PDXGK_CHILD_CONTAINER_ID;

typedef PDXGK_CHILD_CONTAINER_ID INOUT_PDXGK_CHILD_CONTAINER_ID;

typedef struct _DXGK_DEVICE_DESCRIPTOR {
  ULONG DescriptorOffset;
  ULONG DescriptorLength;
  PVOID DescriptorBuffer;
} DXGK_DEVICE_DESCRIPTOR, *PDXGK_DEVICE_DESCRIPTOR;

typedef PDXGK_DEVICE_DESCRIPTOR INOUT_PDXGK_DEVICE_DESCRIPTOR;

typedef struct _DXGK_GENERIC_DESCRIPTOR {
  WCHAR HardwareId[DXGK_MAX_REG_SZ_LEN];
  WCHAR InstanceId[DXGK_MAX_REG_SZ_LEN];
  WCHAR CompatibleId[DXGK_MAX_REG_SZ_LEN];
  WCHAR DeviceText[DXGK_MAX_REG_SZ_LEN];
} DXGK_GENERIC_DESCRIPTOR, *PDXGK_GENERIC_DESCRIPTOR;

/* Hand-over of the frame buffer that the firmware set up. */
typedef enum _DXGK_FRAMEBUFFER_STATE {
  FrameBufferStateUnknown = 0,
  FrameBufferStateInitializedByFirmware = 1,
  FrameBufferStateInitializedByDriver = 2,
} DXGK_FRAMEBUFFER_STATE;

typedef struct _DXGK_DISPLAY_OWNERSHIP_FLAGS {
  union {
    struct {
      DXGK_FRAMEBUFFER_STATE FrameBufferState : 4;
    };
    UINT Value;
  };
} DXGK_DISPLAY_OWNERSHIP_FLAGS, *PDXGK_DISPLAY_OWNERSHIP_FLAGS;

typedef struct _DXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} DXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS, *PDXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS;

typedef DXGK_EVENT_TYPE IN_DXGK_EVENT_TYPE;
typedef DXGK_SURPRISE_REMOVAL_TYPE IN_DXGK_SURPRISE_REMOVAL_TYPE;
typedef PDXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS IN_PDXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS;

/* Declared here, laid out in kernelif.h. */
typedef struct _DXGKRNL_INTERFACE DXGKRNL_INTERFACE, *PDXGKRNL_INTERFACE;
typedef PDXGKRNL_INTERFACE IN_PDXGKRNL_INTERFACE;
