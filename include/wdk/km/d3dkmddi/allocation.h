// Allocations: properties, creation, opening, description, destruction, and standard allocations.
#pragma once

#include "base.h"
#include "segments.h"

EXTERN_C_START

// Properties that the driver gives an allocation; the second form is read from WDDM 2.0 on.
typedef struct _DXGK_ALLOCATIONINFOFLAGS {
  union {
    struct {
      UINT CpuVisible : 1;
      UINT PermanentSysMem : 1;
      UINT Cached : 1;
      UINT Protected : 1;
      UINT ExistingSysMem : 1;
      UINT ExistingKernelSysMem : 1;
      UINT FromEndOfSegment : 1;
      UINT Swizzled : 1;
      UINT Overlay : 1;
      UINT Capture : 1;
      UINT UseAlternateVA : 1;
      UINT SynchronousPaging : 1;
      UINT LinkMirrored : 1;
      UINT LinkInstanced : 1;
      UINT HistoryBuffer : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT AccessedPhysically : 1;
      UINT ExplicitResidencyNotification : 1;
      UINT HardwareProtected : 1;
      UINT CpuVisibleOnDemand : 1;
#else
      UINT Reserved : 4;
#endif
      UINT DXGK_ALLOC_RESERVED16 : 1;
      UINT DXGK_ALLOC_RESERVED15 : 1;
      UINT DXGK_ALLOC_RESERVED14 : 1;
      UINT DXGK_ALLOC_RESERVED13 : 1;
      UINT DXGK_ALLOC_RESERVED12 : 1;
      UINT DXGK_ALLOC_RESERVED11 : 1;
      UINT DXGK_ALLOC_RESERVED10 : 1;
      UINT DXGK_ALLOC_RESERVED9 : 1;
      UINT DXGK_ALLOC_RESERVED4 : 1;
      UINT DXGK_ALLOC_RESERVED3 : 1;
      UINT DXGK_ALLOC_RESERVED2 : 1;
      UINT DXGK_ALLOC_RESERVED1 : 1;
      UINT DXGK_ALLOC_RESERVED0 : 1;
    };
    UINT Value;
  };
} DXGK_ALLOCATIONINFOFLAGS;

typedef struct _DXGK_ALLOCATIONINFOFLAGS_WDDM2_0 {
  union {
    struct {
      UINT CpuVisible : 1;
      UINT PermanentSysMem : 1;
      UINT Cached : 1;
      UINT Protected : 1;
      UINT ExistingSysMem : 1;
      UINT ExistingKernelSysMem : 1;
      UINT FromEndOfSegment : 1;
      UINT DisableLargePageMapping : 1;
      UINT Overlay : 1;
      UINT Capture : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
      UINT CreateInVpr : 1;
#else
      UINT Reserved00 : 1;
#endif
      UINT DXGK_ALLOC_RESERVED17 : 1;
      UINT Reserved02 : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
      UINT MapApertureCpuVisible : 1;
#else
      UINT Reserved03 : 1;
#endif
      UINT HistoryBuffer : 1;
      UINT AccessedPhysically : 1;
      UINT ExplicitResidencyNotification : 1;
      UINT HardwareProtected : 1;
      UINT CpuVisibleOnDemand : 1;
      UINT DXGK_ALLOC_RESERVED16 : 1;
      UINT DXGK_ALLOC_RESERVED15 : 1;
      UINT DXGK_ALLOC_RESERVED14 : 1;
      UINT DXGK_ALLOC_RESERVED13 : 1;
      UINT DXGK_ALLOC_RESERVED12 : 1;
      UINT DXGK_ALLOC_RESERVED11 : 1;
      UINT DXGK_ALLOC_RESERVED10 : 1;
      UINT DXGK_ALLOC_RESERVED9 : 1;
      UINT DXGK_ALLOC_RESERVED4 : 1;
      UINT DXGK_ALLOC_RESERVED3 : 1;
      UINT DXGK_ALLOC_RESERVED2 : 1;
      UINT DXGK_ALLOC_RESERVED1 : 1;
      UINT DXGK_ALLOC_RESERVED0 : 1;
    };
    UINT Value;
  };
} DXGK_ALLOCATIONINFOFLAGS_WDDM2_0;

