#include "adapter.h"

namespace {

constexpr SIZE_T kVideoMemoryBytes = 256 * 1024 * 1024;
constexpr SIZE_T kApertureBytes = 256 * 1024 * 1024;
constexpr LONGLONG kVideoMemoryBase = 0;
constexpr LONGLONG kApertureBase = 0x100000000;
constexpr UINT kPagingBufferBytes = 64 * 1024;

template <typename T>
T* output_of(const DXGKARG_QUERYADAPTERINFO& query) {
  return query.OutputDataSize < sizeof(T) ? nullptr : static_cast<T*>(query.pOutputData);
}

}  // namespace

Adapter::~Adapter() { expect_nothing_left(); }

NTSTATUS Adapter::start(const DXGKRNL_INTERFACE& kernel) {
  kernel_ = kernel;
  return kernel_.DxgkCbGetDeviceInformation(kernel_.DeviceHandle, &info_);
}

void Adapter::stop() {
  expect_nothing_left();
  RtlZeroMemory(&kernel_, sizeof kernel_);
}

void Adapter::expect_nothing_left() const {
  NT_ASSERT(books.Devices == 0);
  NT_ASSERT(books.Contexts == 0);
  NT_ASSERT(books.Allocations == 0);
  NT_ASSERT(books.Resources == 0);
  NT_ASSERT(books.Bindings == 0);
}

SOFTGPU_BOOKS Adapter::read_books() const {
  SOFTGPU_BOOKS out;
  out.Devices = ReadNoFence(&books.Devices);
  out.Contexts = ReadNoFence(&books.Contexts);
  out.Allocations = ReadNoFence(&books.Allocations);
  out.Resources = ReadNoFence(&books.Resources);
  out.Bindings = ReadNoFence(&books.Bindings);
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
  caps.GpuEngineTopology.NbAsymetricProcessingNodes = 1;
  caps.SchedulingCaps.MultiEngineAware = 1;
  caps.WDDMVersion = DXGKDDI_WDDMv1_2;
  caps.PreemptionCaps.GraphicsPreemptionGranularity =
      D3DKMDT_GRAPHICS_PREEMPTION_DMA_BUFFER_BOUNDARY;
  caps.PreemptionCaps.ComputePreemptionGranularity = D3DKMDT_COMPUTE_PREEMPTION_DMA_BUFFER_BOUNDARY;
  caps.SupportNonVGA = TRUE;
  caps.SupportSurpriseRemovalInHibernation = TRUE;
}

// Asked twice: for the number of segments, then for what they are.
NTSTATUS Adapter::describe(DXGK_QUERYSEGMENTOUT3& out) const {
  if (out.pSegmentDescriptor == nullptr) {
    out.NbSegment = kSegments;
    return STATUS_SUCCESS;
  }
  if (out.NbSegment < kSegments) return STATUS_INVALID_PARAMETER;
  DXGK_SEGMENTDESCRIPTOR3& memory = out.pSegmentDescriptor[kVideoMemory - 1];
  RtlZeroMemory(&memory, sizeof memory);
  memory.BaseAddress.QuadPart = kVideoMemoryBase;
  memory.Size = kVideoMemoryBytes;
  memory.CommitLimit = kVideoMemoryBytes;

  DXGK_SEGMENTDESCRIPTOR3& aperture = out.pSegmentDescriptor[kAperture - 1];
  RtlZeroMemory(&aperture, sizeof aperture);
  aperture.Flags.Aperture = 1;
  aperture.Flags.CacheCoherent = 1;
  aperture.BaseAddress.QuadPart = kApertureBase;
  aperture.Size = kApertureBytes;
  aperture.CommitLimit = kApertureBytes;

  out.PagingBufferSegmentId = 0;
  out.PagingBufferSize = kPagingBufferBytes;
  out.PagingBufferPrivateDataSize = 0;
  return STATUS_SUCCESS;
}

NTSTATUS Adapter::query(const DXGKARG_QUERYADAPTERINFO& query) const {
  switch (query.Type) {
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
  Adapter::from(context)->set_removed();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuQueryAdapterInfo(CONST HANDLE context, CONST DXGKARG_QUERYADAPTERINFO* query) {
  PAGED_CODE();
  return Adapter::from(context)->query(*query);
}

NTSTATUS SoftGpuEscape(CONST HANDLE context, CONST DXGKARG_ESCAPE* escape) {
  PAGED_CODE();
  SOFTGPU_ESCAPE_DATA data;
  if (escape->pPrivateDriverData == nullptr || escape->PrivateDriverDataSize != sizeof data)
    return STATUS_INVALID_PARAMETER;
  RtlCopyMemory(&data, escape->pPrivateDriverData, sizeof data);
  if (data.Header.Magic != SOFTGPU_ESCAPE_MAGIC || data.Header.Version != SOFTGPU_VERSION ||
      data.Header.Size != sizeof data || data.Command != SOFTGPU_ESCAPE_READ_BOOKS)
    return STATUS_INVALID_PARAMETER;
  data.Books = Adapter::from(context)->read_books();
  RtlCopyMemory(escape->pPrivateDriverData, &data, sizeof data);
  return STATUS_SUCCESS;
}

// The report for a hang or a crash: what the driver had at the time.
NTSTATUS SoftGpuCollectDbgInfo(CONST HANDLE context, CONST DXGKARG_COLLECTDBGINFO* wanted) {
  const SOFTGPU_BOOKS books = Adapter::from(context)->read_books();
  if (wanted->BufferSize < sizeof books) return STATUS_BUFFER_TOO_SMALL;
  RtlCopyMemory(wanted->pBuffer, &books, sizeof books);
  return STATUS_SUCCESS;
}
