// Arguments of the runtime callbacks: allocations, contexts, submission, synchronization,
// residency.
#pragma once

EXTERN_C_START

// Adapter queries.

typedef struct _D3DDDICB_QUERYADAPTERINFO {
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
} D3DDDICB_QUERYADAPTERINFO;

typedef enum _D3DDDI_QUERYADAPTERTYPE {
  D3DDDI_QUERYADAPTERTYPE_DRIVERPRIVATE = 0,
  D3DDDI_QUERYADAPTERTYPE_QUERYREGISTRY = 1,
  D3DDDI_QUERYADAPTERTYPE_APPLICATIONSPECIFICDRIVERBLOB = 2
} D3DDDI_QUERYADAPTERTYPE;

typedef struct _D3DDDICB_QUERYADAPTERINFO2 {
  D3DDDI_QUERYADAPTERTYPE QueryType;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
} D3DDDICB_QUERYADAPTERINFO2;

typedef struct _D3DDDICB_GETMULTISAMPLEMETHODLIST {
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  UINT Width;
  UINT Height;
  D3DDDIFORMAT Format;
  D3DDDI_MULTISAMPLINGMETHOD* pMethodList;
  UINT MethodCount;
} D3DDDICB_GETMULTISAMPLEMETHODLIST;

// Allocations.

typedef struct _D3DDDICB_ALLOCATE {
  const VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  HANDLE hResource;
  D3DKMT_HANDLE hKMResource;
  UINT NumAllocations;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
  union {
    D3DDDI_ALLOCATIONINFO* pAllocationInfo;
    D3DDDI_ALLOCATIONINFO2* pAllocationInfo2;
  };
#else
  D3DDDI_ALLOCATIONINFO* pAllocationInfo;
#endif
} D3DDDICB_ALLOCATE;

typedef struct _D3DDDICB_DEALLOCATE {
  HANDLE hResource;
  UINT NumAllocations;
  const D3DKMT_HANDLE* HandleList;
} D3DDDICB_DEALLOCATE;

typedef struct _D3DDDICB_DEALLOCATE2 {
  HANDLE hResource;
  UINT NumAllocations;
  const D3DKMT_HANDLE* HandleList;
  D3DDDICB_DESTROYALLOCATION2FLAGS Flags;
} D3DDDICB_DEALLOCATE2;

typedef struct _D3DDDICB_SETPRIORITY {
  HANDLE hResource;
  UINT NumAllocations;
  const D3DKMT_HANDLE* HandleList;
  const UINT* pPriorities;
} D3DDDICB_SETPRIORITY;

typedef enum _D3DDDI_RESIDENCYSTATUS {
  D3DDDI_RESIDENCYSTATUS_RESIDENTINGPUMEMORY = 1,
  D3DDDI_RESIDENCYSTATUS_RESIDENTINSHAREDMEMORY = 2,
  D3DDDI_RESIDENCYSTATUS_NOTRESIDENT = 3
} D3DDDI_RESIDENCYSTATUS;

typedef struct _D3DDDICB_QUERYRESIDENCY {
  HANDLE hResource;
  UINT NumAllocations;
  const D3DKMT_HANDLE* HandleList;
  D3DDDI_RESIDENCYSTATUS* pResidencyStatus;
} D3DDDICB_QUERYRESIDENCY;

typedef struct _D3DDDICB_LOCK {
  D3DKMT_HANDLE hAllocation;
  UINT PrivateDriverData;
  UINT NumPages;
  const UINT* pPages;
  VOID* pData;
  D3DDDICB_LOCKFLAGS Flags;
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7
  D3DGPU_VIRTUAL_ADDRESS GpuVirtualAddress;
#endif
} D3DDDICB_LOCK;

typedef struct _D3DDDICB_UNLOCK {
  UINT NumAllocations;
  const D3DKMT_HANDLE* phAllocations;
} D3DDDICB_UNLOCK;

typedef struct _D3DDDICB_LOCK2 {
  D3DKMT_HANDLE hAllocation;
  D3DDDICB_LOCK2FLAGS Flags;
  PVOID pData;
} D3DDDICB_LOCK2;

typedef struct _D3DDDICB_UNLOCK2 {
  D3DKMT_HANDLE hAllocation;
} D3DDDICB_UNLOCK2;

