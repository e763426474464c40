// Power components that a miniport reports in answer to DxgkDdiQueryAdapterInfo.
#pragma once

#include "base.h"

#define DXGK_MAX_F_STATES 8
#define DXGK_POWER_COMPONENT_NAME_SIZE 40
#define DXGK_MAX_POWER_COMPONENT_PROVIDERS 16

typedef enum _DXGK_POWER_COMPONENT_TYPE {
  DXGK_POWER_COMPONENT_ENGINE = 0,
  DXGK_POWER_COMPONENT_MONITOR = 1,
  DXGK_POWER_COMPONENT_MONITOR_REFRESH = 2,
  DXGK_POWER_COMPONENT_MEMORY = 3,
  DXGK_POWER_COMPONENT_MEMORY_REFRESH = 4,
  DXGK_POWER_COMPONENT_OTHER = 5,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  DXGK_POWER_COMPONENT_D3_TRANSITION = 6,
  DXGK_POWER_COMPONENT_SHARED = 7,
#endif
  DXGK_POWER_COMPONENT_MAX
} DXGK_POWER_COMPONENT_TYPE;

typedef struct _DXGK_POWER_COMPONENT_FLAGS {
  union {
    struct {
      UINT Reserved0 : 1;
      UINT DriverCompletesFStateTransition : 1;
      UINT TransitionTo_F0_OnDx : 1;
      UINT NoDebounce : 1;
      UINT ActiveInD3 : 1;
      UINT Reserved : 27;
    };
    UINT Value;
  };
} DXGK_POWER_COMPONENT_FLAGS;

typedef struct _DXGK_POWER_COMPONENT_MAPPING {
  DXGK_POWER_COMPONENT_TYPE ComponentType;
  union {
    struct {
      UINT NodeIndex;
    } EngineDesc;
    struct {
      UINT VidPnSourceID;
    } MonitorRefreshDesc;
    struct {
      UINT VidPnTargetID;
    } MonitorDesc;
    struct {
      UINT SegmentID;
    } MemoryDesc;
    struct {
      union {
        struct {
          WORD SharedTypeFlag;
          WORD DriverCustomValueSet;
        };
        UINT SharedType;
      };
    } SharedDesc;
  };
} DXGK_POWER_COMPONENT_MAPPING;

typedef struct _DXGK_POWER_RUNTIME_STATE {
  ULONGLONG TransitionLatency;
  ULONGLONG ResidencyRequirement;
  ULONG NominalPower;
} DXGK_POWER_RUNTIME_STATE;

// Performance states, reserved for the system.
typedef struct _DXGK_POWER_P_STATE {
  ULONG OperatingFrequency;
} DXGK_POWER_P_STATE;

typedef struct _DXGK_POWER_COMPONENT_P_FLAGS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} DXGK_POWER_COMPONENT_P_FLAGS;

typedef struct _DXGK_POWER_RUNTIME_COMPONENT {
  ULONG StateCount;
  DXGK_POWER_RUNTIME_STATE States[DXGK_MAX_F_STATES];
  DXGK_POWER_COMPONENT_MAPPING ComponentMapping;
  DXGK_POWER_COMPONENT_FLAGS Flags;
  GUID ComponentGuid;
  UCHAR ComponentName[DXGK_POWER_COMPONENT_NAME_SIZE];
  ULONG ProviderCount;
  ULONG Providers[DXGK_MAX_POWER_COMPONENT_PROVIDERS];
} DXGK_POWER_RUNTIME_COMPONENT;
