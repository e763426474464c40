/* A miniport for WDDM 2.1 with a GPU MMU. Its handles are no addresses: they are indices of one table of the driver's, which
 * has a slot for every object of every adapter. */
#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM2_1
#include <ntddk.h>
#include <dispmprt.h>
#define APERTURE_BYTES (16u * 1024 * 1024)
#include "render_only.h"

#define INDEXED_TAG 'xdnI'
#define SLOTS 4096
#define MEMORY_BYTES (4u * 1024 * 1024)
#define MEMORY_BASE (APERTURE_BASE + APERTURE_BYTES)

typedef struct _ADAPTER {
  DXGKRNL_INTERFACE Dxgk;
  DXGK_DEVICE_INFO Info;
  /* Of the interrupt: only under DxgkCbSynchronizeExecution. */
  UINT Completed;
  /* Of paging, of which one operation is built at a time. */
  PUCHAR Memory;
  PUCHAR Aperture[APERTURE_BYTES / PAGE_SIZE]; /* NULL: the dummy page */
  PUCHAR Dummy;
  PHYSICAL_ADDRESS DummyPage;
} ADAPTER;

typedef enum _KIND { KIND_FREE, KIND_PROCESS, KIND_DEVICE, KIND_CONTEXT, KIND_RESOURCE, KIND_ALLOCATION, KIND_OPENING } KIND;

typedef struct _SLOT {
  KIND Kind;
  ADAPTER* Adapter;
  SURFACE Surface; /* of allocations */
} SLOT;

static SLOT Slots[SLOTS];
static ULONG NextSlot; /* where the search begins */
static KSPIN_LOCK SlotLock;

/* Index 0 is no handle. */
static SLOT* SlotOf(const VOID* Handle, KIND Kind) {
  SLOT* Slot = &Slots[(ULONG_PTR)Handle];
  NT_ASSERT((ULONG_PTR)Handle < SLOTS && Slot->Kind == Kind);
  UNREFERENCED_PARAMETER(Kind);
  return Slot;
}

/* NULL when the table is full. */
static HANDLE TakeSlot(KIND Kind, ADAPTER* Adapter, const SURFACE* Surface) {
  ULONG i, Index = 0;
  KIRQL Irql;
  KeAcquireSpinLock(&SlotLock, &Irql);
  for (i = 0; i < SLOTS && Index == 0; i++) {
    ULONG At = (NextSlot + i) % SLOTS;
    if (At != 0 && Slots[At].Kind == KIND_FREE) Index = At;
  }
  if (Index != 0) {
    NextSlot = Index + 1;
    RtlZeroMemory(&Slots[Index], sizeof(Slots[Index]));
    Slots[Index].Kind = Kind;
    Slots[Index].Adapter = Adapter;
    if (Surface != NULL) Slots[Index].Surface = *Surface;
  }
  KeReleaseSpinLock(&SlotLock, Irql);
  return (HANDLE)(ULONG_PTR)Index;
}

static VOID FreeSlot(const VOID* Handle, KIND Kind) {
  SLOT* Slot = SlotOf(Handle, Kind);
  KIRQL Irql;
  KeAcquireSpinLock(&SlotLock, &Irql);
  Slot->Kind = KIND_FREE;
  KeReleaseSpinLock(&SlotLock, Irql);
}

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

/* Of paging, which has physical addresses. */
static NTSTATUS APIENTRY IndexedSubmit(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  return Tell((ADAPTER*)hAdapter, FALSE, Args->SubmissionFenceId);
}

static NTSTATUS APIENTRY IndexedSubmitVirtual(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMANDVIRTUAL Args) {
  return Tell((ADAPTER*)hAdapter, FALSE, Args->SubmissionFenceId);
}

static NTSTATUS APIENTRY IndexedPreempt(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PREEMPTCOMMAND Args) {
  return Tell((ADAPTER*)hAdapter, TRUE, Args->PreemptionFenceId);
}

static NTSTATUS APIENTRY IndexedCurrentFence(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_QUERYCURRENTFENCE Args) {
  Args->CurrentFence = ((ADAPTER*)hAdapter)->Completed;
  return STATUS_SUCCESS;
}