typedef struct _D3DDDICB_INVALIDATECACHE {
  D3DKMT_HANDLE hAllocation;
  SIZE_T Offset;
  SIZE_T Length;
} D3DDDICB_INVALIDATECACHE;

// Offered memory.

typedef struct _D3DDDICB_OFFERALLOCATIONS {
  const HANDLE* pResources;
  const D3DKMT_HANDLE* HandleList;
  UINT NumAllocations;
  D3DDDI_OFFER_PRIORITY Priority;
} D3DDDICB_OFFERALLOCATIONS;

typedef struct _D3DDDICB_RECLAIMALLOCATIONS {
  const HANDLE* pResources;
  const D3DKMT_HANDLE* HandleList;
  BOOL* pDiscarded;
  UINT NumAllocations;
} D3DDDICB_RECLAIMALLOCATIONS;

typedef struct _D3DDDICB_RECLAIMALLOCATIONS2 {
  D3DKMT_HANDLE PagingQueue;
  UINT NumAllocations;
  CONST HANDLE* pResources;
  CONST D3DKMT_HANDLE* HandleList;
  BOOL* pDiscarded;
  UINT64 PagingFenceValue;
} D3DDDICB_RECLAIMALLOCATIONS2;

typedef struct _D3D12DDICB_OFFERALLOCATIONS {
  UINT NumAllocations;
  const D3DKMT_HANDLE* HandleList;
  D3DDDI_OFFER_PRIORITY Priority;
} D3D12DDICB_OFFERALLOCATIONS;

typedef struct _D3D12DDICB_RECLAIMALLOCATIONS2 {
  UINT NumAllocations;
  CONST HANDLE* pResources;
  CONST D3DKMT_HANDLE* HandleList;
  BOOL* pDiscarded;
  UINT64 PagingFenceValue;
} D3D12DDICB_RECLAIMALLOCATIONS2;

#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_1_1)
typedef struct D3DDDICB_OFFERALLOCATIONS2 {
  const HANDLE* pResources;
  const D3DKMT_HANDLE* HandleList;
  UINT NumAllocations;
  D3DDDI_OFFER_PRIORITY Priority;
  D3DDDI_OFFER_FLAGS Flags;
} D3DDDICB_OFFERALLOCATIONS2;

typedef struct _D3DDDICB_RECLAIMALLOCATIONS3 {
  D3DKMT_HANDLE PagingQueue;
  UINT NumAllocations;
  const HANDLE* pResources;
  const D3DKMT_HANDLE* HandleList;
  D3DDDI_RECLAIM_RESULT* pResults;
  UINT64 PagingFenceValue;
} D3DDDICB_RECLAIMALLOCATIONS3;
#endif

// Display and presentation.

typedef struct _D3DDDICB_SETDISPLAYMODE {
  D3DKMT_HANDLE hPrimaryAllocation;
  UINT PrivateDriverFormatAttribute;
} D3DDDICB_SETDISPLAYMODE;

typedef struct _D3DDDICB_SETDISPLAYPRIVATEDRIVERFORMAT {
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  UINT PrivateDriverFormatAttribute;
} D3DDDICB_SETDISPLAYPRIVATEDRIVERFORMAT;

typedef struct _D3DDDICB_PRESENT {
  D3DKMT_HANDLE hSrcAllocation;
  D3DKMT_HANDLE hDstAllocation;
  HANDLE hContext;
  UINT BroadcastContextCount;
  HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0)
  D3DKMT_HANDLE* BroadcastSrcAllocation;
  D3DKMT_HANDLE* BroadcastDstAllocation;
  UINT PrivateDriverDataSize;
  PVOID pPrivateDriverData;
  BOOLEAN bOptimizeForComposition;
#endif
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_5)
  BOOL SyncIntervalOverrideValid;
  D3DDDI_FLIPINTERVAL_TYPE SyncIntervalOverride;
#endif
} D3DDDICB_PRESENT;

typedef struct D3DDDICB_PRESENTMULTIPLANEOVERLAY {
  HANDLE hContext;
  UINT BroadcastContextCount;
  HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
  UINT AllocationInfoCount;
  D3DDDI_MULTIPLANE_ALLOCATION_INFO AllocationInfo[D3DDDI_MAX_MULTIPLANE_OVERLAY_ALLOCATIONS];
} D3DDDICB_PRESENTMULTIPLANEOVERLAY;

