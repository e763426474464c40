/* A miniport for WDDM 1.3 that puts off what it can. Submissions go to a DPC, which wakes a worker thread with a queue of
 * its own; the private part of an allocation is released by that worker, after the record that the graphics kernel knows.
 * Escapes report in band: they succeed, and the status is in their data. */
#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM1_3
#include <ntddk.h>
#include <dispmprt.h>
#include "render_only.h"
#include "worker.h"

#define DEFERRED_TAG 'rfeD'

/* One thing for the worker to do. Entries live in what they are about, so that queueing cannot fail. */
typedef struct _JOB {
  LIST_ENTRY Link;
} JOB;

/* What an allocation has beside its record: its release may take long. */
typedef struct _PRIVATE_PART {
  JOB Release;
  ULONG Bytes;
} PRIVATE_PART;

typedef struct _ADAPTER {
  WORKER Worker;
  DXGK_DEVICE_INFO Info;
  KDPC Dpc;
  LIST_ENTRY Jobs; /* under the worker's lock */
  volatile LONG Escapes;
} ADAPTER;

typedef struct _RECORD {
  ADAPTER* Adapter;
  SURFACE Surface;    /* of allocations */
  PRIVATE_PART* Part; /* of allocations */
} RECORD;

static RECORD* MakeRecord(ADAPTER* Adapter) {
  RECORD* Record = (RECORD*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Record), DEFERRED_TAG);
  if (Record == NULL) return NULL;
  RtlZeroMemory(Record, sizeof(*Record));
  Record->Adapter = Adapter;
  return Record;
}

static VOID FreeRecord(const VOID* Record) { ExFreePoolWithTag((PVOID)Record, DEFERRED_TAG); }

static VOID RunJobs(ADAPTER* Adapter) {
  for (;;) {
    LIST_ENTRY* Link = ExInterlockedRemoveHeadList(&Adapter->Jobs, &Adapter->Worker.Lock);
    if (Link == NULL) return;
    ExFreePoolWithTag(CONTAINING_RECORD(Link, PRIVATE_PART, Release.Link), DEFERRED_TAG);
  }
}

/* The worker runs what is queued also after its end was requested. */
static VOID ThreadRoutine(PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  while (WaitForWork(&Adapter->Worker)) {
    ReportWork(&Adapter->Worker);
    RunJobs(Adapter);
  }
  RunJobs(Adapter);
  PsTerminateSystemThread(STATUS_SUCCESS);
}

static VOID WakeWorker(PKDPC Dpc, PVOID Context, PVOID Argument1, PVOID Argument2) {
  UNREFERENCED_PARAMETER(Dpc);
  UNREFERENCED_PARAMETER(Argument1);
  UNREFERENCED_PARAMETER(Argument2);
  KeSetEvent(&((ADAPTER*)Context)->Worker.Work, IO_NO_INCREMENT, FALSE);
}

static VOID ReleaseLater(ADAPTER* Adapter, PRIVATE_PART* Part) {
  ExInterlockedInsertTailList(&Adapter->Jobs, &Part->Release.Link, &Adapter->Worker.Lock);
  KeSetEvent(&Adapter->Worker.Work, IO_NO_INCREMENT, FALSE);
}

/* A DPC that still runs touches the events. */
static VOID StopWorker(ADAPTER* Adapter) {
  KeRemoveQueueDpc(&Adapter->Dpc);
  KeFlushQueuedDpcs();
  StopThread(&Adapter->Worker);
}

