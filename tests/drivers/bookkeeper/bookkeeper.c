/* A render-only miniport without hardware that does nothing but allocations, properly, and keeps books of them. */
#include <ntddk.h>
#include <dispmprt.h>
#include "book.h"

#define TAG_ADAPTER 'AkoB'
#define TAG_PROCESS 'PkoB'
#define TAG_DEVICE 'DkoB'
#define TAG_CONTEXT 'CkoB'
#define TAG_ALLOCATION 'MkoB'
#define TAG_RESOURCE 'RkoB'
#define TAG_BINDING 'BkoB'
#define TAG_HANDLES 'HkoB'

#define SEGMENT_APERTURE 1
#define SEGMENT_LOCAL 2

#define MAX_HANDLES 64
#define BLOCK_ALLOCATIONS 16

typedef struct _ADAPTER {
  DXGKRNL_INTERFACE Dxgk;
  DXGK_DEVICE_INFO Info;
  BOOK Book;
  HANDLE LastProcess;
  D3DKMT_HANDLE* Handles;     /* only with a fault */
  struct _ALLOCATION* Block;  /* only with BOOK_ONE_BLOCK */
  struct _BINDING* Closed;    /* only with BOOK_FREE_LIST */
} ADAPTER;

typedef struct _DEVICE {
  ULONG Tag;
  ADAPTER* Adapter;
  LONG Bindings;
} DEVICE;

typedef struct _GPU_CONTEXT {
  ULONG Tag;
  DEVICE* Device;
} GPU_CONTEXT;

typedef struct _RESOURCE {
  ULONG Tag;
  LONG Members;
} RESOURCE;

typedef struct _ALLOCATION {
  ULONG Tag;
  LONG Bindings;
  RESOURCE* Resource;
  DEVICE* Opener; /* only with a fault */
  struct _BINDING* Shared; /* only with BOOK_COUNTED */
} ALLOCATION;

typedef struct _BINDING {
  ULONG Tag;
  DEVICE* Device;
  ALLOCATION* Allocation;
  LONG Openings;
  struct _BINDING* Next; /* on the list of those that were closed */
} BINDING;

static VOID Wrong(ADAPTER* Adapter) { InterlockedIncrement(&Adapter->Book.Errors); }

/* The fault that is set, for this element; it happens once. */
static BOOLEAN Fails(ADAPTER* Adapter, BOOK_FAULT Fault, ULONG Index) {
  if (Adapter->Book.Fault != (ULONG)Fault || Adapter->Book.FaultAt != Index) return FALSE;
  Adapter->Book.Fault = BOOK_FAULT_NONE;
  return TRUE;
}

/* The same for mistakes of a whole call. */
static BOOLEAN Errs(ADAPTER* Adapter, BOOK_FAULT Fault) { return Fails(Adapter, Fault, Adapter->Book.FaultAt); }

static VOID CallBack(ADAPTER* Adapter, BOOK_ENTRY Entry, CONST VOID* Arguments) {
  if (Fails(Adapter, BOOK_FAULT_CALLS_BACK, Entry)) Adapter->Book.Callback((VOID*)Arguments);
}

static PVOID Make(SIZE_T Size, ULONG Tag) {
  PVOID Block = ExAllocatePoolWithTag(NonPagedPoolNx, Size, Tag);
  if (Block == NULL) return NULL;
  RtlZeroMemory(Block, Size);
  *(ULONG*)Block = Tag;
  return Block;
}

