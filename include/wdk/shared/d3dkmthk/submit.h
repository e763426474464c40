// Submitting command buffers.
#pragma once

typedef struct _D3DKMT_RENDERFLAGS {
  UINT ResizeCommandBuffer : 1;
  UINT ResizeAllocationList : 1;
  UINT ResizePatchLocationList : 1;
  UINT NullRendering : 1;
  UINT PresentRedirected : 1;
  UINT RenderKm : 1;
  UINT RenderKmReadback : 1;
  UINT Reserved : 25;
} D3DKMT_RENDERFLAGS;

typedef struct _D3DKMT_RENDER {
  union {
    D3DKMT_HANDLE hDevice;
    D3DKMT_HANDLE hContext;
  };
  UINT CommandOffset;
  UINT CommandLength;
  UINT AllocationCount;
  UINT PatchLocationCount;
  VOID* pNewCommandBuffer;
  UINT NewCommandBufferSize;
  D3DDDI_ALLOCATIONLIST* pNewAllocationList;
  UINT NewAllocationListSize;
  D3DDDI_PATCHLOCATIONLIST* pNewPatchLocationList;
  UINT NewPatchLocationListSize;
  D3DKMT_RENDERFLAGS Flags;
  ULONGLONG PresentHistoryToken;
  ULONG BroadcastContextCount;
  D3DKMT_HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
  ULONG QueuedBufferCount;
  D3DGPU_VIRTUAL_ADDRESS NewCommandBuffer;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
} D3DKMT_RENDER;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
typedef struct _D3DKMT_SUBMITCOMMANDFLAGS {
  UINT NullRendering : 1;
  UINT PresentRedirected : 1;
  UINT NoKmdAccess : 1;
  UINT Reserved : 29;
} D3DKMT_SUBMITCOMMANDFLAGS;

typedef struct _D3DKMT_SUBMITCOMMAND {
  D3DGPU_VIRTUAL_ADDRESS Commands;
  UINT CommandLength;
  D3DKMT_SUBMITCOMMANDFLAGS Flags;
  ULONGLONG PresentHistoryToken;
  UINT BroadcastContextCount;
  D3DKMT_HANDLE BroadcastContext[D3DDDI_MAX_BROADCAST_CONTEXT];
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  UINT NumPrimaries;
  D3DKMT_HANDLE WrittenPrimaries[D3DDDI_MAX_WRITTEN_PRIMARIES];
  UINT NumHistoryBuffers;
  D3DKMT_HANDLE* HistoryBufferArray;
} D3DKMT_SUBMITCOMMAND;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
typedef struct _D3DKMT_SUBMITCOMMANDTOHWQUEUE {
  D3DKMT_HANDLE hHwQueue;
  UINT64 HwQueueProgressFenceId;
  D3DGPU_VIRTUAL_ADDRESS CommandBuffer;
  UINT CommandLength;
  UINT PrivateDriverDataSize;
  VOID* pPrivateDriverData;
  UINT NumPrimaries;
  D3DKMT_HANDLE CONST* WrittenPrimaries;
} D3DKMT_SUBMITCOMMANDTOHWQUEUE;
#endif
