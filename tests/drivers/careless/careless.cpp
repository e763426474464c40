// A miniport with hardly a GPU whose registry key names the one mistake that it makes ("Mistake").
// For WDDM 2.1 it has a GPU MMU too.
#include <dispmprt.h>
#include <ntddk.h>

#define TAG 'lraC'

namespace {

enum Mistake : ULONG {
  kNone,
  kReadsAnswer,        // a field that it is to fill
  kReadsBehindList,    // one element too many
  kKeepsList,          // and looks at it in the next call
  kStaysBroken,        // after a creation that failed
  kNeverStartsAgain,   // after a start that failed
  kDrawsNothing,       // and says that it did
  kReadsBehindData,    // of an allocation
  kTrustsDataSize,     // and reads what was not given
  kWritesShownData,    // what was there, into what it may only read
  kReadsUnguarded,     // the client's commands
  kServesSystem,       // with a context allocation
  kAnswersTooMuch,     // of what its adapter can do
  kStumblesElsewhere,  // on a thread of its own, while it creates
  kHasNoContexts,      // no mistake: an old driver, whose devices take the work
};

constexpr UINT kMostBytes = 1 << 20;
constexpr bool kHasMmu = DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1;
constexpr UINT kSegments = kHasMmu ? 2 : 1;  // an aperture, and memory behind it
constexpr SIZE_T kSegmentBytes = 0x1000000;

struct Adapter;

Mistake mistake = kNone;
Adapter* started = nullptr;
bool is_broken = false;
DXGK_ALLOCATIONINFO* stored_list = nullptr;

struct Adapter {
  DXGKRNL_INTERFACE kernel;
  DXGK_DEVICE_INFO info;
  UINT fence;  // that is over
};

struct Object {
  ULONG kind;
};

Adapter* adapter_of(HANDLE handle) { return static_cast<Adapter*>(handle); }

Object* make() {
  return static_cast<Object*>(ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Object), TAG));
}

NTSTATUS AddDevice(CONST PDEVICE_OBJECT, PVOID* context) {
  *context = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Adapter), TAG);
  return *context == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS StartDevice(CONST PVOID context, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel,
                     PULONG sources, PULONG children) {
  auto* const adapter = static_cast<Adapter*>(context);
  if (is_broken) return STATUS_UNSUCCESSFUL;
  Object* const scratch = make();
  if (scratch == nullptr) {
    is_broken = mistake == kNeverStartsAgain;
    return STATUS_NO_MEMORY;
  }
  ExFreePoolWithTag(scratch, TAG);
  adapter->kernel = *kernel;
  started = adapter;
  *sources = *children = 0;
  return kernel->DxgkCbGetDeviceInformation(kernel->DeviceHandle, &adapter->info);
}

NTSTATUS StopDevice(CONST PVOID) { return STATUS_SUCCESS; }

NTSTATUS RemoveDevice(CONST PVOID context) {
  ExFreePoolWithTag(context, TAG);
  return STATUS_SUCCESS;
}

VOID ResetDevice(CONST PVOID) {}
VOID Unload() {}
BOOLEAN InterruptRoutine(CONST PVOID, ULONG) { return FALSE; }
VOID DpcRoutine(CONST PVOID context) {
  const DXGKRNL_INTERFACE& kernel = adapter_of(context)->kernel;
  kernel.DxgkCbNotifyDpc(kernel.DeviceHandle);
}

NTSTATUS SetPowerState(CONST PVOID, ULONG, DEVICE_POWER_STATE, POWER_ACTION) {
  return STATUS_SUCCESS;
}

