#include "src/dxgk/memory/residency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/paging_queue.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/client_call.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/vidmm/group.h"
#include "src/vidmm/video_memory.h"

namespace drydock::dxgk {
namespace {

using vidmm::Group;
using Bindings = std::vector<Ref<Binding>>;

// Adds a binding to the residency list of its device.
void enlist(Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
  Device& device = binding.device();
  binding.listing.is_unwritten = false;
  binding.allocation().listings.fetch_add(1, std::memory_order_relaxed);
  device.residency.all.add(binding.listing);
  device.residency.size.fetch_add(1, std::memory_order_relaxed);
}

void delist(Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
  Device& device = binding.device();
  device.residency.all.remove(binding.listing);
  device.residency.size.fetch_sub(1, std::memory_order_relaxed);
  binding.allocation().listings.fetch_sub(1, std::memory_order_relaxed);
  if (const auto group = std::exchange(binding.listing.group, std::nullopt))
    device.seat().account()->withdraw(*group, binding.allocation().tenant.size());
}

// Returns how many bytes of each group the list gains. Bindings that are on the list, or named
// twice, count once.
vidmm::Budget::Limits new_bytes(Device& device, const Bindings& bindings)
    DRYDOCK_REQUIRES(device.lock, some_device_lock);
vidmm::Budget::Limits new_bytes(Device& device, const Bindings& bindings) {
  vidmm::Budget::Limits out;
  const std::uint64_t call = device.next_call();
  for (const Ref<Binding>& each : bindings) {
    if (std::exchange(each->named_by, call) == call || each->listing.is_linked()) continue;
    const vidmm::Tenant& tenant = each->allocation().tenant;
    each->listing.group = vidmm::group_of(device.adapter().caps(), tenant);
    if (const auto group = each->listing.group)
      (*group == Group::kLocal ? out.local : out.non_local) += tenant.size();
  }
  return out;
}

// K-278: demands memory for all of them, or for none. On failure `over` is the excess in bytes.
bool demand(Device& device, const Bindings& bindings, const vidmm::Budget::Limits& limits,
            UINT64& over) DRYDOCK_REQUIRES(device.lock, some_device_lock);
bool demand(Device& device, const Bindings& bindings, const vidmm::Budget::Limits& limits,
            UINT64& over) {
  vidmm::Account& account = *device.seat().account();
  const vidmm::Budget::Limits bytes = new_bytes(device, bindings);
  const std::uint64_t local = account.demand(Group::kLocal, bytes.local, limits.local);
  const std::uint64_t reached = account.demand(Group::kNonLocal, bytes.non_local, limits.non_local);
  over = local + reached;
  if (over == 0) return true;
  if (local == 0) account.withdraw(Group::kLocal, bytes.local);
  if (reached == 0) account.withdraw(Group::kNonLocal, bytes.non_local);
  return false;
}

// Finds the bindings that the handles name. Returns false when one names nothing on the device,
// which breaks `rule`.
bool find_all(Device& device, std::span<const Handle> handles, rules::RuleId rule, Bindings& out)
    DRYDOCK_REQUIRES(device.lock, some_device_lock);
bool find_all(Device& device, std::span<const Handle> handles, rules::RuleId rule, Bindings& out) {
  for (const Handle handle : handles) {
    Binding* const binding = find_binding(device, handle);
    if (nt::names_nothing(binding == nullptr, {"AllocationList[]", handle, out.size()},
                          {.otherwise = rule}))
      return false;
    out.emplace_back(*binding);
  }
  return true;
}

bool is_in_place(const vidmm::Tenant& tenant) {
  return tenant.wishes.segments == 0 || tenant.cpu.residency.load(std::memory_order_relaxed) !=
                                            D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
}

// Runs the body with a claim on the binding. Does nothing when the binding is being destroyed.
template <typename Body>
void with_claim(Binding& binding, Body&& body) {
  if (!binding.claims.claim(Claims::By::kHost)) return;
  body();
  if (binding.claims.release(Claims::By::kHost)) drained(binding);
}

bool is_listed(Binding& binding) {
  return binding.allocation().listings.load(std::memory_order_relaxed) != 0;
}

// Brings the bindings in, on the scheduler's strand. Returns false when one finds no room although
// its process is within its budget; the scheduler calls again when a context of the device runs.
bool bring_in(vidmm::VideoMemory& memory, Bindings& left) {
  while (!left.empty()) {
    Binding& binding = *left.back();
    bool is_busy = false;
    with_claim(binding, [&] {
      vidmm::Tenant& tenant = binding.allocation().tenant;
      if (!is_listed(binding) || tenant.is_resident()) return;
      tenant.adopt(binding.device().driver());
      is_busy = memory.make_resident(tenant) == vidmm::Placed::kBusy;
    });
    if (is_busy && binding.device().adapter().scheduler()->is_at_work()) return false;
    left.pop_back();
  }
  return true;
}

struct Leaving {
  Ref<Binding> binding;
  bool is_unwritten;
};

// Evicts bindings that are on no list any more, on the scheduler's strand. Returns false while the
// hardware still uses one of them.
bool take_out(vidmm::VideoMemory& memory, std::vector<Leaving>& left, bool only_if_necessary) {
  std::erase_if(left, [&](const Leaving& each) {
    bool is_over = true;
    with_claim(*each.binding, [&] {
      vidmm::Tenant& tenant = each.binding->allocation().tenant;
      if (is_listed(*each.binding) || !tenant.is_resident() || tenant.place.is_captured) return;
      is_over = tenant.place.pins == 0;
      if (!is_over) return;
      // The copy in system memory is still right, unless somebody wrote to the allocation before
      // the series of evictions began.
      tenant.place.content.declare(each.is_unwritten);
      if (!only_if_necessary) memory.evict(tenant);
    });
    return is_over;
  });
  return left.empty();
}

// Counts each binding down once. Returns false, without a change, when one has no count left.
bool count_down(const Bindings& bindings) DRYDOCK_REQUIRES(some_device_lock) {
  for (auto each = bindings.begin(); each != bindings.end(); ++each) {
    if ((*each)->listing.count != 0) {
      --(*each)->listing.count;
      continue;
    }
    while (each != bindings.begin()) ++(*--each)->listing.count;
    return false;
  }
  return true;
}

// True when no caller asks for the listing any more and none holds it (K-293).
bool is_unasked(const Listing& listing) DRYDOCK_REQUIRES(some_device_lock) {
  return listing.count == 0 && listing.holds == 0 && listing.is_linked();
}

Leaving leave_list(Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
  delist(binding);
  // Another opener of the allocation may have written to it.
  const bool is_alone = binding.allocation().bindings.size() == 1;
  return {Ref<Binding>(binding), binding.listing.is_unwritten && is_alone};
}

// Removes the idle bindings from the list and adds them to `out`, which has room for them.
void delist_idle(const Bindings& bindings, std::vector<Leaving>& out)
    DRYDOCK_REQUIRES(some_device_lock) {
  for (const Ref<Binding>& each : bindings) {
    if (is_unasked(each->listing)) out.push_back(leave_list(*each));
  }
}

// Evicts the bindings when the hardware has finished with them.
void take_out_soon(const Device& device, std::vector<Leaving> leaving, bool only_if_necessary) {
  if (leaving.empty()) return;
  device.adapter().scheduler()->run_until_done(
      [leaving = std::move(leaving), only_if_necessary](vidmm::VideoMemory& memory) mutable {
        return take_out(memory, leaving, only_if_necessary);
      });
}

// K-278, K-281: adds all bindings to the list if they fit into the budget, or into all memory when
// the client cannot trim further.
NTSTATUS list_all(Device& device, const MakeResidentRequest& request, Bindings& bindings,
                  UINT64& over) {
  const vidmm::Budget::Limits limits =
      device.adapter().budget().limits(*device.seat().account(), request.cannot_trim_further);
  bindings.reserve(request.allocations.size());
  const ReadSection reading;
  const DeviceHold hold(device);
  if (!find_all(device, request.allocations, "K-276", bindings)) return STATUS_INVALID_PARAMETER;
  if (!demand(device, bindings, limits, over)) return STATUS_NO_MEMORY;
  for (const Ref<Binding>& each : bindings) {
    if (!each->listing.is_linked()) enlist(*each);
    ++each->listing.count;
    each->listing.last_named = device.residency.period;
  }
  return STATUS_SUCCESS;
}

// K-289: raises a breach when the driver marks none of its segments as one that counts for budgets.
void check_targets(Adapter& adapter) {
  const AdapterCaps& caps = adapter.caps();
  const bool marks_one = std::ranges::any_of(
      caps.segments, [](const auto& each) { return each.Flags.ApplicationTarget != 0; });
  if (caps.segments.empty() || !rules::breaks("K-289", !marks_one)) return;
  nt::Breach("K-289", adapter.offender())
      .message(
          "D3DKMTMakeResident counts for the budget of its process, and none of "
          "the {} segments that DXGKQAITYPE_QUERYSEGMENT4 returned has "
          "Flags.ApplicationTarget",
          caps.segments.size())
      .raise_later();
}

// Undoes list_all() after the queue refused the operation. Some bindings may have left the list
// meanwhile.
void unlist_all(Device& device, const Bindings& bindings) {
  std::vector<Leaving> left;
  left.reserve(bindings.size());
  const DeviceHold hold(device);
  for (const Ref<Binding>& each : bindings) {
    if (each->listing.count != 0) --each->listing.count;
  }
  delist_idle(bindings, left);
}

// Queues an operation that brings in the bindings that are not resident. Returns STATUS_SUCCESS
// when all are.
NTSTATUS queue_missing(PagingQueue& queue, const Bindings& bindings, UINT64& fence_value) {
  Bindings missing;
  std::ranges::copy_if(bindings, std::back_inserter(missing), [](const Ref<Binding>& each) {
    return !is_in_place(each->allocation().tenant);
  });
  if (missing.empty()) return STATUS_SUCCESS;
  std::ranges::reverse(missing);  // bring_in() takes them from the end
  const NTSTATUS status = queue.queue(
      [left = missing](vidmm::VideoMemory& memory) mutable { return bring_in(memory, left); },
      fence_value);
  if (!NT_SUCCESS(status)) return status;
  std::vector<Ref<PagingQueue>> before(missing.size());  // released after the lock
  const DeviceHold hold(queue.device());
  for (std::size_t i = 0; i < missing.size(); ++i) {
    before[i] = std::exchange(missing[i]->listing.queue, Ref<PagingQueue>(queue));
    missing[i]->listing.awaited = fence_value;
  }
  return status;
}

// K-282: raises a breach for each evicted allocation that submitted work still names.
void check_in_use(const Device& device, const std::vector<Leaving>& evicted) {
  for (const Leaving& each : evicted) {
    rules::evaluated("K-282");
    if (each.binding->allocation().gpu_uses.load(std::memory_order_relaxed) == 0) continue;
    nt::Breach("K-282", nt::Offender::client())
        .message("D3DKMTEvict was asked to evict allocation {:#x} while submitted work names it",
                 each.binding->handle())
        .object(fmt::format("device {:#x}", device.handle()))
        .raise_later();
  }
}

}  // namespace

Listing::Listing(Binding& of) : binding(of) {}
Listing::~Listing() = default;

NTSTATUS make_resident(PagingQueue& queue, const MakeResidentRequest& request,
                       MakeResidentAnswer& answer) {
  Device& device = queue.device();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (device.residency.size.load(std::memory_order_relaxed) == 0) check_targets(device.adapter());
  Bindings bindings;
  NTSTATUS status = list_all(device, request, bindings, answer.bytes_to_trim);
  if (status == STATUS_NO_MEMORY && request.must_succeed)
    device.set_error(D3DKMT_DEVICEEXECUTION_ERROR_OUTOFMEMORY);  // K-280
  if (!NT_SUCCESS(status)) return status;
  status = queue_missing(queue, bindings, answer.fence_value);
  if (!NT_SUCCESS(status)) unlist_all(device, bindings);
  return status;
}

NTSTATUS evict(Device& device, const EvictRequest& request, UINT64& bytes_to_trim) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  Bindings bindings;
  bindings.reserve(request.allocations.size());
  std::vector<Leaving> leaving;
  leaving.reserve(request.allocations.size());
  {
    const ReadSection reading;
    const DeviceHold hold(device);
    if (!find_all(device, request.allocations, "K-282", bindings)) return STATUS_INVALID_PARAMETER;
    if (!count_down(bindings)) return STATUS_INVALID_PARAMETER;
    for (const Ref<Binding>& each : bindings) {
      each->listing.is_unwritten |= request.not_written_to;  // K-283
      each->listing.may_linger = request.only_if_necessary;
    }
    delist_idle(bindings, leaving);
  }
  check_in_use(device, leaving);
  take_out_soon(device, std::move(leaving), request.only_if_necessary);
  bytes_to_trim = bytes_over_budget(device);
  return STATUS_SUCCESS;
}

