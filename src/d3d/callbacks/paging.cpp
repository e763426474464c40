// Paging queues and residency lists, for devices whose kernel driver is of WDDM 2.0 or later. Of
// others the kernel says that it has none.
#include "src/d3d/callbacks/paging.h"

#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

HRESULT create_paging_queue(Frame& frame, D3DDDICB_CREATEPAGINGQUEUE* user) {
  D3DDDICB_CREATEPAGINGQUEUE data;
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  check_trimming(frame);
  if (nt::fails_here(sim::FaultKind::kObject)) return E_OUTOFMEMORY;
  D3DKMT_CREATEPAGINGQUEUE request{};
  request.hDevice = frame.device.kernel().value;
  request.Priority = data.Priority;
  request.PhysicalAdapterIndex = data.PhysicalAdapterIndex;
  const HRESULT result = to_result(D3DKMTCreatePagingQueue(&request));
  if (FAILED(result)) return result;
  auto made = std::make_unique<PagingQueue>();
  made->fence = request.hSyncObject;
  made->value = static_cast<const volatile UINT64*>(request.FenceValueCPUVirtualAddress);
  note(made->history, "made by pfnCreatePagingQueueCb");
  frame.objects().queues[{request.hPagingQueue}] = std::move(made);
  if (frame.device.is_created() && rules::breaks("U-279", frame.device.lacks_trim()))
    nt::Breach("U-279", nt::Offender::running())
        .message("pfnCreatePagingQueueCb by a driver that has no pfnTrimResidencySet")
        .raise_later();
  data.hPagingQueue = request.hPagingQueue;
  data.hSyncObject = request.hSyncObject;
  data.FenceValueCPUVirtualAddress = request.FenceValueCPUVirtualAddress;
  return thunks::write(user, data) ? S_OK : E_INVALIDARG;
}

}  // namespace

PagingQueue* find_queue(Frame& frame, D3DKMT_HANDLE given) {
  const auto found = frame.objects().queues.find({given});
  if (rules::breaks("U-276", found == frame.objects().queues.end())) {
    nt::Breach("U-276", nt::Offender::running())
        .message("{} names no paging queue of its device", frame.name)
        .raise_later();
    return nullptr;
  }
  if (found->second->is_alive) return found->second.get();
  // It went with its destruction, and is none of the device any more.
  nt::Breach("U-276", nt::Offender::running())
      .message("{} names a paging queue that is destroyed", frame.name)
      .about({.object = "paging queue", .history = found->second->history})
      .raise_later();
  return nullptr;
}

