// From command buffer to engine: render, patch, validate, submit, preempt, cancel.
#pragma once

#include "allocation.h"
#include "base.h"

EXTERN_C_START

// Translation of a command buffer into a DMA buffer.
typedef struct _DXGKARG_RENDER {
  CONST VOID* CONST pCommand;
  CONST UINT CommandLength;
  VOID* pDmaBuffer;
  UINT DmaSize;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  DXGK_ALLOCATIONLIST* pAllocationList;
  UINT AllocationListSize;
  D3DDDI_PATCHLOCATIONLIST* pPatchLocationListIn;
  UINT PatchLocationListInSize;
  D3DDDI_PATCHLOCATIONLIST* pPatchLocationListOut;
  UINT PatchLocationListOutSize;
  UINT MultipassOffset;
  UINT DmaBufferSegmentId;
  PHYSICAL_ADDRESS DmaBufferPhysicalAddress;
} DXGKARG_RENDER;
DRYDOCK_DXGK_POINTERS(DXGKARG_RENDER);

typedef struct _DXGKARG_RENDERGDI {
  CONST VOID* CONST pCommand;
  CONST UINT CommandLength;
  VOID* pDmaBuffer;
  D3DGPU_VIRTUAL_ADDRESS DmaBufferGpuVirtualAddress;
  UINT DmaSize;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  DXGK_ALLOCATIONLIST* pAllocationList;
  UINT AllocationListSize;
  UINT MultipassOffset;
} DXGKARG_RENDERGDI;
DRYDOCK_DXGK_POINTERS(DXGKARG_RENDERGDI);

typedef NTSTATUS APIENTRY DXGKDDI_RENDER(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER pRender);
typedef NTSTATUS APIENTRY DXGKDDI_RENDERKM(IN_CONST_HANDLE hContext,
                                           INOUT_PDXGKARG_RENDER pRenderKmArgs);
typedef NTSTATUS APIENTRY DXGKDDI_RENDERGDI(IN_CONST_HANDLE hContext,
                                            INOUT_PDXGKARG_RENDERGDI pRenderGdi);
typedef DXGKDDI_RENDER* PDXGKDDI_RENDER;
typedef DXGKDDI_RENDERKM* PDXGKDDI_RENDERKM;
typedef DXGKDDI_RENDERGDI* PDXGKDDI_RENDERGDI;

// Physical addresses put into a DMA buffer.
typedef struct _DXGK_PATCHFLAGS {
  union {
    struct {
      UINT Paging : 1;
      UINT Present : 1;
      UINT RedirectedPresent : 1;
      UINT NullRendering : 1;
      UINT Reserved : 28;
    };
    UINT Value;
  };
} DXGK_PATCHFLAGS;

typedef struct _DXGKARG_PATCH {
  union {
    HANDLE hDevice;
    HANDLE hContext;
  };
  UINT DmaBufferSegmentId;
  PHYSICAL_ADDRESS DmaBufferPhysicalAddress;
  VOID* pDmaBuffer;
  UINT DmaBufferSize;
  UINT DmaBufferSubmissionStartOffset;
  UINT DmaBufferSubmissionEndOffset;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  UINT DmaBufferPrivateDataSubmissionStartOffset;
  UINT DmaBufferPrivateDataSubmissionEndOffset;
  CONST DXGK_ALLOCATIONLIST* pAllocationList;
  UINT AllocationListSize;
  CONST D3DDDI_PATCHLOCATIONLIST* pPatchLocationList;
  UINT PatchLocationListSize;
  UINT PatchLocationListSubmissionStart;
  UINT PatchLocationListSubmissionLength;
  UINT SubmissionFenceId;
  DXGK_PATCHFLAGS Flags;
  UINT EngineOrdinal;
} DXGKARG_PATCH;
DRYDOCK_DXGK_POINTERS(DXGKARG_PATCH);

