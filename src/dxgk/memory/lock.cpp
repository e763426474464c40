#include "src/dxgk/memory/lock.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/swizzling.h"
#include "src/dxgk/memory/binding_claim.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/work/process.h"
#include "src/nt/watch/client_call.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {
namespace {

// The most CPU locks that one binding can have (K-260).
constexpr std::uint32_t kMostLocks = 0xFFFF;

Instance& look_at_current(Device& device, Binding& binding) {
  const DeviceHold hold(device);
  return current_instance(binding);
}

bool is_in_aperture(const Allocation& allocation, bool coherent_only) {
  const auto& segments = allocation.adapter->caps().segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if ((allocation.tenant.wishes.segments >> i & 1) == 0 || segments[i].Flags.Aperture == 0)
      continue;
    if (!coherent_only || segments[i].Flags.CacheCoherent != 0) return true;
  }
  return false;
}

// True when one of the allocation's segments is memory and no aperture.
bool may_be_in_memory(const Allocation& allocation) {
  const auto& segments = allocation.adapter->caps().segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if ((allocation.tenant.wishes.segments >> i & 1) != 0 && segments[i].Flags.Aperture == 0)
      return true;
  }
  return false;
}

bool is_shared(const Allocation& allocation) {
  return allocation.resource != nullptr && allocation.resource->shared;
}

// Holds for every lock: only the creator may lock a shared allocation, and the CPU must be able to
// see it.
bool may_lock(const Device& device, const Allocation& allocation, Handle handle) {
  if (nt::client_breaks("K-240", allocation.flags.CpuVisible == 0, {"hAllocation", handle},
                        "it is not CpuVisible"))
    return false;
  return !is_shared(allocation) || allocation.creator == device.process().id();
}

// True before WDDM 2.0, where some bits of the flags have another meaning than later.
bool is_older(const Allocation& allocation) {
  return allocation.adapter->version() < DXGKDDI_INTERFACE_VERSION_WDDM2_0;
}

// K-243: only a lock in an aperture may ignore synchronization.
bool may_ignore_sync(const Allocation& allocation) {
  return !(is_older(allocation) && allocation.flags.Swizzled != 0) &&
         is_in_aperture(allocation, /*coherent_only=*/allocation.flags.Cached != 0);
}

// K-244: a primary is locked by an alternate address exactly when it was created for that. A shared
// allocation never is.
bool may_use_address(const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) {
  const bool alternate = flags.UseAlternateVA != 0;
  const nt::ClientField field("Flags.UseAlternateVA", flags.UseAlternateVA);
  if (allocation.is_primary)
    return !nt::client_breaks(
        "K-244", alternate != (is_older(allocation) && allocation.flags.UseAlternateVA != 0), field,
        "a primary is locked with it if it was created with it, and then in no other way");
  return !nt::client_breaks("K-244", alternate && is_shared(allocation), field,
                            "the allocation is shared");
}

bool are_flags_possible(D3DDDICB_LOCKFLAGS flags) {
  const nt::ClientField field("Flags.Value", flags.Value);
  return !nt::client_breaks("K-043", flags.Reserved != 0, field, "reserved bits are 0") &&
         !nt::client_breaks("K-242", flags.ReadOnly != 0 && flags.WriteOnly != 0, field,
                            "ReadOnly and WriteOnly exclude each other") &&
         !nt::client_breaks("K-243", flags.IgnoreSync != 0 && flags.AcquireAperture != 0, field,
                            "IgnoreSync and AcquireAperture exclude each other") &&
         !nt::client_breaks("K-244", flags.UseAlternateVA != 0 && flags.AcquireAperture == 0, field,
                            "UseAlternateVA needs AcquireAperture");
}