namespace {

HRESULT destroy_paging_queue(Frame& frame, const D3DDDI_DESTROYPAGINGQUEUE* user) {
  D3DDDI_DESTROYPAGINGQUEUE data;
  if (!thunks::read(user, data)) return E_INVALIDARG;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  PagingQueue* const queue = find_queue(frame, data.hPagingQueue);
  if (queue == nullptr) return E_INVALIDARG;
  const HRESULT result = to_result(D3DKMTDestroyPagingQueue(&data));
  if (FAILED(result)) return result;
  queue->is_alive = false;
  note(queue->history, "destroyed");
  return result;
}

// U-299, U-306: in Direct3D 12 the application decides on the residency of its heaps.
void check_owner(Frame& frame, std::span<Allocation* const> allocations) {
  const auto is_heaps = [](const Allocation* each) { return each->resource != nullptr; };
  const auto found = std::ranges::find_if(allocations, is_heaps);
  if (found == allocations.end()) return;
  const Call* const call = frame.call();
  const bool is_asked = call != nullptr && (&call->entry() == &entry::kMakeResident12 ||
                                            &call->entry() == &entry::kEvict12);
  const nt::Concerning about{.object = (*found)->resource->name(), .history = (*found)->history};
  if (rules::breaks("U-306", !is_asked))
    nt::Breach("U-306", nt::Offender::running())
        .message(
            "{} is about a heap of the application's, which has not asked "
            "for it",
            frame.name)
        .about(about)
        .raise_later();
  else if (rules::breaks("U-299", frame.is_past_core_layer()))
    nt::Breach("U-299", nt::Offender::running())
        .message(
            "{} of pKTCallbacks was called for a heap of the application's; "
            "the core layer has one of its own",
            frame.name)
        .about(about)
        .raise_later();
}

// The allocations of a list, and the kernel's names of them. False when one is none of the device
// (U-276).
bool read_allocations(Frame& frame, const D3DKMT_HANDLE* user, UINT count,
                      std::vector<Allocation*>& out, std::vector<D3DKMT_HANDLE>& names) {
  std::vector<D3DKMT_HANDLE> given;
  if (count == 0 || !thunks::read_list(user, count, kMostListed, given)) return false;
  for (const D3DKMT_HANDLE each : given) {
    Allocation* const found = frame.objects().find_allocation({each});
    if (rules::breaks("U-276", found == nullptr)) {
      raise_unknown(frame, {each}, "U-276"_rule);
      return false;
    }
    out.push_back(found);
    names.push_back(found->handle.value);
  }
  if (frame.device.adapter().is_of_12()) check_owner(frame, out);
  return true;
}

// U-273: a driver that is to trim asks again, and has trimmed before every time but the last.
void check_trimmed(Frame& frame, const D3DDDI_MAKERESIDENT& data) {
  const Call* const call = frame.call();
  if (call != nullptr && call->shortage() == Call::Shortage::kReported &&
      rules::breaks("U-273", data.Flags.CantTrimFurther == 0))
    nt::Breach("U-273", nt::Offender::running())
        .message(
            "pfnMakeResidentCb is asked again, without CantTrimFurther and without a "
            "pfnEvictCb since it had no room")
        .raise_later();
}

// Direct3D 12 has the application trim (U-275).
void note_shortage(Frame& frame, const D3DDDI_MAKERESIDENT& data, HRESULT result) {
  Call* const call = frame.device.adapter().is_of_12() ? nullptr : frame.call();
  const bool is_short = result == E_OUTOFMEMORY && data.NumBytesToTrim != 0;
  if (call != nullptr)
    call->set_shortage(is_short && data.Flags.CantTrimFurther == 0 ? Call::Shortage::kReported
                                                                   : Call::Shortage::kNone);
}

HRESULT make_resident(Frame& frame, D3DDDI_MAKERESIDENT* user) {
  D3DDDI_MAKERESIDENT data;
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (data.Flags.MustSucceed != 0 && rules::breaks("U-274", data.Flags.CantTrimFurther == 0)) {
    nt::Breach("U-274", nt::Offender::running())
        .message("pfnMakeResidentCb was given MustSucceed without CantTrimFurther")
        .raise_later();
    return E_INVALIDARG;
  }
  PagingQueue* const queue = find_queue(frame, data.hPagingQueue);
  std::vector<Allocation*> allocations;
  std::vector<D3DKMT_HANDLE> names;
  if (queue == nullptr ||
      !read_allocations(frame, data.AllocationList, data.NumAllocations, allocations, names))
    return E_INVALIDARG;
  check_trimmed(frame, data);
  if (data.Flags.MustSucceed == 0 && nt::fails_here(sim::FaultKind::kObject)) {
    data.NumBytesToTrim = 0;  // system memory is short, which no eviction helps
    note_shortage(frame, data, E_OUTOFMEMORY);
    return thunks::write(user, data) ? E_OUTOFMEMORY : E_INVALIDARG;
  }
  const D3DKMT_HANDLE* const list = std::exchange(data.AllocationList, names.data());
  const HRESULT result = to_result(D3DKMTMakeResident(&data));
  data.AllocationList = list;
  note_shortage(frame, data, result);
  if (!thunks::write(user, data)) return E_INVALIDARG;
  if (FAILED(result) && result != E_PENDING) return result;
  for (Allocation* each : allocations) {
    if (each->residency++ != 0) continue;
    each->is_written = each->was_evicted = false;
    note(each->history, "made resident");
  }
  if (result == E_PENDING) await(allocations, *queue, data.PagingFenceValue, "U-271"_rule);
  return result;
}

// U-269: as often as it was made resident, and not more often. A list may name one several times.
bool count_down(const std::vector<Allocation*>& allocations) {
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    if (!rules::breaks("U-269", allocations[i]->residency == 0)) {
      --allocations[i]->residency;
      continue;
    }
    for (std::size_t before = 0; before < i; ++before) ++allocations[before]->residency;
    nt::Breach("U-269", nt::Offender::running())
        .message(
            "pfnEvictCb evicts in AllocationList[{}] what is not resident, "
            "or is no more",
            i)
        .about({.object = "allocation", .history = allocations[i]->history})
        .raise_later();
    return false;
  }
  return true;
}