typedef struct _DXGK_ALLOCATIONINFOFLAGS2 {
  union {
    struct {
      UINT ShareBackingStoreWithKmd : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
      UINT NoImplicitSynchronization : 1;
      UINT DisablePartialResidency : 1;
      UINT RestrictedToSingleSegment : 1;
      UINT NotifyEviction : 1;
      UINT NotifyIoMmuUnmap : 1;
      UINT Reserved : 26;
#else
      UINT Reserved : 31;
#endif
    };
    UINT Value;
  };
} DXGK_ALLOCATIONINFOFLAGS2;

// Hints on how an allocation will be used.
typedef struct _DXGK_ALLOCATIONUSAGEINFO1 {
  union {
    struct {
      UINT PrivateFormat : 1;
      UINT Swizzled : 1;
      UINT MipMap : 1;
      UINT Cube : 1;
      UINT Volume : 1;
      UINT Vertex : 1;
      UINT Index : 1;
      UINT Reserved : 25;
    };
    UINT Value;
  } Flags;
  union {
    D3DDDIFORMAT Format;
    UINT PrivateFormat;
  };
  UINT SwizzledFormat;
  UINT ByteOffset;
  UINT Width;
  UINT Height;
  UINT Pitch;
  UINT Depth;
  UINT SlicePitch;
} DXGK_ALLOCATIONUSAGEINFO1;

typedef struct _DXGK_ALLOCATIONUSAGEHINT {
  UINT Version;
  DXGK_ALLOCATIONUSAGEINFO1 v1;
} DXGK_ALLOCATIONUSAGEHINT;

typedef struct _DXGK_ALLOCATIONINFO {
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  union {
    UINT Alignment;
    struct {
      UINT16 MinimumPageSize;
      UINT16 RecommendedPageSize;
    };
  };
  SIZE_T Size;
  SIZE_T PitchAlignedSize;
  DXGK_SEGMENTBANKPREFERENCE HintedBank;
  DXGK_SEGMENTPREFERENCE PreferredSegment;
  union {
    UINT SupportedReadSegmentSet;
    UINT MmuSet;
  };
  UINT SupportedWriteSegmentSet;
  UINT EvictionSegmentSet;
  union {
    UINT MaximumRenamingListLength;
    UINT PhysicalAdapterIndex;
  };
  HANDLE hAllocation;
  union {
    DXGK_ALLOCATIONINFOFLAGS Flags;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
    DXGK_ALLOCATIONINFOFLAGS_WDDM2_0 FlagsWddm2;
#endif
  };
  DXGK_ALLOCATIONUSAGEHINT* pAllocationUsageHint;
  UINT AllocationPriority;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_0)
  DXGK_ALLOCATIONINFOFLAGS2 Flags2;
#endif
} DXGK_ALLOCATIONINFO;

