#include "device.h"

namespace {

constexpr UINT kDmaBufferBytes = 64 * 1024;
constexpr UINT kAllocationsInList = 256;  // as GDI wants
constexpr UINT kPatchLocations = 512;

}  // namespace

NTSTATUS SoftGpuCreateDevice(CONST HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
  PAGED_CODE();
  auto* const device = new (NonPagedPoolNx) Device(*Adapter::from(adapter), wanted->hDevice);
  if (device == nullptr) return STATUS_NO_MEMORY;
  wanted->hDevice = device;
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuDestroyDevice(CONST HANDLE device) {
  PAGED_CODE();
  delete Device::from(device);
  return STATUS_SUCCESS;
}

bool Context::find_save_area(GpuLocation& out) {
  KIRQL irql;
  KeAcquireSpinLock(&lock_, &irql);
  const bool is_there = save_area_ != nullptr;
  if (is_there) out = {save_area_->place(), save_area_->owner(), 0};
  KeReleaseSpinLock(&lock_, irql);
  return is_there;
}

void Context::free_save_area() {
  KIRQL irql;
  KeAcquireSpinLock(&lock_, &irql);
  SaveArea* const area = save_area_;
  save_area_ = nullptr;
  KeReleaseSpinLock(&lock_, irql);
  if (area != nullptr) area->destroy();
}

namespace {

// Null when there is no memory. Contexts of the system run nothing that could be preempted.
Context* make_context(Device& device, const DXGKARG_CREATECONTEXT& wanted) {
  SaveArea* area = nullptr;
  if (wanted.Flags.SystemContext == 0) {
    area = SaveArea::create(device.adapter(), device.kernel_device(), wanted.hContext);
    if (area == nullptr) return nullptr;
  }
  auto* const context = new (NonPagedPoolNx) Context(device, area);
  if (context == nullptr && area != nullptr) area->destroy();
  return context;
}

}  // namespace

NTSTATUS SoftGpuCreateContext(CONST HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
  PAGED_CODE();
  if (wanted->NodeOrdinal >= SOFTGPU_NODES) return STATUS_INVALID_PARAMETER;
  Context* const context = make_context(*Device::from(device), *wanted);
  if (context == nullptr) return STATUS_NO_MEMORY;
  wanted->hContext = context;
  wanted->ContextInfo.DmaBufferSize = kDmaBufferBytes;
  wanted->ContextInfo.DmaBufferSegmentSet = 0;
  wanted->ContextInfo.DmaBufferPrivateDataSize = sizeof(DmaPart);
  wanted->ContextInfo.AllocationListSize = kAllocationsInList;
  wanted->ContextInfo.PatchLocationListSize = kPatchLocations;
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuDestroyContext(CONST HANDLE context) {
  PAGED_CODE();
  delete Context::from(context);
  return STATUS_SUCCESS;
}
