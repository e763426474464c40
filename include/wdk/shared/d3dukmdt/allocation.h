// Allocations: description, lists of a command buffer, locking, offering, placement.
#pragma once

// Creating and opening.
typedef struct _D3DDDI_ALLOCATIONINFO {
  D3DKMT_HANDLE hAllocation;
  CONST VOID* pSystemMem;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  union {
    struct {
      UINT Primary : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN8)
      UINT Stereo : 1;
      UINT Reserved : 30;
#else
      UINT Reserved : 31;
#endif
    };
    UINT Value;
  } Flags;
} D3DDDI_ALLOCATIONINFO;

typedef struct _D3DDDI_OPENALLOCATIONINFO {
  D3DKMT_HANDLE hAllocation;
  CONST VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
} D3DDDI_OPENALLOCATIONINFO;

typedef struct _D3DDDICB_DESTROYALLOCATION2FLAGS {
  union {
    struct {
      UINT AssumeNotInUse : 1;
      UINT SynchronousDestroy : 1;
      UINT Reserved : 29;
      UINT SystemUseOnly : 1;
    };
    UINT Value;
  };
} D3DDDICB_DESTROYALLOCATION2FLAGS;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
typedef struct _D3DDDI_ALLOCATIONINFO2 {
  D3DKMT_HANDLE hAllocation;
  union {
    HANDLE hSection;
    CONST VOID* pSystemMem;
  };
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  union {
    struct {
      UINT Primary : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN8)
      UINT Stereo : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_2)
      UINT OverridePriority : 1;
      UINT Reserved : 29;
#else
      UINT Reserved : 30;
#endif
#else
      UINT Reserved : 31;
#endif
    };
    UINT Value;
  } Flags;
  D3DGPU_VIRTUAL_ADDRESS GpuVirtualAddress;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_2)
  union {
    UINT Priority;
    ULONG_PTR Unused;
  };
  ULONG_PTR Reserved[5];
#else
  ULONG_PTR Reserved[6];
#endif
} D3DDDI_ALLOCATIONINFO2;

typedef struct _D3DDDI_OPENALLOCATIONINFO2 {
  D3DKMT_HANDLE hAllocation;
  CONST VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  D3DGPU_VIRTUAL_ADDRESS GpuVirtualAddress;
  ULONG_PTR Reserved[6];
} D3DDDI_OPENALLOCATIONINFO2;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0)
typedef struct _D3DDDI_GETRESOURCEPRESENTPRIVATEDRIVERDATA {
  D3DKMT_HANDLE hResource;
  UINT PrivateDriverDataSize;
  PVOID pPrivateDriverData;
} D3DDDI_GETRESOURCEPRESENTPRIVATEDRIVERDATA;
#endif

// Rows and pitches of resources that two adapters share.
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
#define D3DKMT_CROSS_ADAPTER_RESOURCE_PITCH_ALIGNMENT 128
#define D3DKMT_CROSS_ADAPTER_RESOURCE_HEIGHT_ALIGNMENT 4
#endif

// Lists that accompany a command buffer of the patching model.
typedef struct _D3DDDI_ALLOCATIONLIST {
  D3DKMT_HANDLE hAllocation;
  union {
    struct {
      UINT WriteOperation : 1;
      UINT DoNotRetireInstance : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN8)
      UINT OfferPriority : 3;
      UINT Reserved : 27;
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  };
} D3DDDI_ALLOCATIONLIST;

typedef struct _D3DDDI_PATCHLOCATIONLIST {
  UINT AllocationIndex;
  union {
    struct {
      UINT SlotId : 24;
      UINT Reserved : 8;
    };
    UINT Value;
  };
  UINT DriverId;
  UINT AllocationOffset;
  UINT PatchOffset;
  UINT SplitOffset;
} D3DDDI_PATCHLOCATIONLIST;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN8)
typedef enum _D3DDDI_OFFER_PRIORITY {
  D3DDDI_OFFER_PRIORITY_NONE = 0,
  D3DDDI_OFFER_PRIORITY_LOW = 1,
  D3DDDI_OFFER_PRIORITY_NORMAL,
  D3DDDI_OFFER_PRIORITY_HIGH,
  D3DDDI_OFFER_PRIORITY_AUTO,
} D3DDDI_OFFER_PRIORITY;
#endif

