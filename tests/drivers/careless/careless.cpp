// A miniport with hardly a GPU whose registry key names the one mistake that it makes ("Mistake").
// For WDDM 2.5 it has a GPU MMU too, and habits that a driver may have: context allocations, ranges
// of addresses of its own, looks at handles, allocations of several kinds.
#include <dispmprt.h>
#include <ntddk.h>

#include "../shared/service_value.h"
#include "mistakes.h"

#define TAG 'lraC'

namespace {

constexpr UINT kMostBytes = 1 << 20;
// The private data of an allocation: its kind in the highest bits, and its size.
constexpr UINT kKindShift = 28;
enum AllocationKind : UINT { kPlain, kPermanent, kHistory, kPhysical, kLargePages, kKinds };
constexpr bool kHasMmu = DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5;
// An aperture, memory in banks or with page tables, and memory of large pages.
constexpr UINT kSegments = kHasMmu ? 3 : 2;
constexpr UINT kTableSegment = 2;
constexpr UINT kLargePageSegment = 3;
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
  SIZE_T bank_ends[2];
  void* page;  // that the device sees, through the IOMMU
  PMDL mdl;
  HANDLE mapped;
  BOOLEAN is_dead;
};

struct Object {
  ULONG kind;
  Adapter* adapter;       // of a device, a context
  HANDLE device;          // a context's device, or the graphics kernel's handle of a device
  HANDLE allocations[2];  // context allocations: its own, and one for all contexts of the device
  D3DKMT_HANDLE opened;   // of an open allocation
};

Adapter* adapter_of(HANDLE handle) { return static_cast<Adapter*>(handle); }

Object* make() {
  void* const memory = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Object), TAG);
  if (memory != nullptr) RtlZeroMemory(memory, sizeof(Object));
  return static_cast<Object*>(memory);
}

NTSTATUS AddDevice(CONST PDEVICE_OBJECT, PVOID* context) {
  *context = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Adapter), TAG);
  if (*context == nullptr) return STATUS_NO_MEMORY;
  RtlZeroMemory(*context, sizeof(Adapter));
  return STATUS_SUCCESS;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
// Whatever fails, the device sees no page.
void show_page(Adapter& adapter) {
  adapter.page = ExAllocatePoolWithTag(NonPagedPoolNx, PAGE_SIZE, TAG);
  if (adapter.page == nullptr) return;
  adapter.mdl = IoAllocateMdl(adapter.page, PAGE_SIZE, FALSE, FALSE, nullptr);
  if (adapter.mdl == nullptr) return;
  MmBuildMdlForNonPagedPool(adapter.mdl);
  DXGKARGCB_MAPMDLTOIOMMU map = {};
  map.pMdl = adapter.mdl;
  if (NT_SUCCESS(adapter.kernel.DxgkCbMapMdlToIoMmu(adapter.kernel.DeviceHandle, &map)))
    adapter.mapped = map.hMemoryHandle;
}

void hide_page(Adapter& adapter) {
  DXGKARGCB_UNMAPMDLFROMIOMMU unmap = {};
  unmap.hMemoryHandle = adapter.mapped;
  if (adapter.mapped != nullptr)
    adapter.kernel.DxgkCbUnmapMdlFromIoMmu(adapter.kernel.DeviceHandle, &unmap);
  if (adapter.mdl != nullptr) IoFreeMdl(adapter.mdl);
  if (adapter.page != nullptr) ExFreePoolWithTag(adapter.page, TAG);
  adapter.page = nullptr;
  adapter.mdl = nullptr;
  adapter.mapped = nullptr;
}
#else
void show_page(Adapter&) {}
void hide_page(Adapter&) {}
#endif

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
  const NTSTATUS status = kernel->DxgkCbGetDeviceInformation(kernel->DeviceHandle, &adapter->info);
  if (NT_SUCCESS(status)) show_page(*adapter);
  return status;
}

