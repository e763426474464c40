// The allocations of keeper_umd, what of them is resident, and its batch of commands.
#pragma once

#define D3D_UMD_INTERFACE_VERSION D3D_UMD_INTERFACE_VERSION_WDDM2_0
#define D3D11DDI_MINOR_HEADER_VERSION 5
#include <windows.h>
#include <d3d9.h>
#include <d3dumddi.h>
#include <d3d10umddi.h>
#include <stdlib.h>
#include <string.h>
#include "../../../drivers/softgpu/include/softgpu.h"

#define IDLE_FLUSHES 2  // what no batch named for so many flushes is evicted

struct _RESOURCE;

typedef struct _PART {  // an allocation
  D3DKMT_HANDLE Allocation;
  struct _RESOURCE* Owner;  // whose runtime handle releases it
  UINT64 LastBatch;
  BOOL IsResident;
  BOOL IsWritten;  // since it is resident
} PART;

typedef struct _SURFACE {
  UINT Width, Height, Depth, Pixel, Pitch;
  UINT Current;  // the half that a dynamic surface shows
  BOOL IsMapped;
  PART Parts[2];
} SURFACE;

typedef struct _RESOURCE {
  struct _RESOURCE* Next;
  HANDLE Runtime;
  UINT Count, Levels, Halves;
  BOOL IsShared, IsSwapped;
  UINT64 LastFlush;
  SURFACE Surfaces[1];
} RESOURCE;

typedef struct _DEVICE {
  HANDLE Runtime;
  const D3DDDI_DEVICECALLBACKS* Kernel;
  D3D10DDI_HRTCORELAYER CoreLayer;
  const D3DWDDM2_0DDI_CORELAYER_DEVICECALLBACKS* Core;
  DXGI_DDI_BASE_CALLBACKS* Dxgi;
  HANDLE Context;
  D3DKMT_HANDLE PagingQueue, PagingFence;
  const volatile UINT64* Paged;
  UINT64 PagingWanted, PagingAwaited;
  D3DKMT_HANDLE Fence;
  const volatile UINT64* Done;
  D3DDDICB_RENDER Batch;  // the buffers in it are the current ones
  UINT Commands, Allocations;
  UINT64 Batches, Flushes;
  BOOL OwesAmortizing;
  CRITICAL_SECTION Lists;  // creation and destruction come on any thread
  RESOURCE* Live;
  RESOURCE* Dead;
  void *VertexShader, *PixelShader;
  UINT Modes[3];  // of the rasterizer, blending and depth
  UINT64 Drawn;
} DEVICE;

static PART* PartOf(RESOURCE* Resource, UINT Index) {
  SURFACE* Surface = &Resource->Surfaces[Index];
  return &Surface->Parts[Surface->Current];
}

static UINT64 BytesOf(const SURFACE* Surface) { return (UINT64)Surface->Pitch * Surface->Height * Surface->Depth; }

static BOOL IsIdle(const DEVICE* Device, const PART* Part) { return Part->LastBatch <= *Device->Done; }

static void KeepFirst(HRESULT* First, HRESULT Next) {
  if (SUCCEEDED(*First)) *First = Next;
}

// Residency. Only the thread of the immediate context is here.

static HRESULT Evict(DEVICE* Device, PART* Part) {
  D3DDDICB_EVICT Call = {0};
  HRESULT Result;
  Call.NumAllocations = 1;
  Call.AllocationList = &Part->Allocation;
  Call.Flags.NotWrittenTo = !Part->IsWritten;
  Result = Device->Kernel->pfnEvictCb(Device->Runtime, &Call);
  if (SUCCEEDED(Result)) Part->IsResident = FALSE;
  return Result;
}

// Evicts what the GPU has done with and what was not used since that flush, until so many bytes are free.
static HRESULT Trim(DEVICE* Device, UINT64 Flush, UINT64 Bytes, UINT64* Freed) {
  HRESULT Result = S_OK;
  RESOURCE* Each;
  UINT i, Half;
  *Freed = 0;
  EnterCriticalSection(&Device->Lists);
  for (Each = Device->Live; Each != NULL; Each = Each->Next) {
    for (i = 0; Each->LastFlush <= Flush && i < Each->Count; ++i) {
      for (Half = 0; Half < Each->Halves; ++Half) {
        PART* Part = &Each->Surfaces[i].Parts[Half];
        if (*Freed >= Bytes || FAILED(Result) || !Part->IsResident || !IsIdle(Device, Part)) continue;
        Result = Evict(Device, Part);
        *Freed += BytesOf(&Each->Surfaces[i]);
      }
    }
  }
  LeaveCriticalSection(&Device->Lists);
  return Result;
}

static HRESULT MakeResident(DEVICE* Device, PART* Part) {
  D3DDDI_MAKERESIDENT Call = {0};
  HRESULT Result = S_OK;
  BOOL IsLast = FALSE;
  if (Part->IsResident) return S_OK;
  do {
    Call.hPagingQueue = Device->PagingQueue;
    Call.NumAllocations = 1;
    Call.AllocationList = &Part->Allocation;
    Result = Device->Kernel->pfnMakeResidentCb(Device->Runtime, &Call);
    if (Result == E_OUTOFMEMORY && !IsLast) {
      UINT64 Freed = 0;
      const UINT64 Wanted = Call.NumBytesToTrim;
      HRESULT Trimmed = Wanted != 0 ? Trim(Device, Device->Flushes, Wanted, &Freed) : S_OK;
      if (FAILED(Trimmed)) return Trimmed;
      memset(&Call, 0, sizeof Call);
      IsLast = Freed == 0;
      Call.Flags.CantTrimFurther = Call.Flags.MustSucceed = IsLast;
      continue;
    }
    break;
  } while (TRUE);
  if (FAILED(Result) && Result != E_PENDING) return Result;
  if (Result == E_PENDING && Call.PagingFenceValue > Device->PagingWanted) Device->PagingWanted = Call.PagingFenceValue;
  Part->IsResident = TRUE;
  Part->IsWritten = FALSE;
  return S_OK;
}