NTSTATUS BookAddDevice(IN_CONST_PDEVICE_OBJECT PhysicalDeviceObject, OUT_PPVOID MiniportDeviceContext) {
  UNREFERENCED_PARAMETER(PhysicalDeviceObject);
  PAGED_CODE();
  *MiniportDeviceContext = Make(sizeof(ADAPTER), TAG_ADAPTER);
  return *MiniportDeviceContext != NULL ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

NTSTATUS BookStartDevice(IN_CONST_PVOID Context, IN_PDXGK_START_INFO StartInfo, IN_PDXGKRNL_INTERFACE Dxgk,
                         OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  UNREFERENCED_PARAMETER(StartInfo);
  PAGED_CODE();
  Adapter->Dxgk = *Dxgk;
#ifdef BOOK_SOURCES
  *Sources = BOOK_SOURCES;
#else
  *Sources = 0;
#endif
  *Children = 0;
  return Dxgk->DxgkCbGetDeviceInformation(Dxgk->DeviceHandle, &Adapter->Info);
}

NTSTATUS BookStopDevice(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  PAGED_CODE();
  if (Adapter->Book.Devices != 0 || Adapter->Book.Allocations != 0) Wrong(Adapter);
  if (Adapter->Block != NULL) ExFreePoolWithTag(Adapter->Block, TAG_ALLOCATION);
  Adapter->Block = NULL;
  while (Adapter->Closed != NULL) {
    BINDING* Next = Adapter->Closed->Next;
    ExFreePoolWithTag(Adapter->Closed, TAG_BINDING);
    Adapter->Closed = Next;
  }
  return STATUS_SUCCESS;
}

NTSTATUS BookRemoveDevice(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  PAGED_CODE();
  if (Adapter->Handles != NULL) ExFreePoolWithTag(Adapter->Handles, TAG_HANDLES);
  ExFreePoolWithTag((PVOID)Context, TAG_ADAPTER);
  return STATUS_SUCCESS;
}

VOID BookUnload(VOID) {}

BOOLEAN BookInterruptRoutine(IN_CONST_PVOID Context, IN_ULONG MessageNumber) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(MessageNumber);
  return FALSE;
}

VOID BookDpcRoutine(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

VOID BookResetDevice(IN_CONST_PVOID Context) { UNREFERENCED_PARAMETER(Context); }

NTSTATUS BookSetPowerState(IN_CONST_PVOID Context, IN_ULONG Uid, IN_DEVICE_POWER_STATE State, IN_POWER_ACTION Action) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Uid);
  UNREFERENCED_PARAMETER(State);
  UNREFERENCED_PARAMETER(Action);
  return STATUS_SUCCESS;
}

static VOID FillCaps(DXGK_DRIVERCAPS* Caps) {
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 && !defined(BOOK_OLD_MODEL)
  Caps->WDDMVersion = DXGKDDI_WDDMv2;
#else
  Caps->WDDMVersion = DXGKDDI_WDDMv1_3;
#endif
  Caps->HighestAcceptableAddress.QuadPart = -1;
  Caps->GpuEngineTopology.NbAsymetricProcessingNodes = 2;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3 && !defined(BOOK_NO_CROSS_ADAPTER)
  Caps->MemoryManagementCaps.CrossAdapterResource = 1;
#endif
#ifdef BOOK_MAP_APERTURE2
  Caps->MemoryManagementCaps.MapAperture2Supported = 1;
#endif
#ifndef BOOK_NO_CONTEXTS
  Caps->SchedulingCaps.MultiEngineAware = 1;
#endif
}

static VOID QuerySegments(DXGK_QUERYSEGMENTOUT3* Out) {
  DXGK_SEGMENTDESCRIPTOR3* Segment = Out->pSegmentDescriptor;
  Out->NbSegment = 2;
  if (Segment == NULL) return;
  Segment[0].Flags.Aperture = 1;
  Segment[0].Flags.CacheCoherent = 1;
  Segment[0].BaseAddress.QuadPart = 0x100000000;
  Segment[0].Size = Segment[0].CommitLimit = 0x10000000;
#ifdef BOOK_LARGE_PAGES
  Segment[1].Flags.Use64KBPages = 1;
#endif
#ifndef BOOK_HIDDEN_SEGMENT
  Segment[1].Flags.CpuVisible = 1;
#endif
  Segment[1].Size = Segment[1].CommitLimit = 0x4000000;
  Out->PagingBufferSize = PAGE_SIZE;
}

#include "variants.h"