// Creation and destruction, per adapter.
typedef struct _DXGK_CREATEALLOCATIONFLAGS {
  union {
    struct {
      UINT Resource : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_CREATEALLOCATIONFLAGS;

typedef struct _DXGKARG_CREATEALLOCATION {
  CONST VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  UINT NumAllocations;
  DXGK_ALLOCATIONINFO* pAllocationInfo;
  HANDLE hResource;
  DXGK_CREATEALLOCATIONFLAGS Flags;
} DXGKARG_CREATEALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARG_CREATEALLOCATION);

typedef struct _DXGK_DESTROYALLOCATIONFLAGS {
  union {
    struct {
      UINT DestroyResource : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_DESTROYALLOCATIONFLAGS;

typedef struct _DXGKARG_DESTROYALLOCATION {
  UINT NumAllocations;
  CONST HANDLE* pAllocationList;
  HANDLE hResource;
  DXGK_DESTROYALLOCATIONFLAGS Flags;
} DXGKARG_DESTROYALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARG_DESTROYALLOCATION);

typedef NTSTATUS APIENTRY DXGKDDI_CREATEALLOCATION(
    IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION pCreateAllocation);
typedef NTSTATUS APIENTRY DXGKDDI_DESTROYALLOCATION(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION pDestroyAllocation);
typedef DXGKDDI_CREATEALLOCATION* PDXGKDDI_CREATEALLOCATION;
typedef DXGKDDI_DESTROYALLOCATION* PDXGKDDI_DESTROYALLOCATION;

// Opening and closing, per device.
typedef struct _DXGK_OPENALLOCATIONINFO {
  D3DKMT_HANDLE hAllocation;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  HANDLE hDeviceSpecificAllocation;
} DXGK_OPENALLOCATIONINFO;

typedef struct _DXGK_OPENALLOCATIONFLAGS {
  union {
    struct {
      UINT Create : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
      UINT ReadOnly : 1;
      UINT Reserved : 30;
#else
      UINT Reserved : 31;
#endif
    };
    UINT Value;
  };
} DXGK_OPENALLOCATIONFLAGS;

typedef struct _DXGKARG_OPENALLOCATION {
  UINT NumAllocations;
  DXGK_OPENALLOCATIONINFO* pOpenAllocation;
  VOID* pPrivateDriverData;
  UINT PrivateDriverSize;
  DXGK_OPENALLOCATIONFLAGS Flags;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  UINT SubresourceIndex;
  SIZE_T SubresourceOffset;
  UINT Pitch;
#endif
} DXGKARG_OPENALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARG_OPENALLOCATION);

typedef struct _DXGKARG_CLOSEALLOCATION {
  UINT NumAllocations;
  CONST HANDLE* pOpenHandleList;
} DXGKARG_CLOSEALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARG_CLOSEALLOCATION);

typedef NTSTATUS APIENTRY DXGKDDI_OPENALLOCATIONINFO(
    IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION pOpenAllocation);
typedef NTSTATUS APIENTRY DXGKDDI_CLOSEALLOCATION(
    IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION pCloseAllocation);
typedef DXGKDDI_OPENALLOCATIONINFO* PDXGKDDI_OPENALLOCATIONINFO;
typedef DXGKDDI_CLOSEALLOCATION* PDXGKDDI_CLOSEALLOCATION;

// Description of an existing allocation.
typedef struct _DXGK_DESCRIBEALLOCATIONFLAGS {
  union {
    struct {
      UINT CheckDisplayMode : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_DESCRIBEALLOCATIONFLAGS;

typedef struct _DXGKARG_DESCRIBEALLOCATION {
  HANDLE hAllocation;
  UINT Width;
  UINT Height;
  D3DDDIFORMAT Format;
  D3DDDI_MULTISAMPLINGMETHOD MultisampleMethod;
  D3DDDI_RATIONAL RefreshRate;
  UINT PrivateDriverFormatAttribute;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  DXGK_DESCRIBEALLOCATIONFLAGS Flags;
  D3DDDI_ROTATION Rotation;
#endif
} DXGKARG_DESCRIBEALLOCATION;
DRYDOCK_DXGK_POINTERS(DXGKARG_DESCRIBEALLOCATION);

typedef NTSTATUS APIENTRY DXGKDDI_DESCRIBEALLOCATION(
    IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION pDescribeAllocation);
typedef DXGKDDI_DESCRIBEALLOCATION* PDXGKDDI_DESCRIBEALLOCATION;

// Private data of the allocations that the system makes itself.
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
// Storage of one value of a native fence.
typedef enum _DXGKARG_FENCESTORAGEVALUETYPE {
  D3DKARG_FENCESTORAGETYPE_CURRENTVALUE,
  D3DKARG_FENCESTORAGETYPE_MONITOREDVALUE
} DXGKARG_FENCESTORAGEVALUETYPE;

typedef struct _DXGKARG_FENCESTORAGEFLAGS {
  UINT Reserved;
} DXGKARG_FENCESTORAGEFLAGS;

typedef struct _D3DKMDT_FENCESTORAGESURFACEDATA {
  UINT PhysicalAdapterIndex;
  DXGKARG_FENCESTORAGEVALUETYPE FenceStorageValueType;
  D3DDDI_NATIVEFENCE_TYPE FenceStorageType;
  UINT PrivateDriverDataSize;
  BYTE* pPrivateDriverData;
  DXGKARG_FENCESTORAGEFLAGS Flags;
  UINT Reserved;
  DXGK_ALLOCATIONINFO AllocationInfo;
} D3DKMDT_FENCESTORAGESURFACEDATA;
#endif

typedef struct _DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA {
  D3DKMDT_STANDARDALLOCATION_TYPE StandardAllocationType;
  union {
    D3DKMDT_SHAREDPRIMARYSURFACEDATA* pCreateSharedPrimarySurfaceData;
    D3DKMDT_SHADOWSURFACEDATA* pCreateShadowSurfaceData;
    D3DKMDT_STAGINGSURFACEDATA* pCreateStagingSurfaceData;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
    D3DKMDT_GDISURFACEDATA* pCreateGdiSurfaceData;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
    D3DKMDT_VIRTUALGPUSURFACEDATA* pCreateVirtualGpuSurfaceData;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
    D3DKMDT_FENCESTORAGESURFACEDATA* pCreateFenceStorageData;
#endif
  };
  VOID* pAllocationPrivateDriverData;
  UINT AllocationPrivateDriverDataSize;
  VOID* pResourcePrivateDriverData;
  UINT ResourcePrivateDriverDataSize;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  UINT PhysicalAdapterIndex;
#endif
} DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA;
DRYDOCK_DXGK_POINTERS(DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA);

typedef NTSTATUS APIENTRY DXGKDDI_GETSTANDARDALLOCATIONDRIVERDATA(
    IN_CONST_HANDLE hAdapter,
    INOUT_PDXGKARG_GETSTANDARDALLOCATIONDRIVERDATA pGetStandardAllocationDriverData);
typedef DXGKDDI_GETSTANDARDALLOCATIONDRIVERDATA* PDXGKDDI_GETSTANDARDALLOCATIONDRIVERDATA;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
// Consent to a change of an allocation's properties.
typedef struct _DXGKARG_VALIDATEUPDATEALLOCPROPERTY {
  HANDLE hAllocation;
  UINT SupportedSegmentSet;
  D3DDDI_SEGMENTPREFERENCE PreferredSegment;
  D3DDDI_UPDATEALLOCPROPERTY_FLAGS Flags;
  union {
    struct {
      UINT SetAccessedPhysically : 1;
      UINT SetSupportedSegmentSet : 1;
      UINT SetPreferredSegment : 1;
      UINT Reserved : 29;
    };
    UINT PropertyMaskValue;
  };
} DXGKARG_VALIDATEUPDATEALLOCPROPERTY;
DRYDOCK_DXGK_POINTERS(DXGKARG_VALIDATEUPDATEALLOCPROPERTY);

typedef NTSTATUS APIENTRY DXGKDDI_VALIDATEUPDATEALLOCATIONPROPERTY(
    IN_CONST_HANDLE hAdapter,
    IN_CONST_PDXGKARG_VALIDATEUPDATEALLOCPROPERTY pValidateUpdateAllocProperty);
typedef DXGKDDI_VALIDATEUPDATEALLOCATIONPROPERTY* PDXGKDDI_VALIDATEUPDATEALLOCATIONPROPERTY;
#endif

// Backing store that the kernel shows to a driver that asked for it.
typedef struct _DXGKARG_SETALLOCATIONBACKINGSTORE {
  HANDLE hDriverAllocation;
  PVOID pBackingStore;
} DXGKARG_SETALLOCATIONBACKINGSTORE;
DRYDOCK_DXGK_POINTERS(DXGKARG_SETALLOCATIONBACKINGSTORE);

typedef NTSTATUS APIENTRY DXGKDDI_SETALLOCATIONBACKINGSTORE(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SETALLOCATIONBACKINGSTORE pArgs);
typedef DXGKDDI_SETALLOCATIONBACKINGSTORE* PDXGKDDI_SETALLOCATIONBACKINGSTORE;

// One entry of the allocation list that goes with a DMA buffer.
typedef struct _DXGK_ALLOCATIONLIST {
  HANDLE hDeviceSpecificAllocation;
  struct {
    UINT WriteOperation : 1;
    UINT SegmentId : 5;
    UINT Reserved : 26;
  };
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  union {
    PHYSICAL_ADDRESS PhysicalAddress;
    D3DGPU_VIRTUAL_ADDRESS VirtualAddress;
  };
#else
  PHYSICAL_ADDRESS PhysicalAddress;
#endif
} DXGK_ALLOCATIONLIST;

// Entry points of Windows 7 that were never used keep a slot in the table of the driver.
typedef PVOID PDXGKDDI_DESCRIBEPAGETABLE;
typedef PVOID PDXGKDDI_UPDATEPAGETABLE;
typedef PVOID PDXGKDDI_UPDATEPAGEDIRECTORY;
typedef PVOID PDXGKDDI_MOVEPAGEDIRECTORY;
typedef PVOID PDXGKDDI_SUBMITRENDER;
typedef PVOID PDXGKDDI_CREATEALLOCATION2;

EXTERN_C_END