// K-253: a lock is for the entire allocation, or for the pages of a list.
bool are_pages_possible(const LockRequest& request, const Allocation& allocation) {
  const nt::ClientField count("NumPages", request.pages.size());
  if (request.flags.LockEntire != 0)
    return !nt::client_breaks("K-253", !request.pages.empty(), count,
                              "LockEntire comes without a list of pages");
  if (nt::client_breaks("K-253", request.pages.empty(), count,
                        "without LockEntire there is a list of pages"))
    return false;
  const SIZE_T pages = allocation.tenant.size() / PAGE_SIZE;
  const auto beyond = std::ranges::find_if(request.pages, [&](UINT page) { return page >= pages; });
  const bool is_beyond = beyond != request.pages.end();
  return !nt::client_breaks("K-253", is_beyond,
                            {"pPages[]", is_beyond ? *beyond : 0,
                             static_cast<std::size_t>(beyond - request.pages.begin())},
                            "the allocation has no such page");
}

// How an allocation is to be locked.
struct Terms {
  Instance* instance;     // the instance that the client gets to see
  bool discards = false;  // the instance becomes the current one
  D3DDDICB_LOCKFLAGS flags{};
  bool by_range = false;
  UINT range_data = 0;
  bool bars_gpu = false;   // while the lock lasts, the GPU may not use the allocation
  bool is_second = false;  // D3DKMTLock2
  bool in_place = false;   // the host aperture maps it; other locks may use it there already
};

// Returns the status with which the existing locks forbid another one (K-245, K-246).
NTSTATUS refusal_of(const Binding& binding, const Terms& terms) DRYDOCK_REQUIRES(some_device_lock) {
  if (!binding.claims.is_open()) return STATUS_INVALID_PARAMETER;  // destroyed during a wait
  const nt::ClientField field("hAllocation", binding.handle());
  if (nt::client_breaks("K-246", binding.offer.is_made(), field, "it is offered"))
    return STATUS_INVALID_PARAMETER;
  const CpuLocks& locks = binding.locks;
  if (!locks.is_locked()) return STATUS_SUCCESS;
  const bool is_alternate = locks.view.is_alternate || terms.flags.UseAlternateVA != 0;
  const bool is_by_range =
      (locks.view.is_by_range || terms.by_range) && !(locks.view.is_by_range && terms.in_place);
  if (nt::client_breaks("K-245", is_alternate, field,
                        "it is locked, and one of the locks has UseAlternateVA") ||
      nt::client_breaks("K-245", is_by_range, field,
                        "it is locked, and one of the locks is through a swizzling range") ||
      nt::client_breaks("K-245", terms.flags.AcquireAperture != 0 && !locks.view.is_in_aperture,
                        field, "it is locked without AcquireAperture, and is locked with it now"))
    return STATUS_INVALID_PARAMETER;
  return locks.count == kMostLocks ? STATUS_GRAPHICS_TOO_MANY_REFERENCES : STATUS_SUCCESS;
}

// Another call has renamed the allocation meanwhile, so the caller must look for the current
// instance again.
constexpr NTSTATUS kRenamedMeanwhile = STATUS_RETRY;  // choose_instance() returns the same

// Counts one more lock of the binding. Sets `is_first` when the binding was not locked before.
NTSTATUS take(Device& device, Binding& binding, const Terms& terms, bool* is_first = nullptr) {
  const DeviceHold hold(device);
  if (const NTSTATUS status = refusal_of(binding, terms); !NT_SUCCESS(status)) return status;
  Instance& instance = *terms.instance;
  CpuLocks& locks = binding.locks;
  if (locks.is_locked() ? locks.view.instance != &instance
                        : !terms.discards && &current_instance(binding) != &instance)
    return kRenamedMeanwhile;
  if (is_first != nullptr) *is_first = !locks.is_locked();
  if (!locks.is_locked()) {
    if (terms.discards) make_current(device, binding, instance);
    locks.view = {.instance = &instance,
                  .is_alternate = terms.flags.UseAlternateVA != 0,
                  .is_in_aperture = terms.flags.AcquireAperture != 0,
                  .is_by_range = terms.by_range,
                  .range_data = terms.range_data};
  }
  if (terms.bars_gpu && !std::exchange(locks.bars_gpu, true))
    instance.barring_locks.fetch_add(1, std::memory_order_acq_rel);
  ++locks.count;
  if (terms.by_range) return STATUS_SUCCESS;
  // The order matters: a thread that sees the new number of times also sees that the lock is held,
  // or that it was released since.
  instance.tenant.cpu.locks.fetch_add(1);
  instance.tenant.cpu.times_locked.fetch_add(1);
  return STATUS_SUCCESS;
}