NTSTATUS APIENTRY BookQueryAdapterInfo(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PAGED_CODE();
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2
  if (Query->Type == DXGKQAITYPE_UMDRIVERPRIVATE && Errs(Adapter, BOOK_FAULT_READS_PROCESS) &&
      *(volatile ULONG*)Query->hKmdProcessHandle != TAG_PROCESS)
    Wrong(Adapter);
#else
  UNREFERENCED_PARAMETER(Adapter);
#endif
  switch (Query->Type) {
    case DXGKQAITYPE_DRIVERCAPS:
      FillCaps((DXGK_DRIVERCAPS*)Query->pOutputData);
      return STATUS_SUCCESS;
    case DXGKQAITYPE_QUERYSEGMENT3:
      QuerySegments((DXGK_QUERYSEGMENTOUT3*)Query->pOutputData);
      return STATUS_SUCCESS;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0
    case DXGKQAITYPE_QUERYSEGMENT4:
      QuerySegments4((DXGK_QUERYSEGMENTOUT4*)Query->pOutputData);
      return STATUS_SUCCESS;
#endif
    case DXGKQAITYPE_UMDRIVERPRIVATE:
      if (Query->OutputDataSize < sizeof(ULONG)) return STATUS_INVALID_PARAMETER;
      *(ULONG*)Query->pOutputData = BOOK_MAGIC;
      return STATUS_SUCCESS;
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

NTSTATUS APIENTRY BookGetNodeMetadata(IN_CONST_HANDLE hAdapter, UINT Node, OUT_PDXGKARG_GETNODEMETADATA Metadata) {
  UNREFERENCED_PARAMETER(hAdapter);
  Metadata->EngineType = Node == 0 ? DXGK_ENGINE_TYPE_3D : DXGK_ENGINE_TYPE_COPY;
  return STATUS_SUCCESS;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0
NTSTATUS APIENTRY BookCreateProcess(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEPROCESS Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PAGED_CODE();
#ifdef BOOK_NO_PROCESSES
  return STATUS_NOT_IMPLEMENTED;
#endif
  Args->hKmdProcess = Make(sizeof(ULONG), TAG_PROCESS);
  if (Args->hKmdProcess == NULL) return STATUS_NO_MEMORY;
  Adapter->LastProcess = Args->hDxgkProcess;
  InterlockedIncrement(&Adapter->Book.Processes);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookDestroyProcess(IN_CONST_HANDLE hAdapter, IN_CONST_HANDLE hKmdProcess) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PAGED_CODE();
  if (*(ULONG*)hKmdProcess != TAG_PROCESS) Wrong(Adapter);
  InterlockedDecrement(&Adapter->Book.Processes);
  ExFreePoolWithTag((PVOID)hKmdProcess, TAG_PROCESS);
  return STATUS_SUCCESS;
}
#endif

NTSTATUS APIENTRY BookCreateDevice(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEDEVICE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  DEVICE* Device;
  PAGED_CODE();
  if (Fails(Adapter, BOOK_FAULT_DEVICE_FAILS, 0)) return STATUS_NO_MEMORY;
  if (Fails(Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DEVICE)) return STATUS_UNSUCCESSFUL;
  if (Errs(Adapter, BOOK_FAULT_GIVEN_DEVICE)) return STATUS_SUCCESS;
  Device = Make(sizeof(*Device), TAG_DEVICE);
  if (Device == NULL) return STATUS_NO_MEMORY;
  Device->Adapter = Adapter;
#ifdef BOOK_NO_CONTEXTS
  Args->pInfo->DmaBufferSize = PAGE_SIZE;
  Args->pInfo->AllocationListSize = 16;
  Args->pInfo->PatchLocationListSize = 16;
#endif
  InterlockedIncrement(&Adapter->Book.Devices);
  Args->hDevice = Device;
  CallBack(Adapter, BOOK_ENTRY_DEVICE, Args);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookDestroyDevice(IN_CONST_HANDLE hDevice) {
  DEVICE* Device = (DEVICE*)hDevice;
  PAGED_CODE();
  if (Device->Tag != TAG_DEVICE || Device->Bindings != 0) Wrong(Device->Adapter);
  InterlockedDecrement(&Device->Adapter->Book.Devices);
  if (Errs(Device->Adapter, BOOK_FAULT_KEEPS_DEVICE)) return STATUS_SUCCESS;
  ExFreePoolWithTag(Device, TAG_DEVICE);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookCreateContext(IN_CONST_HANDLE hDevice, INOUT_PDXGKARG_CREATECONTEXT Args) {
  DEVICE* Device = (DEVICE*)hDevice;
  GPU_CONTEXT* Context;
  PAGED_CODE();
  if (Fails(Device->Adapter, BOOK_FAULT_CONTEXT_FAILS, 0)) return STATUS_NO_MEMORY;
  if (Fails(Device->Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_CONTEXT)) return STATUS_UNSUCCESSFUL;
  Context = Make(sizeof(*Context), TAG_CONTEXT);
  if (Context == NULL) return STATUS_NO_MEMORY;
  Context->Device = Device;
  InterlockedIncrement(&Device->Adapter->Book.Contexts);
  Args->hContext = Context;
  Args->ContextInfo.DmaBufferSize = PAGE_SIZE;
  Args->ContextInfo.AllocationListSize = 16;
  Args->ContextInfo.PatchLocationListSize = 16;
  CallBack(Device->Adapter, BOOK_ENTRY_CONTEXT, Args);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookDestroyContext(IN_CONST_HANDLE hContext) {
  GPU_CONTEXT* Context = (GPU_CONTEXT*)hContext;
  PAGED_CODE();
  if (Context->Tag != TAG_CONTEXT) Wrong(Context->Device->Adapter);
  InterlockedDecrement(&Context->Device->Adapter->Book.Contexts);
  if (Errs(Context->Device->Adapter, BOOK_FAULT_KEEPS_CONTEXT)) return STATUS_SUCCESS;
  ExFreePoolWithTag(Context, TAG_CONTEXT);
  return STATUS_SUCCESS;
}

/* Everything in a client's private data may be wrong. */
static NTSTATUS Describe(DXGK_ALLOCATIONINFO* Info) {
  BOOK_ALLOCATION Wanted;
  if (Info->pPrivateDriverData == NULL || Info->PrivateDriverDataSize < sizeof(Wanted)) return STATUS_INVALID_PARAMETER;
  Wanted = *(BOOK_ALLOCATION*)Info->pPrivateDriverData;
  if (Wanted.Magic == BOOK_MAGIC_NEWER) return STATUS_GRAPHICS_DRIVER_MISMATCH;
  if (Wanted.Magic != BOOK_MAGIC || Wanted.Size == 0) return STATUS_INVALID_PARAMETER;
  if (Wanted.Segments == 0) Wanted.Segments = SEGMENT_APERTURE | SEGMENT_LOCAL;
  if ((Wanted.Segments & ~(SEGMENT_APERTURE | SEGMENT_LOCAL)) != 0) return STATUS_INVALID_PARAMETER;
  Info->Alignment = PAGE_SIZE;
  Info->Size = Wanted.Size;
  Info->SupportedReadSegmentSet = Wanted.Segments;
  Info->SupportedWriteSegmentSet = Wanted.Segments;
  Info->PreferredSegment.SegmentId0 = (Wanted.Segments & SEGMENT_LOCAL) != 0 ? 2 : 1;
  Info->AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  Info->Flags.Value = Wanted.Flags & ~BOOK_INVISIBLE;
  Info->Flags.CpuVisible = (Wanted.Flags & BOOK_INVISIBLE) == 0;
  return STATUS_SUCCESS;
}

static NTSTATUS MakeOne(ADAPTER* Adapter, DXGK_ALLOCATIONINFO* Info, RESOURCE* Resource) {
  ALLOCATION* Allocation;
  NTSTATUS Status = Describe(Info);
  if (!NT_SUCCESS(Status)) return Status;
  Allocation = NewAllocation(Adapter);
  if (Allocation == NULL) return STATUS_NO_MEMORY;
  Allocation->Resource = Resource;
  if (Resource != NULL) InterlockedIncrement(&Resource->Members);
  InterlockedIncrement(&Adapter->Book.Allocations);
  Info->hAllocation = Allocation;
  return STATUS_SUCCESS;
}

static VOID EndOne(ADAPTER* Adapter, ALLOCATION* Allocation) {
  if (Allocation->Tag != TAG_ALLOCATION || Allocation->Bindings != 0) Wrong(Adapter);
  if (Allocation->Resource != NULL) InterlockedDecrement(&Allocation->Resource->Members);
  InterlockedDecrement(&Adapter->Book.Allocations);
  Allocation->Tag = 0;
  if (Errs(Adapter, BOOK_FAULT_KEEPS_ALLOCATION)) return;
  FreeAllocation(Allocation);
}

static VOID EndResource(ADAPTER* Adapter, RESOURCE* Resource) {
  if (Resource->Tag != TAG_RESOURCE || Resource->Members != 0) Wrong(Adapter);
  InterlockedDecrement(&Adapter->Book.Resources);
  Resource->Tag = 0;
  if (Errs(Adapter, BOOK_FAULT_KEEPS_RESOURCE)) return;
  ExFreePoolWithTag(Resource, TAG_RESOURCE);
}

NTSTATUS APIENTRY BookCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  RESOURCE* Resource = (RESOURCE*)Args->hResource;
  NTSTATUS Status = STATUS_SUCCESS;
  UINT i;
  PAGED_CODE();
  InterlockedIncrement(&Adapter->Book.CreateCalls);
  Adapter->Book.CreateCount = Args->NumAllocations;
  Adapter->Book.CreateFlags = Args->Flags.Value;
  Adapter->Book.CreateHadResource = Resource != NULL;
  if (Adapter->Book.Fault == BOOK_FAULT_CREATE_CRASHES) *(volatile ULONG*)8 = 1;
  if (Fails(Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_CREATE)) return STATUS_UNSUCCESSFUL;
  if (Args->Flags.Resource && Resource == NULL) {
    Resource = Make(sizeof(*Resource), TAG_RESOURCE);
    if (Resource == NULL) return STATUS_NO_MEMORY;
    InterlockedIncrement(&Adapter->Book.Resources);
  }
  for (i = 0; i < Args->NumAllocations && NT_SUCCESS(Status); i++) {
    Status = Fails(Adapter, BOOK_FAULT_CREATE_FAILS, i) ? STATUS_NO_MEMORY
                                                        : MakeOne(Adapter, &Args->pAllocationInfo[i], Resource);
    if (NT_SUCCESS(Status)) continue;
    while (i-- > 0) EndOne(Adapter, (ALLOCATION*)Args->pAllocationInfo[i].hAllocation);
    if (Resource != NULL && Args->hResource == NULL) EndResource(Adapter, Resource);
    return Status;
  }
  Args->hResource = Resource;
  CallBack(Adapter, BOOK_ENTRY_CREATE, Args);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookDestroyAllocation(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  UINT i;
  PAGED_CODE();
  InterlockedIncrement(&Adapter->Book.DestroyCalls);
  Adapter->Book.DestroyCount = Args->NumAllocations;
  Adapter->Book.DestroyFlags = Args->Flags.Value;
  Adapter->Book.DestroyHadResource = Args->hResource != NULL;
  if (Adapter->Book.Fault == BOOK_FAULT_EMPTY_LIST && ((ALLOCATION*)Args->pAllocationList[0])->Tag != TAG_ALLOCATION)
    Wrong(Adapter);
  for (i = 0; i < Args->NumAllocations; i++) EndOne(Adapter, (ALLOCATION*)Args->pAllocationList[i]);
  if (Args->Flags.DestroyResource) EndResource(Adapter, (RESOURCE*)Args->hResource);
  if (Args->hResource != NULL && Errs(Adapter, BOOK_FAULT_FREES_RESOURCE))
    ExFreePoolWithTag(Args->hResource, TAG_RESOURCE);
  CallBack(Adapter, BOOK_ENTRY_DESTROY, Args);
  if (Fails(Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DESTROY)) return STATUS_UNSUCCESSFUL;
  return STATUS_SUCCESS;
}

static VOID CloseOne(BINDING* Binding) {
  ADAPTER* Adapter = Binding->Device->Adapter;
  if (Binding->Tag != TAG_BINDING || Binding->Allocation->Tag != TAG_ALLOCATION) Wrong(Adapter);
  if (--Binding->Openings > 0 && !Errs(Adapter, BOOK_FAULT_FREES_SHARED)) return;
  Binding->Allocation->Shared = NULL;
  InterlockedDecrement(&Binding->Allocation->Bindings);
  InterlockedDecrement(&Binding->Device->Bindings);
  InterlockedDecrement(&Adapter->Book.Bindings);
  Binding->Tag = 0;
  if (Errs(Adapter, BOOK_FAULT_FREES_ALLOCATION)) FreeAllocation(Binding->Allocation);
  if (Errs(Adapter, BOOK_FAULT_KEEPS_BINDING)) return;
#ifdef BOOK_FREE_LIST
  Binding->Next = Adapter->Closed;
  Adapter->Closed = Binding;
#else
  ExFreePoolWithTag(Binding, TAG_BINDING);
#endif
}

static NTSTATUS OpenOne(DEVICE* Device, DXGK_OPENALLOCATIONINFO* Info, BOOLEAN Create) {
  DXGKARGCB_GETHANDLEDATA Data = {0};
  BINDING* Binding;
  Data.hObject = Info->hAllocation;
  Data.Type = DXGK_HANDLE_ALLOCATION;
  Binding = Make(sizeof(*Binding), TAG_BINDING);
  if (Binding == NULL) return STATUS_NO_MEMORY;
  Binding->Openings = 1;
  Binding->Device = Device;
  Binding->Allocation = (ALLOCATION*)Device->Adapter->Dxgk.DxgkCbGetHandleData(&Data);
  if (Binding->Allocation == NULL || Binding->Allocation->Tag != TAG_ALLOCATION) {
    Wrong(Device->Adapter);
    ExFreePoolWithTag(Binding, TAG_BINDING);
    return STATUS_INVALID_PARAMETER;
  }
  if (Errs(Device->Adapter, BOOK_FAULT_ONE_HANDLE)) {
    Info->hDeviceSpecificAllocation = Binding->Allocation;
    ExFreePoolWithTag(Binding, TAG_BINDING);
    return STATUS_SUCCESS;
  }
#ifdef BOOK_COUNTED
  if (Binding->Allocation->Shared != NULL && Binding->Allocation->Shared->Device == Device) {
    BINDING* Shared = Binding->Allocation->Shared;
    ExFreePoolWithTag(Binding, TAG_BINDING);
    Shared->Openings++;
    Info->hDeviceSpecificAllocation = Shared;
    return STATUS_SUCCESS;
  }
  Binding->Allocation->Shared = Binding;
#endif
  InterlockedIncrement(&Binding->Allocation->Bindings);
  if (Errs(Device->Adapter, BOOK_FAULT_POINTS_AT_DEVICE)) Binding->Allocation->Opener = Device;
  InterlockedIncrement(&Device->Bindings);
  InterlockedIncrement(&Device->Adapter->Book.Bindings);
  if (Create && Info->PrivateDriverDataSize >= sizeof(BOOK_ALLOCATION))
    ((BOOK_ALLOCATION*)Info->pPrivateDriverData)->Serial = 0x5e71a1;
  Info->hDeviceSpecificAllocation = Binding;
  return STATUS_SUCCESS;
}

/* A table of the graphics kernel's handles, by which to find bindings; freed with the adapter. */
static VOID KeepHandles(ADAPTER* Adapter, CONST DXGKARG_OPENALLOCATION* Args) {
  UINT i;
  if (Adapter->Handles == NULL) Adapter->Handles = Make(MAX_HANDLES * sizeof(D3DKMT_HANDLE), TAG_HANDLES);
  for (i = 0; Adapter->Handles != NULL && i < Args->NumAllocations && i < MAX_HANDLES; i++)
    Adapter->Handles[i] = Args->pOpenAllocation[i].hAllocation;
}

NTSTATUS APIENTRY BookOpenAllocation(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_OPENALLOCATION Args) {
  DEVICE* Device = (DEVICE*)hDevice;
  BOOK* Book = &Device->Adapter->Book;
  UINT i;
  PAGED_CODE();
  InterlockedIncrement(&Book->OpenCalls);
  Book->OpenCount = Args->NumAllocations;
  Book->OpenFlags = Args->Flags.Value;
  Book->OpenGroupData = Args->PrivateDriverSize >= sizeof(ULONG) ? *(ULONG*)Args->pPrivateDriverData : 0;
  if (Fails(Device->Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_OPEN)) return STATUS_UNSUCCESSFUL;
  for (i = 0; i < Args->NumAllocations; i++) {
    NTSTATUS Status = Fails(Device->Adapter, BOOK_FAULT_OPEN_FAILS, i)
                          ? STATUS_NO_MEMORY
                          : OpenOne(Device, &Args->pOpenAllocation[i], Args->Flags.Create);
    if (NT_SUCCESS(Status)) continue;
    while (i-- > 0) CloseOne((BINDING*)Args->pOpenAllocation[i].hDeviceSpecificAllocation);
    return Status;
  }
  if (Device->Adapter->Book.Fault == BOOK_FAULT_KEEPS_HANDLES) KeepHandles(Device->Adapter, Args);
  CallBack(Device->Adapter, BOOK_ENTRY_OPEN, Args);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookCloseAllocation(IN_CONST_HANDLE hDevice, IN_CONST_PDXGKARG_CLOSEALLOCATION Args) {
  DEVICE* Device = (DEVICE*)hDevice;
  UINT i;
  PAGED_CODE();
  InterlockedIncrement(&Device->Adapter->Book.CloseCalls);
  Device->Adapter->Book.CloseCount = Args->NumAllocations;
  for (i = 0; i < Args->NumAllocations; i++) {
    BINDING* Binding = (BINDING*)Args->pOpenHandleList[i];
    if (Binding->Tag == TAG_ALLOCATION) continue; /* BOOK_FAULT_ONE_HANDLE */
    if (Binding->Device != Device) Wrong(Device->Adapter);
    CloseOne(Binding);
  }
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookDescribeAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_DESCRIBEALLOCATION Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PAGED_CODE();
  InterlockedIncrement(&Adapter->Book.DescribeCalls);
  if (((ALLOCATION*)Args->hAllocation)->Tag != TAG_ALLOCATION) Wrong(Adapter);
  if (Fails(Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DESCRIBE)) return STATUS_INVALID_PARAMETER;
  Args->Width = 64;
  Args->Height = 64;
  Args->Format = D3DDDIFMT_A8R8G8B8;
  CallBack(Adapter, BOOK_ENTRY_DESCRIBE, Args);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookStopCapture(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_STOPCAPTURE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PAGED_CODE();
  InterlockedIncrement(&Adapter->Book.StopCaptureCalls);
  if (((ALLOCATION*)Args->hAllocation)->Tag != TAG_ALLOCATION) Wrong(Adapter);
  if (Fails(Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_STOP_CAPTURE)) return STATUS_INVALID_PARAMETER;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookGetStandardAllocationDriverData(IN_CONST_HANDLE hAdapter,
                                                      INOUT_PDXGKARG_GETSTANDARDALLOCATIONDRIVERDATA Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  D3DKMDT_GDISURFACEDATA* Surface = Args->pCreateGdiSurfaceData;
  BOOK_ALLOCATION* Data = (BOOK_ALLOCATION*)Args->pAllocationPrivateDriverData;
  PAGED_CODE();
  InterlockedIncrement(&Adapter->Book.StandardCalls);
  Adapter->Book.StandardType = Args->StandardAllocationType;
  if (Adapter->Book.Fault == BOOK_FAULT_STANDARD_FAILS) return STATUS_NO_MEMORY;
  if (Adapter->Book.Fault == BOOK_FAULT_STANDARD_STATUS) return STATUS_UNSUCCESSFUL;
  if (Args->StandardAllocationType != D3DKMDT_STANDARDALLOCATION_GDISURFACE) return STATUS_NO_MEMORY;
  if (Data == NULL) {
    Args->AllocationPrivateDriverDataSize =
        Adapter->Book.Fault == BOOK_FAULT_STANDARD_NO_SIZES ? 0 : sizeof(BOOK_ALLOCATION);
    Args->ResourcePrivateDriverDataSize = 0;
    if (Adapter->Book.Fault == BOOK_FAULT_STANDARD_TOUCHES) Surface->Width = Surface->Pitch = 77;
    return STATUS_SUCCESS;
  }
  Adapter->Book.StandardWidth = Surface->Width;
  Adapter->Book.StandardHeight = Surface->Height;
  Adapter->Book.StandardFormat = Surface->Format;
  Adapter->Book.StandardSurface = Surface->Type;
  RtlZeroMemory(Data, sizeof(*Data));
  Data->Magic = BOOK_MAGIC;
  Data->Size = Surface->Width * Surface->Height;
  Data->Segments = SEGMENT_APERTURE;
  Data->Flags = 0x14; /* Cached, ExistingSysMem */
  if (Adapter->Book.Fault != BOOK_FAULT_STANDARD_NO_PITCH) Surface->Pitch = Surface->Width;
  if (Adapter->Book.Fault == BOOK_FAULT_STANDARD_SHORT_PITCH) Surface->Pitch = Surface->Width - 1;
  CallBack(Adapter, BOOK_ENTRY_STANDARD, Args);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookEscape(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_ESCAPE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  BOOK* Book = (BOOK*)Args->pPrivateDriverData;
  PAGED_CODE();
  if (Args->PrivateDriverDataSize != sizeof(*Book)) return STATUS_INVALID_PARAMETER;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2
  if (Book->Command == BOOK_ECHO && Errs(Adapter, BOOK_FAULT_READS_PROCESS) &&
      *(volatile ULONG*)Args->hKmdProcessHandle != TAG_PROCESS)
    Wrong(Adapter);
#endif
  InterlockedIncrement(&Adapter->Book.Escapes);
  switch (Book->Command) {
    case BOOK_READ:
      *Book = Adapter->Book;
      return STATUS_SUCCESS;
#ifndef BOOK_NO_FAULTS
    case BOOK_SET:
      Adapter->Book.FaultAt = Book->FaultAt;
      Adapter->Book.Callback = Book->Callback;
      Adapter->Book.Fault = Book->Fault;
      return STATUS_SUCCESS;
#endif
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
    case BOOK_SIGNAL: {
      DXGKARGCB_SIGNALEVENT Signal = {0};
      Signal.hDxgkProcess = Adapter->LastProcess;
      Signal.hEvent = Book->Event;
      return Adapter->Dxgk.DxgkCbSignalEvent(&Signal);
    }
#endif
    case BOOK_ECHO:
      Adapter->Book.EscapeFlags = Args->Flags.Value;
      Adapter->Book.EscapeHadDevice = Args->hDevice != NULL && ((DEVICE*)Args->hDevice)->Tag == TAG_DEVICE;
      Adapter->Book.EscapeHadContext = Args->hContext != NULL && ((GPU_CONTEXT*)Args->hContext)->Tag == TAG_CONTEXT;
      Book->FaultAt = ~Book->FaultAt;
      return STATUS_SUCCESS;
    default:
      Book->FaultAt = 0xdead;
      return STATUS_INVALID_PARAMETER;
  }
}

NTSTATUS APIENTRY BookPatch(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PATCH Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

typedef struct _DONE {
  ADAPTER* Adapter;
  UINT Fence;
  UINT Node;
  UINT Engine;
} DONE;

static BOOLEAN TellDone(PVOID Context) {
  const DONE* Done = (const DONE*)Context;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA Data = {0};
  Data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  Data.DmaCompleted.SubmissionFenceId = Done->Fence;
  Data.DmaCompleted.NodeOrdinal = Done->Node;
  Data.DmaCompleted.EngineOrdinal = Done->Engine;
  Done->Adapter->Dxgk.DxgkCbNotifyInterrupt(Done->Adapter->Dxgk.DeviceHandle, &Data);
  return TRUE;
}

/* There is nothing to execute: what is submitted is done. */
NTSTATUS APIENTRY BookSubmitCommand(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  DONE Done = {Adapter, Args->SubmissionFenceId, Args->NodeOrdinal, Args->EngineOrdinal};
  BOOLEAN Told;
  Adapter->Dxgk.DxgkCbSynchronizeExecution(Adapter->Dxgk.DeviceHandle, TellDone, &Done, 0, &Told);
  Adapter->Dxgk.DxgkCbQueueDpc(Adapter->Dxgk.DeviceHandle);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY BookRender(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
  UNREFERENCED_PARAMETER(hContext);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Data;
  RtlZeroMemory(&Data, sizeof(Data));
  Data.Version = DXGKDDI_INTERFACE_VERSION;
  Data.DxgkDdiAddDevice = BookAddDevice;
  Data.DxgkDdiStartDevice = BookStartDevice;
  Data.DxgkDdiStopDevice = BookStopDevice;
  Data.DxgkDdiRemoveDevice = BookRemoveDevice;
  Data.DxgkDdiUnload = BookUnload;
  Data.DxgkDdiInterruptRoutine = BookInterruptRoutine;
  Data.DxgkDdiDpcRoutine = BookDpcRoutine;
  Data.DxgkDdiResetDevice = BookResetDevice;
  Data.DxgkDdiSetPowerState = BookSetPowerState;
  Data.DxgkDdiQueryAdapterInfo = BookQueryAdapterInfo;
  Data.DxgkDdiGetNodeMetadata = BookGetNodeMetadata;
  Data.DxgkDdiCreateDevice = BookCreateDevice;
  Data.DxgkDdiDestroyDevice = BookDestroyDevice;
  Data.DxgkDdiCreateContext = BookCreateContext;
  Data.DxgkDdiDestroyContext = BookDestroyContext;
  Data.DxgkDdiCreateAllocation = BookCreateAllocation;
  Data.DxgkDdiDestroyAllocation = BookDestroyAllocation;
  Data.DxgkDdiDescribeAllocation = BookDescribeAllocation;
  Data.DxgkDdiGetStandardAllocationDriverData = BookGetStandardAllocationDriverData;
  Data.DxgkDdiOpenAllocation = BookOpenAllocation;
  Data.DxgkDdiCloseAllocation = BookCloseAllocation;
  Data.DxgkDdiStopCapture = BookStopCapture;
  Data.DxgkDdiEscape = BookEscape;
#ifdef BOOK_FORMATS
  Data.DxgkDdiSetDisplayPrivateDriverFormat = BookSetDisplayPrivateDriverFormat;
#endif
  Data.DxgkDdiPatch = BookPatch;
  Data.DxgkDdiSubmitCommand = BookSubmitCommand;
  Data.DxgkDdiRender = BookRender;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0
  Data.DxgkDdiCreateProcess = BookCreateProcess;
  Data.DxgkDdiDestroyProcess = BookDestroyProcess;
#endif
  return DxgkInitialize(DriverObject, RegistryPath, &Data);
}
