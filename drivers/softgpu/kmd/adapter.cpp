#include "adapter.h"

// FALSE: a build whose device may not vanish, for tests of the host.
#ifndef SOFTGPU_SURPRISE_REMOVAL
#define SOFTGPU_SURPRISE_REMOVAL TRUE
#endif

namespace {

constexpr UINT kPagingBufferBytes = 64 * 1024;
constexpr ULONG kOlderGeneration = 1;
constexpr UINT kPagingPrivateBytes = 16 * sizeof(DmaPart);

template <typename T>
T* output_of(const DXGKARG_QUERYADAPTERINFO& query) {
  return query.OutputDataSize < sizeof(T) ? nullptr : static_cast<T*>(query.pOutputData);
}

}  // namespace

Adapter::~Adapter() { expect_nothing_left(); }

NTSTATUS Adapter::start(const DXGKRNL_INTERFACE& kernel) {
  kernel_ = kernel;
  NTSTATUS status = kernel_.DxgkCbGetDeviceInformation(kernel_.DeviceHandle, &info_);
  if (NT_SUCCESS(status)) status = find_device();
  if (NT_SUCCESS(status))
    status = memory_.start(static_cast<UCHAR*>(video_memory_), video_memory_bytes_);
  if (NT_SUCCESS(status)) status = start_engines();
  if (!NT_SUCCESS(status)) let_go();
  return status;
}

NTSTATUS Adapter::map(const CM_PARTIAL_RESOURCE_DESCRIPTOR& range, PVOID& out) {
  return kernel_.DxgkCbMapMemory(kernel_.DeviceHandle, range.u.Memory.Start, range.u.Memory.Length,
                                 /*InIoSpace=*/FALSE, /*MapToUserMode=*/FALSE, MmNonCached, &out);
}

// Its first range has the registers, for the interrupt and the generation; its second is the video
// memory.
NTSTATUS Adapter::find_device() {
  if (info_.TranslatedResourceList == nullptr || info_.TranslatedResourceList->Count == 0)
    return STATUS_DEVICE_CONFIGURATION_ERROR;
  const CM_PARTIAL_RESOURCE_LIST& list = info_.TranslatedResourceList->List[0].PartialResourceList;
  const CM_PARTIAL_RESOURCE_DESCRIPTOR* ranges[2] = {};
  UINT found = 0;
  for (ULONG i = 0; i < list.Count && found < 2; ++i) {
    if (list.PartialDescriptors[i].Type == CmResourceTypeMemory)
      ranges[found++] = &list.PartialDescriptors[i];
  }
  if (found < 2 || ranges[1]->u.Memory.Length < PAGE_SIZE) return STATUS_DEVICE_CONFIGURATION_ERROR;
  PVOID registers = nullptr;
  NTSTATUS status = map(*ranges[0], registers);
  if (!NT_SUCCESS(status)) return status;
  interrupt_register_ = static_cast<volatile ULONG*>(registers);
  is_wddm1_ = READ_REGISTER_ULONG(interrupt_register_ + 1) == kOlderGeneration;
  status = map(*ranges[1], video_memory_);
  if (NT_SUCCESS(status)) video_memory_bytes_ = ranges[1]->u.Memory.Length;
  return status;
}