/* Nothing is ever under way. */
static NTSTATUS APIENTRY IndexedResetEngine(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_RESETENGINE Args) {
  Args->LastAbortedFenceId = ((ADAPTER*)hAdapter)->Completed;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedReset(IN_CONST_HANDLE hAdapter) {
  UNREFERENCED_PARAMETER(hAdapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedRestart(IN_CONST_HANDLE hAdapter) {
  UNREFERENCED_PARAMETER(hAdapter);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedDebug(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_COLLECTDBGINFO Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  if (Args->BufferSize < sizeof(UINT)) return STATUS_NO_MEMORY;
  RtlCopyMemory(Args->pBuffer, &Adapter->Completed, sizeof(UINT));
  return STATUS_SUCCESS;
}

/* Paging. The engine has never anything under way, so what is to be moved is moved at once. */

static PUCHAR PageAt(ADAPTER* Adapter, LONGLONG Address) {
  PUCHAR Page;
  if (Address >= MEMORY_BASE) return Adapter->Memory + (Address - MEMORY_BASE);
  Page = Adapter->Aperture[(Address - APERTURE_BASE) / PAGE_SIZE];
  return Page != NULL ? Page : Adapter->Dummy;
}

static VOID SetDummy(ADAPTER* Adapter, PHYSICAL_ADDRESS Page) {
  if (Adapter->Dummy != NULL && Adapter->DummyPage.QuadPart == Page.QuadPart) return;
  if (Adapter->Dummy != NULL) MmUnmapIoSpace(Adapter->Dummy, PAGE_SIZE);
  Adapter->Dummy = (PUCHAR)MmMapIoSpace(Page, PAGE_SIZE, MmCached);
  Adapter->DummyPage = Page;
}

/* The first page of a description; NULL when it cannot be mapped. */
static PUCHAR SystemMemory(PMDL Mdl) {
  PUCHAR Address = (PUCHAR)MmGetSystemAddressForMdlSafe(Mdl, NormalPagePriority | MdlMappingNoExecute);
  return Address == NULL ? NULL : Address - MmGetMdlByteOffset(Mdl);
}

static NTSTATUS Transfer(ADAPTER* Adapter, const DXGKARG_BUILDPAGINGBUFFER* Args) {
  LONGLONG From = Args->Transfer.Source.SegmentAddress.QuadPart + Args->Transfer.TransferOffset;
  LONGLONG To = Args->Transfer.Destination.SegmentAddress.QuadPart + Args->Transfer.TransferOffset;
  PUCHAR System = NULL;
  SIZE_T Done;
  if (Args->Transfer.TransferSize == 0) return STATUS_SUCCESS;
  if (Args->Transfer.Source.SegmentId == 0) System = SystemMemory(Args->Transfer.Source.pMdl);
  if (Args->Transfer.Destination.SegmentId == 0) System = SystemMemory(Args->Transfer.Destination.pMdl);
  if (System == NULL && (Args->Transfer.Source.SegmentId == 0 || Args->Transfer.Destination.SegmentId == 0))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  if (System != NULL) System += (SIZE_T)Args->Transfer.MdlOffset * PAGE_SIZE;
  for (Done = 0; Done < Args->Transfer.TransferSize; Done += PAGE_SIZE) {
    PUCHAR Source = Args->Transfer.Source.SegmentId == 0 ? System + Done : PageAt(Adapter, From + Done);
    PUCHAR Destination = Args->Transfer.Destination.SegmentId == 0 ? System + Done : PageAt(Adapter, To + Done);
    if (Source != NULL && Destination != NULL) RtlCopyMemory(Destination, Source, PAGE_SIZE);
  }
  return STATUS_SUCCESS;
}

static VOID Fill(ADAPTER* Adapter, const DXGKARG_BUILDPAGINGBUFFER* Args) {
  SIZE_T Done, i;
  for (Done = 0; Done < Args->Fill.FillSize; Done += PAGE_SIZE) {
    PULONG Page = (PULONG)PageAt(Adapter, Args->Fill.Destination.SegmentAddress.QuadPart + Done);
    for (i = 0; Page != NULL && i < PAGE_SIZE / sizeof(ULONG); i++) Page[i] = Args->Fill.FillPattern;
  }
}

static NTSTATUS APIENTRY IndexedPaging(IN_CONST_HANDLE hAdapter, IN_PDXGKARG_BUILDPAGINGBUFFER Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PUCHAR System;
  SIZE_T i;
  PAGED_CODE();
  switch (Args->Operation) {
    case DXGK_OPERATION_TRANSFER:
      return Transfer(Adapter, Args);
    case DXGK_OPERATION_FILL:
      Fill(Adapter, Args);
      return STATUS_SUCCESS;
    case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
      System = SystemMemory(Args->MapApertureSegment.pMdl);
      if (System == NULL) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
      System += (SIZE_T)Args->MapApertureSegment.MdlOffset * PAGE_SIZE;
      for (i = 0; i < Args->MapApertureSegment.NumberOfPages; i++)
        Adapter->Aperture[Args->MapApertureSegment.OffsetInPages + i] = System + i * PAGE_SIZE;
      return STATUS_SUCCESS;
    case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
      SetDummy(Adapter, Args->UnmapApertureSegment.DummyPage);
      for (i = 0; i < Args->UnmapApertureSegment.NumberOfPages; i++)
        Adapter->Aperture[Args->UnmapApertureSegment.OffsetInPages + i] = NULL;
      return STATUS_SUCCESS;
    default: /* page tables, which the engine does not walk */
      return STATUS_SUCCESS;
  }
}

/* The adapter. */

static NTSTATUS APIENTRY IndexedAddDevice(IN_CONST_PDEVICE_OBJECT Physical, OUT_PPVOID Context) {
  ADAPTER* Adapter;
  UNREFERENCED_PARAMETER(Physical);
  PAGED_CODE();
  Adapter = (ADAPTER*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Adapter), INDEXED_TAG);
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  RtlZeroMemory(Adapter, sizeof(*Adapter));
  Adapter->Memory = (PUCHAR)ExAllocatePoolWithTag(NonPagedPoolNx, MEMORY_BYTES, INDEXED_TAG);
  if (Adapter->Memory == NULL) {
    ExFreePoolWithTag(Adapter, INDEXED_TAG);
    return STATUS_NO_MEMORY;
  }
  *Context = Adapter;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedStart(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Start, IN_PDXGKRNL_INTERFACE Dxgk,
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

static NTSTATUS APIENTRY IndexedStop(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  PAGED_CODE();
  if (Adapter->Dummy != NULL) MmUnmapIoSpace(Adapter->Dummy, PAGE_SIZE);
  Adapter->Dummy = NULL;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedRemove(IN_CONST_PVOID Context) {
  PAGED_CODE();
  ExFreePoolWithTag(((ADAPTER*)Context)->Memory, INDEXED_TAG);
  ExFreePoolWithTag((PVOID)Context, INDEXED_TAG);
  return STATUS_SUCCESS;
}

static VOID APIENTRY IndexedDpc(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

/* The aperture, and memory behind it for page tables. */
static NTSTATUS QuerySegments(DXGK_QUERYSEGMENTOUT4* Out) {
  DXGK_SEGMENTDESCRIPTOR4 Memory;
  if (Out->pSegmentDescriptor != NULL) {
    AnswerSegment4(Out);
    RtlZeroMemory(&Memory, sizeof(Memory));
    Memory.Flags.ApplicationTarget = 1;
    Memory.BaseAddress.QuadPart = MEMORY_BASE;
    Memory.Size = MEMORY_BYTES;
    Memory.CommitLimit = MEMORY_BYTES;
    RtlCopyMemory((PUCHAR)Out->pSegmentDescriptor + Out->SegmentDescriptorStride, &Memory, sizeof(Memory));
  }
  Out->NbSegment = 2;
  return STATUS_SUCCESS;
}

static NTSTATUS QueryCaps(DXGK_DRIVERCAPS* Caps) {
  DescribeCaps(Caps, DXGKDDI_WDDMv2_1);
  Caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
  Caps->MemoryManagementCaps.GpuMmuSupported = 1;
  return STATUS_SUCCESS;
}

static NTSTATUS QueryMmu(DXGK_GPUMMUCAPS* Caps) {
  RtlZeroMemory(Caps, sizeof(*Caps));
  Caps->PageTableUpdateMode = DXGK_PAGETABLEUPDATE_GPU_PHYSICAL;
  Caps->VirtualAddressBitCount = 32;
  Caps->PageTableLevelCount = 2;
  return STATUS_SUCCESS;
}

static NTSTATUS QueryLevel(DXGK_PAGE_TABLE_LEVEL_DESC* Level) {
  RtlZeroMemory(Level, sizeof(*Level));
  Level->PageTableIndexBitCount = 10;
  Level->PageTableSegmentId = 2;
  Level->PagingProcessPageTableSegmentId = 2;
  Level->PageTableSizeInBytes = 2 * PAGE_SIZE;
  return STATUS_SUCCESS;
}

#define ANSWER(TYPE, FUNCTION) \
  (Args->OutputDataSize < sizeof(TYPE) ? STATUS_BUFFER_TOO_SMALL : FUNCTION((TYPE*)Args->pOutputData))

static NTSTATUS APIENTRY IndexedQuery(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  switch (Args->Type) {
    case DXGKQAITYPE_DRIVERCAPS:
      return ANSWER(DXGK_DRIVERCAPS, QueryCaps);
    case DXGKQAITYPE_QUERYSEGMENT4:
      return ANSWER(DXGK_QUERYSEGMENTOUT4, QuerySegments);
    case DXGKQAITYPE_GPUMMUCAPS:
      return ANSWER(DXGK_GPUMMUCAPS, QueryMmu);
    case DXGKQAITYPE_PAGETABLELEVELDESC:
      return ANSWER(DXGK_PAGE_TABLE_LEVEL_DESC, QueryLevel);
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

/* Processes, devices and contexts. */

static NTSTATUS APIENTRY IndexedCreateProcess(IN_CONST_HANDLE hAdapter, IN_PDXGKARG_CREATEPROCESS Args) {
  PAGED_CODE();
  Args->hKmdProcess = TakeSlot(KIND_PROCESS, (ADAPTER*)hAdapter, NULL);
  return Args->hKmdProcess == NULL ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedDestroyProcess(IN_CONST_HANDLE hAdapter, IN_CONST_HANDLE hProcess) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  FreeSlot(hProcess, KIND_PROCESS);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedCreateDevice(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEDEVICE Args) {
  HANDLE Device = TakeSlot(KIND_DEVICE, (ADAPTER*)hAdapter, NULL);
  PAGED_CODE();
  if (Device == NULL) return STATUS_NO_MEMORY;
  Args->hDevice = Device;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedDestroyDevice(IN_CONST_HANDLE hDevice) {
  PAGED_CODE();
  FreeSlot(hDevice, KIND_DEVICE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedCreateContext(IN_CONST_HANDLE hDevice, INOUT_PDXGKARG_CREATECONTEXT Args) {
  HANDLE Context;
  PAGED_CODE();
  if (Args->NodeOrdinal != 0) return STATUS_INVALID_PARAMETER;
  Context = TakeSlot(KIND_CONTEXT, SlotOf(hDevice, KIND_DEVICE)->Adapter, NULL);
  if (Context == NULL) return STATUS_NO_MEMORY;
  Args->hContext = Context;
  DescribeContext(&Args->ContextInfo);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedDestroyContext(IN_CONST_HANDLE hContext) {
  PAGED_CODE();
  FreeSlot(hContext, KIND_CONTEXT);
  return STATUS_SUCCESS;
}

/* The engine walks no page tables: it names no addresses. */
static SIZE_T APIENTRY IndexedRootSize(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_GETROOTPAGETABLESIZE Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  return (Args->NumberOfPte * sizeof(UINT64) + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

static VOID APIENTRY IndexedSetRoot(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SETROOTPAGETABLE Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
}

static NTSTATUS APIENTRY IndexedValidate(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_VALIDATEUPDATEALLOCPROPERTY Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  return Args->SetAccessedPhysically ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedNode(IN_CONST_HANDLE hAdapter, UINT Node, OUT_PDXGKARG_GETNODEMETADATA Out) {
  const NTSTATUS Status = OneNode(hAdapter, Node, Out);
  if (NT_SUCCESS(Status)) Out->GpuMmuSupported = TRUE;
  return Status;
}

/* Allocations. */

static NTSTATUS CreateOne(ADAPTER* Adapter, DXGK_ALLOCATIONINFO* Info) {
  HANDLE Allocation;
  SURFACE Surface;
  if (!ReadSurface(Info->pPrivateDriverData, Info->PrivateDriverDataSize, &Surface)) return STATUS_INVALID_PARAMETER;
  Allocation = TakeSlot(KIND_ALLOCATION, Adapter, &Surface);
  if (Allocation == NULL) return STATUS_NO_MEMORY;
  DescribeSurface(&Surface, Info);
  Info->FlagsWddm2.AccessedPhysically = 1; /* contexts without virtual addresses are taken too */
  Info->hAllocation = Allocation;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION Args) {
  HANDLE Resource = NULL;
  NTSTATUS Status = STATUS_SUCCESS;
  UINT i;
  PAGED_CODE();
  if (Args->Flags.Resource && Args->hResource == NULL) {
    Resource = TakeSlot(KIND_RESOURCE, (ADAPTER*)hAdapter, NULL);
    if (Resource == NULL) return STATUS_NO_MEMORY;
  }
  for (i = 0; i < Args->NumAllocations; i++) {
    Status = CreateOne((ADAPTER*)hAdapter, &Args->pAllocationInfo[i]);
    if (!NT_SUCCESS(Status)) break;
  }
  if (NT_SUCCESS(Status)) {
    if (Resource != NULL) Args->hResource = Resource;
    return STATUS_SUCCESS;
  }
  while (i-- > 0) FreeSlot(Args->pAllocationInfo[i].hAllocation, KIND_ALLOCATION);
  if (Resource != NULL) FreeSlot(Resource, KIND_RESOURCE);
  return Status;
}

static NTSTATUS APIENTRY IndexedDestroyAllocation(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) FreeSlot(Args->pAllocationList[i], KIND_ALLOCATION);
  if (Args->Flags.DestroyResource) FreeSlot(Args->hResource, KIND_RESOURCE);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedDescribe(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  DescribeDescription(&SlotOf(Args->hAllocation, KIND_ALLOCATION)->Surface, Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedOpen(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION Args) {
  UINT i;
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) {
    HANDLE Opening = TakeSlot(KIND_OPENING, SlotOf(hDevice, KIND_DEVICE)->Adapter, NULL);
    if (Opening == NULL) {
      while (i-- > 0) FreeSlot(Args->pOpenAllocation[i].hDeviceSpecificAllocation, KIND_OPENING);
      return STATUS_NO_MEMORY;
    }
    Args->pOpenAllocation[i].hDeviceSpecificAllocation = Opening;
  }
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedClose(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION Args) {
  UINT i;
  UNREFERENCED_PARAMETER(hDevice);
  PAGED_CODE();
  for (i = 0; i < Args->NumAllocations; i++) FreeSlot(Args->pOpenHandleList[i], KIND_OPENING);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY IndexedRender(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
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
  KeInitializeSpinLock(&SlotLock);
  Table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&Table);
  Table.DxgkDdiAddDevice = IndexedAddDevice;
  Table.DxgkDdiStartDevice = IndexedStart;
  Table.DxgkDdiStopDevice = IndexedStop;
  Table.DxgkDdiRemoveDevice = IndexedRemove;
  Table.DxgkDdiDpcRoutine = IndexedDpc;
  Table.DxgkDdiQueryAdapterInfo = IndexedQuery;
  Table.DxgkDdiGetNodeMetadata = IndexedNode;
  Table.DxgkDdiCreateDevice = IndexedCreateDevice;
  Table.DxgkDdiDestroyDevice = IndexedDestroyDevice;
  Table.DxgkDdiCreateContext = IndexedCreateContext;
  Table.DxgkDdiDestroyContext = IndexedDestroyContext;
  Table.DxgkDdiCreateAllocation = IndexedCreateAllocation;
  Table.DxgkDdiDestroyAllocation = IndexedDestroyAllocation;
  Table.DxgkDdiDescribeAllocation = IndexedDescribe;
  Table.DxgkDdiOpenAllocation = IndexedOpen;
  Table.DxgkDdiCloseAllocation = IndexedClose;
  Table.DxgkDdiRender = IndexedRender;
  Table.DxgkDdiSubmitCommand = IndexedSubmit;
  Table.DxgkDdiPreemptCommand = IndexedPreempt;
  Table.DxgkDdiQueryCurrentFence = IndexedCurrentFence;
  Table.DxgkDdiResetEngine = IndexedResetEngine;
  Table.DxgkDdiResetFromTimeout = IndexedReset;
  Table.DxgkDdiRestartFromTimeout = IndexedRestart;
  Table.DxgkDdiCollectDbgInfo = IndexedDebug;
  Table.DxgkDdiBuildPagingBuffer = IndexedPaging;
  Table.DxgkDdiCreateProcess = IndexedCreateProcess;
  Table.DxgkDdiDestroyProcess = IndexedDestroyProcess;
  Table.DxgkDdiGetRootPageTableSize = IndexedRootSize;
  Table.DxgkDdiSetRootPageTable = IndexedSetRoot;
  Table.DxgkDdiSubmitCommandVirtual = IndexedSubmitVirtual;
  Table.DxgkDdiValidateUpdateAllocationProperty = IndexedValidate;
  return DxgkInitialize(Driver, RegistryPath, &Table);
}
