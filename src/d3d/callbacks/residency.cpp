// Offering and reclaiming, priorities, residency, escapes.
#include <fmt/format.h>

#include <optional>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/callbacks/paging.h"
#include "src/d3d/core/known.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

// Resources or allocations of a request, in the kernel's names.
struct Named {
  std::vector<D3DKMT_HANDLE> resources;
  std::vector<D3DKMT_HANDLE> list;
  std::vector<Allocation*> allocations;

  D3DKMT_HANDLE* resources_or_null() { return resources.empty() ? nullptr : resources.data(); }
  const D3DKMT_HANDLE* list_or_null() const { return list.empty() ? nullptr : list.data(); }
  // The allocations of one element of the request.
  std::vector<Allocation*> of(Objects& objects, std::size_t element) const {
    if (!list.empty()) return {allocations[element]};
    for (const auto& [handle, resource] : objects.resources) {
      if (resource->kernel.value == resources[element]) return objects.living_of(*resource);
    }
    return {};
  }
};

bool add_resource(Frame& frame, HANDLE given, Named& out) {
  const Resource* const resource = frame.objects().find_resource(RuntimeHandle(given));
  if (rules::breaks("U-019", resource == nullptr || !resource->kernel)) {
    nt::Breach("U-019", nt::Offender::running())
        .message("{} was given {} as a resource", frame.name,
                 resource != nullptr ? "one that has no allocations" : what_is(frame.device, given))
        .raise_later();
    return false;
  }
  out.resources.push_back(resource->kernel.value);
  for (Allocation* each : frame.objects().living_of(*resource)) out.allocations.push_back(each);
  return true;
}

bool add_allocation(Frame& frame, D3DKMT_HANDLE given, Named& out) {
  Allocation* const found = frame.objects().find_allocation({given});
  if (rules::breaks("U-026", found == nullptr)) {
    raise_unknown(frame, {given}, "U-026"_rule);
    return false;
  }
  out.list.push_back(found->handle.value);
  out.allocations.push_back(found);
  return true;
}

template <typename Data>
bool read_set(Frame& frame, const Data& data, Named& out) {
  if (rules::breaks("U-287", (data.pResources != nullptr) == (data.HandleList != nullptr))) {
    nt::Breach("U-287", nt::Offender::running())
        .message("{} names {}", frame.name,
                 data.pResources != nullptr ? "resources and allocations"
                                            : "neither resources nor allocations")
        .raise_later();
    return false;
  }
  std::vector<HANDLE> resources;
  std::vector<D3DKMT_HANDLE> list;
  if (data.NumAllocations == 0) return false;
  if (data.pResources != nullptr) {
    return thunks::read_list(data.pResources, data.NumAllocations, kMostListed, resources) &&
           std::ranges::all_of(resources,
                               [&](HANDLE each) { return add_resource(frame, each, out); });
  }
  return thunks::read_list(data.HandleList, data.NumAllocations, kMostListed, list) &&
         std::ranges::all_of(list,
                             [&](D3DKMT_HANDLE each) { return add_allocation(frame, each, out); });
}

// A driver must offer the last instance of a renamed allocation.
void check_instances(Frame& frame, const D3DDDICB_OFFERALLOCATIONS2& data) {
  std::vector<D3DKMT_HANDLE> list;
  if (data.HandleList == nullptr ||
      !thunks::read_list(data.HandleList, data.NumAllocations, kMostListed, list))
    return;
  for (const D3DKMT_HANDLE handle : list) {
    const Allocation* const found = frame.objects().find_allocation({handle});
    if (found != nullptr && rules::breaks("U-291", found->renaming_of({handle}) < found->newest))
      nt::Breach("U-291", nt::Offender::running())
          .message("{} offers instance {} of an allocation whose last is {}", frame.name,
                   found->renaming_of({handle}), found->newest)
          .about({.object = "allocation", .history = found->history})
          .raise_later();
  }
}

HRESULT offer(Frame& frame, const D3DDDICB_OFFERALLOCATIONS2& data) {
  Named named;
  if (!read_set(frame, data, named)) return E_INVALIDARG;
  check_instances(frame, data);
  if (rules::breaks("U-288", data.Priority == D3DDDI_OFFER_PRIORITY_NONE)) {
    nt::Breach("U-288", nt::Offender::running())
        .message("{} was given the priority NONE", frame.name)
        .raise_later();
    return E_INVALIDARG;
  }
  for (const Allocation* each : named.allocations) {
    if (rules::breaks("U-289", is_batched(frame.objects(), each->handle)))
      nt::Breach("U-289", nt::Offender::running())
          .message("{} offers what a batch uses that is not submitted yet", frame.name)
          .about({.object = "allocation", .history = each->history})
          .raise_later();
  }
  D3DKMT_OFFERALLOCATIONS request{};
  request.hDevice = frame.device.kernel().value;
  request.pResources = named.resources_or_null();
  request.HandleList = named.list_or_null();
  request.NumAllocations = data.NumAllocations;
  request.Priority = static_cast<D3DKMT_OFFER_PRIORITY>(data.Priority);
  request.Flags.AllowDecommit = data.Flags.AllowDecommit;
  request.Flags.Reserved = data.Flags.Reserved;
  const HRESULT result = to_result(D3DKMTOfferAllocations(&request));
  if (FAILED(result)) return result;
  for (Allocation* each : named.allocations) {
    each->is_offered = true;
    note(each->history, "offered");
  }
  return result;
}

