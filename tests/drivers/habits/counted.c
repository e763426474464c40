/* A miniport for WDDM 1.2 whose records are counted by references. A device that opens an allocation twice gets the record
 * that it has, and every record holds those that it needs. The work is over when the engine's DPC runs. */
#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WIN8
#include <ntddk.h>
#include <dispmprt.h>
#include "render_only.h"

#define COUNTED_TAG 'tnuC'

typedef struct _REFERENCED {
  volatile LONG Count;
} REFERENCED;

typedef struct _ADAPTER {
  DXGKRNL_INTERFACE Dxgk;
  DXGK_DEVICE_INFO Info;
  KDPC EngineDpc;
  volatile LONG Submitted;
  /* Of the interrupt: only under DxgkCbSynchronizeExecution. */
  UINT Completed;
  UINT PreemptionFence;
  BOOLEAN MustPreempt;
  BOOLEAN MustForget;
} ADAPTER;

typedef struct _RESOURCE {
  REFERENCED Head;
} RESOURCE;

typedef struct _ALLOCATION {
  REFERENCED Head; /* one of its creation, one of every open record */
  RESOURCE* Resource;
  SURFACE Surface;
} ALLOCATION;

typedef struct _DEVICE {
  ADAPTER* Adapter;
  FAST_MUTEX Lock;
  LIST_ENTRY OpenRecords;
} DEVICE;

typedef struct _OPEN_RECORD {
  LIST_ENTRY Link; /* of its device */
  LONG Openings;   /* under the lock of the device */
  ALLOCATION* Allocation;
} OPEN_RECORD;

typedef struct _GPU_CONTEXT {
  DEVICE* Device;
} GPU_CONTEXT;

static PVOID Allocate(SIZE_T Bytes) {
  PVOID Block = ExAllocatePoolWithTag(NonPagedPoolNx, Bytes, COUNTED_TAG);
  if (Block != NULL) RtlZeroMemory(Block, Bytes);
  return Block;
}

static VOID Free(PVOID Block) { ExFreePoolWithTag(Block, COUNTED_TAG); }

static VOID Reference(REFERENCED* Object) { InterlockedIncrement(&Object->Count); }

static VOID Dereference(REFERENCED* Object) {
  if (InterlockedDecrement(&Object->Count) == 0) Free(Object);
}

static VOID DereferenceAllocation(ALLOCATION* Allocation) {
  RESOURCE* Resource = Allocation->Resource;
  if (InterlockedDecrement(&Allocation->Head.Count) != 0) return;
  Free(Allocation);
  if (Resource != NULL) Dereference(&Resource->Head);
}

/* The engine. */

static BOOLEAN ReportNews(PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA Data;
  UINT Submitted = (UINT)ReadAcquire(&Adapter->Submitted);
  RtlZeroMemory(&Data, sizeof(Data));
  if (Submitted != Adapter->Completed && !Adapter->MustForget) {
    Adapter->Completed = Submitted;
    Data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    Data.DmaCompleted.SubmissionFenceId = Submitted;
    Adapter->Dxgk.DxgkCbNotifyInterrupt(Adapter->Dxgk.DeviceHandle, &Data);
  }
  if (Adapter->MustPreempt) {
    Adapter->MustPreempt = FALSE;
    RtlZeroMemory(&Data, sizeof(Data));
    Data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
    Data.DmaPreempted.PreemptionFenceId = Adapter->PreemptionFence;
    Data.DmaPreempted.LastCompletedFenceId = Adapter->Completed;
    Adapter->Dxgk.DxgkCbNotifyInterrupt(Adapter->Dxgk.DeviceHandle, &Data);
  }
  Adapter->Dxgk.DxgkCbQueueDpc(Adapter->Dxgk.DeviceHandle);
  return TRUE;
}

static NTSTATUS Synchronize(ADAPTER* Adapter, PKSYNCHRONIZE_ROUTINE Routine, PVOID Context) {
  BOOLEAN Done = FALSE;
  return Adapter->Dxgk.DxgkCbSynchronizeExecution(Adapter->Dxgk.DeviceHandle, Routine, Context, 0, &Done);
}