typedef NTSTATUS APIENTRY DXGKDDI_PATCH(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PATCH pPatch);
typedef DXGKDDI_PATCH* PDXGKDDI_PATCH;

// Hand-over to the hardware.
typedef struct _DXGK_SUBMITCOMMANDFLAGS {
  union {
    struct {
      UINT Paging : 1;
      UINT Present : 1;
      UINT RedirectedPresent : 1;
      UINT NullRendering : 1;
      UINT Flip : 1;
      UINT FlipWithNoWait : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
      UINT ContextSwitch : 1;
      UINT Resubmission : 1;
      UINT VirtualMachineData : 1;
      UINT Reserved : 23;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT ContextSwitch : 1;
      UINT Resubmission : 1;
      UINT Reserved : 24;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
      UINT ContextSwitch : 1;
      UINT Reserved : 25;
#else
      UINT Reserved : 26;
#endif
    };
    UINT Value;
  };
} DXGK_SUBMITCOMMANDFLAGS;

typedef struct _DXGKARG_SUBMITCOMMAND {
  union {
    HANDLE hDevice;
    HANDLE hContext;
  };
  UINT DmaBufferSegmentId;
  PHYSICAL_ADDRESS DmaBufferPhysicalAddress;
  UINT DmaBufferSize;
  UINT DmaBufferSubmissionStartOffset;
  UINT DmaBufferSubmissionEndOffset;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  UINT DmaBufferPrivateDataSubmissionStartOffset;
  UINT DmaBufferPrivateDataSubmissionEndOffset;
  UINT SubmissionFenceId;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  D3DDDI_FLIPINTERVAL_TYPE FlipInterval;
  DXGK_SUBMITCOMMANDFLAGS Flags;
  UINT EngineOrdinal;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
  D3DGPU_VIRTUAL_ADDRESS DmaBufferVirtualAddress;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  UINT NodeOrdinal;
#endif
} DXGKARG_SUBMITCOMMAND;
DRYDOCK_DXGK_POINTERS(DXGKARG_SUBMITCOMMAND);

typedef struct _DXGKARG_SUBMITCOMMANDVIRTUAL {
  HANDLE hContext;
  D3DGPU_VIRTUAL_ADDRESS DmaBufferVirtualAddress;
  UINT DmaBufferSize;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  UINT DmaBufferUmdPrivateDataSize;
  UINT SubmissionFenceId;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  D3DDDI_FLIPINTERVAL_TYPE FlipInterval;
  DXGK_SUBMITCOMMANDFLAGS Flags;
  UINT EngineOrdinal;
  UINT NodeOrdinal;
} DXGKARG_SUBMITCOMMANDVIRTUAL;
DRYDOCK_DXGK_POINTERS(DXGKARG_SUBMITCOMMANDVIRTUAL);

typedef NTSTATUS APIENTRY DXGKDDI_SUBMITCOMMAND(IN_CONST_HANDLE hAdapter,
                                                IN_CONST_PDXGKARG_SUBMITCOMMAND pSubmitCommand);
typedef NTSTATUS APIENTRY DXGKDDI_SUBMITCOMMANDVIRTUAL(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMANDVIRTUAL pSubmitCommand);
typedef DXGKDDI_SUBMITCOMMAND* PDXGKDDI_SUBMITCOMMAND;
typedef DXGKDDI_SUBMITCOMMANDVIRTUAL* PDXGKDDI_SUBMITCOMMANDVIRTUAL;

