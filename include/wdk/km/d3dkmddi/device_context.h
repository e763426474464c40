// Devices, contexts, context allocations, and per-context scheduling by the operating system.
#pragma once

#include "allocation.h"
#include "base.h"

EXTERN_C_START

// Devices.
typedef struct _DXGK_DEVICEINFOFLAGS {
  union {
    struct {
      UINT GuaranteedDmaBufferContract : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_DEVICEINFOFLAGS;

typedef struct _DXGK_DEVICEINFO {
  UINT DmaBufferSize;
  UINT DmaBufferSegmentSet;
  UINT DmaBufferPrivateDataSize;
  UINT AllocationListSize;
  UINT PatchLocationListSize;
  DXGK_DEVICEINFOFLAGS Flags;
} DXGK_DEVICEINFO;

typedef struct _DXGK_CREATEDEVICEFLAGS {
  union {
    struct {
      UINT SystemDevice : 1;
      UINT GdiDevice : 1;
      UINT Reserved : 29;
      UINT DXGK_DEVICE_RESERVED0 : 1;
    };
    UINT Value;
  };
} DXGK_CREATEDEVICEFLAGS;

typedef struct _DXGKARG_CREATEDEVICE {
  HANDLE hDevice;
  union {
    DXGK_CREATEDEVICEFLAGS Flags;
    DXGK_DEVICEINFO* pInfo;
  };
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  ULONG Pasid;
  HANDLE hKmdProcess;
#endif
} DXGKARG_CREATEDEVICE;
DRYDOCK_DXGK_POINTERS(DXGKARG_CREATEDEVICE);

typedef NTSTATUS APIENTRY DXGKDDI_CREATEDEVICE(IN_CONST_HANDLE hAdapter,
                                               INOUT_PDXGKARG_CREATEDEVICE pCreateDevice);
typedef NTSTATUS APIENTRY DXGKDDI_DESTROYDEVICE(IN_CONST_HANDLE hDevice);
typedef DXGKDDI_CREATEDEVICE* PDXGKDDI_CREATEDEVICE;
typedef DXGKDDI_DESTROYDEVICE* PDXGKDDI_DESTROYDEVICE;

// Contexts.
typedef struct _DXGK_CONTEXTINFO_CAPS {
  union {
    struct {
      UINT NoPatchingRequired : 1;
      UINT DriverManagesResidency : 1;
      UINT UseIoMmu : 1;
      UINT Reserved : 29;
    };
    UINT Value;
  };
} DXGK_CONTEXTINFO_CAPS;

typedef struct _DXGK_CONTEXTINFO {
  UINT DmaBufferSize;
  UINT DmaBufferSegmentSet;
  UINT DmaBufferPrivateDataSize;
  UINT AllocationListSize;
  UINT PatchLocationListSize;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
  UINT Reserved;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  DXGK_CONTEXTINFO_CAPS Caps;
  ULONG PagingCompanionNodeId;
#endif
} DXGK_CONTEXTINFO;

typedef struct _DXGK_CREATECONTEXTFLAGS {
  union {
    struct {
      UINT SystemContext : 1;
      UINT GdiContext : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
      UINT VirtualAddressing : 1;
      UINT SystemProtectedContext : 1;
      UINT HwQueueSupported : 1;
      UINT TestContext : 1;
      UINT Reserved : 26;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
      UINT VirtualAddressing : 1;
      UINT SystemProtectedContext : 1;
      UINT HwQueueSupported : 1;
      UINT Reserved : 27;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
      UINT VirtualAddressing : 1;
      UINT SystemProtectedContext : 1;
      UINT Reserved : 28;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT VirtualAddressing : 1;
      UINT Reserved : 29;
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  };
} DXGK_CREATECONTEXTFLAGS;

typedef struct _DXGKARG_CREATECONTEXT {
  HANDLE hContext;
  UINT NodeOrdinal;
  UINT EngineAffinity;
  DXGK_CREATECONTEXTFLAGS Flags;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  DXGK_CONTEXTINFO ContextInfo;
} DXGKARG_CREATECONTEXT;
DRYDOCK_DXGK_POINTERS(DXGKARG_CREATECONTEXT);

typedef NTSTATUS APIENTRY DXGKDDI_CREATECONTEXT(IN_CONST_HANDLE hDevice,
                                                INOUT_PDXGKARG_CREATECONTEXT pCreateContext);
typedef NTSTATUS APIENTRY DXGKDDI_DESTROYCONTEXT(IN_CONST_HANDLE hContext);
typedef DXGKDDI_CREATECONTEXT* PDXGKDDI_CREATECONTEXT;
typedef DXGKDDI_DESTROYCONTEXT* PDXGKDDI_DESTROYCONTEXT;

// Allocations that a driver makes for a context or device of its own.
typedef struct _DXGK_CREATECONTEXTALLOCATIONFLAGS {
  union {
    struct {
      UINT SharedAcrossContexts : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT MapGpuVirtualAddress : 1;
      UINT Reserved : 30;
#else
      UINT Reserved : 31;
#endif
    };
    UINT Value;
  };
} DXGK_CREATECONTEXTALLOCATIONFLAGS;

typedef struct _DXGKARGCB_CREATECONTEXTALLOCATION {
  DXGK_CREATECONTEXTALLOCATIONFLAGS ContextAllocationFlags;
  HANDLE hAdapter;
  HANDLE hDevice;
  HANDLE hContext;
  HANDLE hDriverAllocation;
  SIZE_T Size;
  UINT Alignment;
  UINT SupportedSegmentSet;
  UINT EvictionSegmentSet;
  DXGK_SEGMENTPREFERENCE PreferredSegment;
  DXGK_SEGMENTBANKPREFERENCE HintedBank;
  DXGK_ALLOCATIONINFOFLAGS Flags;
  HANDLE hAllocation;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  UINT PhysicalAdapterIndex;
#endif
} DXGKARGCB_CREATECONTEXTALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARGCB_CREATECONTEXTALLOCATION);

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
typedef struct _DXGKARGCB_MAPCONTEXTALLOCATION {
  D3DGPU_VIRTUAL_ADDRESS BaseAddress;
  D3DGPU_VIRTUAL_ADDRESS MinimumAddress;
  D3DGPU_VIRTUAL_ADDRESS MaximumAddress;
  HANDLE hAllocation;
  D3DGPU_SIZE_T OffsetInPages;
  D3DGPU_SIZE_T SizeInPages;
  D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE Protection;
  UINT64 DriverProtection;
} DXGKARGCB_MAPCONTEXTALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARGCB_MAPCONTEXTALLOCATION);

typedef struct _DXGKARGCB_UPDATECONTEXTALLOCATION {
  HANDLE hAllocation;
  PVOID pPrivateDriverData;
  UINT PrivateDriverDataSize;
} DXGKARGCB_UPDATECONTEXTALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARGCB_UPDATECONTEXTALLOCATION);
#endif

typedef NTSTATUS(APIENTRY CALLBACK* DXGKCB_CREATECONTEXTALLOCATION)(
    INOUT_PDXGKARGCB_CREATECONTEXTALLOCATION ContextAllocation);
typedef NTSTATUS(APIENTRY CALLBACK* DXGKCB_DESTROYCONTEXTALLOCATION)(IN_CONST_HANDLE hAdapter,
                                                                     IN_CONST_HANDLE hAllocation);
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
typedef D3DGPU_VIRTUAL_ADDRESS(APIENTRY CALLBACK* DXGKCB_MAPCONTEXTALLOCATION)(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARGCB_MAPCONTEXTALLOCATION pArgs);
typedef NTSTATUS(APIENTRY CALLBACK* DXGKCB_UPDATECONTEXTALLOCATION)(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARGCB_UPDATECONTEXTALLOCATION pArgs);
#endif

EXTERN_C_END
