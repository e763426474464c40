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

NTSTATUS SoftGpuCreateContext(CONST HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
  PAGED_CODE();
  if (wanted->NodeOrdinal >= SOFTGPU_NODES) return STATUS_INVALID_PARAMETER;
  auto* const context = new (NonPagedPoolNx) Context(*Device::from(device), wanted->hContext);
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