// A look at a submission before it is queued.
typedef struct _DXGK_VALIDATESUBMITCOMMANDFLAGS {
  union {
    struct {
      UINT HardwareQueueSubmission : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_VALIDATESUBMITCOMMANDFLAGS;

typedef struct _DXGKARG_VALIDATESUBMITCOMMAND {
  D3DGPU_VIRTUAL_ADDRESS Commands;
  UINT CommandLength;
  DXGK_VALIDATESUBMITCOMMANDFLAGS Flags;
  UINT ContextCount;
  HANDLE Context[D3DDDI_MAX_BROADCAST_CONTEXT];
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  UINT UmdPrivateDataSize;
  UINT64 HwQueueProgressFenceId;
} DXGKARG_VALIDATESUBMITCOMMAND;
DRYDOCK_DXGK_POINTERS(DXGKARG_VALIDATESUBMITCOMMAND);

typedef NTSTATUS APIENTRY DXGKDDI_VALIDATESUBMITCOMMAND(IN_CONST_HANDLE hContext,
                                                        INOUT_PDXGKARG_VALIDATESUBMITCOMMAND pArgs);
typedef DXGKDDI_VALIDATESUBMITCOMMAND* PDXGKDDI_VALIDATESUBMITCOMMAND;

// Taking work back.
typedef struct _DXGK_PREEMPTCOMMANDFLAGS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} DXGK_PREEMPTCOMMANDFLAGS;

typedef struct _DXGKARG_PREEMPTCOMMAND {
  UINT PreemptionFenceId;
  UINT NodeOrdinal;
  UINT EngineOrdinal;
  DXGK_PREEMPTCOMMANDFLAGS Flags;
} DXGKARG_PREEMPTCOMMAND;
DRYDOCK_DXGK_POINTERS(DXGKARG_PREEMPTCOMMAND);

typedef struct _DXGKARG_CANCELCOMMAND {
  HANDLE hContext;
  VOID* pDmaBuffer;
  UINT DmaBufferSize;
  UINT DmaBufferSubmissionStartOffset;
  UINT DmaBufferSubmissionEndOffset;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  UINT DmaBufferPrivateDataSubmissionStartOffset;
  UINT DmaBufferPrivateDataSubmissionEndOffset;
  CONST DXGK_ALLOCATIONLIST* pAllocationList;
  UINT AllocationListSize;
  CONST D3DDDI_PATCHLOCATIONLIST* pPatchLocationList;
  UINT PatchLocationListSize;
  UINT PatchLocationListSubmissionStart;
  UINT PatchLocationListSubmissionLength;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  D3DGPU_VIRTUAL_ADDRESS DmaBufferVirtualAddress;
  UINT DmaBufferUmdPrivateDataSize;
#endif
} DXGKARG_CANCELCOMMAND;
DRYDOCK_DXGK_POINTERS(DXGKARG_CANCELCOMMAND);

typedef struct _DXGKARG_QUERYCURRENTFENCE {
  UINT CurrentFence;
  UINT NodeOrdinal;
  UINT EngineOrdinal;
} DXGKARG_QUERYCURRENTFENCE;
DRYDOCK_DXGK_POINTERS(DXGKARG_QUERYCURRENTFENCE);

typedef NTSTATUS APIENTRY DXGKDDI_PREEMPTCOMMAND(IN_CONST_HANDLE hAdapter,
                                                 IN_CONST_PDXGKARG_PREEMPTCOMMAND pPreemptCommand);
typedef NTSTATUS APIENTRY DXGKDDI_CANCELCOMMAND(IN_CONST_HANDLE hAdapter,
                                                IN_CONST_PDXGKARG_CANCELCOMMAND pCancelCommand);
typedef NTSTATUS APIENTRY DXGKDDI_QUERYCURRENTFENCE(IN_CONST_HANDLE hAdapter,
                                                    INOUT_PDXGKARG_QUERYCURRENTFENCE pCurrentFence);
typedef DXGKDDI_PREEMPTCOMMAND* PDXGKDDI_PREEMPTCOMMAND;
typedef DXGKDDI_CANCELCOMMAND* PDXGKDDI_CANCELCOMMAND;
typedef DXGKDDI_QUERYCURRENTFENCE* PDXGKDDI_QUERYCURRENTFENCE;

EXTERN_C_END
