#include "src/d3d/core/residency_list.h"

#include <algorithm>
#include <cassert>

#include "src/d3d/core/device.h"
#include "src/d3d/driver/result.h"

namespace drydock::d3d {

HRESULT ResidencyList::need(Device& device, Context& context,
                            std::span<const D3DDDI_ALLOCATIONLIST> named) {
  ++batch_;
  for (const D3DDDI_ALLOCATIONLIST& each : named) {
    Allocation* const found = device.objects.find_allocation({each.hAllocation});
    assert(found != nullptr);  // the batch was checked
    found->named_in = batch_;
  }
  for (const D3DDDI_ALLOCATIONLIST& each : named) {
    Allocation& allocation = *device.objects.find_allocation({each.hAllocation});
    if (allocation.residency != 0) continue;
    if (const HRESULT result = make_queue(device); FAILED(result)) return result;
    const NTSTATUS status = list(device, allocation);
    if (!NT_SUCCESS(status)) return to_result(status);
    allocation.residency = 1;
  }
  return wait(context);
}

// Another context may have added the allocation to the list, so every context waits for the fence
// itself.
HRESULT ResidencyList::wait(Context& context) const {
  if (fence_ == 0) return S_OK;
  UINT64& waited = context.waited[fence_];
  if (waited >= awaited_) return S_OK;
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU request{};
  request.hContext = context.kernel.value;
  request.ObjectCount = 1;
  request.ObjectHandleArray = &fence_;
  request.MonitoredFenceValueArray = &awaited_;
  const HRESULT result = to_result(D3DKMTWaitForSynchronizationObjectFromGpu(&request));
  if (SUCCEEDED(result)) waited = awaited_;
  return result;
}

HRESULT ResidencyList::make_queue(const Device& device) {
  if (queue_ != 0) return S_OK;
  D3DKMT_CREATEPAGINGQUEUE request{};
  request.hDevice = device.kernel().value;
  const NTSTATUS status = D3DKMTCreatePagingQueue(&request);
  if (!NT_SUCCESS(status)) return to_result(status);
  queue_ = request.hPagingQueue;
  fence_ = request.hSyncObject;
  return S_OK;
}

NTSTATUS ResidencyList::list(Device& device, Allocation& allocation) {
  const auto ask = [&](bool is_last) {
    D3DDDI_MAKERESIDENT request{};
    request.hPagingQueue = queue_;
    request.NumAllocations = 1;
    request.AllocationList = &allocation.handle.value;
    request.Flags.CantTrimFurther = is_last ? 1 : 0;
    const NTSTATUS status = D3DKMTMakeResident(&request);
    if (status == STATUS_PENDING) awaited_ = std::max(awaited_, request.PagingFenceValue);
    return status;
  };
  NTSTATUS status = ask(/*is_last=*/false);
  while (status == STATUS_NO_MEMORY && evict_oldest(device)) status = ask(/*is_last=*/false);
  return status == STATUS_NO_MEMORY ? ask(/*is_last=*/true) : status;
}

// Waits for the GPU first. False when nothing can be evicted.
bool ResidencyList::evict_oldest(Device& device) const {
  Allocation* oldest = nullptr;
  for (const auto& [handle, each] : device.objects.allocations) {
    if (!each->is_alive || each->residency == 0 || each->named_in == batch_) continue;
    if (oldest == nullptr || each->named_in < oldest->named_in) oldest = each.get();
  }
  if (oldest == nullptr) return false;
  D3DKMT_WAITFORIDLE idle{};
  idle.hDevice = device.kernel().value;
  D3DKMT_EVICT request{};
  request.hDevice = device.kernel().value;
  request.NumAllocations = 1;
  request.AllocationList = &oldest->handle.value;
  if (!NT_SUCCESS(D3DKMTWaitForIdle(&idle)) || !NT_SUCCESS(D3DKMTEvict(&request))) return false;
  oldest->residency = 0;
  return true;
}

}  // namespace drydock::d3d