static VOID EngineDpc(PKDPC Dpc, PVOID Context, PVOID Argument1, PVOID Argument2) {
  UNREFERENCED_PARAMETER(Dpc);
  UNREFERENCED_PARAMETER(Argument1);
  UNREFERENCED_PARAMETER(Argument2);
  Synchronize((ADAPTER*)Context, ReportNews, Context);
}

static NTSTATUS APIENTRY CountedSubmit(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  InterlockedExchange(&Adapter->Submitted, (LONG)Args->SubmissionFenceId);
  KeInsertQueueDpc(&Adapter->EngineDpc, NULL, NULL);
  return STATUS_SUCCESS;
}

typedef struct _PREEMPTION {
  ADAPTER* Adapter;
  UINT Fence;
} PREEMPTION;

static BOOLEAN NotePreemption(PVOID Context) {
  PREEMPTION* Wanted = (PREEMPTION*)Context;
  Wanted->Adapter->MustPreempt = TRUE;
  Wanted->Adapter->PreemptionFence = Wanted->Fence;
  return TRUE;
}

static NTSTATUS APIENTRY CountedPreempt(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PREEMPTCOMMAND Args) {
  PREEMPTION Wanted;
  Wanted.Adapter = (ADAPTER*)hAdapter;
  Wanted.Fence = Args->PreemptionFenceId;
  Synchronize(Wanted.Adapter, NotePreemption, &Wanted);
  KeInsertQueueDpc(&Wanted.Adapter->EngineDpc, NULL, NULL);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedCurrentFence(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_QUERYCURRENTFENCE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  Synchronize(Adapter, ReportNews, Adapter);
  Args->CurrentFence = Adapter->Completed;
  return STATUS_SUCCESS;
}

/* All that was submitted has ended, and nobody is told. */
static BOOLEAN ForgetWork(PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Completed = (UINT)ReadAcquire(&Adapter->Submitted);
  Adapter->MustPreempt = FALSE;
  return TRUE;
}

static NTSTATUS APIENTRY CountedResetEngine(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_RESETENGINE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  Synchronize(Adapter, ForgetWork, Adapter);
  Args->LastAbortedFenceId = Adapter->Completed;
  return STATUS_SUCCESS;
}

static BOOLEAN Freeze(PVOID Context) {
  ((ADAPTER*)Context)->MustForget = TRUE;
  return ForgetWork(Context);
}

static BOOLEAN Thaw(PVOID Context) {
  ((ADAPTER*)Context)->MustForget = FALSE;
  return ForgetWork(Context);
}

static NTSTATUS APIENTRY CountedReset(IN_CONST_HANDLE hAdapter) {
  Synchronize((ADAPTER*)hAdapter, Freeze, hAdapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedRestart(IN_CONST_HANDLE hAdapter) {
  Synchronize((ADAPTER*)hAdapter, Thaw, hAdapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedDebug(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_COLLECTDBGINFO Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  if (Args->BufferSize < sizeof(UINT)) return STATUS_NO_MEMORY;
  RtlCopyMemory(Args->pBuffer, &Adapter->Completed, sizeof(UINT));
  return STATUS_SUCCESS;
}

/* The adapter. */

static NTSTATUS APIENTRY CountedAddDevice(IN_CONST_PDEVICE_OBJECT Physical, OUT_PPVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Allocate(sizeof(*Adapter));
  UNREFERENCED_PARAMETER(Physical);
  PAGED_CODE();
  *Context = Adapter;
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  KeInitializeDpc(&Adapter->EngineDpc, EngineDpc, Adapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedStart(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Start, IN_PDXGKRNL_INTERFACE Dxgk,
                                      OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  UNREFERENCED_PARAMETER(Start);
  PAGED_CODE();
  *Sources = 0;
  *Children = 0;
  Adapter->Dxgk = *Dxgk;
  Adapter->Submitted = 0;
  Adapter->Completed = 0;
  Adapter->MustPreempt = FALSE;
  Adapter->MustForget = FALSE;
  return Dxgk->DxgkCbGetDeviceInformation(Dxgk->DeviceHandle, &Adapter->Info);
}

static NTSTATUS APIENTRY CountedStop(IN_CONST_PVOID Context) {
  UNREFERENCED_PARAMETER(Context);
  PAGED_CODE();
  KeFlushQueuedDpcs();
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedRemove(IN_CONST_PVOID Context) {
  PAGED_CODE();
  Free((PVOID)Context);
  return STATUS_SUCCESS;
}

static VOID APIENTRY CountedDpc(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

static NTSTATUS APIENTRY CountedQuery(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  return AnswerAdapter(Args, DXGKDDI_WDDMv1_2);
}

/* Devices and contexts. */

static NTSTATUS APIENTRY CountedCreateDevice(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEDEVICE Args) {
  DEVICE* Device = (DEVICE*)Allocate(sizeof(*Device));
  PAGED_CODE();
  if (Device == NULL) return STATUS_NO_MEMORY;
  Device->Adapter = (ADAPTER*)hAdapter;
  ExInitializeFastMutex(&Device->Lock);
  InitializeListHead(&Device->OpenRecords);
  Args->hDevice = Device;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedDestroyDevice(IN_CONST_HANDLE hDevice) {
  PAGED_CODE();
  Free((PVOID)hDevice);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedCreateContext(IN_CONST_HANDLE hDevice, INOUT_PDXGKARG_CREATECONTEXT Args) {
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

static NTSTATUS APIENTRY CountedDestroyContext(IN_CONST_HANDLE hContext) {
  PAGED_CODE();
  Free((PVOID)hContext);
  return STATUS_SUCCESS;
}

/* Allocations. */

static NTSTATUS CreateOne(RESOURCE* Resource, DXGK_ALLOCATIONINFO* Info) {
  ALLOCATION* Allocation;
  SURFACE Surface;
  if (!ReadSurface(Info->pPrivateDriverData, Info->PrivateDriverDataSize, &Surface)) return STATUS_INVALID_PARAMETER;
  Allocation = (ALLOCATION*)Allocate(sizeof(*Allocation));
  if (Allocation == NULL) return STATUS_NO_MEMORY;
  Reference(&Allocation->Head);
  Allocation->Surface = Surface;
  Allocation->Resource = Resource;
  if (Resource != NULL) Reference(&Resource->Head);
  DescribeSurface(&Surface, Info);
  Info->hAllocation = Allocation;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION Args) {
  RESOURCE* Resource = NULL;
  NTSTATUS Status = STATUS_SUCCESS;
  UINT i;
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  if (Args->Flags.Resource) {
    Resource = (RESOURCE*)Args->hResource;
    if (Resource == NULL) Resource = (RESOURCE*)Allocate(sizeof(*Resource));
    if (Resource == NULL) return STATUS_NO_MEMORY;
    if (Args->hResource == NULL) Reference(&Resource->Head);
  }
  for (i = 0; i < Args->NumAllocations && NT_SUCCESS(Status); i++)
    Status = CreateOne(Resource, &Args->pAllocationInfo[i]);
  if (NT_SUCCESS(Status)) {
    Args->hResource = Resource;
    return STATUS_SUCCESS;
  }
  for (i--; i > 0; i--) DereferenceAllocation((ALLOCATION*)Args->pAllocationInfo[i - 1].hAllocation);
  if (Resource != NULL && Args->hResource == NULL) Dereference(&Resource->Head);
  return Status;
}

static NTSTATUS APIENTRY CountedDestroyAllocation(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) DereferenceAllocation((ALLOCATION*)Args->pAllocationList[i]);
  if (Args->Flags.DestroyResource) Dereference(&((RESOURCE*)Args->hResource)->Head);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedDescribe(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  DescribeDescription(&((ALLOCATION*)Args->hAllocation)->Surface, Args);
  return STATUS_SUCCESS;
}

static OPEN_RECORD* FindRecord(DEVICE* Device, ALLOCATION* Allocation) {
  LIST_ENTRY* Link;
  for (Link = Device->OpenRecords.Flink; Link != &Device->OpenRecords; Link = Link->Flink) {
    OPEN_RECORD* Record = CONTAINING_RECORD(Link, OPEN_RECORD, Link);
    if (Record->Allocation == Allocation) return Record;
  }
  return NULL;
}

static NTSTATUS OpenOne(DEVICE* Device, DXGK_OPENALLOCATIONINFO* Info) {
  DXGKARGCB_GETHANDLEDATA Wanted = {0};
  ALLOCATION* Allocation;
  OPEN_RECORD* Record;
  Wanted.hObject = Info->hAllocation;
  Wanted.Type = DXGK_HANDLE_ALLOCATION;
  Allocation = (ALLOCATION*)Device->Adapter->Dxgk.DxgkCbGetHandleData(&Wanted);
  if (Allocation == NULL) return STATUS_INVALID_HANDLE;
  ExAcquireFastMutex(&Device->Lock);
  Record = FindRecord(Device, Allocation);
  if (Record == NULL) {
    Record = (OPEN_RECORD*)Allocate(sizeof(*Record));
    if (Record != NULL) {
      Reference(&Allocation->Head);
      Record->Allocation = Allocation;
      InsertTailList(&Device->OpenRecords, &Record->Link);
    }
  }
  if (Record != NULL) Record->Openings++;
  ExReleaseFastMutex(&Device->Lock);
  if (Record == NULL) return STATUS_NO_MEMORY;
  Info->hDeviceSpecificAllocation = Record;
  return STATUS_SUCCESS;
}

static VOID CloseOne(DEVICE* Device, OPEN_RECORD* Record) {
  BOOLEAN Last;
  ExAcquireFastMutex(&Device->Lock);
  Last = --Record->Openings == 0;
  if (Last) RemoveEntryList(&Record->Link);
  ExReleaseFastMutex(&Device->Lock);
  if (!Last) return;
  DereferenceAllocation(Record->Allocation);
  Free(Record);
}

static NTSTATUS APIENTRY CountedOpen(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION Args) {
  DEVICE* Device = (DEVICE*)hDevice;
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) {
    NTSTATUS Status = OpenOne(Device, &Args->pOpenAllocation[i]);
    if (NT_SUCCESS(Status)) continue;
    for (; i > 0; i--) CloseOne(Device, (OPEN_RECORD*)Args->pOpenAllocation[i - 1].hDeviceSpecificAllocation);
    return Status;
  }
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY CountedClose(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION Args) {
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) CloseOne((DEVICE*)hDevice, (OPEN_RECORD*)Args->pOpenHandleList[i]);
  return STATUS_SUCCESS;
}

/* The commands are the client's and may vanish while they are read. */
static NTSTATUS APIENTRY CountedRender(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
  UNREFERENCED_PARAMETER(hContext);
  PAGED_CODE();
  if (Args->CommandLength > Args->DmaSize) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  __try {
    ProbeForRead((PVOID)Args->pCommand, Args->CommandLength, 1);
    RtlCopyMemory(Args->pDmaBuffer, Args->pCommand, Args->CommandLength);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_USER_BUFFER;
  }
  Args->pDmaBuffer = (PUCHAR)Args->pDmaBuffer + Args->CommandLength;
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Table;
  RtlZeroMemory(&Table, sizeof(Table));
  Table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&Table);
  Table.DxgkDdiAddDevice = CountedAddDevice;
  Table.DxgkDdiStartDevice = CountedStart;
  Table.DxgkDdiStopDevice = CountedStop;
  Table.DxgkDdiRemoveDevice = CountedRemove;
  Table.DxgkDdiDpcRoutine = CountedDpc;
  Table.DxgkDdiQueryAdapterInfo = CountedQuery;
  Table.DxgkDdiCreateDevice = CountedCreateDevice;
  Table.DxgkDdiDestroyDevice = CountedDestroyDevice;
  Table.DxgkDdiCreateContext = CountedCreateContext;
  Table.DxgkDdiDestroyContext = CountedDestroyContext;
  Table.DxgkDdiCreateAllocation = CountedCreateAllocation;
  Table.DxgkDdiDestroyAllocation = CountedDestroyAllocation;
  Table.DxgkDdiDescribeAllocation = CountedDescribe;
  Table.DxgkDdiOpenAllocation = CountedOpen;
  Table.DxgkDdiCloseAllocation = CountedClose;
  Table.DxgkDdiRender = CountedRender;
  Table.DxgkDdiSubmitCommand = CountedSubmit;
  Table.DxgkDdiPreemptCommand = CountedPreempt;
  Table.DxgkDdiQueryCurrentFence = CountedCurrentFence;
  Table.DxgkDdiResetEngine = CountedResetEngine;
  Table.DxgkDdiResetFromTimeout = CountedReset;
  Table.DxgkDdiRestartFromTimeout = CountedRestart;
  Table.DxgkDdiCollectDbgInfo = CountedDebug;
  return DxgkInitialize(Driver, RegistryPath, &Table);
}