NTSTATUS StopDevice(CONST PVOID context) {
  hide_page(*adapter_of(context));
  return STATUS_SUCCESS;
}

NTSTATUS RemoveDevice(CONST PVOID context) {
  ExFreePoolWithTag(context, TAG);
  return STATUS_SUCCESS;
}

VOID ResetDevice(CONST PVOID) {}
VOID Unload() {}
BOOLEAN InterruptRoutine(CONST PVOID, ULONG) { return mistake == kClaimsInterrupts; }
VOID DpcRoutine(CONST PVOID context) {
  const DXGKRNL_INTERFACE& kernel = adapter_of(context)->kernel;
  kernel.DxgkCbNotifyDpc(kernel.DeviceHandle);
}

VOID ExcludeOthers(CONST PVOID, PVOID, NTSTATUS) {}

NTSTATUS SetPowerState(CONST PVOID context, ULONG, DEVICE_POWER_STATE state, POWER_ACTION) {
  const DXGKRNL_INTERFACE& kernel = adapter_of(context)->kernel;
  if (state == PowerDeviceD0) return STATUS_SUCCESS;
  kernel.DxgkCbExcludeAdapterAccess(kernel.DeviceHandle, DXGK_EXCLUDE_CALL_SYNCHRONOUS,
                                    ExcludeOthers, nullptr);
  return STATUS_SUCCESS;
}

template <typename Segment>
void describe_segment(Segment& segment, UINT index) {
  segment.Flags.Aperture = segment.Flags.CacheCoherent = index == 0 ? 1 : 0;
  segment.BaseAddress.QuadPart = 0x100000000 + static_cast<LONGLONG>(index * kSegmentBytes);
  segment.Size = segment.CommitLimit = kSegmentBytes;
}