// Removes one lock.
void release_lock(Binding& binding) DRYDOCK_REQUIRES(some_device_lock) {
  CpuLocks& locks = binding.locks;
  assert(locks.is_locked());
  Instance& instance = *locks.view.instance;
  if (!locks.view.is_by_range) instance.tenant.cpu.locks.fetch_sub(1, std::memory_order_relaxed);
  if (--locks.count == 0 && std::exchange(locks.bars_gpu, false))
    instance.barring_locks.fetch_sub(1, std::memory_order_acq_rel);
}

// Checks whether the CPU can see an allocation in place, or whether the host may evict it for the
// lock. Runs on the strand that pages.
NTSTATUS may_map_for_cpu(const Allocation& allocation, const Terms& terms) {
  const vidmm::Tenant& tenant = terms.instance->tenant;
  if (!tenant.is_resident()) return STATUS_SUCCESS;
  const DXGK_SEGMENTFLAGS& segment =
      allocation.adapter->caps().segments[tenant.place.segment() - 1].Flags;
  if (segment.Aperture != 0) return STATUS_SUCCESS;
  // The CPU would see old contents, because a capture driver writes to the place in video memory.
  if (tenant.place.is_captured) return STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION;
  const bool is_seen = segment.CpuVisible != 0;
  // K-248: the lock forbids the eviction that it needs.
  if (!is_seen && terms.flags.DonotEvict != 0)
    return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE;
  // K-258: the allocation has no aperture to move to.
  if (terms.is_second && !is_older(allocation) && !is_seen &&
      !is_in_aperture(allocation, /*coherent_only=*/false))
    return STATUS_INVALID_PARAMETER;
  const bool must_leave = !is_seen || (terms.is_second && tenant.shape().is_cached);
  return must_leave && tenant.place.pins != 0 ? STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION
                                              : STATUS_SUCCESS;
}

// Lets the CPU see what the GPU wrote to video memory, and the GPU what the CPU writes. If the
// tenant is placed meanwhile, video memory evicts it again, because either it sees the lock or this
// load sees the new place. If the tenant is not resident, its contents have arrived in system
// memory: the load pairs with the store that follows the last copy.
NTSTATUS map_for_cpu(Device& device, const Allocation& allocation, const Terms& terms) {
  vidmm::Tenant& tenant = terms.instance->tenant;
  tenant.cpu.has_content.store(true, std::memory_order_relaxed);
  sched::Scheduler* const gpu = device.adapter().scheduler();
  if (gpu == nullptr ||
      tenant.cpu.residency.load() != D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY)
    return STATUS_SUCCESS;
  NTSTATUS status = STATUS_SUCCESS;
  gpu->run_on_strand([&](vidmm::VideoMemory& memory) {
    status = may_map_for_cpu(allocation, terms);
    if (NT_SUCCESS(status)) memory.map_for_cpu(tenant);
  });
  return status;
}

void unmap_in_place(Device& device, vidmm::Tenant& tenant) {
  if (sched::Scheduler* const gpu = device.adapter().scheduler())
    gpu->run_on_strand([&](vidmm::VideoMemory& memory) { memory.unmap_in_place(tenant); });
}

bool is_locked_elsewhere(Device& device, const Binding& binding) {
  const DeviceHold hold(device);
  return binding.locks.is_locked() && !binding.locks.view.is_by_range;
}