template <typename Segment>
void describe_segment(Segment& segment, UINT index) {
  segment.Flags.Aperture = segment.Flags.CacheCoherent = index == 0 ? 1 : 0;
  segment.BaseAddress.QuadPart = 0x100000000 + static_cast<LONGLONG>(index * kSegmentBytes);
  segment.Size = segment.CommitLimit = kSegmentBytes;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1
NTSTATUS QueryMmu(CONST DXGKARG_QUERYADAPTERINFO* query) {
  if (query->Type == DXGKQAITYPE_QUERYSEGMENT4) {
    auto* const out = static_cast<DXGK_QUERYSEGMENTOUT4*>(query->pOutputData);
    out->NbSegment = kSegments;
    out->PagingBufferSize = PAGE_SIZE;
    for (UINT i = 0; out->pSegmentDescriptor != nullptr && i < kSegments; ++i) {
      DXGK_SEGMENTDESCRIPTOR4 segment = {};
      describe_segment(segment, i);
      segment.Flags.ApplicationTarget = 1;
      RtlCopyMemory(out->pSegmentDescriptor + i * out->SegmentDescriptorStride, &segment,
                    sizeof segment);
    }
    return STATUS_SUCCESS;
  }
  if (query->Type == DXGKQAITYPE_GPUMMUCAPS) {
    auto* const caps = static_cast<DXGK_GPUMMUCAPS*>(query->pOutputData);
    caps->PageTableUpdateMode = DXGK_PAGETABLEUPDATE_GPU_PHYSICAL;
    caps->VirtualAddressBitCount = 32;
    caps->PageTableLevelCount = 2;
    return STATUS_SUCCESS;
  }
  if (query->Type != DXGKQAITYPE_PAGETABLELEVELDESC) return STATUS_NOT_SUPPORTED;
  auto* const level = static_cast<DXGK_PAGE_TABLE_LEVEL_DESC*>(query->pOutputData);
  level->PageTableIndexBitCount = 9;
  level->PageTableSegmentId = kSegments;
  level->PageTableSizeInBytes = PAGE_SIZE;
  return STATUS_SUCCESS;
}
#else
NTSTATUS QueryMmu(CONST DXGKARG_QUERYADAPTERINFO*) { return STATUS_NOT_SUPPORTED; }
#endif

NTSTATUS QueryAdapterInfo(CONST HANDLE, CONST DXGKARG_QUERYADAPTERINFO* query) {
  if (query->Type == DXGKQAITYPE_DRIVERCAPS) {
    auto* const caps = static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
    RtlZeroMemory(caps, sizeof *caps);
    caps->WDDMVersion = DXGKDDI_WDDMv1_3;
    if (mistake == kAnswersTooMuch) caps[1].WDDMVersion = DXGKDDI_WDDMv1_3;
    caps->HighestAcceptableAddress.QuadPart = -1;
    caps->GpuEngineTopology.NbAsymetricProcessingNodes = 1;
    caps->SchedulingCaps.MultiEngineAware = mistake != kHasNoContexts;
    caps->PresentationCaps.SupportKernelModeCommandBuffer =
        mistake == kDrawsNothing || mistake == kHasNoContexts;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1
    caps->WDDMVersion = DXGKDDI_WDDMv2_1;
    caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
    caps->MemoryManagementCaps.GpuMmuSupported = 1;
#endif
    return STATUS_SUCCESS;
  }
  if (query->Type != DXGKQAITYPE_QUERYSEGMENT3) return QueryMmu(query);
  auto* const out = static_cast<DXGK_QUERYSEGMENTOUT3*>(query->pOutputData);
  out->NbSegment = 1;
  if (out->pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
  describe_segment(out->pSegmentDescriptor[0], 0);
  out->PagingBufferSize = PAGE_SIZE;
  return STATUS_SUCCESS;
}

NTSTATUS GetNodeMetadata(CONST HANDLE, UINT, DXGKARG_GETNODEMETADATA* out) {
  out->EngineType = DXGK_ENGINE_TYPE_3D;
  return STATUS_SUCCESS;
}

NTSTATUS CreateDevice(CONST HANDLE, DXGKARG_CREATEDEVICE* wanted) {
  Object* const device = make();
  if (device == nullptr) return STATUS_NO_MEMORY;
  wanted->hDevice = device;
  if (mistake == kHasNoContexts) {
    wanted->pInfo->DmaBufferSize = PAGE_SIZE;
    wanted->pInfo->AllocationListSize = wanted->pInfo->PatchLocationListSize = 16;
  }
  return STATUS_SUCCESS;
}

NTSTATUS DestroyDevice(CONST HANDLE device) {
  ExFreePoolWithTag(device, TAG);
  return STATUS_SUCCESS;
}

NTSTATUS GetStandardAllocationDriverData(CONST HANDLE,
                                         DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA* wanted) {
  UINT width = 0, height = 0;
  UINT* pitch = nullptr;
  if (wanted->StandardAllocationType == D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE) {
    width = wanted->pCreateShadowSurfaceData->Width;
    height = wanted->pCreateShadowSurfaceData->Height;
    pitch = &wanted->pCreateShadowSurfaceData->Pitch;
  } else if (wanted->StandardAllocationType == D3DKMDT_STANDARDALLOCATION_GDISURFACE) {
    width = wanted->pCreateGdiSurfaceData->Width;
    height = wanted->pCreateGdiSurfaceData->Height;
    pitch = &wanted->pCreateGdiSurfaceData->Pitch;
  } else {
    return STATUS_NO_MEMORY;
  }
  if (wanted->pAllocationPrivateDriverData == nullptr) {
    wanted->AllocationPrivateDriverDataSize = sizeof(UINT);
    return STATUS_SUCCESS;
  }
  *pitch = width * 4;
  *static_cast<UINT*>(wanted->pAllocationPrivateDriverData) = width * 4 * height;
  return STATUS_SUCCESS;
}

void look_at(const DXGK_ALLOCATIONINFO& info) {
  if (info.hAllocation != nullptr) static_cast<volatile Object*>(info.hAllocation)->kind = 1;
}

bool is_good(const DXGK_ALLOCATIONINFO& info) {
  if (info.PrivateDriverDataSize != sizeof(UINT) && mistake != kTrustsDataSize) return false;
  const auto* const data = static_cast<const volatile UINT*>(info.pPrivateDriverData);
  if (mistake == kReadsBehindData && data[2] == 0) return false;
  return data[0] != 0 && data[0] <= kMostBytes;
}

NTSTATUS describe(DXGK_ALLOCATIONINFO& info) {
  if (!is_good(info)) return STATUS_INVALID_PARAMETER;
  if (mistake == kReadsAnswer) look_at(info);
  Object* const allocation = is_broken ? nullptr : make();
  if (allocation == nullptr) {
    is_broken = mistake == kStaysBroken;
    return STATUS_NO_MEMORY;
  }
  const UINT size = *static_cast<UINT*>(info.pPrivateDriverData);
  VOID* const data = info.pPrivateDriverData;
  RtlZeroMemory(&info, sizeof info);
  info.pPrivateDriverData = data;
  info.PrivateDriverDataSize = sizeof(UINT);
  info.Size = size;
  info.SupportedReadSegmentSet = info.SupportedWriteSegmentSet = 1;
  info.PreferredSegment.SegmentId0 = 1;
  info.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  info.Flags.CpuVisible = 1;
  info.hAllocation = allocation;
  return STATUS_SUCCESS;
}

VOID stumble(PVOID nowhere) { *static_cast<volatile UINT*>(nowhere) = 1; }

void let_another_stumble() {
  HANDLE handle = nullptr;
  PVOID thread = nullptr;
  if (!NT_SUCCESS(PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, nullptr, nullptr, nullptr,
                                       stumble, nullptr)))
    return;
  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, nullptr, KernelMode, &thread, nullptr);
  ZwClose(handle);
  KeWaitForSingleObject(thread, Executive, KernelMode, FALSE, nullptr);
  ObDereferenceObject(thread);
}