UINT64 bytes_over_budget(Device& device) {
  const vidmm::Account& account = *device.seat().account();
  const vidmm::Budget::Limits limits = device.adapter().budget().limits(account, false);
  const auto over = [&](Group group, std::uint64_t limit) {
    return account.demanded(group) - std::min(limit, account.demanded(group));
  };
  return over(Group::kLocal, limits.local) + over(Group::kNonLocal, limits.non_local);
}

NTSTATUS bring_back(PagingQueue& queue, std::span<const Handle> handles, bool are_resources,
                    UINT64& fence_value) {
  Device& device = queue.device();
  Bindings listed;
  {
    // No memory may be allocated under the lock, so there is room for the whole list.
    listed.reserve(device.residency.size.load(std::memory_order_relaxed));
    const ReadSection reading;
    const DeviceHold hold(device);
    const auto add = [&](Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
      // An allocation that is still offered has no contents to bring in (K-273).
      if (binding.listing.count != 0 && !binding.offer.is_made() &&
          listed.size() < listed.capacity())
        listed.emplace_back(binding);
    };
    for (const Handle handle : handles) {
      Binding* const binding = are_resources ? nullptr : find_binding(device, handle);
      const Resource* const resource = are_resources ? find_resource(device, handle) : nullptr;
      if (binding != nullptr) add(*binding);
      if (resource == nullptr) continue;
      for (Binding* each = resource->bindings.first(); each != nullptr;
           each = resource->bindings.after(*each))
        add(*each);
    }
  }
  const NTSTATUS status = queue_missing(queue, listed, fence_value);
  return status == STATUS_PENDING ? STATUS_SUCCESS : status;
}