// U-293: a driver that does not ask takes all contents for lost; pDiscarded says it of each.
void note_lost(Frame& frame, const D3DDDICB_RECLAIMALLOCATIONS& data, const Named& named) {
  if (frame.call() == nullptr) return;
  std::vector<BOOL> discarded(data.NumAllocations, TRUE);
  if (data.pDiscarded != nullptr &&
      !thunks::read_list(data.pDiscarded, data.NumAllocations, kMostListed, discarded))
    return;
  for (std::size_t i = 0; i < discarded.size(); ++i) {
    if (discarded[i] == FALSE) continue;
    for (Allocation* each : named.of(frame.objects(), i)) {
      if (each->resource != nullptr) frame.call()->note_lost(*each->resource);
    }
  }
}

void note_reclaimed(Frame& frame, const D3DDDICB_RECLAIMALLOCATIONS& data, const Named& named) {
  for (Allocation* each : named.allocations) {
    each->is_offered = false;
    note(each->history, "reclaimed");
  }
  note_lost(frame, data, named);
}

HRESULT reclaim(Frame& frame, const D3DDDICB_RECLAIMALLOCATIONS* user) {
  D3DDDICB_RECLAIMALLOCATIONS data;
  Named named;
  if (!thunks::read(user, data) || !read_set(frame, data, named)) return E_INVALIDARG;
  D3DKMT_RECLAIMALLOCATIONS request{};
  request.hDevice = frame.device.kernel().value;
  request.pResources = named.resources_or_null();
  request.HandleList = named.list_or_null();
  request.NumAllocations = data.NumAllocations;
  request.pDiscarded = data.pDiscarded;
  const HRESULT result = to_result(D3DKMTReclaimAllocations(&request));
  if (SUCCEEDED(result)) note_reclaimed(frame, data, named);
  return result;
}

// The newer forms say in numbers what the first says in booleans; the numbers are the same.
D3DDDICB_RECLAIMALLOCATIONS as_first(const D3DDDICB_RECLAIMALLOCATIONS2& data) {
  return {data.pResources, data.HandleList, data.pDiscarded, data.NumAllocations};
}
D3DDDICB_RECLAIMALLOCATIONS as_first(const D3DDDICB_RECLAIMALLOCATIONS3& data) {
  static_assert(sizeof(D3DDDI_RECLAIM_RESULT) == sizeof(BOOL));
  return {data.pResources, data.HandleList, reinterpret_cast<BOOL*>(data.pResults),
          data.NumAllocations};
}

// U-294: the GPU waits for the fence, the CPU does not.
template <typename Data>
HRESULT reclaim_by_queue(Frame& frame, Data* user) {
  Data data;
  Named named;
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  const auto queue = frame.objects().queues.find({data.PagingQueue});
  const D3DDDICB_RECLAIMALLOCATIONS first = as_first(data);
  if (queue == frame.objects().queues.end() || !queue->second->is_alive ||
      !read_set(frame, first, named))
    return E_INVALIDARG;
  D3DKMT_RECLAIMALLOCATIONS2 request{};
  request.hPagingQueue = data.PagingQueue;
  request.pResources = named.resources_or_null();
  request.HandleList = named.list_or_null();
  request.NumAllocations = data.NumAllocations;
  request.pDiscarded = first.pDiscarded;
  const HRESULT result = to_result(D3DKMTReclaimAllocations2(&request));
  if (FAILED(result)) return result;
  note_reclaimed(frame, first, named);
  data.PagingFenceValue = request.PagingFenceValue;
  if (data.PagingFenceValue != 0)
    await(named.allocations, *queue->second, data.PagingFenceValue, "U-294"_rule);
  return thunks::write(user, data) ? result : E_INVALIDARG;
}