// The batch.

static HRESULT AwaitPaging(DEVICE* Device) {
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU Call = {0};
  HRESULT Result;
  if (Device->PagingWanted <= Device->PagingAwaited || *Device->Paged >= Device->PagingWanted) return S_OK;
  Call.hContext = Device->Context;
  Call.ObjectCount = 1;
  Call.ObjectHandleArray = &Device->PagingFence;
  Call.MonitoredFenceValueArray = &Device->PagingWanted;
  Result = Device->Kernel->pfnWaitForSynchronizationObjectFromGpuCb(Device->Runtime, &Call);
  if (SUCCEEDED(Result)) Device->PagingAwaited = Device->PagingWanted;
  return Result;
}

static HRESULT SignalBatch(DEVICE* Device) {
  const UINT64 Value = Device->Batches + 1;
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU Call = {0};
  HRESULT Result;
  Call.hContext = Device->Context;
  Call.ObjectCount = 1;
  Call.ObjectHandleArray = &Device->Fence;
  Call.MonitoredFenceValueArray = &Value;
  Result = Device->Kernel->pfnSignalSynchronizationObjectFromGpuCb(Device->Runtime, &Call);
  if (SUCCEEDED(Result)) Device->Batches = Value;
  return Result;
}

static HRESULT Submit(DEVICE* Device) {
  D3DDDICB_RENDER Call;
  HRESULT Result;
  if (Device->Commands == 0) return S_OK;
  Result = AwaitPaging(Device);
  Call = Device->Batch;
  Call.CommandLength = Device->Commands * sizeof(SOFTGPU_COMMAND);
  Call.NumAllocations = Device->Allocations;
  Call.hContext = Device->Context;
  Call.RenderCBSequence = (UINT)Device->Batches + 1;
  Device->Commands = Device->Allocations = 0;
  if (FAILED(Result)) return Result;
  Result = Device->Kernel->pfnRenderCb(Device->Runtime, &Call);
  if (FAILED(Result)) return Result;
  Device->Batch.pNewCommandBuffer = Call.pNewCommandBuffer;
  Device->Batch.NewCommandBufferSize = Call.NewCommandBufferSize;
  Device->Batch.pNewAllocationList = Call.pNewAllocationList;
  Device->Batch.NewAllocationListSize = Call.NewAllocationListSize;
  Device->OwesAmortizing = TRUE;
  return SignalBatch(Device);
}

static BOOL IsBatched(const DEVICE* Device, const PART* Part) {
  return Device->Commands != 0 && Part->LastBatch > Device->Batches;
}

static HRESULT AwaitPart(DEVICE* Device, const PART* Part) {
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU Call = {0};
  // A batch that could not be submitted is never signalled.
  const UINT64 Value = Part->LastBatch < Device->Batches ? Part->LastBatch : Device->Batches;
  if (Value <= *Device->Done) return S_OK;
  Call.ObjectCount = 1;
  Call.ObjectHandleArray = &Device->Fence;
  Call.FenceValueArray = &Value;
  return Device->Kernel->pfnWaitForSynchronizationObjectFromCpuCb(Device->Runtime, &Call);
}

static UINT ListPart(DEVICE* Device, PART* Part, BOOL Writes) {
  D3DDDI_ALLOCATIONLIST* List = Device->Batch.pNewAllocationList;
  UINT i = 0;
  while (i < Device->Allocations && List[i].hAllocation != Part->Allocation) ++i;
  if (i == Device->Allocations) {
    memset(&List[i], 0, sizeof List[i]);
    List[i].hAllocation = Part->Allocation;
    ++Device->Allocations;
  }
  if (Writes) {
    List[i].WriteOperation = 1;
    Part->IsWritten = TRUE;
  }
  return i;
}

// From is NULL for a fill.
static HRESULT AddCommand(DEVICE* Device, SOFTGPU_COMMAND Command, PART* To, PART* From) {
  HRESULT Result = S_OK;
  if ((Device->Commands + 1) * sizeof Command > Device->Batch.NewCommandBufferSize ||
      Device->Allocations + 2 > Device->Batch.NewAllocationListSize)
    Result = Submit(Device);
  // In use from here on: to make one resident must not evict the other.
  To->LastBatch = Device->Batches + 1;
  if (From != NULL) From->LastBatch = Device->Batches + 1;
  if (SUCCEEDED(Result)) Result = MakeResident(Device, To);
  if (SUCCEEDED(Result) && From != NULL) Result = MakeResident(Device, From);
  if (FAILED(Result)) return Result;
  Command.Destination = ListPart(Device, To, TRUE);
  if (From != NULL) Command.Source = ListPart(Device, From, FALSE);
  ((SOFTGPU_COMMAND*)Device->Batch.pNewCommandBuffer)[Device->Commands++] = Command;
  return S_OK;
}
