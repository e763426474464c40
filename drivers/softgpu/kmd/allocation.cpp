#include "allocation.h"

void Allocation::describe(DXGK_ALLOCATIONINFO& info) {
  const UINT both = segment_bit(kVideoMemory) | segment_bit(kAperture);
  const UINT segments = surface_.cpu_visible ? segment_bit(kAperture) : both;
  info.hAllocation = handle();
  info.Alignment = 0;
  info.Size = surface_.bytes;
  info.PitchAlignedSize = 0;
  info.HintedBank.Value = 0;
  info.PreferredSegment.Value = 0;
  info.PreferredSegment.SegmentId0 = surface_.cpu_visible ? kAperture : kVideoMemory;
  info.SupportedReadSegmentSet = segments;
  info.SupportedWriteSegmentSet = segments;
  info.EvictionSegmentSet = surface_.cpu_visible ? 0 : segment_bit(kAperture);
  info.MaximumRenamingListLength = 0;
  info.pAllocationUsageHint = nullptr;
  info.Flags.Value = 0;
  info.Flags.CpuVisible = surface_.cpu_visible ? 1 : 0;
  info.FlagsWddm2.AccessedPhysically = 1;  // the engines know no other addresses
  info.Flags.Cached = surface_.cpu_visible ? 1 : 0;
  info.Flags.ExistingSysMem = surface_.existing_memory ? 1 : 0;
  info.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
}

namespace {

void destroy_first(const DXGKARG_CREATEALLOCATION& created, UINT count) {
  for (UINT i = 0; i < count; ++i) {
    delete Allocation::from(created.pAllocationInfo[i].hAllocation);
    created.pAllocationInfo[i].hAllocation = nullptr;
  }
}

NTSTATUS create_one(Adapter& adapter, DXGK_ALLOCATIONINFO& info) {
  Surface surface;
  if (!read_surface(info.pPrivateDriverData, info.PrivateDriverDataSize, surface))
    return STATUS_INVALID_PARAMETER;
  auto* const allocation = new (NonPagedPoolNx) Allocation(adapter, surface);
  if (allocation == nullptr) return STATUS_NO_MEMORY;
  allocation->describe(info);
  return STATUS_SUCCESS;
}

NTSTATUS create_all(Adapter& adapter, DXGKARG_CREATEALLOCATION& wanted) {
  for (UINT i = 0; i < wanted.NumAllocations; ++i) {
    const NTSTATUS status = create_one(adapter, wanted.pAllocationInfo[i]);
    if (NT_SUCCESS(status)) continue;
    destroy_first(wanted, i);
    return status;
  }
  return STATUS_SUCCESS;
}

}  // namespace

// The graphics kernel undoes nothing of a creation that failed: this does.
NTSTATUS SoftGpuCreateAllocation(CONST HANDLE context, DXGKARG_CREATEALLOCATION* wanted) {
  PAGED_CODE();
  Adapter& adapter = *Adapter::from(context);
  if (!is_good_resource(wanted->pPrivateDriverData, wanted->PrivateDriverDataSize))
    return STATUS_INVALID_PARAMETER;
  Resource* resource = nullptr;
  if (wanted->Flags.Resource != 0 && wanted->hResource == nullptr) {
    resource = new (NonPagedPoolNx) Resource(adapter);
    if (resource == nullptr) return STATUS_NO_MEMORY;
  }
  const NTSTATUS status = create_all(adapter, *wanted);
  if (!NT_SUCCESS(status)) {
    delete resource;
    return status;
  }
  if (resource != nullptr) wanted->hResource = resource;
  return STATUS_SUCCESS;
}

// A resource whose allocations went earlier comes with none.
NTSTATUS SoftGpuDestroyAllocation(CONST HANDLE, CONST DXGKARG_DESTROYALLOCATION* wanted) {
  PAGED_CODE();
  for (UINT i = 0; i < wanted->NumAllocations; ++i)
    delete Allocation::from(wanted->pAllocationList[i]);
  if (wanted->Flags.DestroyResource != 0) delete Resource::from(wanted->hResource);
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuDescribeAllocation(CONST HANDLE, DXGKARG_DESCRIBEALLOCATION* wanted) {
  PAGED_CODE();
  const Surface& surface = Allocation::from(wanted->hAllocation)->surface();
  wanted->Width = surface.width;
  wanted->Height = surface.height;
  wanted->Format = surface.format;
  wanted->MultisampleMethod.NumSamples = 1;
  wanted->MultisampleMethod.NumQualityLevels = 0;
  wanted->RefreshRate.Numerator = 0;
  wanted->RefreshRate.Denominator = 0;
  wanted->PrivateDriverFormatAttribute = 0;  // every surface is linear
  return STATUS_SUCCESS;
}

namespace {

void close_first(const DXGKARG_OPENALLOCATION& opened, UINT count) {
  for (UINT i = 0; i < count; ++i) {
    delete Binding::from(opened.pOpenAllocation[i].hDeviceSpecificAllocation);
    opened.pOpenAllocation[i].hDeviceSpecificAllocation = nullptr;
  }
}

// Writes the pitch into the private data for the creator. Later openers read it in the same data.
void write_pitch(const Allocation& allocation, const DXGK_OPENALLOCATIONINFO& info) {
  SOFTGPU_ALLOCATION_DATA data;
  if (info.pPrivateDriverData == nullptr || info.PrivateDriverDataSize != sizeof data) return;
  RtlCopyMemory(&data, info.pPrivateDriverData, sizeof data);
  data.Pitch = allocation.surface().pitch;
  RtlCopyMemory(info.pPrivateDriverData, &data, sizeof data);
}

NTSTATUS open_one(Device& device, DXGK_OPENALLOCATIONINFO& info, bool create) {
  auto* const allocation = Allocation::from(device.adapter().allocation_data(info.hAllocation));
  if (allocation == nullptr) return STATUS_INVALID_HANDLE;
  auto* const binding = new (NonPagedPoolNx) Binding(device, *allocation);
  if (binding == nullptr) return STATUS_NO_MEMORY;
  if (create) write_pitch(*allocation, info);
  info.hDeviceSpecificAllocation = binding;
  return STATUS_SUCCESS;
}

}  // namespace

NTSTATUS SoftGpuOpenAllocation(CONST HANDLE handle, CONST DXGKARG_OPENALLOCATION* wanted) {
  PAGED_CODE();
  Device& device = *Device::from(handle);
  for (UINT i = 0; i < wanted->NumAllocations; ++i) {
    const NTSTATUS status = open_one(device, wanted->pOpenAllocation[i], wanted->Flags.Create != 0);
    if (NT_SUCCESS(status)) continue;
    close_first(*wanted, i);
    return status;
  }
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuCloseAllocation(CONST HANDLE, CONST DXGKARG_CLOSEALLOCATION* wanted) {
  PAGED_CODE();
  for (UINT i = 0; i < wanted->NumAllocations; ++i)
    delete Binding::from(wanted->pOpenHandleList[i]);
  return STATUS_SUCCESS;
}