HRESULT evict(Frame& frame, D3DDDICB_EVICT* user) {
  D3DDDICB_EVICT data;
  std::vector<Allocation*> allocations;
  std::vector<D3DKMT_HANDLE> names;
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!read_allocations(frame, data.AllocationList, data.NumAllocations, allocations, names) ||
      !count_down(allocations))
    return E_INVALIDARG;
  D3DKMT_EVICT request{};
  request.hDevice = frame.device.kernel().value;
  request.NumAllocations = data.NumAllocations;
  request.AllocationList = names.data();
  request.Flags = data.Flags;
  const HRESULT result = to_result(D3DKMTEvict(&request));
  if (FAILED(result)) {
    for (Allocation* each : allocations) ++each->residency;
    return result;
  }
  for (Allocation* each : allocations) {
    if (data.Flags.NotWrittenTo != 0 && rules::breaks("U-278", each->is_written))
      nt::Breach("U-278", nt::Offender::running())
          .message("pfnEvictCb says NotWrittenTo of what submitted work has written to")
          .about({.object = "allocation", .history = each->history})
          .raise_later();
    each->was_evicted = each->residency == 0;
    each->was_ever_evicted |= each->was_evicted;
    if (each->was_evicted && frame.call() != nullptr)
      frame.call()->note_evicted(frame.device.view().bytes_of(each->handle.value));
    note(each->history, "evicted");
  }
  data.NumBytesToTrim = request.NumBytesToTrim;
  return thunks::write(user, data) ? S_OK : E_INVALIDARG;
}

// U-285: the GPU may use it with its new properties when the queue's fence has the value.
HRESULT update_property(Frame& frame, D3DDDI_UPDATEALLOCPROPERTY* user) {
  D3DDDI_UPDATEALLOCPROPERTY data;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  PagingQueue* const queue = find_queue(frame, data.hPagingQueue);
  if (queue == nullptr) return E_INVALIDARG;
  Allocation* const allocation = frame.objects().find_allocation({data.hAllocation});
  if (rules::breaks("U-026", allocation == nullptr)) {
    raise_unknown(frame, {data.hAllocation}, "U-026"_rule);
    return E_INVALIDARG;
  }
  const D3DKMT_HANDLE given = std::exchange(data.hAllocation, allocation->handle.value);
  const HRESULT result = to_result(D3DKMTUpdateAllocationProperty(&data));
  data.hAllocation = given;
  if (FAILED(result) && result != E_PENDING) return result;
  note(allocation->history, "has other properties");
  if (result == E_PENDING) await({allocation}, *queue, data.PagingFenceValue, "U-285"_rule);
  return thunks::write(user, data) ? result : E_INVALIDARG;
}

// The context waits; the driver need not.
HRESULT wait_on_context(Frame& frame, const D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU* user) {
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU data;
  std::vector<D3DKMT_HANDLE> fences;
  std::vector<UINT64> values;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data)) return E_INVALIDARG;
  Context* const context = named_context(frame, data.hContext);
  if (context == nullptr) return E_INVALIDARG;
  if (data.ObjectCount == 0 ||
      !thunks::read_list(data.ObjectHandleArray, data.ObjectCount, kMostListed, fences) ||
      !thunks::read_list(data.MonitoredFenceValueArray, data.ObjectCount, kMostListed, values))
    return E_INVALIDARG;
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU request{};
  request.hContext = context->kernel.value;
  request.ObjectCount = data.ObjectCount;
  request.ObjectHandleArray = fences.data();
  request.MonitoredFenceValueArray = values.data();
  const HRESULT result = to_result(D3DKMTWaitForSynchronizationObjectFromGpu(&request));
  if (FAILED(result)) return result;
  for (std::size_t i = 0; i < fences.size(); ++i) {
    UINT64& farthest = context->waited[fences[i]];
    farthest = std::max(farthest, values[i]);
  }
  return result;
}