// Locks the allocation in place, through the host aperture of its segment. Returns null when it
// must be mapped in another way.
void* lock_in_place(Device& device, Binding& binding, Terms terms, NTSTATUS& status) {
  vidmm::Tenant& tenant = terms.instance->tenant;
  sched::Scheduler* const gpu = device.adapter().scheduler();
  if (gpu == nullptr || !device.adapter().has_host_apertures() ||
      tenant.cpu.residency.load() != D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY ||
      is_locked_elsewhere(device, binding))
    return nullptr;
  void* view = nullptr;
  gpu->run_on_strand([&](vidmm::VideoMemory& memory) { view = memory.map_in_place(tenant); });
  if (view == nullptr) return nullptr;
  terms.by_range = terms.in_place = true;
  terms.bars_gpu = false;
  bool is_first = true;
  status = take(device, binding, terms, &is_first);
  tenant.cpu.has_content.store(true, std::memory_order_relaxed);
  // The first lock has mapped the window for all of them.
  if (!NT_SUCCESS(status) || !is_first) unmap_in_place(device, tenant);
  return view;
}

NTSTATUS map_and_take(Device& device, Binding& binding, const Terms& terms, void*& data) {
  NTSTATUS in_place = STATUS_SUCCESS;
  if (void* const view = lock_in_place(device, binding, terms, in_place)) {
    if (NT_SUCCESS(in_place)) data = view;
    return in_place;
  }
  const Allocation& allocation = binding.allocation();
  Instance& instance = *terms.instance;
  void* const memory = instance.tenant.backing.map(instance.tenant.size());
  if (memory == nullptr) return STATUS_NO_MEMORY;
  Instance* const before = terms.discards ? &look_at_current(device, binding) : nullptr;
  NTSTATUS status = take(device, binding, terms);
  if (!NT_SUCCESS(status)) return status;
  status = map_for_cpu(device, allocation, terms);
  if (NT_SUCCESS(status)) {
    if (may_be_in_memory(allocation)) instance.view.map(memory, instance.tenant.size());
    data = memory;
    return status;
  }
  const DeviceHold hold(device);
  if (binding.locks.is_locked()) release_lock(binding);  // a destroy may have removed it already
  // No client knows of the other instance yet.
  if (before != nullptr && !binding.locks.is_locked()) make_current(device, binding, *before);
  return status;
}

// Pins the tenant in a segment through which a swizzling range can map it: any segment with
// UseAlternateVA, otherwise memory that the CPU sees. Returns the segment, or 0 when it lies in
// none.
UINT pin_for_range(Device& device, vidmm::Tenant& tenant, bool alternate) {
  UINT segment = 0;
  device.adapter().scheduler()->run_on_strand([&](vidmm::VideoMemory& memory) {
    if (alternate) memory.make_resident(tenant);
    if (!tenant.is_resident()) return;
    const DXGK_SEGMENTFLAGS& flags =
        device.adapter().caps().segments[tenant.place.segment() - 1].Flags;
    if (!alternate && (flags.Aperture != 0 || flags.CpuVisible == 0)) return;
    tenant.place.has_swizzling_ranges = true;
    memory.pin(tenant);
    segment = tenant.place.segment();
  });
  return segment;
}

void unpin(Device& device, vidmm::Tenant& tenant) {
  if (sched::Scheduler* const gpu = device.adapter().scheduler())
    gpu->run_on_strand([&](vidmm::VideoMemory& memory) { memory.unpin(tenant); });
}

// Returned when no range maps the allocation and the lock does not need one.
constexpr NTSTATUS kWithoutRange = STATUS_MORE_PROCESSING_REQUIRED;