static NTSTATUS APIENTRY DeferredSubmit(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  NoteSubmission(&Adapter->Worker, Args->SubmissionFenceId);
  KeInsertQueueDpc(&Adapter->Dpc, NULL, NULL);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredPreempt(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PREEMPTCOMMAND Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  NotePreemption(&Adapter->Worker, Args->PreemptionFenceId);
  KeInsertQueueDpc(&Adapter->Dpc, NULL, NULL);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredCurrentFence(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_QUERYCURRENTFENCE Args) {
  Args->CurrentFence = ReportWork(&((ADAPTER*)hAdapter)->Worker);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredResetEngine(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_RESETENGINE Args) {
  Args->LastAbortedFenceId = DropWork(&((ADAPTER*)hAdapter)->Worker, FALSE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredReset(IN_CONST_HANDLE hAdapter) {
  DropWork(&((ADAPTER*)hAdapter)->Worker, TRUE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredRestart(IN_CONST_HANDLE hAdapter) {
  DropWork(&((ADAPTER*)hAdapter)->Worker, FALSE);
  return STATUS_SUCCESS;
}

/* The adapter. */

static NTSTATUS APIENTRY DeferredAddDevice(IN_CONST_PDEVICE_OBJECT Physical, OUT_PPVOID Context) {
  ADAPTER* Adapter;
  UNREFERENCED_PARAMETER(Physical);
  PAGED_CODE();
  Adapter = (ADAPTER*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Adapter), DEFERRED_TAG);
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  RtlZeroMemory(Adapter, sizeof(*Adapter));
  InitializeWorker(&Adapter->Worker);
  KeInitializeDpc(&Adapter->Dpc, WakeWorker, Adapter);
  InitializeListHead(&Adapter->Jobs);
  *Context = Adapter;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredStart(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Start, IN_PDXGKRNL_INTERFACE Dxgk,
                                       OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  NTSTATUS Status;
  UNREFERENCED_PARAMETER(Start);
  PAGED_CODE();
  *Sources = 0;
  *Children = 0;
  Adapter->Worker.Dxgk = *Dxgk;
  Adapter->Worker.Submitted = 0;
  DropWork(&Adapter->Worker, FALSE);
  Status = Dxgk->DxgkCbGetDeviceInformation(Dxgk->DeviceHandle, &Adapter->Info);
  return NT_SUCCESS(Status) ? StartThread(&Adapter->Worker, ThreadRoutine, Adapter) : Status;
}

static NTSTATUS APIENTRY DeferredStop(IN_CONST_PVOID Context) {
  PAGED_CODE();
  StopWorker((ADAPTER*)Context);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredRemove(IN_CONST_PVOID Context) {
  PAGED_CODE();
  ExFreePoolWithTag((PVOID)Context, DEFERRED_TAG);
  return STATUS_SUCCESS;
}

static VOID APIENTRY DeferredDpc(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Worker.Dxgk.DxgkCbNotifyDpc(Adapter->Worker.Dxgk.DeviceHandle);
}

static NTSTATUS APIENTRY DeferredQuery(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  return AnswerAdapter(Args, DXGKDDI_WDDMv1_3);
}

static NTSTATUS APIENTRY DeferredCreateDevice(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEDEVICE Args) {
  RECORD* Device = MakeRecord((ADAPTER*)hAdapter);
  PAGED_CODE();
  if (Device == NULL) return STATUS_NO_MEMORY;
  Args->hDevice = Device;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredDestroyDevice(IN_CONST_HANDLE hDevice) {
  PAGED_CODE();
  FreeRecord(hDevice);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredCreateContext(IN_CONST_HANDLE hDevice, INOUT_PDXGKARG_CREATECONTEXT Args) {
  RECORD* Context;
  PAGED_CODE();
  if (Args->NodeOrdinal != 0) return STATUS_INVALID_PARAMETER;
  Context = MakeRecord(((RECORD*)hDevice)->Adapter);
  if (Context == NULL) return STATUS_NO_MEMORY;
  Args->hContext = Context;
  DescribeContext(&Args->ContextInfo);
  return STATUS_SUCCESS;
}

static RECORD* MakeAllocation(ADAPTER* Adapter, ULONG Bytes) {
  RECORD* Allocation = MakeRecord(Adapter);
  if (Allocation == NULL) return NULL;
  Allocation->Part = (PRIVATE_PART*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(PRIVATE_PART), DEFERRED_TAG);
  if (Allocation->Part == NULL) {
    FreeRecord(Allocation);
    return NULL;
  }
  Allocation->Part->Bytes = Bytes;
  return Allocation;
}

static VOID FreeAllocation(RECORD* Allocation) {
  ReleaseLater(Allocation->Adapter, Allocation->Part);
  FreeRecord(Allocation);
}

static NTSTATUS APIENTRY DeferredCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION Args) {
  RECORD* Resource = NULL;
  NTSTATUS Status = STATUS_SUCCESS;
  UINT i = 0;
  PAGED_CODE();
  if (Args->Flags.Resource && Args->hResource == NULL) {
    Resource = MakeRecord((ADAPTER*)hAdapter);
    if (Resource == NULL) return STATUS_NO_MEMORY;
  }
  for (; i < Args->NumAllocations; i++) {
    DXGK_ALLOCATIONINFO* Info = &Args->pAllocationInfo[i];
    SURFACE Surface;
    RECORD* Allocation = NULL;
    Status = STATUS_INVALID_PARAMETER;
    if (!ReadSurface(Info->pPrivateDriverData, Info->PrivateDriverDataSize, &Surface)) goto Failed;
    Status = STATUS_NO_MEMORY;
    Allocation = MakeAllocation((ADAPTER*)hAdapter, Surface.Bytes);
    if (Allocation == NULL) goto Failed;
    Allocation->Surface = Surface;
    DescribeSurface(&Surface, Info);
    Info->hAllocation = Allocation;
  }
  if (Resource != NULL) Args->hResource = Resource;
  return STATUS_SUCCESS;
Failed:
  while (i-- > 0) FreeAllocation((RECORD*)Args->pAllocationInfo[i].hAllocation);
  if (Resource != NULL) FreeRecord(Resource);
  return Status;
}

static NTSTATUS APIENTRY DeferredDestroyAllocation(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) FreeAllocation((RECORD*)Args->pAllocationList[i]);
  if (Args->Flags.DestroyResource) FreeRecord(Args->hResource);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredDescribe(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  DescribeDescription(&((RECORD*)Args->hAllocation)->Surface, Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredOpen(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION Args) {
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) {
    RECORD* Opening = MakeRecord(((RECORD*)hDevice)->Adapter);
    if (Opening == NULL) {
      while (i-- > 0) FreeRecord(Args->pOpenAllocation[i].hDeviceSpecificAllocation);
      return STATUS_NO_MEMORY;
    }
    Args->pOpenAllocation[i].hDeviceSpecificAllocation = Opening;
  }
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredClose(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hDevice);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) FreeRecord(Args->pOpenHandleList[i]);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredRender(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
  UNREFERENCED_PARAMETER(hContext);
  PAGED_CODE();
  if (Args->CommandLength > Args->DmaSize) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  __try {
    RtlCopyMemory(Args->pDmaBuffer, Args->pCommand, Args->CommandLength);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_USER_BUFFER;
  }
  Args->pDmaBuffer = (PUCHAR)Args->pDmaBuffer + Args->CommandLength;
  return STATUS_SUCCESS;
}

/* An escape. Text points into the client's memory. */
typedef struct _DEFERRED_ESCAPE {
  ULONG Command;
  NTSTATUS Status; /* out */
  UINT64 Text;
  ULONG Length;
  ULONG Answer; /* out */
} DEFERRED_ESCAPE;

#define ESCAPE_COUNT 0
#define ESCAPE_SUM 1

/* The sum of the client's bytes. They are copied first: the client may take them away or change them at any time. */
static NTSTATUS SumText(const DEFERRED_ESCAPE* Escape, ULONG* Answer) {
  UCHAR Text[256];
  ULONG i;
  if (Escape->Length > sizeof(Text)) return STATUS_INVALID_PARAMETER;
  __try {
    ProbeForRead((PVOID)(ULONG_PTR)Escape->Text, Escape->Length, 1);
    RtlCopyMemory(Text, (PVOID)(ULONG_PTR)Escape->Text, Escape->Length);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return GetExceptionCode();
  }
  *Answer = 0;
  for (i = 0; i < Escape->Length; i++) *Answer += Text[i];
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY DeferredEscape(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_ESCAPE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  DEFERRED_ESCAPE Escape;
  PAGED_CODE();
  if (Args->PrivateDriverDataSize < sizeof(Escape)) return STATUS_INVALID_PARAMETER;
  RtlCopyMemory(&Escape, Args->pPrivateDriverData, sizeof(Escape));
  Escape.Answer = (ULONG)InterlockedIncrement(&Adapter->Escapes);
  switch (Escape.Command) {
    case ESCAPE_COUNT:
      Escape.Status = STATUS_SUCCESS;
      break;
    case ESCAPE_SUM:
      Escape.Status = SumText(&Escape, &Escape.Answer);
      break;
    default:
      Escape.Status = STATUS_NOT_SUPPORTED;
      break;
  }
  RtlCopyMemory(Args->pPrivateDriverData, &Escape, sizeof(Escape));
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Table = {0};
  Table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&Table);
  Table.DxgkDdiAddDevice = DeferredAddDevice;
  Table.DxgkDdiStartDevice = DeferredStart;
  Table.DxgkDdiStopDevice = DeferredStop;
  Table.DxgkDdiRemoveDevice = DeferredRemove;
  Table.DxgkDdiDpcRoutine = DeferredDpc;
  Table.DxgkDdiQueryAdapterInfo = DeferredQuery;
  Table.DxgkDdiGetNodeMetadata = OneNode;
  Table.DxgkDdiCreateDevice = DeferredCreateDevice;
  Table.DxgkDdiDestroyDevice = DeferredDestroyDevice;
  Table.DxgkDdiCreateContext = DeferredCreateContext;
  Table.DxgkDdiDestroyContext = DeferredDestroyDevice;
  Table.DxgkDdiCreateAllocation = DeferredCreateAllocation;
  Table.DxgkDdiDestroyAllocation = DeferredDestroyAllocation;
  Table.DxgkDdiDescribeAllocation = DeferredDescribe;
  Table.DxgkDdiOpenAllocation = DeferredOpen;
  Table.DxgkDdiCloseAllocation = DeferredClose;
  Table.DxgkDdiEscape = DeferredEscape;
  Table.DxgkDdiRender = DeferredRender;
  Table.DxgkDdiSubmitCommand = DeferredSubmit;
  Table.DxgkDdiPreemptCommand = DeferredPreempt;
  Table.DxgkDdiQueryCurrentFence = DeferredCurrentFence;
  Table.DxgkDdiResetEngine = DeferredResetEngine;
  Table.DxgkDdiResetFromTimeout = DeferredReset;
  Table.DxgkDdiRestartFromTimeout = DeferredRestart;
  Table.DxgkDdiCollectDbgInfo = NothingToCollect;
  return DxgkInitialize(Driver, RegistryPath, &Table);
}
