/* A software miniport for WDDM 2.0 without GPU virtual addresses: it patches. Allocations and their openings come from
 * lookaside lists of the adapter. The work is over when it is submitted: an engine that only counts words needs no time. */
#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM2_0
#include <ntddk.h>
#include <dispmprt.h>
#include "render_only.h"

#define LOOKASIDE_TAG 'isaL'

typedef struct _ADAPTER {
  DXGKRNL_INTERFACE Dxgk;
  DXGK_DEVICE_INFO Info;
  NPAGED_LOOKASIDE_LIST Allocations;
  NPAGED_LOOKASIDE_LIST Openings;
  /* Of the interrupt: only under DxgkCbSynchronizeExecution. */
  UINT Completed;
} ADAPTER;

typedef struct _ALLOCATION {
  SURFACE Surface;
  UINT64 LastAddress; /* as it was patched */
} ALLOCATION;

typedef struct _DEVICE {
  ADAPTER* Adapter;
} DEVICE;

typedef struct _OPENING {
  ALLOCATION* Allocation;
} OPENING;

typedef struct _RESOURCE {
  UINT Reserved;
} RESOURCE;

typedef struct _GPU_CONTEXT {
  DEVICE* Device;
} GPU_CONTEXT;

static PVOID Allocate(SIZE_T Bytes) {
  PVOID Block = ExAllocatePoolWithTag(NonPagedPoolNx, Bytes, LOOKASIDE_TAG);
  if (Block != NULL) RtlZeroMemory(Block, Bytes);
  return Block;
}

static VOID Free(PVOID Block) { ExFreePoolWithTag(Block, LOOKASIDE_TAG); }

/* The engine. */

typedef struct _EVENT {
  ADAPTER* Adapter;
  BOOLEAN IsPreemption;
  UINT Fence;
} EVENT;

static BOOLEAN TellEvent(PVOID Context) {
  EVENT* Event = (EVENT*)Context;
  ADAPTER* Adapter = Event->Adapter;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA Data;
  RtlZeroMemory(&Data, sizeof(Data));
  if (Event->IsPreemption) {
    Data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
    Data.DmaPreempted.PreemptionFenceId = Event->Fence;
    Data.DmaPreempted.LastCompletedFenceId = Adapter->Completed;
  } else {
    Adapter->Completed = Event->Fence;
    Data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    Data.DmaCompleted.SubmissionFenceId = Event->Fence;
  }
  Adapter->Dxgk.DxgkCbNotifyInterrupt(Adapter->Dxgk.DeviceHandle, &Data);
  Adapter->Dxgk.DxgkCbQueueDpc(Adapter->Dxgk.DeviceHandle);
  return TRUE;
}

static NTSTATUS Tell(ADAPTER* Adapter, BOOLEAN IsPreemption, UINT Fence) {
  EVENT Event;
  BOOLEAN Done = FALSE;
  Event.Adapter = Adapter;
  Event.IsPreemption = IsPreemption;
  Event.Fence = Fence;
  return Adapter->Dxgk.DxgkCbSynchronizeExecution(Adapter->Dxgk.DeviceHandle, TellEvent, &Event, 0, &Done);
}

static NTSTATUS APIENTRY LookasideSubmit(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  return Tell((ADAPTER*)hAdapter, FALSE, Args->SubmissionFenceId);
}

static NTSTATUS APIENTRY LookasidePreempt(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PREEMPTCOMMAND Args) {
  return Tell((ADAPTER*)hAdapter, TRUE, Args->PreemptionFenceId);
}

static NTSTATUS APIENTRY LookasideCurrentFence(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_QUERYCURRENTFENCE Args) {
  Args->CurrentFence = ((ADAPTER*)hAdapter)->Completed;
  return STATUS_SUCCESS;
}