// Locking.
typedef struct _D3DDDICB_LOCKFLAGS {
  union {
    struct {
      UINT ReadOnly : 1;
      UINT WriteOnly : 1;
      UINT DonotWait : 1;
      UINT IgnoreSync : 1;
      UINT LockEntire : 1;
      UINT DonotEvict : 1;
      UINT AcquireAperture : 1;
      UINT Discard : 1;
      UINT NoExistingReference : 1;
      UINT UseAlternateVA : 1;
      UINT IgnoreReadSync : 1;
      UINT Reserved : 21;
    };
    UINT Value;
  };
} D3DDDICB_LOCKFLAGS;

typedef struct _D3DDDICB_LOCK2FLAGS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} D3DDDICB_LOCK2FLAGS;

// Offering memory back to the system.
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_1)
typedef enum _D3DDDI_RECLAIM_RESULT {
  D3DDDI_RECLAIM_RESULT_OK = 0,
  D3DDDI_RECLAIM_RESULT_DISCARDED = 1,
  D3DDDI_RECLAIM_RESULT_NOT_COMMITTED = 2,
} D3DDDI_RECLAIM_RESULT;
#endif

#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_1_1)
typedef struct D3DDDI_OFFER_FLAGS {
  union {
    struct {
      UINT AllowDecommit : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} D3DDDI_OFFER_FLAGS;
#endif

// Residency priorities and preferred segments.
#define D3DDDI_ALLOCATIONPRIORITY_MINIMUM 0x28000000
#define D3DDDI_ALLOCATIONPRIORITY_LOW 0x50000000
#define D3DDDI_ALLOCATIONPRIORITY_NORMAL 0x78000000
#define D3DDDI_ALLOCATIONPRIORITY_HIGH 0xa0000000
#define D3DDDI_ALLOCATIONPRIORITY_MAXIMUM 0xc8000000

typedef struct _D3DDDI_SEGMENTPREFERENCE {
  union {
    struct {
      UINT SegmentId0 : 5;
      UINT Direction0 : 1;
      UINT SegmentId1 : 5;
      UINT Direction1 : 1;
      UINT SegmentId2 : 5;
      UINT Direction2 : 1;
      UINT SegmentId3 : 5;
      UINT Direction3 : 1;
      UINT SegmentId4 : 5;
      UINT Direction4 : 1;
      UINT Reserved : 2;
    };
    UINT Value;
  };
} D3DDDI_SEGMENTPREFERENCE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_1_1)
typedef struct D3DDDI_UPDATEALLOCPROPERTY_FLAGS {
  union {
    struct {
      UINT AccessedPhysically : 1;
      UINT Unmoveable : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} D3DDDI_UPDATEALLOCPROPERTY_FLAGS;

typedef struct D3DDDI_UPDATEALLOCPROPERTY {
  D3DKMT_HANDLE hPagingQueue;
  D3DKMT_HANDLE hAllocation;
  UINT SupportedSegmentSet;
  D3DDDI_SEGMENTPREFERENCE PreferredSegment;
  D3DDDI_UPDATEALLOCPROPERTY_FLAGS Flags;
  UINT64 PagingFenceValue;
  union {
    struct {
      UINT SetAccessedPhysically : 1;
      UINT SetSupportedSegmentSet : 1;
      UINT SetPreferredSegment : 1;
      UINT SetUnmoveable : 1;
      UINT Reserved : 28;
    };
    UINT PropertyMaskValue;
  };
} D3DDDI_UPDATEALLOCPROPERTY;
#endif