typedef struct _D3DDDICB_CREATEOVERLAY {
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  D3DDDI_KERNELOVERLAYINFO OverlayInfo;
  D3DKMT_HANDLE hKernelOverlay;
} D3DDDICB_CREATEOVERLAY;

typedef struct _D3DDDICB_UPDATEOVERLAY {
  D3DKMT_HANDLE hKernelOverlay;
  D3DDDI_KERNELOVERLAYINFO OverlayInfo;
} D3DDDICB_UPDATEOVERLAY;

typedef struct _D3DDDICB_FLIPOVERLAY {
  D3DKMT_HANDLE hKernelOverlay;
  D3DKMT_HANDLE hSource;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
} D3DDDICB_FLIPOVERLAY;

typedef struct _D3DDDICB_DESTROYOVERLAY {
  D3DKMT_HANDLE hKernelOverlay;
} D3DDDICB_DESTROYOVERLAY;

// Contexts and command submission.

typedef struct _D3DDDICB_CREATECONTEXT {
  UINT NodeOrdinal;
  UINT EngineAffinity;
  D3DDDI_CREATECONTEXTFLAGS Flags;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  HANDLE hContext;
  VOID* pCommandBuffer;
  UINT CommandBufferSize;
  D3DDDI_ALLOCATIONLIST* pAllocationList;
  UINT AllocationListSize;
  D3DDDI_PATCHLOCATIONLIST* pPatchLocationList;
  UINT PatchLocationListSize;
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7
  D3DGPU_VIRTUAL_ADDRESS CommandBuffer;
#endif
} D3DDDICB_CREATECONTEXT;

typedef struct _D3DDDICB_CREATECONTEXTVIRTUAL {
  UINT NodeOrdinal;
  UINT EngineAffinity;
  D3DDDI_CREATECONTEXTFLAGS Flags;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  HANDLE hContext;
} D3DDDICB_CREATECONTEXTVIRTUAL;

typedef struct _D3DDDICB_DESTROYCONTEXT {
  HANDLE hContext;
} D3DDDICB_DESTROYCONTEXT;

typedef struct _D3DDDICB_RENDERFLAGS {
  union {
    struct {
      UINT ResizeCommandBuffer : 1;
      UINT ResizeAllocationList : 1;
      UINT ResizePatchLocationList : 1;
      UINT NullRendering : 1;
      UINT Reserved : 28;
    };
    UINT Value;
  };
} D3DDDICB_RENDERFLAGS;

typedef struct _D3DDDICB_RENDER {
  UINT CommandLength;
  UINT CommandOffset;
  UINT NumAllocations;
  UINT NumPatchLocations;
  VOID* pNewCommandBuffer;
  UINT NewCommandBufferSize;
  D3DDDI_ALLOCATIONLIST* pNewAllocationList;
  UINT NewAllocationListSize;
  D3DDDI_PATCHLOCATIONLIST* pNewPatchLocationList;
  UINT NewPatchLocationListSize;
  D3DDDICB_RENDERFLAGS Flags;
  HANDLE hContext;
  UINT BroadcastContextCount;
  HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
  ULONG QueuedBufferCount;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
  D3DGPU_VIRTUAL_ADDRESS NewCommandBuffer;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
#endif
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM1_3)
  D3DDDI_MARKERLOGTYPE MarkerLogType;
  UINT RenderCBSequence;
  union {
    struct {
      UINT FirstAPISequenceNumberHigh;
      UINT CompletedAPISequenceNumberLow0Size;
      UINT CompletedAPISequenceNumberLow1Size;
      UINT BegunAPISequenceNumberLow0Size;
      UINT BegunAPISequenceNumberLow1Size;
    };
    UINT BatchedMarkerDataCount;
  };
  union {
    struct {
      const UINT* pCompletedAPISequenceNumberLow0;
      const UINT* pCompletedAPISequenceNumberLow1;
      const UINT* pBegunAPISequenceNumberLow0;
      const UINT* pBegunAPISequenceNumberLow1;
    };
    const D3DDDI_BATCHEDMARKERDATA* pBatchedMarkerData;
  };
#endif
} D3DDDICB_RENDER;