void unlist(Binding& binding) {
  binding.listing.count = 0;
  if (binding.listing.is_linked()) delist(binding);
}

void hold_resident(Binding& binding) {
  const DeviceHold hold(binding.device());
  ++binding.listing.holds;
}

void end_hold(Binding& binding) {
  Device& device = binding.device();
  std::vector<Leaving> leaving;
  leaving.reserve(1);
  bool may_linger = false;
  {
    const DeviceHold hold(device);
    assert(binding.listing.holds != 0);
    --binding.listing.holds;
    may_linger = binding.listing.may_linger;
    if (is_unasked(binding.listing)) leaving.push_back(leave_list(binding));
  }
  take_out_soon(device, std::move(leaving), may_linger);
}

std::uint64_t begin_period(Device& device) {
  const DeviceHold hold(device);
  ResidencyList& list = device.residency;
  ++list.period;
  for (Listing* each = list.all.first(); each != nullptr; each = list.all.after(*each)) {
    if (each->binding.allocation().gpu_uses.load(std::memory_order_relaxed) != 0)
      each->last_named = list.period;
  }
  return list.period;
}

void note_virtual_work(Device& device, bool begins) {
  const DeviceHold hold(device);
  ResidencyList& list = device.residency;
  list.last_virtual_work = list.period;
  assert(begins || list.virtual_packets != 0);
  begins ? ++list.virtual_packets : --list.virtual_packets;
}

Idle find_idle(Device& device, std::uint64_t since) {
  Idle out;
  const DeviceHold hold(device);
  const ResidencyList& list = device.residency;
  if (list.virtual_packets != 0 || list.last_virtual_work >= since) return out;
  for (Listing* each = list.all.first(); each != nullptr; each = list.all.after(*each)) {
    if (each->count == 0 || each->last_named >= since) continue;
    if (out.count++ == 0) out.first = each->binding.handle();
  }
  return out;
}

std::vector<Ref<Binding>> use_residents(Device& device) {
  Bindings out;
  for (;;) {
    out.reserve(device.residency.size.load(std::memory_order_relaxed));
    const DeviceHold hold(device);
    if (device.residency.size.load(std::memory_order_relaxed) > out.capacity()) continue;
    for (Listing* each = device.residency.all.first(); each != nullptr;
         each = device.residency.all.after(*each)) {
      // A client does not use an offered allocation before it reclaims it.
      if (!each->binding.offer.is_made() && each->binding.claims.claim(Claims::By::kGpu))
        out.emplace_back(each->binding);
    }
    return out;
  }
}

void end_resident_use(Binding& binding) {
  if (binding.claims.release(Claims::By::kGpu)) drained(binding);
}

}  // namespace drydock::dxgk