void divide_into_banks(DXGK_SEGMENTDESCRIPTOR3& segment, SIZE_T* ends) {
  ends[0] = kSegmentBytes / 2;
  ends[1] = kSegmentBytes;
  segment.Flags.UseBanking = 1;
  segment.NbOfBanks = 2;
  segment.pBankRangeTable = ends;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
NTSTATUS QueryMmu(CONST DXGKARG_QUERYADAPTERINFO* query) {
  if (query->Type == DXGKQAITYPE_QUERYSEGMENT4) {
    auto* const out = static_cast<DXGK_QUERYSEGMENTOUT4*>(query->pOutputData);
    out->NbSegment = kSegments;
    out->PagingBufferSize = PAGE_SIZE;
    for (UINT i = 0; out->pSegmentDescriptor != nullptr && i < kSegments; ++i) {
      DXGK_SEGMENTDESCRIPTOR4 segment = {};
      describe_segment(segment, i);
      segment.Flags.ApplicationTarget = 1;
      segment.Flags.Use64KBPages = i + 1 == kLargePageSegment ? 1 : 0;
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
  level->PageTableSegmentId = kTableSegment;
  level->PageTableSizeInBytes = PAGE_SIZE;
  return STATUS_SUCCESS;
}
#else
NTSTATUS QueryMmu(CONST DXGKARG_QUERYADAPTERINFO*) { return STATUS_NOT_SUPPORTED; }
#endif

NTSTATUS QueryAdapterInfo(CONST HANDLE handle, CONST DXGKARG_QUERYADAPTERINFO* query) {
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
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
    caps->WDDMVersion = DXGKDDI_WDDMv2_5;
    caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
    caps->MemoryManagementCaps.GpuMmuSupported = 1;
#endif
    return STATUS_SUCCESS;
  }
  if (query->Type != DXGKQAITYPE_QUERYSEGMENT3) return QueryMmu(query);
  auto* const out = static_cast<DXGK_QUERYSEGMENTOUT3*>(query->pOutputData);
  out->NbSegment = kSegments;
  if (out->pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
  for (UINT i = 0; i < kSegments; ++i) describe_segment(out->pSegmentDescriptor[i], i);
  divide_into_banks(out->pSegmentDescriptor[1], adapter_of(handle)->bank_ends);
  out->PagingBufferSize = PAGE_SIZE;
  return STATUS_SUCCESS;
}

NTSTATUS GetNodeMetadata(CONST HANDLE, UINT, DXGKARG_GETNODEMETADATA* out) {
  out->EngineType = DXGK_ENGINE_TYPE_3D;
  return STATUS_SUCCESS;
}

NTSTATUS CreateDevice(CONST HANDLE handle, DXGKARG_CREATEDEVICE* wanted) {
  Object* const device = make();
  if (device == nullptr) return STATUS_NO_MEMORY;
  device->adapter = adapter_of(handle);
  device->device = wanted->hDevice;
  wanted->hDevice = device;
  if (mistake == kHasNoContexts) {
    wanted->pInfo->Flags.GuaranteedDmaBufferContract = 1;
    wanted->pInfo->DmaBufferSize = PAGE_SIZE;
    wanted->pInfo->AllocationListSize = wanted->pInfo->PatchLocationListSize = 16;
  }
  return STATUS_SUCCESS;
}

NTSTATUS DestroyDevice(CONST HANDLE handle) {
  const auto* const object = static_cast<Object*>(handle);
  for (const HANDLE allocation : object->allocations) {
    if (allocation == nullptr) continue;
    const DXGKRNL_INTERFACE& kernel = object->adapter->kernel;
    kernel.DxgkCbDestroyContextAllocation(kernel.DeviceHandle, allocation);
  }
  ExFreePoolWithTag(handle, TAG);
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
  const UINT kind = data[0] >> kKindShift;
  const UINT size = data[0] & ((1U << kKindShift) - 1);
  return size != 0 && size <= kMostBytes && kind < (kHasMmu ? kKinds : kPhysical);
}

void describe_kind(DXGK_ALLOCATIONINFO& info, UINT kind) {
  info.Flags.CpuVisible = kind != kLargePages;
  info.Flags.Cached = kind == kPlain || kind == kHistory;
  info.Flags.PermanentSysMem = kind == kPermanent;
  info.Flags.HistoryBuffer = kind == kHistory;
  info.SupportedReadSegmentSet = info.SupportedWriteSegmentSet = 1;
  info.PreferredSegment.SegmentId0 = 1;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
  info.FlagsWddm2.AccessedPhysically = kind == kPhysical;
  info.FlagsWddm2.ExplicitResidencyNotification = kind == kPhysical;
  if (kind != kLargePages) return;
  info.Alignment = 0x10000;
  info.SupportedReadSegmentSet = info.SupportedWriteSegmentSet = 1U << (kLargePageSegment - 1);
  info.PreferredSegment.SegmentId0 = kLargePageSegment;
#endif
}

NTSTATUS describe(DXGK_ALLOCATIONINFO& info) {
  if (!is_good(info)) return STATUS_INVALID_PARAMETER;
  if (mistake == kReadsAnswer) look_at(info);
  Object* const allocation = is_broken ? nullptr : make();
  if (allocation == nullptr) {
    is_broken = mistake == kStaysBroken;
    return STATUS_NO_MEMORY;
  }
  const UINT word = *static_cast<UINT*>(info.pPrivateDriverData);
  VOID* const data = info.pPrivateDriverData;
  RtlZeroMemory(&info, sizeof info);
  info.pPrivateDriverData = data;
  info.PrivateDriverDataSize = sizeof(UINT);
  info.Size = word & ((1U << kKindShift) - 1);
  info.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  describe_kind(info, word >> kKindShift);
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

NTSTATUS create_one(DXGKARG_CREATEALLOCATION* wanted);

NTSTATUS CreateAllocation(CONST HANDLE, DXGKARG_CREATEALLOCATION* wanted) {
  if (mistake == kStumblesElsewhere) let_another_stumble();
  if (mistake == kKeepsList && stored_list != nullptr && stored_list->Size == 0)
    return STATUS_NO_MEMORY;
  if (wanted->NumAllocations == 0) return STATUS_INVALID_PARAMETER;
  if (wanted->NumAllocations != 1 && mistake != kAnswersForOne) return STATUS_INVALID_PARAMETER;
  return create_one(wanted);
}

NTSTATUS create_one(DXGKARG_CREATEALLOCATION* wanted) {
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

VOID* data_of(const Object& device, D3DKMT_HANDLE allocation, bool of_device) {
  DXGKARGCB_GETHANDLEDATA asked = {};
  asked.hObject = allocation;
  asked.Type = DXGK_HANDLE_ALLOCATION;
  asked.Flags.DeviceSpecific = of_device ? 1 : 0;
  return device.adapter->kernel.DxgkCbGetHandleData(&asked);
}

// Looks at an allocation that stays while it is looked at.
void look_at(const Object& device, D3DKMT_HANDLE allocation) {
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
  DXGKARGCB_GETHANDLEDATA asked = {};
  asked.hObject = allocation;
  asked.Type = DXGK_HANDLE_ALLOCATION;
  DXGKARGCB_RELEASEHANDLEDATA release = {};
  release.Type = DXGK_HANDLE_ALLOCATION;
  const auto* const object = static_cast<const volatile Object*>(
      device.adapter->kernel.DxgkCbAcquireHandleData(&asked, &release.ReleaseHandle));
  if (object == nullptr) return;
  static_cast<void>(object->kind);
  device.adapter->kernel.DxgkCbReleaseHandleData(release);
#else
  data_of(device, allocation, /*of_device=*/false);
#endif
}

NTSTATUS OpenAllocation(CONST HANDLE handle, CONST DXGKARG_OPENALLOCATION* wanted) {
  for (UINT i = 0; i < wanted->NumAllocations; ++i) {
    auto* const data = static_cast<volatile UINT*>(wanted->pOpenAllocation[i].pPrivateDriverData);
    if (mistake == kWritesReadOnlyData) data[0] = data[0];
    Object* const open = make();
    wanted->pOpenAllocation[i].hDeviceSpecificAllocation = open;
    if (open != nullptr) {
      open->opened = wanted->pOpenAllocation[i].hAllocation;
      data_of(*static_cast<Object*>(handle), open->opened, /*of_device=*/false);
      look_at(*static_cast<Object*>(handle), open->opened);
      continue;
    }
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

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
// Memory of the context's own, which the CPU and the application's work see, and memory of all
// contexts of the device. Null: none.
HANDLE allocate_context(const Object& device, HANDLE context) {
  const DXGKRNL_INTERFACE& kernel = device.adapter->kernel;
  DXGKARGCB_CREATECONTEXTALLOCATION allocation = {};
  allocation.ContextAllocationFlags.SharedAcrossContexts = context == nullptr;
  allocation.hAdapter = kernel.DeviceHandle;
  allocation.hDevice = device.device;
  allocation.hContext = context;
  allocation.hDriverAllocation = device.adapter;
  allocation.Size = allocation.Alignment = PAGE_SIZE;
  allocation.SupportedSegmentSet = 1;
  allocation.Flags.CpuVisible = allocation.Flags.Protected = context != nullptr;
  if (!NT_SUCCESS(kernel.DxgkCbCreateContextAllocation(&allocation))) return nullptr;
  return allocation.hAllocation;
}

void add_memory(Object& device, Object& context, const DXGKARG_CREATECONTEXT& wanted) {
  if (wanted.Flags.SystemContext != 0) return;
  context.allocations[0] = allocate_context(device, wanted.hContext);
  if (device.allocations[1] == nullptr) device.allocations[1] = allocate_context(device, nullptr);
  if (context.allocations[0] == nullptr || wanted.Flags.VirtualAddressing == 0) return;
  DXGKARGCB_MAPCONTEXTALLOCATION map = {};
  map.hAllocation = context.allocations[0];
  map.SizeInPages = 1;
  const DXGKRNL_INTERFACE& kernel = device.adapter->kernel;
  kernel.DxgkCbMapContextAllocation(kernel.DeviceHandle, &map);
}
#else
void add_memory(Object&, Object&, const DXGKARG_CREATECONTEXT&) {}
#endif

NTSTATUS CreateContext(CONST HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
  if (mistake == kServesSystem && wanted->Flags.SystemContext != 0) allocate_for(*wanted);
  Object* const context = make();
  if (context == nullptr) return STATUS_NO_MEMORY;
  context->adapter = static_cast<Object*>(device)->adapter;
  add_memory(*static_cast<Object*>(device), *context, *wanted);
  wanted->hContext = context;
  RtlZeroMemory(&wanted->ContextInfo, sizeof wanted->ContextInfo);
  wanted->ContextInfo.DmaBufferSize = PAGE_SIZE;
  wanted->ContextInfo.AllocationListSize = wanted->ContextInfo.PatchLocationListSize = 16;
  wanted->ContextInfo.DmaBufferPrivateDataSize = 64;
  return STATUS_SUCCESS;
}

// Reads the client's first command, under a guard.
NTSTATUS read_command(const DXGKARG_RENDER& wanted, UINT& command) {
  __try {
    command = *static_cast<const volatile UINT*>(wanted.pCommand);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return GetExceptionCode();
  }
  return STATUS_SUCCESS;
}

NTSTATUS Render(CONST HANDLE context, DXGKARG_RENDER* wanted) {
  UINT command = 0;
  if (mistake == kRefusesZeros && (wanted->CommandLength < sizeof command ||
                                   !NT_SUCCESS(read_command(*wanted, command)) || command == 0))
    return STATUS_INVALID_USER_BUFFER;
  if (mistake == kTrustsCommands && NT_SUCCESS(read_command(*wanted, command)) &&
      wanted->pAllocationList[command].hDeviceSpecificAllocation == nullptr)
    return STATUS_INVALID_PARAMETER;
  for (UINT i = 0; i < wanted->AllocationListSize; ++i) {
    const auto* const open =
        static_cast<Object*>(wanted->pAllocationList[i].hDeviceSpecificAllocation);
    if (open != nullptr) data_of(*static_cast<Object*>(context), open->opened, /*of_device=*/true);
  }
  if (mistake == kReadsUnguarded && *static_cast<const volatile UINT*>(wanted->pCommand) == 1)
    return STATUS_INVALID_PARAMETER;
  wanted->pDmaBuffer = static_cast<UCHAR*>(wanted->pDmaBuffer) + sizeof(UINT);
  return STATUS_SUCCESS;
}

// What a client asks by an escape: a number at an address of its own.
struct Question {
  ULONG code;
  ULONG answer;
  const volatile ULONG* number;
};

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
// Locks the client's page and reads it at an address of the system's.
NTSTATUS read_number(const volatile ULONG* number, ULONG& answer) {
  PMDL const mdl = IoAllocateMdl(const_cast<ULONG*>(number), sizeof *number, FALSE, FALSE, nullptr);
  if (mdl == nullptr) return STATUS_NO_MEMORY;
  __try {
    MmProbeAndLockPages(mdl, UserMode, IoReadAccess);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    IoFreeMdl(mdl);
    return GetExceptionCode();
  }
  const void* const view = MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority);
  if (view != nullptr) RtlCopyMemory(&answer, view, sizeof answer);
  MmUnlockPages(mdl);
  IoFreeMdl(mdl);
  return view != nullptr ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}
#else
NTSTATUS read_number(const volatile ULONG* number, ULONG& answer) {
  __try {
    if (mistake != kFollowsPointers) ProbeForRead(const_cast<ULONG*>(number), sizeof *number, 1);
    if (mistake != kFollowsProbed) answer = *number;
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return GetExceptionCode();
  }
  return STATUS_SUCCESS;
}
#endif

NTSTATUS Escape(CONST HANDLE, CONST DXGKARG_ESCAPE* wanted) {
  const auto* const bytes = static_cast<const volatile UCHAR*>(wanted->pPrivateDriverData);
  if (mistake == kTrustsEscapeSize && bytes != nullptr && bytes[sizeof(Question) - 1] == 1)
    return STATUS_INVALID_PARAMETER;
  if (bytes == nullptr || wanted->PrivateDriverDataSize < sizeof(Question))
    return STATUS_INVALID_PARAMETER;
  auto* const question = static_cast<Question*>(wanted->pPrivateDriverData);
  ULONG answer = 0;
  const NTSTATUS status = read_number(question->number, answer);
  if (!NT_SUCCESS(status)) return status;
  if (mistake == kFollowsProbed) answer = *question->number;
  question->answer = answer + 1;
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
  if (adapter->is_dead != FALSE) return STATUS_SUCCESS;
  adapter->fence = wanted->SubmissionFenceId;
  return adapter->kernel.DxgkCbSynchronizeExecution(adapter->kernel.DeviceHandle, notify, adapter,
                                                    0, &queued);
}

NTSTATUS QueryCurrentFence(CONST HANDLE handle, DXGKARG_QUERYCURRENTFENCE* wanted) {
  wanted->CurrentFence = adapter_of(handle)->fence;
  return STATUS_SUCCESS;
}

NTSTATUS ResetFromTimeout(CONST HANDLE handle) {
  adapter_of(handle)->is_dead = mistake == kIsDeadAfterReset;
  return STATUS_SUCCESS;
}

NTSTATUS RestartFromTimeout(CONST HANDLE) { return STATUS_SUCCESS; }

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5
NTSTATUS CreateProcess(CONST HANDLE handle, DXGKARG_CREATEPROCESS* wanted) {
  DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE range = {};
  range.hDxgkProcess = wanted->hDxgkProcess;
  range.SizeInBytes = 4 << 20;
  const DXGKRNL_INTERFACE& kernel = adapter_of(handle)->kernel;
  kernel.DxgkCbReserveGpuVirtualAddressRange(kernel.DeviceHandle, &range);
  wanted->hKmdProcess = make();
  return wanted->hKmdProcess == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS ValidateSubmitCommand(CONST HANDLE, DXGKARG_VALIDATESUBMITCOMMAND* wanted) {
  return wanted->UmdPrivateDataSize > wanted->PrivateDriverDataSize ? STATUS_INVALID_PARAMETER
                                                                    : STATUS_SUCCESS;
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
  table.DxgkDdiValidateSubmitCommand = ValidateSubmitCommand;
}
#else
void add_mmu(DRIVER_INITIALIZATION_DATA&) {}
#endif

void add_gpu(DRIVER_INITIALIZATION_DATA& table) {
  table.DxgkDdiCreateContext = CreateContext;
  table.DxgkDdiDestroyContext = DestroyDevice;
  table.DxgkDdiRender = Render;
  if (mistake == kDrawsNothing || mistake == kHasNoContexts) table.DxgkDdiRenderKm = Render;
  table.DxgkDdiPatch = Patch;
  table.DxgkDdiBuildPagingBuffer = BuildPagingBuffer;
  table.DxgkDdiSubmitCommand = SubmitCommand;
  table.DxgkDdiQueryCurrentFence = QueryCurrentFence;
  if (mistake < kCanBeReset) return;
  table.DxgkDdiResetFromTimeout = ResetFromTimeout;
  table.DxgkDdiRestartFromTimeout = RestartFromTimeout;
}

void read_mistake(PUNICODE_STRING registry_path) {
  ULONG found = kNone;  // stays so when there is no such value
  ReadServiceValue(registry_path, L"Mistake", &found);
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
  table.DxgkDdiEscape = Escape;
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
