#include "save_area.h"

SaveArea* SaveArea::create(Adapter& adapter, HANDLE device, HANDLE context) {
  auto* const area = new (NonPagedPoolNx) SaveArea(adapter);
  if (area == nullptr) return nullptr;
  DXGKARGCB_CREATECONTEXTALLOCATION wanted = {};
  wanted.hAdapter = adapter.kernel().DeviceHandle;
  wanted.hDevice = device;
  wanted.hContext = context;
  wanted.hDriverAllocation = area->handle();
  wanted.Size = area->bytes();
  wanted.Alignment = PAGE_SIZE;
  wanted.SupportedSegmentSet = segment_bit(kVideoMemory) | segment_bit(kAperture);
  wanted.EvictionSegmentSet = segment_bit(kAperture);
  wanted.PreferredSegment.SegmentId0 = kVideoMemory;
  if (!NT_SUCCESS(adapter.kernel().DxgkCbCreateContextAllocation(&wanted))) {
    delete area;
    return nullptr;
  }
  area->allocation_ = wanted.hAllocation;
  return area;
}

void SaveArea::destroy() {
  const DXGKRNL_INTERFACE& kernel = adapter_.kernel();
  kernel.DxgkCbDestroyContextAllocation(kernel.DeviceHandle, allocation_);
  if (place() != kNowhere) adapter_.memory().take_back(place(), bytes(), owner(), true);
  delete this;
}