NTSTATUS CreateAllocation(CONST HANDLE, DXGKARG_CREATEALLOCATION* wanted) {
  if (mistake == kStumblesElsewhere) let_another_stumble();
  if (mistake == kKeepsList && stored_list != nullptr && stored_list->Size == 0)
    return STATUS_NO_MEMORY;
  if (wanted->NumAllocations != 1) return STATUS_INVALID_PARAMETER;
  stored_list = wanted->pAllocationInfo;
  if (mistake == kReadsBehindList && stored_list[1].Size == 1) return STATUS_NO_MEMORY;
  const bool makes_resource = wanted->Flags.Resource && wanted->hResource == nullptr;
  Object* const resource = makes_resource ? make() : nullptr;
  if (makes_resource && resource == nullptr) return STATUS_NO_MEMORY;
  const NTSTATUS status = describe(wanted->pAllocationInfo[0]);
  if (!NT_SUCCESS(status)) {
    if (makes_resource) ExFreePoolWithTag(resource, TAG);
    return status;
  }
  if (makes_resource) wanted->hResource = resource;
  return STATUS_SUCCESS;
}

NTSTATUS DestroyAllocation(CONST HANDLE, CONST DXGKARG_DESTROYALLOCATION* wanted) {
  for (UINT i = 0; i < wanted->NumAllocations; ++i)
    ExFreePoolWithTag(wanted->pAllocationList[i], TAG);
  if (wanted->Flags.DestroyResource) ExFreePoolWithTag(wanted->hResource, TAG);
  return STATUS_SUCCESS;
}