HRESULT APIENTRY create_paging_queue_cb(HANDLE device, D3DDDICB_CREATEPAGINGQUEUE* user) {
  return answer(device, "pfnCreatePagingQueueCb",
                [&](Frame& frame) { return create_paging_queue(frame, user); });
}

HRESULT APIENTRY destroy_paging_queue_cb(HANDLE device, const D3DDDI_DESTROYPAGINGQUEUE* user) {
  return answer(device, "pfnDestroyPagingQueueCb",
                [&](Frame& frame) { return destroy_paging_queue(frame, user); });
}

HRESULT APIENTRY make_resident_cb(HANDLE device, D3DDDI_MAKERESIDENT* user) {
  return answer(device, "pfnMakeResidentCb",
                [&](Frame& frame) { return make_resident(frame, user); });
}

HRESULT APIENTRY evict_cb(HANDLE device, D3DDDICB_EVICT* user) {
  return answer(device, "pfnEvictCb", [&](Frame& frame) { return evict(frame, user); });
}

HRESULT APIENTRY update_property_cb(HANDLE device, D3DDDI_UPDATEALLOCPROPERTY* user) {
  return answer(device, "pfnUpdateAllocationPropertyCb",
                [&](Frame& frame) { return update_property(frame, user); });
}

HRESULT APIENTRY wait_on_context_cb(HANDLE device,
                                    const D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU* user) {
  return answer(
      device, "pfnWaitForSynchronizationObjectFromGpuCb",
      [&](Frame& frame) { return wait_on_context(frame, user); }, context_in(user));
}

}  // namespace

void await(const std::vector<Allocation*>& allocations, const PagingQueue& queue, UINT64 value,
           rules::RuleId rule) {
  for (Allocation* each : allocations) each->awaited = {&queue, value, rule};
}

bool is_awaited(const Context& context, const PagingQueue& queue, UINT64 value) {
  if (!queue.is_alive || *queue.value >= value) return true;
  const auto waited = context.waited.find(queue.fence);
  return waited != context.waited.end() && waited->second >= value;
}

std::string WorkPlace::what_is_there() const {
  return in_list ? fmt::format("pfnRenderCb names in pAllocationList[{}] what", *in_list)
                 : "pfnSubmitCommandCb has its commands in what";
}

void check_residency(Frame& frame, const Context& context, Allocation& allocation, bool is_written,
                     WorkPlace place) {
  allocation.is_written |= is_written;
  Device& device = frame.device;
  if (!device.knows_residency() || !device.has_paging_queues() || device.is_removed()) return;
  const nt::Concerning concerning{.object = "allocation", .history = allocation.history};
  const bool is_internal = frame.device.adapter().is_of_12() && allocation.resource == nullptr;
  const rules::RuleId of_residency = allocation.was_evicted ? "U-277"_rule
                                     : is_internal          ? "U-306"_rule
                                                            : "U-149"_rule;
  if (allocation.was_ever_evicted) rules::evaluated("U-277");
  if (rules::breaks(of_residency, allocation.residency == 0)) {
    nt::Breach(of_residency, nt::Offender::running())
        .message("{} {}", place.what_is_there(),
                 allocation.was_evicted ? "was evicted" : "was never made resident")
        .about(concerning)
        .raise_later();
    return;
  }
  const auto& [queue, value, rule] = allocation.awaited;
  if (queue == nullptr || !rules::breaks(rule.value(), !is_awaited(context, *queue, value))) return;
  nt::Breach(rule.value(), nt::Offender::running())
      .message(
          "{} is there when the paging queue's fence comes to {}, and nobody "
          "has waited for that",
          place.what_is_there(), value)
      .about(concerning)
      .raise_later();
}

void add_paging_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnCreatePagingQueueCb = create_paging_queue_cb;
  table.pfnDestroyPagingQueueCb = destroy_paging_queue_cb;
  table.pfnMakeResidentCb = make_resident_cb;
  table.pfnEvictCb = evict_cb;
  table.pfnUpdateAllocationPropertyCb = update_property_cb;
  table.pfnWaitForSynchronizationObjectFromGpuCb = wait_on_context_cb;
}

}  // namespace drydock::d3d