typedef struct _D3DDDICB_SUBMITCOMMANDFLAGS {
  union {
    struct {
      UINT NullRendering : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} D3DDDICB_SUBMITCOMMANDFLAGS;

typedef struct _D3DDDICB_SUBMITCOMMAND {
  D3DGPU_VIRTUAL_ADDRESS Commands;
  UINT CommandLength;
  D3DDDICB_SUBMITCOMMANDFLAGS Flags;
  UINT BroadcastContextCount;
  HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  UINT NumPrimaries;
  D3DKMT_HANDLE WrittenPrimaries[D3DDDI_MAX_WRITTEN_PRIMARIES];
  D3DDDI_MARKERLOGTYPE MarkerLogType;
  UINT RenderCBSequence;
  union {
    struct {
      UINT FirstAPISequenceNumberHigh;
      UINT CompletedAPISequenceNumberLow0Size;
      UINT CompletedAPISequenceNumberLow1Size;
      UINT BegunAPISequenceNumberLow0Size;
      UINT BegunAPISequenceNumberLow1Size;
    };
    UINT BatchedMarkerDataCount;
  };
  union {
    struct {
      const UINT* pCompletedAPISequenceNumberLow0;
      const UINT* pCompletedAPISequenceNumberLow1;
      const UINT* pBegunAPISequenceNumberLow0;
      const UINT* pBegunAPISequenceNumberLow1;
    };
    const D3DDDI_BATCHEDMARKERDATA* pBatchedMarkerData;
  };
  UINT Reserved;
  UINT NumHistoryBuffers;
  D3DKMT_HANDLE* HistoryBufferArray;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_1_3)
  HANDLE hSyncToken;
#endif
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_2_1)
  void* pReserved;
#endif
} D3DDDICB_SUBMITCOMMAND;

typedef struct D3DDDICB_LOGUMDMARKER {
  HANDLE hContext;
  UINT64 APISequenceNumber;
  INT Index;
  INT StringIndex;
  LPCWSTR Info;
} D3DDDICB_LOGUMDMARKER;

typedef struct _D3DDDICB_SYNCTOKEN {
  HANDLE hSyncToken;
  UINT BroadcastContextCount;
  const HANDLE* BroadcastContextArray;
} D3DDDICB_SYNCTOKEN;

// Escapes.

typedef struct _D3DDDICB_ESCAPE {
  HANDLE hDevice;
  D3DDDI_ESCAPEFLAGS Flags;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  HANDLE hContext;
} D3DDDICB_ESCAPE;

typedef enum _D3DDDI_DEVICEEXECUTION_STATE {
  D3DDDI_DEVICEEXECUTION_ACTIVE = 1,
  D3DDDI_DEVICEEXECUTION_RESET = 2,
  D3DDDI_DEVICEEXECUTION_HUNG = 3,
  D3DDDI_DEVICEEXECUTION_STOPPED = 4,
  D3DDDI_DEVICEEXECUTION_ERROR_OUTOFMEMORY = 5,
  D3DDDI_DEVICEEXECUTION_ERROR_DMAFAULT = 6
} D3DDDI_DEVICEEXECUTION_STATE;

typedef struct _D3DDDI_EXECUTIONSTATEESCAPE {
  D3DDDI_DEVICEEXECUTION_STATE State;
} D3DDDI_EXECUTIONSTATEESCAPE;

typedef struct _D3DDDI_FRAMELATENCYESCAPE {
  UINT RequestedLatency;
} D3DDDI_FRAMELATENCYESCAPE;

// Synchronization objects.

typedef struct _D3DDDICB_CREATESYNCHRONIZATIONOBJECT {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO Info;
  D3DKMT_HANDLE hSyncObject;
} D3DDDICB_CREATESYNCHRONIZATIONOBJECT;

typedef struct _D3DDDICB_CREATESYNCHRONIZATIONOBJECT2 {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 Info;
  D3DKMT_HANDLE hSyncObject;
} D3DDDICB_CREATESYNCHRONIZATIONOBJECT2;

typedef struct _D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT {
  D3DKMT_HANDLE hSyncObject;
} D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT;

typedef struct _D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT {
  HANDLE hContext;
  UINT ObjectCount;
  D3DKMT_HANDLE ObjectHandleArray[D3DDDI_MAX_OBJECT_WAITED_ON];
} D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT;

typedef struct _D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT2 {
  HANDLE hContext;
  UINT ObjectCount;
  D3DKMT_HANDLE ObjectHandleArray[D3DDDI_MAX_OBJECT_WAITED_ON];
  UINT64 FenceValue;
} D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT2;