/* Nothing is ever under way. */
static NTSTATUS APIENTRY LookasideResetEngine(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_RESETENGINE Args) {
  Args->LastAbortedFenceId = ((ADAPTER*)hAdapter)->Completed;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideReset(IN_CONST_HANDLE hAdapter) {
  UNREFERENCED_PARAMETER(hAdapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideRestart(IN_CONST_HANDLE hAdapter) {
  UNREFERENCED_PARAMETER(hAdapter);
  return STATUS_SUCCESS;
}

/* Where an allocation lies stands in the DMA buffer and in the record. */
static VOID PatchOne(const DXGK_ALLOCATIONLIST* Named, const D3DDDI_PATCHLOCATIONLIST* Patch, PUCHAR DmaBuffer) {
  UINT64 Address = (UINT64)Named->PhysicalAddress.QuadPart + Patch->AllocationOffset;
  if (Named->SegmentId == 0) return;
  WriteNoFence64((LONG64*)&((OPENING*)Named->hDeviceSpecificAllocation)->Allocation->LastAddress, (LONG64)Address);
  RtlCopyMemory(DmaBuffer + Patch->PatchOffset, &Address, sizeof(Address));
}

static NTSTATUS APIENTRY LookasidePatch(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PATCH Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hAdapter);
  for (i = 0; i < Args->PatchLocationListSubmissionLength; i++) {
    const D3DDDI_PATCHLOCATIONLIST* Patch = &Args->pPatchLocationList[Args->PatchLocationListSubmissionStart + i];
    PatchOne(&Args->pAllocationList[Patch->AllocationIndex], Patch, (PUCHAR)Args->pDmaBuffer);
  }
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideDebug(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_COLLECTDBGINFO Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  if (Args->BufferSize < sizeof(UINT)) return STATUS_NO_MEMORY;
  RtlCopyMemory(Args->pBuffer, &Adapter->Completed, sizeof(UINT));
  return STATUS_SUCCESS;
}

/* The adapter. */

static NTSTATUS APIENTRY LookasideAddDevice(IN_CONST_PDEVICE_OBJECT Physical, OUT_PPVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Allocate(sizeof(*Adapter));
  UNREFERENCED_PARAMETER(Physical);
  PAGED_CODE();
  *Context = Adapter;
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  ExInitializeNPagedLookasideList(&Adapter->Allocations, NULL, NULL, POOL_NX_ALLOCATION, sizeof(ALLOCATION),
                                  LOOKASIDE_TAG, 0);
  ExInitializeNPagedLookasideList(&Adapter->Openings, NULL, NULL, POOL_NX_ALLOCATION, sizeof(OPENING), LOOKASIDE_TAG,
                                  0);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideStart(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Start, IN_PDXGKRNL_INTERFACE Dxgk,
                                      OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  UNREFERENCED_PARAMETER(Start);
  PAGED_CODE();
  *Sources = 0;
  *Children = 0;
  Adapter->Dxgk = *Dxgk;
  Adapter->Completed = 0;
  return Dxgk->DxgkCbGetDeviceInformation(Dxgk->DeviceHandle, &Adapter->Info);
}

static NTSTATUS APIENTRY LookasideStop(IN_CONST_PVOID Context) {
  UNREFERENCED_PARAMETER(Context);
  PAGED_CODE();
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideRemove(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  PAGED_CODE();
  ExDeleteNPagedLookasideList(&Adapter->Openings);
  ExDeleteNPagedLookasideList(&Adapter->Allocations);
  Free(Adapter);
  return STATUS_SUCCESS;
}

static VOID APIENTRY LookasideDpc(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

static NTSTATUS APIENTRY LookasideQuery(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  return AnswerAdapter(Args, DXGKDDI_WDDMv2);
}

/* Devices and contexts. */

static NTSTATUS APIENTRY LookasideCreateDevice(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEDEVICE Args) {
  DEVICE* Device = (DEVICE*)Allocate(sizeof(*Device));
  PAGED_CODE();
  if (Device == NULL) return STATUS_NO_MEMORY;
  Device->Adapter = (ADAPTER*)hAdapter;
  Args->hDevice = Device;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideDestroyDevice(IN_CONST_HANDLE hDevice) {
  PAGED_CODE();
  Free((PVOID)hDevice);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideCreateContext(IN_CONST_HANDLE hDevice, INOUT_PDXGKARG_CREATECONTEXT Args) {
  GPU_CONTEXT* Context;
  PAGED_CODE();
  if (Args->NodeOrdinal != 0) return STATUS_INVALID_PARAMETER;
  Context = (GPU_CONTEXT*)Allocate(sizeof(*Context));
  if (Context == NULL) return STATUS_NO_MEMORY;
  Context->Device = (DEVICE*)hDevice;
  Args->hContext = Context;
  Args->ContextInfo.DmaBufferSize = PAGE_SIZE;
  Args->ContextInfo.DmaBufferSegmentSet = 0;
  Args->ContextInfo.DmaBufferPrivateDataSize = 0;
  Args->ContextInfo.AllocationListSize = 64;
  Args->ContextInfo.PatchLocationListSize = 64;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideDestroyContext(IN_CONST_HANDLE hContext) {
  PAGED_CODE();
  Free((PVOID)hContext);
  return STATUS_SUCCESS;
}

/* Allocations. */

static NTSTATUS CreateOne(ADAPTER* Adapter, DXGK_ALLOCATIONINFO* Info) {
  ALLOCATION* Allocation;
  SURFACE Surface;
  if (!ReadSurface(Info->pPrivateDriverData, Info->PrivateDriverDataSize, &Surface)) return STATUS_INVALID_PARAMETER;
  Allocation = (ALLOCATION*)ExAllocateFromNPagedLookasideList(&Adapter->Allocations);
  if (Allocation == NULL) return STATUS_NO_MEMORY;
  Allocation->Surface = Surface;
  Allocation->LastAddress = 0;
  DescribeSurface(&Surface, Info);
  Info->FlagsWddm2.AccessedPhysically = 1;
  Info->hAllocation = Allocation;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  RESOURCE* Resource = NULL;
  NTSTATUS Status = STATUS_SUCCESS;
  UINT i;
  PAGED_CODE();
  if (Args->Flags.Resource && Args->hResource == NULL) {
    Resource = (RESOURCE*)Allocate(sizeof(*Resource));
    if (Resource == NULL) return STATUS_NO_MEMORY;
  }
  for (i = 0; i < Args->NumAllocations; i++) {
    Status = CreateOne(Adapter, &Args->pAllocationInfo[i]);
    if (!NT_SUCCESS(Status)) break;
  }
  if (NT_SUCCESS(Status)) {
    if (Resource != NULL) Args->hResource = Resource;
    return STATUS_SUCCESS;
  }
  while (i-- > 0) ExFreeToNPagedLookasideList(&Adapter->Allocations, Args->pAllocationInfo[i].hAllocation);
  if (Resource != NULL) Free(Resource);
  return Status;
}

static NTSTATUS APIENTRY LookasideDestroyAllocation(IN_CONST_HANDLE hAdapter,
                                                    IN_CONST_PDXGKARG_DESTROYALLOCATION Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++)
    ExFreeToNPagedLookasideList(&Adapter->Allocations, Args->pAllocationList[i]);
  if (Args->Flags.DestroyResource) Free(Args->hResource);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideDescribe(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  DescribeDescription(&((ALLOCATION*)Args->hAllocation)->Surface, Args);
  return STATUS_SUCCESS;
}

static NTSTATUS OpenOne(ADAPTER* Adapter, DXGK_OPENALLOCATIONINFO* Info) {
  DXGKARGCB_GETHANDLEDATA Wanted = {0};
  ALLOCATION* Allocation;
  OPENING* Opening;
  Wanted.hObject = Info->hAllocation;
  Wanted.Type = DXGK_HANDLE_ALLOCATION;
  Allocation = (ALLOCATION*)Adapter->Dxgk.DxgkCbGetHandleData(&Wanted);
  if (Allocation == NULL) return STATUS_INVALID_HANDLE;
  Opening = (OPENING*)ExAllocateFromNPagedLookasideList(&Adapter->Openings);
  if (Opening == NULL) return STATUS_NO_MEMORY;
  Opening->Allocation = Allocation;
  Info->hDeviceSpecificAllocation = Opening;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideOpen(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION Args) {
  ADAPTER* Adapter = ((DEVICE*)hDevice)->Adapter;
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) {
    NTSTATUS Status = OpenOne(Adapter, &Args->pOpenAllocation[i]);
    if (NT_SUCCESS(Status)) continue;
    while (i-- > 0)
      ExFreeToNPagedLookasideList(&Adapter->Openings, Args->pOpenAllocation[i].hDeviceSpecificAllocation);
    return Status;
  }
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY LookasideClose(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION Args) {
  ADAPTER* Adapter = ((DEVICE*)hDevice)->Adapter;
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++)
    ExFreeToNPagedLookasideList(&Adapter->Openings, Args->pOpenHandleList[i]);
  return STATUS_SUCCESS;
}

/* The DMA buffer begins with the address of every allocation that the client names, each in a patch location; the
 * commands follow. */
static NTSTATUS APIENTRY LookasideRender(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
  UINT Addresses = Args->AllocationListSize * sizeof(UINT64);
  UINT i;
  UNREFERENCED_PARAMETER(hContext);
  PAGED_CODE();
  if (Args->AllocationListSize > Args->PatchLocationListOutSize) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  if (Addresses > Args->DmaSize || Args->CommandLength > Args->DmaSize - Addresses)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  __try {
    ProbeForRead((PVOID)Args->pCommand, Args->CommandLength, 1);
    RtlCopyMemory((PUCHAR)Args->pDmaBuffer + Addresses, Args->pCommand, Args->CommandLength);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_USER_BUFFER;
  }
  RtlZeroMemory(Args->pDmaBuffer, Addresses);
  for (i = 0; i < Args->AllocationListSize; i++) {
    D3DDDI_PATCHLOCATIONLIST* Patch = Args->pPatchLocationListOut;
    if (Args->pAllocationList[i].hDeviceSpecificAllocation == NULL) continue;
    RtlZeroMemory(Patch, sizeof(*Patch));
    Patch->AllocationIndex = i;
    Patch->PatchOffset = i * sizeof(UINT64);
    PatchOne(&Args->pAllocationList[i], Patch, (PUCHAR)Args->pDmaBuffer);
    Args->pPatchLocationListOut++;
  }
  Args->pDmaBuffer = (PUCHAR)Args->pDmaBuffer + Addresses + Args->CommandLength;
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Table;
  RtlZeroMemory(&Table, sizeof(Table));
  Table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&Table);
  Table.DxgkDdiAddDevice = LookasideAddDevice;
  Table.DxgkDdiStartDevice = LookasideStart;
  Table.DxgkDdiStopDevice = LookasideStop;
  Table.DxgkDdiRemoveDevice = LookasideRemove;
  Table.DxgkDdiDpcRoutine = LookasideDpc;
  Table.DxgkDdiQueryAdapterInfo = LookasideQuery;
  Table.DxgkDdiGetNodeMetadata = OneNode;
  Table.DxgkDdiPatch = LookasidePatch;
  Table.DxgkDdiCreateDevice = LookasideCreateDevice;
  Table.DxgkDdiDestroyDevice = LookasideDestroyDevice;
  Table.DxgkDdiCreateContext = LookasideCreateContext;
  Table.DxgkDdiDestroyContext = LookasideDestroyContext;
  Table.DxgkDdiCreateAllocation = LookasideCreateAllocation;
  Table.DxgkDdiDestroyAllocation = LookasideDestroyAllocation;
  Table.DxgkDdiDescribeAllocation = LookasideDescribe;
  Table.DxgkDdiOpenAllocation = LookasideOpen;
  Table.DxgkDdiCloseAllocation = LookasideClose;
  Table.DxgkDdiRender = LookasideRender;
  Table.DxgkDdiSubmitCommand = LookasideSubmit;
  Table.DxgkDdiPreemptCommand = LookasidePreempt;
  Table.DxgkDdiQueryCurrentFence = LookasideCurrentFence;
  Table.DxgkDdiResetEngine = LookasideResetEngine;
  Table.DxgkDdiResetFromTimeout = LookasideReset;
  Table.DxgkDdiRestartFromTimeout = LookasideRestart;
  Table.DxgkDdiCollectDbgInfo = LookasideDebug;
  return DxgkInitialize(Driver, RegistryPath, &Table);
}
