// Maps and residency of heaps of Direct3D 12, as its applications ask for them.
#include <fmt/format.h>

#include "src/d3d/d3d12/device.h"
#include "src/d3d/driver/result.h"
#include "src/nt/mm/user_copy.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

nt::Concerning about_heap(const Resource& heap) {
  return {.object = heap.name(), .history = heap.history};
}

nt::Concerning about_allocation(const Allocation& allocation) {
  return {.object = allocation.resource == nullptr ? "allocation of the device"
                                                   : allocation.resource->name(),
          .history = allocation.history};
}

std::vector<D3D12DDI_HANDLE_AND_TYPE> named(std::span<Resource* const> heaps) {
  std::vector<D3D12DDI_HANDLE_AND_TYPE> out;
  for (const Resource* each : heaps) out.push_back({each->memory->data(), D3D12DDI_HT_HEAP});
  return out;
}

}  // namespace

HRESULT Device12::map(Resource& heap, void*& out) {
  out = nullptr;
  if (!is_usable(heap) || !heap.of12().is_heap()) return E_INVALIDARG;
  void* data = nullptr;
  LockUnderWay under_way;
  const HRESULT result = call_result(
      entry::kMapHeap12, {heap, under_way},
      [&] { return table_.map(device(), handles_of(heap).heap, data); },
      [&](HRESULT returned) {
        if (SUCCEEDED(returned)) check_mapped(heap, data);
      });
  if (FAILED(result)) return result;
  const sim::Alone alone(turn);
  heap.locked.insert(0);
  out = data;
  return result;
}

// U-308: what the pointer leads to is the kernel's map of the heap, and stays.
void Device12::check_mapped(Resource& heap, const void* data) {
  const sim::Alone alone(turn);
  const auto is_mapped = [](const Allocation* each) { return each->is_locked(); };
  if (rules::breaks("U-308", !std::ranges::any_of(objects.living_of(heap), is_mapped)))
    nt::Breach("U-308", nt::Offender::running())
        .message("MapHeap returned S_OK without a pfnLock2Cb of its heap")
        .about(about_heap(heap))
        .raise_later();
  else if (rules::breaks("U-308", data == nullptr || !nt::user_can_read(data, 1)))
    nt::Breach("U-308", nt::Offender::running())
        .message("MapHeap returned S_OK with a pointer that leads nowhere")
        .about(about_heap(heap))
        .raise_later();
}

HRESULT Device12::unmap(Resource& heap) {
  if (!is_usable(heap) || heap.locked.empty()) return E_INVALIDARG;
  {
    const sim::Alone alone(turn);
    heap.locked.erase(heap.locked.begin());
  }
  return call_void(entry::kUnmapHeap12, &heap,
                   [&] { table_.unmap(device(), handles_of(heap).heap); });
}

Device12::Counts Device12::residency_now() {
  const sim::Alone alone(turn);
  Counts out;
  for (const auto& [handle, allocation] : objects.allocations) {
    if (allocation->is_alive) out[allocation.get()] = allocation->residency;
  }
  return out;
}

HRESULT Device12::make_resident(std::span<Resource* const> heaps) {
  if (heaps.empty() || !are_heaps(heaps)) return E_INVALIDARG;
  if (!paging_kernel_) return E_NOTIMPL;
  const std::vector<D3D12DDI_HANDLE_AND_TYPE> objects_named = named(heaps);
  const D3D12DDI_HRTPAGINGQUEUE queue{paging_queue_.as_given()};
  UINT64 fence = 0;
  D3D12DDIARG_MAKERESIDENT_0001 request{};
  request.NumAdapters = 1;
  request.pRTPagingQueue = &queue;
  request.NumObjects = static_cast<UINT>(objects_named.size());
  request.pObjects = objects_named.data();
  request.pPagingFenceValue = &fence;
  paging_ = {};
  const Counts before = residency_now();
  const HRESULT result = call_result(
      entry::kMakeResident12, nullptr, [&] { return table_.make_resident(device(), request); },
      [&](HRESULT returned) {
        check_pending(returned, fence, request.WaitMask);
        if (returned == E_PENDING || SUCCEEDED(returned))
          check_resident(heaps, before);
        else
          check_as_before(before);
      });
  if (result != E_PENDING) return result;
  wait_for_paging(paging_.value);
  return S_OK;
}

// U-307: the runtime waits for the fence, so the driver has to report that and the value.
void Device12::check_pending(HRESULT result, UINT64 fence, UINT mask) const {
  const bool is_right = result == E_PENDING && fence == paging_.value && (mask & 1) != 0;
  if (paging_.is_pending && (SUCCEEDED(result) || result == E_PENDING) &&
      rules::breaks("U-307", !is_right))
    nt::Breach("U-307", nt::Offender::running())
        .message(
            "pfnMakeResidentCb was pending until {}; MakeResident returned {} with "
            "the fence value {} and the wait mask {:#x}",
            paging_.value, name_of(result), fence, mask)
        .raise_later();
  if (!paging_.is_pending && rules::breaks("U-307", result == E_PENDING))
    nt::Breach("U-307", nt::Offender::running())
        .message("MakeResident returned E_PENDING, and no pfnMakeResidentCb was pending")
        .raise_later();
}