typedef struct _D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT {
  HANDLE hContext;
  UINT ObjectCount;
  D3DKMT_HANDLE ObjectHandleArray[D3DDDI_MAX_OBJECT_SIGNALED];
  D3DDDICB_SIGNALFLAGS Flags;
} D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT;

typedef struct _D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT2 {
  HANDLE hContext;
  UINT ObjectCount;
  D3DKMT_HANDLE ObjectHandleArray[D3DDDI_MAX_OBJECT_SIGNALED];
  D3DDDICB_SIGNALFLAGS Flags;
  ULONG BroadcastContextCount;
  HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
  union {
    UINT64 FenceValue;
    HANDLE CpuEventHandle;
  };
} D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT2;

typedef struct D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU {
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  const UINT64* FenceValueArray;
  HANDLE hAsyncEvent;
  D3DDDI_WAITFORSYNCHRONIZATIONOBJECTFROMCPU_FLAGS Flags;
} D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU;

typedef struct D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU {
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  const UINT64* FenceValueArray;
} D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU;

typedef struct D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU {
  HANDLE hContext;
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  union {
    const UINT64* MonitoredFenceValueArray;
    UINT64 FenceValue;
    UINT64 Reserved[8];
  };
} D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU;

typedef struct D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU {
  HANDLE hContext;
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  union {
    const UINT64* MonitoredFenceValueArray;
    UINT64 Reserved[8];
  };
} D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU;

typedef struct D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2 {
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  D3DDDICB_SIGNALFLAGS Flags;
  ULONG BroadcastContextCount;
  const HANDLE* BroadcastContextArray;
  union {
    UINT64 FenceValue;
    HANDLE CpuEventHandle;
    const UINT64* MonitoredFenceValueArray;
    UINT64 Reserved[8];
  };
} D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2;

// Paging and GPU virtual addresses.

typedef struct D3DDDICB_CREATEPAGINGQUEUE {
  D3DDDI_PAGINGQUEUE_PRIORITY Priority;
  D3DKMT_HANDLE hPagingQueue;
  D3DKMT_HANDLE hSyncObject;
  VOID* FenceValueCPUVirtualAddress;
  UINT PhysicalAdapterIndex;
} D3DDDICB_CREATEPAGINGQUEUE;

typedef struct D3DDDICB_EVICT {
  UINT NumAllocations;
  const D3DKMT_HANDLE* AllocationList;
  D3DDDI_EVICT_FLAGS Flags;
  UINT64 NumBytesToTrim;
} D3DDDICB_EVICT;

typedef struct _D3DDDICB_FREEGPUVIRTUALADDRESS {
  D3DGPU_VIRTUAL_ADDRESS BaseAddress;
  D3DGPU_SIZE_T Size;
} D3DDDICB_FREEGPUVIRTUALADDRESS;

typedef struct _D3DDDICB_UPDATEGPUVIRTUALADDRESS {
  HANDLE hContext;
  D3DKMT_HANDLE hFenceObject;
  UINT NumOperations;
  D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION* Operations;
  UINT Reserved0;
  UINT64 Reserved1;
  UINT64 FenceValue;
  union {
    struct {
      UINT DoNotWait : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  } Flags;
} D3DDDICB_UPDATEGPUVIRTUALADDRESS;

// Hardware contexts and queues.

typedef struct _D3DDDICB_CREATEHWCONTEXT {
  UINT NodeOrdinal;
  UINT EngineAffinity;
  D3DDDI_CREATEHWCONTEXTFLAGS Flags;
  UINT PrivateDriverDataSize;
  VOID* pPrivateDriverData;
  HANDLE hHwContext;
} D3DDDICB_CREATEHWCONTEXT;

typedef struct _D3DDDICB_DESTROYHWCONTEXT {
  HANDLE hHwContext;
} D3DDDICB_DESTROYHWCONTEXT;

typedef struct _D3DDDICB_CREATEHWQUEUE {
  HANDLE hHwContext;
  D3DDDI_CREATEHWQUEUEFLAGS Flags;
  UINT PrivateDriverDataSize;
  VOID* pPrivateDriverData;
  HANDLE hHwQueue;
  D3DKMT_HANDLE hHwQueueProgressFence;
  VOID* HwQueueProgressFenceCPUVirtualAddress;
  D3DGPU_VIRTUAL_ADDRESS HwQueueProgressFenceGPUVirtualAddress;
} D3DDDICB_CREATEHWQUEUE;

typedef struct _D3DDDICB_DESTROYHWQUEUE {
  HANDLE hHwQueue;
} D3DDDICB_DESTROYHWQUEUE;

typedef struct _D3DDDICB_SUBMITCOMMANDTOHWQUEUEFLAGS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} D3DDDICB_SUBMITCOMMANDTOHWQUEUEFLAGS;