NTSTATUS lock_by_range(Device& device, Binding& binding, Terms terms, LockRequest& request) {
  SwizzlingRanges* const ranges = device.adapter().swizzling();
  const bool alternate = request.flags.UseAlternateVA != 0;
  vidmm::Tenant& tenant = terms.instance->tenant;
  const UINT segment = pin_for_range(device, tenant, alternate);
  if (segment == 0)
    return alternate ? STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNSUPPORTED : kWithoutRange;
  void* data = nullptr;
  NTSTATUS status = ranges->acquire(device.seat(),
                                    {.tenant = tenant,
                                     .segment = segment,
                                     .private_data = request.private_data,
                                     .alternate = alternate},
                                    data);
  if (NT_SUCCESS(status)) {
    terms.by_range = terms.bars_gpu = true;
    terms.range_data = request.private_data;
    status = take(device, binding, terms);
    if (status != STATUS_SUCCESS) ranges->unlock(tenant, request.private_data);
  } else if (status != STATUS_DEVICE_REMOVED && !alternate && request.flags.DonotEvict == 0) {
    status = kWithoutRange;
  }
  if (status != STATUS_SUCCESS) {
    unpin(device, tenant);
    return status;
  }
  request.data = data;
  return status;
}

// True when the allocation has no aperture to move to: it could only move where the CPU cannot see
// it (K-255, K-259).
bool has_no_aperture(const Allocation& allocation) {
  return allocation.tenant.wishes.segments != 0 &&
         !is_in_aperture(allocation, /*coherent_only=*/false);
}

// Pinned, primary and shared allocations keep their contents (K-249).
bool may_discard(const Allocation& allocation) {
  return !allocation.is_primary && !is_shared(allocation) && allocation.flags.Overlay == 0 &&
         allocation.flags.Capture == 0;
}

bool ignores_sync(D3DDDICB_LOCKFLAGS flags) {
  return flags.IgnoreSync != 0 || flags.IgnoreReadSync != 0;
}

Handle look_at_name(Device& device, const Binding& binding, const Instance& instance) {
  const DeviceHold hold(device);
  return name_of(binding, instance);
}

// Locks the allocation. The caller has checked the request.
NTSTATUS lock_now(Device& device, Binding& binding, LockRequest& request) {
  const Allocation& allocation = binding.allocation();
  const D3DDDICB_LOCKFLAGS flags = request.flags;
  const bool discards = flags.Discard != 0 && may_discard(allocation);
  Instance* instance = nullptr;
  if (discards) {
    const NTSTATUS status =
        choose_instance(device, binding, flags.NoExistingReference != 0, instance);
    if (!NT_SUCCESS(status)) return status;
  } else {
    instance = &look_at_current(device, binding);
  }
  if (is_claimed_by_gpu(*instance) && (discards || !ignores_sync(flags))) {
    if (flags.DonotWait != 0 && !discards) return STATUS_GRAPHICS_ALLOCATION_BUSY;
    wait_for_gpu(*instance);
  }
  Terms terms{.instance = instance, .discards = discards, .flags = flags};
  NTSTATUS status = kWithoutRange;
  if (flags.AcquireAperture != 0 && device.adapter().swizzling() != nullptr)
    status = lock_by_range(device, binding, terms, request);
  if (status == kWithoutRange) {
    terms.bars_gpu = has_no_aperture(allocation);
    status = map_and_take(device, binding, terms, request.data);
  }
  if (status == STATUS_SUCCESS && discards)
    request.allocation = look_at_name(device, binding, *instance);
  return status;
}

}  // namespace

NTSTATUS lock(Device& device, LockRequest& request) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (!are_flags_possible(request.flags)) return STATUS_INVALID_PARAMETER;
  const BindingClaim use(device, request.allocation);
  if (nt::names_nothing(!use, {"hAllocation", request.allocation}, {.otherwise = "K-240"_rule}))
    return STATUS_INVALID_PARAMETER;
  const Allocation& allocation = (*use).allocation();
  if (!may_lock(device, allocation, request.allocation) ||
      !may_use_address(allocation, request.flags) || !are_pages_possible(request, allocation))
    return STATUS_INVALID_PARAMETER;
  if (ignores_sync(request.flags) &&
      nt::client_breaks("K-243", !may_ignore_sync(allocation), {"Flags.Value", request.flags.Value},
                        "the allocation cannot be in an aperture, or is swizzled, or cached where "
                        "caches are not coherent"))
    return STATUS_INVALID_PARAMETER;
  NTSTATUS status = kRenamedMeanwhile;
  while (status == kRenamedMeanwhile) status = lock_now(device, *use, request);
  return status;
}