NTSTATUS OpenAllocation(CONST HANDLE, CONST DXGKARG_OPENALLOCATION* wanted) {
  for (UINT i = 0; i < wanted->NumAllocations; ++i) {
    auto* const data = static_cast<volatile UINT*>(wanted->pOpenAllocation[i].pPrivateDriverData);
    if (mistake == kWritesShownData) data[0] = data[0];
    wanted->pOpenAllocation[i].hDeviceSpecificAllocation = make();
    if (wanted->pOpenAllocation[i].hDeviceSpecificAllocation != nullptr) continue;
    while (i-- > 0) ExFreePoolWithTag(wanted->pOpenAllocation[i].hDeviceSpecificAllocation, TAG);
    return STATUS_NO_MEMORY;
  }
  return STATUS_SUCCESS;
}

NTSTATUS CloseAllocation(CONST HANDLE, CONST DXGKARG_CLOSEALLOCATION* wanted) {
  for (UINT i = 0; i < wanted->NumAllocations; ++i)
    ExFreePoolWithTag(wanted->pOpenHandleList[i], TAG);
  return STATUS_SUCCESS;
}

void allocate_for(const DXGKARG_CREATECONTEXT& wanted) {
  DXGKARGCB_CREATECONTEXTALLOCATION allocation = {};
  allocation.hAdapter = started->kernel.DeviceHandle;
  allocation.hContext = wanted.hContext;
  allocation.hDriverAllocation = started;
  allocation.Size = allocation.Alignment = PAGE_SIZE;
  allocation.SupportedSegmentSet = 1;
  started->kernel.DxgkCbCreateContextAllocation(&allocation);
}

NTSTATUS CreateContext(CONST HANDLE, DXGKARG_CREATECONTEXT* wanted) {
  if (mistake == kServesSystem && wanted->Flags.SystemContext != 0) allocate_for(*wanted);
  Object* const context = make();
  if (context == nullptr) return STATUS_NO_MEMORY;
  wanted->hContext = context;
  RtlZeroMemory(&wanted->ContextInfo, sizeof wanted->ContextInfo);
  wanted->ContextInfo.DmaBufferSize = PAGE_SIZE;
  wanted->ContextInfo.AllocationListSize = wanted->ContextInfo.PatchLocationListSize = 16;
  return STATUS_SUCCESS;
}

NTSTATUS Render(CONST HANDLE, DXGKARG_RENDER* wanted) {
  if (mistake == kReadsUnguarded && *static_cast<const volatile UINT*>(wanted->pCommand) == 1)
    return STATUS_INVALID_PARAMETER;
  wanted->pDmaBuffer = static_cast<UCHAR*>(wanted->pDmaBuffer) + sizeof(UINT);
  return STATUS_SUCCESS;
}

NTSTATUS Patch(CONST HANDLE, CONST DXGKARG_PATCH*) { return STATUS_SUCCESS; }
NTSTATUS BuildPagingBuffer(CONST HANDLE, DXGKARG_BUILDPAGINGBUFFER*) { return STATUS_SUCCESS; }

BOOLEAN notify(PVOID context) {
  Adapter* const adapter = adapter_of(context);
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = adapter->fence;
  adapter->kernel.DxgkCbNotifyInterrupt(adapter->kernel.DeviceHandle, &data);
  return adapter->kernel.DxgkCbQueueDpc(adapter->kernel.DeviceHandle);
}

NTSTATUS SubmitCommand(CONST HANDLE handle, CONST DXGKARG_SUBMITCOMMAND* wanted) {
  Adapter* const adapter = adapter_of(handle);
  BOOLEAN queued = FALSE;
  adapter->fence = wanted->SubmissionFenceId;
  return adapter->kernel.DxgkCbSynchronizeExecution(adapter->kernel.DeviceHandle, notify, adapter,
                                                    0, &queued);
}