NTSTATUS Adapter::start_engines() {
  for (UINT node = 0; node < SOFTGPU_NODES; ++node) {
    const NTSTATUS status = engines_[node].start(*this, node);
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

void Adapter::let_go() {
  for (Engine& engine : engines_) engine.stop();
  KeFlushQueuedDpcs();  // no DPC of their interrupts runs later
  memory_.stop();
  if (video_memory_ != nullptr) kernel_.DxgkCbUnmapMemory(kernel_.DeviceHandle, video_memory_);
  if (interrupt_register_ != nullptr)
    kernel_.DxgkCbUnmapMemory(kernel_.DeviceHandle, const_cast<ULONG*>(interrupt_register_));
  video_memory_ = nullptr;
  interrupt_register_ = nullptr;
}

void Adapter::stop() {
  expect_nothing_left();
  let_go();
  RtlZeroMemory(&kernel_, sizeof kernel_);
}

Owner Adapter::next_owner() {
  for (;;) {
    const Owner owner = static_cast<Owner>(InterlockedIncrement(&last_owner_));
    if (owner != kNobody && owner != kGraphicsKernel) return owner;
  }
}

void Adapter::lose_hardware() {
  InterlockedExchange(&removed_, TRUE);
  for (Engine& engine : engines_) engine.reset(/*freeze=*/true);
}

void Adapter::freeze() {
  is_frozen_ = true;
  for (Engine& engine : engines_) engine.reset(/*freeze=*/true);
}

void Adapter::thaw() {
  for (Engine& engine : engines_) engine.thaw();
  is_frozen_ = false;
}

void Adapter::expect_nothing_left() const {
  NT_ASSERT(books.Devices == 0);
  NT_ASSERT(books.Contexts == 0);
  NT_ASSERT(books.Allocations == 0);
  NT_ASSERT(books.Resources == 0);
  NT_ASSERT(books.Bindings == 0);
  NT_ASSERT(books.SaveAreas == 0);
}

SOFTGPU_BOOKS Adapter::read_books() const {
  SOFTGPU_BOOKS out;
  out.Devices = ReadNoFence(&books.Devices);
  out.Contexts = ReadNoFence(&books.Contexts);
  out.Allocations = ReadNoFence(&books.Allocations);
  out.Resources = ReadNoFence(&books.Resources);
  out.Bindings = ReadNoFence(&books.Bindings);
  out.SaveAreas = ReadNoFence(&books.SaveAreas);
  out.AllocationsEver = ReadNoFence64(&books.AllocationsEver);
  return out;
}

VOID* Adapter::allocation_data(D3DKMT_HANDLE handle) const {
  DXGKARGCB_GETHANDLEDATA wanted = {};
  wanted.hObject = handle;
  wanted.Type = DXGK_HANDLE_ALLOCATION;
  return kernel_.DxgkCbGetHandleData(&wanted);
}

void Adapter::describe(DXGK_DRIVERCAPS& caps) const {
  caps.HighestAcceptableAddress.QuadPart = -1;
  caps.ApertureSegmentCommitLimit = kApertureBytes;
  caps.MaxAllocationListSlotId = 2;
  caps.GpuEngineTopology.NbAsymetricProcessingNodes = SOFTGPU_NODES;
  caps.SchedulingCaps.MultiEngineAware = 1;
  caps.SchedulingCaps.PreemptionAware = 1;
  caps.SchedulingCaps.CancelCommandAware = 1;
  caps.PresentationCaps.SupportKernelModeCommandBuffer = 1;
  caps.WDDMVersion = is_wddm1_ ? DXGKDDI_WDDMv1_3 : DXGKDDI_WDDMv2;
  caps.PreemptionCaps.GraphicsPreemptionGranularity =
      D3DKMDT_GRAPHICS_PREEMPTION_PRIMITIVE_BOUNDARY;
  caps.PreemptionCaps.ComputePreemptionGranularity = D3DKMDT_COMPUTE_PREEMPTION_DMA_BUFFER_BOUNDARY;
  caps.SupportNonVGA = TRUE;
  caps.SupportPerEngineTDR = TRUE;
  caps.SupportSurpriseRemovalInHibernation = SOFTGPU_SURPRISE_REMOVAL;
  caps.SupportSurpriseRemoval = SOFTGPU_SURPRISE_REMOVAL;
}

template <typename Descriptor>
void Adapter::describe(Descriptor& memory, Descriptor& aperture) const {
  memory.BaseAddress.QuadPart = kVideoMemoryBase;
  memory.Size = video_memory_bytes_;
  memory.CommitLimit = video_memory_bytes_;
  aperture.Flags.Aperture = 1;
  aperture.Flags.CacheCoherent = 1;
  aperture.BaseAddress.QuadPart = kApertureBase;
  aperture.Size = kApertureBytes;
  aperture.CommitLimit = kApertureBytes;
}

// Asked twice: for the number of segments, then for what they are.
NTSTATUS Adapter::describe(DXGK_QUERYSEGMENTOUT3& out) const {
  if (out.pSegmentDescriptor == nullptr) {
    out.NbSegment = kSegments;
    return STATUS_SUCCESS;
  }
  if (out.NbSegment < kSegments) return STATUS_INVALID_PARAMETER;
  describe(out.pSegmentDescriptor[kVideoMemory - 1], out.pSegmentDescriptor[kAperture - 1]);
  out.PagingBufferSegmentId = 0;
  out.PagingBufferSize = kPagingBufferBytes;
  out.PagingBufferPrivateDataSize = kPagingPrivateBytes;
  return STATUS_SUCCESS;
}

NTSTATUS Adapter::describe(DXGK_QUERYSEGMENTOUT4& out) const {
  if (out.pSegmentDescriptor == nullptr) {
    out.NbSegment = kSegments;
    return STATUS_SUCCESS;
  }
  if (out.NbSegment < kSegments || out.SegmentDescriptorStride < sizeof(DXGK_SEGMENTDESCRIPTOR4))
    return STATUS_INVALID_PARAMETER;
  DXGK_SEGMENTDESCRIPTOR4 memory = {};
  DXGK_SEGMENTDESCRIPTOR4 aperture = {};
  describe(memory, aperture);
  memory.Flags.ApplicationTarget = 1;
  aperture.Flags.ApplicationTarget = 1;
  const SIZE_T stride = out.SegmentDescriptorStride;
  RtlCopyMemory(out.pSegmentDescriptor + (kVideoMemory - 1) * stride, &memory, sizeof memory);
  RtlCopyMemory(out.pSegmentDescriptor + (kAperture - 1) * stride, &aperture, sizeof aperture);
  out.PagingBufferSegmentId = 0;
  out.PagingBufferSize = kPagingBufferBytes;
  out.PagingBufferPrivateDataSize = kPagingPrivateBytes;
  return STATUS_SUCCESS;
}

NTSTATUS Adapter::query(const DXGKARG_QUERYADAPTERINFO& query) const {
  switch (query.Type) {
    case DXGKQAITYPE_UMDRIVERPRIVATE: {
      auto* const data = output_of<SOFTGPU_ADAPTER_DATA>(query);
      if (data == nullptr) return STATUS_BUFFER_TOO_SMALL;
      RtlZeroMemory(data, sizeof *data);
      data->Header = {SOFTGPU_ADAPTER_MAGIC, SOFTGPU_VERSION, sizeof *data};
      data->Nodes = SOFTGPU_NODES;
      data->VideoMemoryBytes = video_memory_bytes_;
      return STATUS_SUCCESS;
    }
    case DXGKQAITYPE_DRIVERCAPS: {
      auto* const caps = output_of<DXGK_DRIVERCAPS>(query);
      if (caps == nullptr) return STATUS_BUFFER_TOO_SMALL;
      RtlZeroMemory(caps, sizeof *caps);
      describe(*caps);
      return STATUS_SUCCESS;
    }
    case DXGKQAITYPE_QUERYSEGMENT3: {
      auto* const out = output_of<DXGK_QUERYSEGMENTOUT3>(query);
      return out == nullptr ? STATUS_BUFFER_TOO_SMALL : describe(*out);
    }
    case DXGKQAITYPE_QUERYSEGMENT4: {
      auto* const out = output_of<DXGK_QUERYSEGMENTOUT4>(query);
      return out == nullptr ? STATUS_BUFFER_TOO_SMALL : describe(*out);
    }
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

NTSTATUS SoftGpuAddDevice(CONST PDEVICE_OBJECT physical_device, PVOID* context) {
  PAGED_CODE();
  *context = new (NonPagedPoolNx) Adapter(physical_device);
  return *context == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS SoftGpuStartDevice(CONST PVOID context, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel,
                            PULONG sources, PULONG children) {
  PAGED_CODE();
  *sources = 0;
  *children = 0;
  return Adapter::from(context)->start(*kernel);
}

NTSTATUS SoftGpuStopDevice(CONST PVOID context) {
  PAGED_CODE();
  Adapter::from(context)->stop();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuRemoveDevice(CONST PVOID context) {
  PAGED_CODE();
  delete Adapter::from(context);
  return STATUS_SUCCESS;
}

// There is no screen to bring back: the machine may be stopping at any IRQL.
VOID SoftGpuResetDevice(CONST PVOID) {}

VOID SoftGpuUnload() { PAGED_CODE(); }

NTSTATUS SoftGpuDispatchIoRequest(CONST PVOID, ULONG, PVIDEO_REQUEST_PACKET) {
  PAGED_CODE();
  return STATUS_NOT_SUPPORTED;
}

// Software keeps its state in every power state.
NTSTATUS SoftGpuSetPowerState(CONST PVOID, ULONG, DEVICE_POWER_STATE, POWER_ACTION) {
  PAGED_CODE();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuNotifySurpriseRemoval(PVOID context, DXGK_SURPRISE_REMOVAL_TYPE) {
  PAGED_CODE();
  Adapter::from(context)->lose_hardware();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuQueryAdapterInfo(CONST HANDLE context, CONST DXGKARG_QUERYADAPTERINFO* query) {
  PAGED_CODE();
  return Adapter::from(context)->query(*query);
}

NTSTATUS SoftGpuGetNodeMetadata(CONST HANDLE, UINT node, DXGKARG_GETNODEMETADATA* out) {
  PAGED_CODE();
  if (node >= SOFTGPU_NODES) return STATUS_INVALID_PARAMETER;
  RtlZeroMemory(out, sizeof *out);
  out->EngineType = node == SOFTGPU_NODE_COPY ? DXGK_ENGINE_TYPE_COPY : DXGK_ENGINE_TYPE_3D;
  return STATUS_SUCCESS;
}