NTSTATUS lock2(Device& device, Handle allocation, void*& data) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  const BindingClaim use(device, allocation);
  if (nt::names_nothing(!use, {"hAllocation", allocation}, {.otherwise = "K-240"_rule}) ||
      !may_lock(device, (*use).allocation(), allocation))
    return STATUS_INVALID_PARAMETER;
  NTSTATUS status = kRenamedMeanwhile;
  while (status == kRenamedMeanwhile) {
    Instance& instance = look_at_current(device, *use);
    const bool is_out =
        instance.tenant.cpu.residency.load() == D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
    status = map_and_take(device, *use,
                          {.instance = &instance,
                           .bars_gpu = is_out && has_no_aperture((*use).allocation()),
                           .is_second = true},
                          data);
  }
  return status;
}

namespace {

// A swizzling range of a binding whose last lock has ended.
struct LeftRange {
  Ref<Binding> binding;
  vidmm::Tenant* tenant;
  UINT data;
};

void leave_range(const Binding& binding, vidmm::Tenant& tenant, UINT data) {
  SwizzlingRanges* const ranges = binding.device().adapter().swizzling();
  if (ranges == nullptr) return unmap_in_place(binding.device(), tenant);
  ranges->unlock(tenant, data);
  unpin(binding.device(), tenant);
}

// True when each allocation is locked at least as often as the list names it.
bool are_locked(Device& device, std::span<const Handle> allocations)
    DRYDOCK_REQUIRES(device.lock, some_device_lock) {
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    Binding* const binding = find_binding(device, allocations[i]);
    const bool is_unpaired = binding == nullptr || binding->locks.count <= binding->locks.unlocks;
    if (device.is_working()
            ? nt::client_breaks("K-254", is_unpaired, {"phAllocations[]", allocations[i], i},
                                "it is not locked on this device")
            : is_unpaired) {
      while (i-- > 0) find_binding(device, allocations[i])->locks.unlocks = 0;
      return false;
    }
    ++binding->locks.unlocks;
  }
  for (const Handle handle : allocations) find_binding(device, handle)->locks.unlocks = 0;
  return true;
}

}  // namespace

NTSTATUS unlock(Device& device, std::span<const Handle> allocations) {
  std::vector<LeftRange> left;
  if (device.adapter().swizzling() != nullptr) left.reserve(allocations.size());
  {
    const ReadSection reading;
    const DeviceHold hold(device);
    // The locks of a lost device ended with it.
    if (!are_locked(device, allocations))
      return device.is_working() ? STATUS_INVALID_PARAMETER : STATUS_DEVICE_REMOVED;
    for (const Handle handle : allocations) {
      Binding& binding = *find_binding(device, handle);
      release_lock(binding);
      LockedView& view = binding.locks.view;
      if (!binding.locks.is_locked() && std::exchange(view.is_by_range, false))
        left.push_back({Ref<Binding>(binding), &view.instance->tenant, view.range_data});
    }
  }
  for (const LeftRange& each : left) leave_range(*each.binding, *each.tenant, each.data);
  return STATUS_SUCCESS;
}

void end_locks(Binding& binding) {
  Device& device = binding.device();
  UINT range_data = 0;
  vidmm::Tenant* tenant = nullptr;
  {
    const DeviceHold hold(device);
    CpuLocks& locks = binding.locks;
    if (std::exchange(locks.bars_gpu, false))
      locks.view.instance->barring_locks.fetch_sub(1, std::memory_order_acq_rel);
    if (locks.is_locked() || !std::exchange(locks.view.is_by_range, false)) return;
    range_data = locks.view.range_data;
    tenant = &locks.view.instance->tenant;
  }
  leave_range(binding, *tenant, range_data);
}

}  // namespace drydock::dxgk
