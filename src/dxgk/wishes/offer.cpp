#include "src/dxgk/wishes/offer.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/client_call.h"
#include "src/rules/stack.h"
#include "src/sched/scheduler.h"
#include "src/sim/faults.h"

namespace drydock::dxgk {
namespace {

// A check looks at no more allocations and contexts than this.
constexpr std::size_t kMostLookedAt = 256;

// Calls `body` for each binding that a handle of the set names, until `body` returns false. Returns
// false when it did, or when the handle names nothing.
template <typename Body>
bool each_binding(Device& device, const OfferedSet& set, Handle handle, Body&& body)
    DRYDOCK_REQUIRES(device.lock, some_device_lock);

template <typename Body>
bool each_binding(Device& device, const OfferedSet& set, Handle handle, Body&& body) {
  if (!set.are_resources) {
    Binding* const binding = find_binding(device, handle);
    return binding != nullptr && body(*binding);
  }
  Resource* const resource = find_resource(device, handle);
  if (resource == nullptr) return false;
  for (Binding* each = resource->bindings.first(); each != nullptr;
       each = resource->bindings.after(*each)) {
    if (!body(*each)) return false;
  }
  return true;
}

// A locked allocation is in use and cannot be offered.
bool may_offer(const Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
  return !binding.locks.is_locked();
}

bool is_discardable(const Binding& binding) {
  const Allocation& allocation = binding.allocation();
  return allocation.resource == nullptr || !allocation.resource->shared;
}

// True when the plan of faults wants contents and memory to be lost, as if memory were scarce.
bool is_memory_scarce() { return nt::fails_here(sim::FaultKind::kMapping); }

// Discards the contents of the newest instance. The client has discarded those of the others
// itself.
void discard_content(Device& device, Binding& binding) {
  const auto newest = [&]() -> vidmm::Tenant& {
    const DeviceHold hold(device);
    return current_instance(binding).tenant;
  };
  vidmm::Tenant& tenant = newest();
  sched::Scheduler* const gpu = binding.allocation().adapter->scheduler();
  if (gpu == nullptr || !tenant.cpu.was_placed.load(std::memory_order_relaxed))
    return tenant.backing.discard(tenant.size());
  gpu->run_on_strand([&](vidmm::VideoMemory& memory) { memory.discard(tenant); });
}

// An offer that a reclaim has ended.
struct Ended {
  Ref<Binding> binding;  // null when there was none
  bool was_discarded = false;
  bool may_decommit = false;
};

// Ends the offer of one binding that the handle names and that is still offered.
Ended end_one_offer(Device& device, const OfferedSet& set, Handle handle) {
  const ReadSection reading;
  const DeviceHold hold(device);
  Binding* found = nullptr;
  each_binding(device, set, handle, [&](Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
    if (found == nullptr && binding.offer.is_made()) found = &binding;
    return true;
  });
  if (found == nullptr) return {};
  const bool was_discarded = found->offer.end() == Offer::State::kDiscarded;
  return {Ref<Binding>(*found), was_discarded, found->offer.may_decommit()};
}

// Renews the offers, so that the client may try again.
void renew_offers(Device& device, const std::vector<Ref<Binding>>& bindings) {
  const DeviceHold hold(device);
  for (const Ref<Binding>& each : bindings) each->offer.renew_discarded();
}

// K-273: allocates decommitted memory again. False when there is none.
bool recommit(const Ended& ended) {
  vidmm::Tenant& tenant = ended.binding->allocation().tenant;
  return !ended.may_decommit ||
         (!is_memory_scarce() && tenant.backing.map(tenant.size()) != nullptr);
}

// Reclaims the allocations of one handle and returns the worst of their results.
D3DDDI_RECLAIM_RESULT reclaim_one(Device& device, const OfferedSet& set, Handle handle) {
  D3DDDI_RECLAIM_RESULT worst = D3DDDI_RECLAIM_RESULT_OK;
  std::vector<Ref<Binding>> uncommitted;
  for (;;) {
    const Ended ended = end_one_offer(device, set, handle);
    if (!ended.binding) break;
    if (!ended.was_discarded && !(is_discardable(*ended.binding) && is_memory_scarce())) continue;
    discard_content(device, *ended.binding);
    worst = std::max(worst, D3DDDI_RECLAIM_RESULT_DISCARDED);
    if (!recommit(ended)) uncommitted.push_back(ended.binding);
  }
  if (uncommitted.empty()) return worst;
  renew_offers(device, uncommitted);
  return D3DDDI_RECLAIM_RESULT_NOT_COMMITTED;
}

bool are_all_known(Device& device, const OfferedSet& set) {
  const ReadSection reading;
  const DeviceHold hold(device);
  return std::ranges::all_of(
      set.handles, [&](Handle handle) DRYDOCK_REQUIRES(device.lock, some_device_lock) {
        return each_binding(device, set, handle, [](Binding&) { return true; });
      });
}

// Marks all bindings of the set as offered, or none. Adds the offered allocations to `offered` as
// far as it has room, because no memory is allocated under the device's lock.
NTSTATUS mark_offered(Device& device, const OfferedSet& set, UINT priority, bool may_decommit,
                      std::vector<Handle>& offered) {
  const ReadSection reading;
  const DeviceHold hold(device);
  for (std::size_t i = 0; i < set.handles.size(); ++i) {
    const bool may = each_binding(
        device, set, set.handles[i],
        [&](const Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
          // A resource that is presented is offered by its allocations.
          return may_offer(binding) &&
                 !(set.are_resources &&
                   nt::client_breaks(
                       "K-267", binding.allocation().is_primary,
                       {"pResources[]", set.handles[i], i},
                       "the resource is for presents, and offered by its allocations"));
        });
    if (!may) return STATUS_INVALID_PARAMETER;
  }
  for (const Handle handle : set.handles) {
    each_binding(device, set, handle, [&](Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
      binding.offer.make(priority, may_decommit);
      if (offered.size() < offered.capacity()) offered.push_back(binding.handle());
      return true;
    });
  }
  return STATUS_SUCCESS;
}

// Returns an offered allocation that is in the current list of the context's client; 0 when none
// is.
Handle find_named(const Context& context, const std::vector<Handle>& offered) {
  CommandBuffers& commands = context.work().commands;
  const sim::Alone turn(commands.turn);
  const auto found =
      std::ranges::find_if(offered, [&](Handle handle) { return commands.is_being_named(handle); });
  return found == offered.end() ? 0 : *found;
}

// K-271: raises a breach for offered allocations in lists that the client's contexts have not
// submitted.
void check_lists(Device& device, const std::vector<Handle>& offered) {
  std::vector<Ref<Context>> contexts;
  contexts.reserve(kMostLookedAt);
  {
    const DeviceHold hold(device);
    for (Context* each = device.contexts.first();
         each != nullptr && contexts.size() < contexts.capacity();
         each = device.contexts.after(*each))
      contexts.emplace_back(*each);
  }
  for (const Ref<Context>& context : contexts) {
    const Handle handle = find_named(*context, offered);
    if (!rules::breaks("K-271", handle != 0)) continue;
    nt::Breach("K-271", nt::Offender::client())
        .message(
            "allocation {:#x} is offered, and the allocation list of context "
            "{:#x}, which is not submitted yet, names it",
            handle, context->handle())
        .raise_later();
  }
}

}  // namespace

NTSTATUS offer(Device& device, const OfferedSet& set, UINT priority, bool may_decommit) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  std::vector<Handle> offered;
  offered.reserve(kMostLookedAt);
  const bool has_answer = device.adapter().version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_1;
  const NTSTATUS status = mark_offered(device, set, priority, may_decommit && has_answer, offered);
  if (NT_SUCCESS(status)) check_lists(device, offered);
  return status;
}