void Device12::check_resident(std::span<Resource* const> heaps, const Counts& before) {
  check_untrimmed(before);
  const sim::Alone alone(turn);
  // A callback that failed is raised as a hidden error.
  if (is_removed() || !Call::current()->received().empty()) return;
  for (const Resource* heap : heaps) {
    for (const Allocation* each : objects.living_of(*heap)) {
      const auto found = before.find(each);
      if (found != before.end() && each->residency > found->second) continue;
      nt::Breach("U-306", nt::Offender::running())
          .message("MakeResident returned without the residency of an object it was given")
          .about(about_heap(*heap))
          .raise_later();
    }
  }
}

// U-275: to make room is the application's business.
void Device12::check_untrimmed(const Counts& before) {
  const sim::Alone alone(turn);
  for (const auto& [allocation, count] : before) {
    if (allocation->is_alive && rules::breaks("U-275", allocation->residency < count))
      nt::Breach("U-275", nt::Offender::running())
          .message("MakeResident evicted what it was not asked to evict")
          .about(about_allocation(*allocation))
          .raise_later();
  }
}

// U-275: a request that fails has done nothing.
void Device12::check_as_before(const Counts& before) {
  const sim::Alone alone(turn);
  if (is_removed()) return;
  for (const auto& [allocation, count] : before) {
    if (!allocation->is_alive || allocation->resource == nullptr ||
        !rules::breaks("U-275", allocation->residency != count))
      continue;
    nt::Breach("U-275", nt::Offender::running())
        .message(
            "MakeResident failed and left what is resident {} times resident {} "
            "times",
            count, allocation->residency)
        .about(about_allocation(*allocation))
        .raise_later();
  }
}

HRESULT Device12::evict(std::span<Resource* const> heaps) {
  if (heaps.empty() || !are_heaps(heaps)) return E_INVALIDARG;
  if (!paging_kernel_) return E_NOTIMPL;
  const std::vector<D3D12DDI_HANDLE_AND_TYPE> objects_named = named(heaps);
  const D3D12DDIARG_EVICT request{
      static_cast<UINT>(objects_named.size()), objects_named.data(), {}};
  const Counts before = residency_now();
  return call_result(
      entry::kEvict12, nullptr, [&] { return table_.evict(device(), request); },
      [&](HRESULT returned) {
        if (SUCCEEDED(returned)) check_evicted(heaps, before);
      });
}

void Device12::check_evicted(std::span<Resource* const> heaps, const Counts& before) {
  const sim::Alone alone(turn);
  if (is_removed() || !Call::current()->received().empty()) return;
  for (const Resource* heap : heaps) {
    for (const Allocation* each : objects.living_of(*heap)) {
      const auto found = before.find(each);
      if (found == before.end() || !rules::breaks("U-306", each->residency >= found->second))
        continue;
      nt::Breach("U-306", nt::Offender::running())
          .message("Evict returned without an eviction of an object it was given")
          .about(about_heap(*heap))
          .raise_later();
    }
  }
}

bool Device12::are_heaps(std::span<Resource* const> heaps) {
  return are_usable(heaps) &&
         std::ranges::all_of(heaps, [](const Resource* each) { return each->of12().is_heap(); });
}

// A kernel of WDDM 1.x has no paging queues: then nothing is ever made resident.
void Device12::create_paging_queue() {
  const dxgk::RuntimeView::Scope scope(view());
  D3DKMT_CREATEPAGINGQUEUE request{};
  request.hDevice = kernel().value;
  request.Priority = D3DDDI_PAGINGQUEUE_PRIORITY_NORMAL;
  if (!NT_SUCCESS(D3DKMTCreatePagingQueue(&request))) return;
  const sim::Alone alone(turn);
  auto made = std::make_unique<PagingQueue>();
  made->fence = request.hSyncObject;
  made->value = static_cast<const volatile UINT64*>(request.FenceValueCPUVirtualAddress);
  paging_kernel_ = {request.hPagingQueue};
  paging_fence_ = request.hSyncObject;
  objects.queues[paging_kernel_] = std::move(made);
}

void Device12::wait_for_paging(UINT64 value) const {
  const dxgk::RuntimeView::Scope scope(view());
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU request{};
  request.hDevice = kernel().value;
  request.ObjectCount = 1;
  request.ObjectHandleArray = &paging_fence_;
  request.FenceValueArray = &value;
  D3DKMTWaitForSynchronizationObjectFromCpu(&request);
}

}  // namespace drydock::d3d