typedef struct _D3DDDICB_SUBMITCOMMANDTOHWQUEUE {
  HANDLE hHwQueue;
  UINT64 HwQueueProgressFenceId;
  D3DGPU_VIRTUAL_ADDRESS Commands;
  UINT CommandLength;
  D3DDDICB_SUBMITCOMMANDTOHWQUEUEFLAGS Flags;
  UINT PrivateDriverDataSize;
  VOID* pPrivateDriverData;
  UINT NumPrimaries;
  const D3DKMT_HANDLE* WrittenPrimaries;
} D3DDDICB_SUBMITCOMMANDTOHWQUEUE;

typedef struct _D3DDDICB_SUBMITWAITFORSYNCOBJECTSTOHWQUEUE {
  HANDLE hHwQueue;
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  const UINT64* FenceValueArray;
} D3DDDICB_SUBMITWAITFORSYNCOBJECTSTOHWQUEUE;

typedef struct _D3DDDICB_SUBMITSIGNALSYNCOBJECTSTOHWQUEUE {
  D3DDDICB_SIGNALFLAGS Flags;
  ULONG BroadcastHwQueueCount;
  const HANDLE* BroadcastHwQueueArray;
  UINT ObjectCount;
  const D3DKMT_HANDLE* ObjectHandleArray;
  const UINT64* FenceValueArray;
} D3DDDICB_SUBMITSIGNALSYNCOBJECTSTOHWQUEUE;

typedef struct _D3DDDICB_SUBMITPRESENTBLTTOHWQUEUE {
  D3DKMT_HANDLE hSrcAllocation;
  D3DKMT_HANDLE hDstAllocation;
  HANDLE hHwQueue;
  UINT64 HwQueueProgressFenceId;
  UINT PrivateDriverDataSize;
  PVOID pPrivateDriverData;
} D3DDDICB_SUBMITPRESENTBLTTOHWQUEUE;

typedef struct _D3DDDICB_SUBMITPRESENTTOHWQUEUE {
  D3DKMT_HANDLE* BroadcastSrcAllocations;
  D3DKMT_HANDLE* BroadcastDstAllocations;
  HANDLE* hHwQueues;
  UINT BroadcastHwQueueCount;
  UINT PrivateDriverDataSize;
  PVOID pPrivateDriverData;
  BOOLEAN bOptimizeForComposition;
  BOOL SyncIntervalOverrideValid;
  D3DDDI_FLIPINTERVAL_TYPE SyncIntervalOverride;
} D3DDDICB_SUBMITPRESENTTOHWQUEUE;

typedef struct _D3DDDICB_SUBMITHISTORYSEQUENCE {
  HANDLE hHwQueue;
  UINT64 HwQueueProgressFenceId;
  UINT NumHistoryBuffers;
  const VOID** HistoryBufferAddresses;
  const UINT* HistoryBufferSizes;
  UINT PrecisionBits;
  D3DDDI_MARKERLOGTYPE MarkerLogType;
  UINT RenderCBSequence;
  union {
    struct {
      UINT FirstAPISequenceNumberHigh;
      UINT CompletedAPISequenceNumberLow0Size;
      UINT CompletedAPISequenceNumberLow1Size;
      UINT BegunAPISequenceNumberLow0Size;
      UINT BegunAPISequenceNumberLow1Size;
    };
    UINT BatchedMarkerDataCount;
  };
  union {
    struct {
      const UINT* pCompletedAPISequenceNumberLow0;
      const UINT* pCompletedAPISequenceNumberLow1;
      const UINT* pBegunAPISequenceNumberLow0;
      const UINT* pBegunAPISequenceNumberLow1;
    };
    const D3DDDI_BATCHEDMARKERDATA* pBatchedMarkerData;
  };
  UINT TimestampArrayStride;
  D3DKMT_HANDLE HistorySequenceCompletionSyncObject;
  UINT64 HistorySequenceCompletionFenceValue;
} D3DDDICB_SUBMITHISTORYSEQUENCE;

EXTERN_C_END
