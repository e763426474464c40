// Contexts, hardware queues and doorbells.
#pragma once

typedef struct _D3DDDI_CREATECONTEXTFLAGS {
  union {
    struct {
      UINT NullRendering : 1;
      UINT InitialData : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0)
      UINT DisableGpuTimeout : 1;
      UINT SynchronizationOnly : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_3 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_3_1)
      UINT HwQueueSupported : 1;
      UINT NoKmdAccess : 1;
      UINT Reserved : 26;
#else
      UINT Reserved : 28;
#endif
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  };
} D3DDDI_CREATECONTEXTFLAGS;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_2_1)
typedef struct _D3DDDI_CREATEHWCONTEXTFLAGS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} D3DDDI_CREATEHWCONTEXTFLAGS;

typedef struct _D3DDDI_CREATEHWQUEUEFLAGS {
  union {
    struct {
      UINT DisableGpuTimeout : 1;
      UINT NoBroadcastSignal : 1;
      UINT NoBroadcastWait : 1;
      UINT NoKmdAccess : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_1 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM3_1)
      UINT UserModeSubmission : 1;
      UINT Reserved : 27;
#else
      UINT Reserved : 28;
#endif
    };
    UINT Value;
  };
} D3DDDI_CREATEHWQUEUEFLAGS;
#endif

// State of a doorbell as the user-mode driver reads it.
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_1 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM3_1)
#define D3DDDI_DOORBELL_PRIVATEDATA_MAX_BYTES_WDDM3_1 16

typedef enum _D3DDDI_DOORBELLSTATUS {
  D3DDDI_DOORBELLSTATUS_CONNECTED = 0,
  D3DDDI_DOORBELLSTATUS_CONNECTED_NOTIFY_KMD = 1,
  D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY = 2,
  D3DDDI_DOORBELLSTATUS_DISCONNECTED_ABORT = 3
} D3DDDI_DOORBELLSTATUS;
#endif