// U-296: a resource without a list, or a list.
template <typename Data, typename Request>
bool translate(Frame& frame, const Data& data, Named& named, Request& out) {
  out = {};
  out.hDevice = frame.device.kernel().value;
  if (data.hResource != nullptr) {
    if (rules::breaks("U-296", data.NumAllocations != 0 || data.HandleList != nullptr)) {
      nt::Breach("U-296", nt::Offender::running())
          .message("{} names a resource and has a list", frame.name)
          .raise_later();
      return false;
    }
    if (!add_resource(frame, data.hResource, named)) return false;
    out.hResource = named.resources.front();
    return true;
  }
  std::vector<D3DKMT_HANDLE> list;
  if (data.NumAllocations == 0 ||
      !thunks::read_list(data.HandleList, data.NumAllocations, kMostListed, list) ||
      !std::ranges::all_of(list,
                           [&](D3DKMT_HANDLE each) { return add_allocation(frame, each, named); }))
    return false;
  out.phAllocationList = named.list.data();
  out.AllocationCount = data.NumAllocations;
  return true;
}

HRESULT set_priority(Frame& frame, D3DDDICB_SETPRIORITY* user) {
  D3DDDICB_SETPRIORITY data;
  Named named;
  D3DKMT_SETALLOCATIONPRIORITY request;
  if (!thunks::read(user, data) || !translate(frame, data, named, request)) return E_INVALIDARG;
  request.pPriorities = data.pPriorities;
  return to_result(D3DKMTSetAllocationPriority(&request));
}

static_assert(sizeof(D3DDDI_RESIDENCYSTATUS) == sizeof(D3DKMT_ALLOCATIONRESIDENCYSTATUS));

HRESULT result_of(D3DDDI_RESIDENCYSTATUS status) {
  if (status == D3DDDI_RESIDENCYSTATUS_NOTRESIDENT) return kNotResident;
  return status == D3DDDI_RESIDENCYSTATUS_RESIDENTINSHAREDMEMORY ? kResidentInSharedMemory : S_OK;
}

// U-297: the driver has to answer the farthest of all places that it received.
void note_residency(Frame& frame, const D3DDDICB_QUERYRESIDENCY& data) {
  Call* const call = frame.call();
  std::vector<D3DDDI_RESIDENCYSTATUS> places;
  if (call == nullptr || !thunks::read_list(data.pResidencyStatus,
                                            std::max(data.NumAllocations, 1U), kMostListed, places))
    return;
  for (const D3DDDI_RESIDENCYSTATUS each : places) call->note_residency(result_of(each));
}

HRESULT query_residency(Frame& frame, const D3DDDICB_QUERYRESIDENCY* user) {
  D3DDDICB_QUERYRESIDENCY data;
  Named named;
  D3DKMT_QUERYALLOCATIONRESIDENCY request;
  if (!thunks::read(user, data) || !translate(frame, data, named, request)) return E_INVALIDARG;
  request.pResidencyStatus =
      reinterpret_cast<D3DKMT_ALLOCATIONRESIDENCYSTATUS*>(data.pResidencyStatus);
  const HRESULT result = to_result(D3DKMTQueryAllocationResidency(&request));
  if (SUCCEEDED(result)) note_residency(frame, data);
  return result;
}

// Answers an escape that the runtime serves without the driver.
HRESULT answer_state(const Device* device, const D3DDDICB_ESCAPE& data) {
  D3DDDI_EXECUTIONSTATEESCAPE state{D3DDDI_DEVICEEXECUTION_ACTIVE};
  if (device != nullptr && device->is_removed()) state.State = D3DDDI_DEVICEEXECUTION_STOPPED;
  if (data.PrivateDriverDataSize < sizeof state) return E_INVALIDARG;
  return nt::copy_to_user(data.pPrivateDriverData, &state, sizeof state) ? S_OK : E_INVALIDARG;
}

HRESULT escape(Adapter& adapter, const D3DDDICB_ESCAPE& data) {
  const int kinds =
      data.Flags.HardwareAccess + data.Flags.DeviceStatusQuery + data.Flags.ChangeFrameLatency;
  const std::shared_ptr<Device> device = known_devices().find(RuntimeHandle(data.hDevice));
  const bool wants_device = data.hDevice != nullptr || data.hContext != nullptr;
  Context* context = nullptr;
  if (device != nullptr && data.hContext != nullptr) {
    const sim::Alone alone(device->turn);
    context = device->objects.find_context(RuntimeHandle(data.hContext));
  }
  if (rules::breaks("U-154", kinds > 1 || (wants_device && device == nullptr) ||
                                 (data.hContext != nullptr && context == nullptr))) {
    nt::Breach("U-154", nt::Offender::running())
        .message(kinds > 1 ? "pfnEscapeCb was given flags that exclude each other"
                           : "pfnEscapeCb names no device, or no context of it")
        .raise();
    return E_INVALIDARG;
  }
  std::optional<ContextCaller> in_context;
  if (context != nullptr) in_context.emplace(*device, data.hContext);
  if (in_context && rules::breaks("U-259", !in_context->is_alone()))
    nt::Breach("U-259", nt::Offender::running())
        .message("pfnEscapeCb came while another thread was in a callback about the same context")
        .raise();
  if (data.Flags.DeviceStatusQuery != 0) return answer_state(device.get(), data);
  if (data.Flags.ChangeFrameLatency != 0) return S_OK;
  if (nt::fails_here(sim::FaultKind::kPool)) return E_OUTOFMEMORY;
  const dxgk::RuntimeView::Scope scope(adapter.view());
  D3DKMT_ESCAPE request{};
  request.hAdapter = adapter.kernel().value;
  request.hDevice = device != nullptr ? device->kernel().value : 0;
  request.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  request.Flags = data.Flags;
  request.pPrivateDriverData = data.pPrivateDriverData;
  request.PrivateDriverDataSize = data.PrivateDriverDataSize;
  request.hContext = context != nullptr ? context->kernel.value : 0;
  return to_result(D3DKMTEscape(&request));
}