void offer_used(Binding& binding, UINT priority) {
  const DeviceHold hold(binding.device());
  if (!binding.claims.is_open() || !may_offer(binding)) return;
  binding.offer.make(priority, /*may_decommit=*/false);
}

NTSTATUS reclaim(Device& device, const OfferedSet& set, std::span<D3DDDI_RECLAIM_RESULT> results) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (!are_all_known(device, set)) return STATUS_INVALID_PARAMETER;
  for (std::size_t i = 0; i < set.handles.size(); ++i) {
    const D3DDDI_RECLAIM_RESULT result = reclaim_one(device, set, set.handles[i]);
    if (!results.empty()) results[i] = result;
  }
  return STATUS_SUCCESS;
}

std::size_t discard_offered(Device& device, UINT up_to_priority) {
  std::size_t count = 0;
  const DeviceHold hold(device);
  const auto discard = [&](Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
    const bool may = is_discardable(binding) && !binding.claims.is_used_by_gpu();
    if (may && binding.offer.discard(up_to_priority)) ++count;
  };
  for (Binding* each = device.loose.first(); each != nullptr; each = device.loose.after(*each))
    discard(*each);
  for (Resource* resource = device.resources.first(); resource != nullptr;
       resource = device.resources.after(*resource)) {
    for (Binding* each = resource->bindings.first(); each != nullptr;
         each = resource->bindings.after(*each))
      discard(*each);
  }
  return count;
}

}  // namespace drydock::dxgk
