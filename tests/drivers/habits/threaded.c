/* A software adapter for WDDM 2.0 without GPU virtual addresses. It maps nothing, has no interrupt and no display. One
 * system thread runs its work from start to stop; an event ends the thread, and the stop waits for it. */
#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM2_0
#include <ntddk.h>
#include <dispmprt.h>
#include "render_only.h"
#include "worker.h"

#define THREADED_TAG 'drhT'

typedef WORKER ADAPTER;

typedef struct _RECORD {
  ADAPTER* Adapter;
  SURFACE Surface; /* of allocations */
} RECORD;

static RECORD* MakeRecord(ADAPTER* Adapter) {
  RECORD* Record = (RECORD*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Record), THREADED_TAG);
  if (Record == NULL) return NULL;
  RtlZeroMemory(Record, sizeof(*Record));
  Record->Adapter = Adapter;
  return Record;
}

static VOID FreeRecord(const VOID* Record) { ExFreePoolWithTag((PVOID)Record, THREADED_TAG); }

static VOID ThreadRoutine(PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  while (WaitForWork(Adapter)) ReportWork(Adapter);
  PsTerminateSystemThread(STATUS_SUCCESS);
}

static NTSTATUS APIENTRY ThreadedSubmit(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  NoteSubmission(Adapter, Args->SubmissionFenceId);
  KeSetEvent(&Adapter->Work, IO_NO_INCREMENT, FALSE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedPreempt(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PREEMPTCOMMAND Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  NotePreemption(Adapter, Args->PreemptionFenceId);
  KeSetEvent(&Adapter->Work, IO_NO_INCREMENT, FALSE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedCurrentFence(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_QUERYCURRENTFENCE Args) {
  Args->CurrentFence = ReportWork((ADAPTER*)hAdapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedResetEngine(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_RESETENGINE Args) {
  Args->LastAbortedFenceId = DropWork((ADAPTER*)hAdapter, FALSE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedReset(IN_CONST_HANDLE hAdapter) {
  DropWork((ADAPTER*)hAdapter, TRUE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedRestart(IN_CONST_HANDLE hAdapter) {
  DropWork((ADAPTER*)hAdapter, FALSE);
  return STATUS_SUCCESS;
}

/* The adapter. */

static NTSTATUS APIENTRY ThreadedAddDevice(IN_CONST_PDEVICE_OBJECT Physical, OUT_PPVOID Context) {
  ADAPTER* Adapter;
  UNREFERENCED_PARAMETER(Physical);
  PAGED_CODE();
  Adapter = (ADAPTER*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Adapter), THREADED_TAG);
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  RtlZeroMemory(Adapter, sizeof(*Adapter));
  InitializeWorker(Adapter);
  *Context = Adapter;
  return STATUS_SUCCESS;
}

/* It asks for no resources and takes no display over. */
static NTSTATUS APIENTRY ThreadedStart(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Start, IN_PDXGKRNL_INTERFACE Dxgk,
                                       OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  UNREFERENCED_PARAMETER(Start);
  PAGED_CODE();
  *Sources = 0;
  *Children = 0;
  Adapter->Dxgk = *Dxgk;
  Adapter->Submitted = 0;
  DropWork(Adapter, FALSE);
  return StartThread(Adapter, ThreadRoutine, Adapter);
}

static NTSTATUS APIENTRY ThreadedStop(IN_CONST_PVOID Context) {
  PAGED_CODE();
  StopThread((ADAPTER*)Context);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedRemove(IN_CONST_PVOID Context) {
  PAGED_CODE();
  ExFreePoolWithTag((PVOID)Context, THREADED_TAG);
  return STATUS_SUCCESS;
}

static VOID APIENTRY ThreadedDpc(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

static NTSTATUS APIENTRY ThreadedQuery(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  return AnswerAdapter(Args, DXGKDDI_WDDMv2);
}

static NTSTATUS APIENTRY ThreadedCreateDevice(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEDEVICE Args) {
  RECORD* Device = MakeRecord((ADAPTER*)hAdapter);
  PAGED_CODE();
  if (Device == NULL) return STATUS_NO_MEMORY;
  Args->hDevice = Device;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedDestroyDevice(IN_CONST_HANDLE hDevice) {
  PAGED_CODE();
  FreeRecord(hDevice);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedCreateContext(IN_CONST_HANDLE hDevice, INOUT_PDXGKARG_CREATECONTEXT Args) {
  RECORD* Context;
  PAGED_CODE();
  if (Args->NodeOrdinal != 0) return STATUS_INVALID_PARAMETER;
  Context = MakeRecord(((RECORD*)hDevice)->Adapter);
  if (Context == NULL) return STATUS_NO_MEMORY;
  Args->hContext = Context;
  DescribeContext(&Args->ContextInfo);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION Args) {
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
    Allocation = MakeRecord((ADAPTER*)hAdapter);
    if (Allocation == NULL) goto Failed;
    Allocation->Surface = Surface;
    DescribeSurface(&Surface, Info);
    Info->FlagsWddm2.AccessedPhysically = 1;
    Info->hAllocation = Allocation;
  }
  if (Resource != NULL) Args->hResource = Resource;
  return STATUS_SUCCESS;
Failed:
  while (i-- > 0) FreeRecord(Args->pAllocationInfo[i].hAllocation);
  if (Resource != NULL) FreeRecord(Resource);
  return Status;
}

static NTSTATUS APIENTRY ThreadedDestroyAllocation(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) FreeRecord(Args->pAllocationList[i]);
  if (Args->Flags.DestroyResource) FreeRecord(Args->hResource);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedDescribe(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  DescribeDescription(&((RECORD*)Args->hAllocation)->Surface, Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedOpen(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION Args) {
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

static NTSTATUS APIENTRY ThreadedClose(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hDevice);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) FreeRecord(Args->pOpenHandleList[i]);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY ThreadedRender(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
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

NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Table = {0};
  Table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&Table);
  Table.DxgkDdiAddDevice = ThreadedAddDevice;
  Table.DxgkDdiStartDevice = ThreadedStart;
  Table.DxgkDdiStopDevice = ThreadedStop;
  Table.DxgkDdiRemoveDevice = ThreadedRemove;
  Table.DxgkDdiDpcRoutine = ThreadedDpc;
  Table.DxgkDdiQueryAdapterInfo = ThreadedQuery;
  Table.DxgkDdiGetNodeMetadata = OneNode;
  Table.DxgkDdiCreateDevice = ThreadedCreateDevice;
  Table.DxgkDdiDestroyDevice = ThreadedDestroyDevice;
  Table.DxgkDdiCreateContext = ThreadedCreateContext;
  Table.DxgkDdiDestroyContext = ThreadedDestroyDevice;
  Table.DxgkDdiCreateAllocation = ThreadedCreateAllocation;
  Table.DxgkDdiDestroyAllocation = ThreadedDestroyAllocation;
  Table.DxgkDdiDescribeAllocation = ThreadedDescribe;
  Table.DxgkDdiOpenAllocation = ThreadedOpen;
  Table.DxgkDdiCloseAllocation = ThreadedClose;
  Table.DxgkDdiRender = ThreadedRender;
  Table.DxgkDdiSubmitCommand = ThreadedSubmit;
  Table.DxgkDdiPreemptCommand = ThreadedPreempt;
  Table.DxgkDdiQueryCurrentFence = ThreadedCurrentFence;
  Table.DxgkDdiResetEngine = ThreadedResetEngine;
  Table.DxgkDdiResetFromTimeout = ThreadedReset;
  Table.DxgkDdiRestartFromTimeout = ThreadedRestart;
  Table.DxgkDdiCollectDbgInfo = NothingToCollect;
  return DxgkInitialize(Driver, RegistryPath, &Table);
}