HRESULT APIENTRY escape_cb(HANDLE given, const D3DDDICB_ESCAPE* user) {
  nt::end_call_if_dead();
  const std::shared_ptr<Adapter> adapter = known_adapters().find(RuntimeHandle(given));
  if (rules::breaks("U-154", adapter == nullptr)) {
    nt::Breach("U-154", nt::Offender::running())
        .message("pfnEscapeCb was given {} instead of the runtime's adapter handle",
                 RuntimeHandle(given).is_of(HandleKind::kDevice) ? "a device handle"
                                                                 : "a handle of nothing")
        .raise();
    return E_INVALIDARG;
  }
  D3DDDICB_ESCAPE data;
  if (!thunks::read(user, data)) return E_INVALIDARG;
  const HRESULT result = escape(*adapter, data);
  if (Call* const call = Call::current()) call->note("pfnEscapeCb", result, {});
  return result;
}

HRESULT APIENTRY offer_cb(HANDLE device, const D3DDDICB_OFFERALLOCATIONS* user) {
  return answer(device, "pfnOfferAllocationsCb", [&](Frame& frame) -> HRESULT {
    D3DDDICB_OFFERALLOCATIONS data;
    if (!thunks::read(user, data)) return E_INVALIDARG;
    return offer(frame, {data.pResources, data.HandleList, data.NumAllocations, data.Priority, {}});
  });
}

HRESULT APIENTRY offer2_cb(HANDLE device, const D3DDDICB_OFFERALLOCATIONS2* user) {
  return answer(device, "pfnOfferAllocations2Cb", [&](Frame& frame) -> HRESULT {
    D3DDDICB_OFFERALLOCATIONS2 data;
    if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
    return thunks::read(user, data) ? offer(frame, data) : E_INVALIDARG;
  });
}

HRESULT APIENTRY reclaim_cb(HANDLE device, const D3DDDICB_RECLAIMALLOCATIONS* user) {
  return answer(device, "pfnReclaimAllocationsCb",
                [&](Frame& frame) { return reclaim(frame, user); });
}

HRESULT APIENTRY reclaim2_cb(HANDLE device, D3DDDICB_RECLAIMALLOCATIONS2* user) {
  return answer(device, "pfnReclaimAllocations2Cb",
                [&](Frame& frame) { return reclaim_by_queue(frame, user); });
}

HRESULT APIENTRY reclaim3_cb(HANDLE device, D3DDDICB_RECLAIMALLOCATIONS3* user) {
  return answer(device, "pfnReclaimAllocations3Cb",
                [&](Frame& frame) { return reclaim_by_queue(frame, user); });
}

HRESULT APIENTRY set_priority_cb(HANDLE device, D3DDDICB_SETPRIORITY* user) {
  return answer(device, "pfnSetPriorityCb",
                [&](Frame& frame) { return set_priority(frame, user); });
}

HRESULT APIENTRY query_residency_cb(HANDLE device, const D3DDDICB_QUERYRESIDENCY* user) {
  return answer(device, "pfnQueryResidencyCb",
                [&](Frame& frame) { return query_residency(frame, user); });
}

}  // namespace

void add_residency_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnOfferAllocationsCb = offer_cb;
  table.pfnOfferAllocations2Cb = offer2_cb;
  table.pfnReclaimAllocationsCb = reclaim_cb;
  table.pfnReclaimAllocations2Cb = reclaim2_cb;
  table.pfnReclaimAllocations3Cb = reclaim3_cb;
  table.pfnSetPriorityCb = set_priority_cb;
  table.pfnQueryResidencyCb = query_residency_cb;
  table.pfnEscapeCb = escape_cb;
}

}  // namespace drydock::d3d