NTSTATUS QueryCurrentFence(CONST HANDLE handle, DXGKARG_QUERYCURRENTFENCE* wanted) {
  wanted->CurrentFence = adapter_of(handle)->fence;
  return STATUS_SUCCESS;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1
NTSTATUS CreateProcess(CONST HANDLE, DXGKARG_CREATEPROCESS* wanted) {
  wanted->hKmdProcess = make();
  return wanted->hKmdProcess == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS DestroyProcess(CONST HANDLE, CONST HANDLE process) { return DestroyDevice(process); }

SIZE_T GetRootPageTableSize(CONST HANDLE, DXGKARG_GETROOTPAGETABLESIZE* wanted) {
  return (wanted->NumberOfPte * sizeof(UINT64) + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

VOID SetRootPageTable(CONST HANDLE, CONST DXGKARG_SETROOTPAGETABLE*) {}

NTSTATUS SubmitCommandVirtual(CONST HANDLE handle, CONST DXGKARG_SUBMITCOMMANDVIRTUAL* wanted) {
  DXGKARG_SUBMITCOMMAND same = {};
  same.SubmissionFenceId = wanted->SubmissionFenceId;
  return SubmitCommand(handle, &same);
}

NTSTATUS ValidateUpdateAllocationProperty(CONST HANDLE,
                                          CONST DXGKARG_VALIDATEUPDATEALLOCPROPERTY* wanted) {
  return wanted->SetAccessedPhysically != 0 ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

void add_mmu(DRIVER_INITIALIZATION_DATA& table) {
  table.DxgkDdiCreateProcess = CreateProcess;
  table.DxgkDdiDestroyProcess = DestroyProcess;
  table.DxgkDdiGetRootPageTableSize = GetRootPageTableSize;
  table.DxgkDdiSetRootPageTable = SetRootPageTable;
  table.DxgkDdiSubmitCommandVirtual = SubmitCommandVirtual;
  table.DxgkDdiValidateUpdateAllocationProperty = ValidateUpdateAllocationProperty;
}
#else
void add_mmu(DRIVER_INITIALIZATION_DATA&) {}
#endif

void add_gpu(DRIVER_INITIALIZATION_DATA& table) {
  table.DxgkDdiCreateContext = CreateContext;
  table.DxgkDdiDestroyContext = DestroyDevice;
  table.DxgkDdiRender = Render;
  table.DxgkDdiRenderKm = Render;
  table.DxgkDdiPatch = Patch;
  table.DxgkDdiBuildPagingBuffer = BuildPagingBuffer;
  table.DxgkDdiSubmitCommand = SubmitCommand;
  table.DxgkDdiQueryCurrentFence = QueryCurrentFence;
}

void read_mistake(PUNICODE_STRING registry_path) {
  ULONG none = kNone, found = kNone;
  RTL_QUERY_REGISTRY_TABLE query[2] = {};
  query[0].Flags = RTL_QUERY_REGISTRY_DIRECT;
  query[0].Name = const_cast<PWSTR>(L"Mistake");
  query[0].EntryContext = &found;
  query[0].DefaultType = REG_DWORD;
  query[0].DefaultData = &none;
  query[0].DefaultLength = sizeof none;
  if (NT_SUCCESS(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, registry_path->Buffer, query,
                                        nullptr, nullptr)))
    mistake = static_cast<Mistake>(found);
}

}  // namespace

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path) {
  read_mistake(registry_path);
  DRIVER_INITIALIZATION_DATA table = {};
  table.Version = DXGKDDI_INTERFACE_VERSION;
  table.DxgkDdiAddDevice = AddDevice;
  table.DxgkDdiStartDevice = StartDevice;
  table.DxgkDdiStopDevice = StopDevice;
  table.DxgkDdiRemoveDevice = RemoveDevice;
  table.DxgkDdiResetDevice = ResetDevice;
  table.DxgkDdiUnload = Unload;
  table.DxgkDdiInterruptRoutine = InterruptRoutine;
  table.DxgkDdiDpcRoutine = DpcRoutine;
  table.DxgkDdiSetPowerState = SetPowerState;
  table.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  table.DxgkDdiGetNodeMetadata = GetNodeMetadata;
  table.DxgkDdiCreateDevice = CreateDevice;
  table.DxgkDdiDestroyDevice = DestroyDevice;
  table.DxgkDdiCreateAllocation = CreateAllocation;
  table.DxgkDdiDestroyAllocation = DestroyAllocation;
  table.DxgkDdiGetStandardAllocationDriverData = GetStandardAllocationDriverData;
  table.DxgkDdiOpenAllocation = OpenAllocation;
  table.DxgkDdiCloseAllocation = CloseAllocation;
  add_gpu(table);
  add_mmu(table);
  return DxgkInitialize(driver, registry_path, &table);
}
