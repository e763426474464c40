#include "src/dxgk/lock.h"

#include <algorithm>

#include "src/dxgk/adapter.h"
#include "src/dxgk/named.h"
#include "src/dxgk/process.h"
#include "src/dxgk/retire.h"
#include "src/sched/scheduler.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

// Who waits for the GPU to be done with an allocation. On its own stack.
struct Waiter {
  const Allocation* allocation;
  sim::Strand* strand;
  Waiter* next = nullptr;
  bool woken = false;
};

sim::SpinLock waiters_lock;
Waiter* waiters DRYDOCK_GUARDED_BY(waiters_lock) = nullptr;

bool is_used_by_gpu(const Allocation& allocation) {
  return allocation.gpu_uses.load(std::memory_order_acquire) != 0;
}

void wait_for_gpu(const Allocation& allocation) {
  for (;;) {
    Waiter me{&allocation, &sim::current()};
    {
      const sim::SpinHold hold(waiters_lock);
      if (!is_used_by_gpu(allocation)) return;
      me.next = waiters;
      waiters = &me;
    }
    for (;;) {
      const bool is_stuck = sim::park() == sim::Woken::kStuck;
      const sim::SpinHold hold(waiters_lock);
      if (me.woken) break;
      if (!is_stuck) continue;
      Waiter** at = &waiters;
      while (*at != &me) at = &(*at)->next;
      *at = me.next;
      return;
    }
  }
}

// The waiters' strands are woken under the lock: a waiter that sees itself woken is gone at once.
void wake_waiters(const Allocation& allocation) {
  const sim::SpinHold hold(waiters_lock);
  for (Waiter** at = &waiters; *at != nullptr;) {
    Waiter& each = **at;
    if (each.allocation != &allocation) {
      at = &each.next;
      continue;
    }
    *at = each.next;
    each.woken = true;
    sim::unpark(*each.strand);
  }
}

// An allocation at work for a client's call: it does not go meanwhile.
class Use {
 public:
  Use(Device& device, Handle handle) {
    const Visit visit;
    const sim::SpinHold hold(device.lock);
    Binding* const found = find_binding(device, handle);
    if (found != nullptr && found->claims.claim(Claims::By::kHost)) binding_ = Ref<Binding>(*found);
  }
  ~Use() {
    if (binding_ && binding_->claims.give_back(Claims::By::kHost)) drained(*binding_);
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  explicit operator bool() const { return static_cast<bool>(binding_); }
  Binding& operator*() const { return *binding_; }

 private:
  Ref<Binding> binding_;
};

bool is_in_aperture(const Allocation& allocation, bool coherent_only) {
  const auto& segments = allocation.adapter->caps().segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if ((allocation.tenant.segments >> i & 1) == 0 || segments[i].Flags.Aperture == 0) continue;
    if (!coherent_only || segments[i].Flags.CacheCoherent != 0) return true;
  }
  return false;
}

bool is_shared(const Allocation& allocation) {
  return allocation.resource != nullptr && allocation.resource->shared;
}

// What holds for every lock: it is the creator's to lock, and the CPU may see it.
bool may_lock(const Device& device, const Allocation& allocation) {
  if (allocation.flags.CpuVisible == 0) return false;
  return !is_shared(allocation) || allocation.creator == &device.process();
}

// Flags whose bits mean something else from WDDM 2.0 on.
bool is_older(const Allocation& allocation) {
  return allocation.adapter->version() < DXGKDDI_INTERFACE_VERSION_WDDM2_0;
}

// K-243.
bool may_ignore_sync(const Allocation& allocation) {
  return !(is_older(allocation) && allocation.flags.Swizzled != 0) &&
         is_in_aperture(allocation, /*coherent_only=*/allocation.flags.Cached != 0);
}

// K-244: by an alternate address or not, as the allocation was made.
bool may_use_address(const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) {
  const bool alternate = flags.UseAlternateVA != 0;
  if (allocation.is_primary)
    return alternate == (is_older(allocation) && allocation.flags.UseAlternateVA != 0);
  return !alternate || !is_shared(allocation);
}

bool are_flags_possible(D3DDDICB_LOCKFLAGS flags) {
  if (flags.Reserved != 0) return false;
  if (flags.ReadOnly != 0 && flags.WriteOnly != 0) return false;
  if (flags.IgnoreSync != 0 && flags.AcquireAperture != 0) return false;
  return flags.UseAlternateVA == 0 || flags.AcquireAperture != 0;
}

// K-253: everything, or the pages of a list.
bool are_pages_possible(const LockRequest& request, const Allocation& allocation) {
  if (request.flags.LockEntire != 0) return request.pages.empty();
  const SIZE_T pages = allocation.tenant.size / PAGE_SIZE;
  return !request.pages.empty() &&
         std::ranges::all_of(request.pages, [&](UINT page) { return page < pages; });
}

// Takes the lock; what others hold and an offer may forbid it (K-245, K-246).
NTSTATUS take(Device& device, Binding& binding, D3DDDICB_LOCKFLAGS flags) {
  const sim::SpinHold hold(device.lock);
  if (!binding.claims.is_open()) return STATUS_INVALID_PARAMETER;  // destroyed during a wait
  if (binding.offered) return STATUS_INVALID_PARAMETER;
  if (binding.locks != 0) {
    if (binding.locked_alternate || flags.UseAlternateVA != 0) return STATUS_INVALID_PARAMETER;
    if (flags.AcquireAperture != 0 && !binding.locked_aperture) return STATUS_INVALID_PARAMETER;
    if (binding.locks == ~0U) return STATUS_GRAPHICS_TOO_MANY_REFERENCES;
  } else {
    binding.locked_alternate = flags.UseAlternateVA != 0;
    binding.locked_aperture = flags.AcquireAperture != 0;
  }
  ++binding.locks;
  // In this order: who counts the lock as one of before sees that it is held, or was given back.
  binding.allocation().tenant.cpu_locks.fetch_add(1);
  binding.allocation().tenant.times_locked.fetch_add(1);
  return STATUS_SUCCESS;
}

// What the GPU left in video memory is seen through the lock; what the CPU writes goes there. What
// is placed meanwhile leaves by itself, because the lock is known: one of the two sees the other.
// What is out already has arrived: the load pairs with the store behind the last copy.
void show_to_cpu(Device& device, vidmm::Tenant& tenant) {
  tenant.has_content.store(true, std::memory_order_relaxed);
  sched::Scheduler* const gpu = device.adapter().scheduler();
  if (gpu == nullptr ||
      tenant.residency.load() != D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY)
    return;
  gpu->run_on_strand([&](vidmm::VideoMemory& memory) { memory.show_to_cpu(tenant); });
}

NTSTATUS map_and_take(Device& device, Binding& binding, D3DDDICB_LOCKFLAGS flags, void*& data) {
  Allocation& allocation = binding.allocation();
  vidmm::Tenant& tenant = allocation.tenant;
  void* const memory = tenant.backing.map(tenant.size);
  if (memory == nullptr) return STATUS_NO_MEMORY;
  const NTSTATUS status = take(device, binding, flags);
  if (!NT_SUCCESS(status)) return status;
  show_to_cpu(device, tenant);
  data = memory;
  return status;
}

// Pinned, primary and shared allocations keep what is in them (K-249).
bool may_discard(const Allocation& allocation) {
  return !allocation.is_primary && !is_shared(allocation) && allocation.flags.Overlay == 0 &&
         allocation.flags.Capture == 0;
}

}  // namespace

NTSTATUS lock(Device& device, LockRequest& request) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  const D3DDDICB_LOCKFLAGS flags = request.flags;
  if (!are_flags_possible(flags)) return STATUS_INVALID_PARAMETER;
  const Use use(device, request.allocation);
  if (!use) return STATUS_INVALID_PARAMETER;
  Binding& binding = *use;
  const Allocation& allocation = binding.allocation();
  if (!may_lock(device, allocation) || !may_use_address(allocation, flags) ||
      !are_pages_possible(request, allocation))
    return STATUS_INVALID_PARAMETER;
  const bool ignores = flags.IgnoreSync != 0 || flags.IgnoreReadSync != 0;
  if (ignores && !may_ignore_sync(allocation)) return STATUS_INVALID_PARAMETER;
  const bool discards = flags.Discard != 0 && may_discard(allocation);
  if (is_used_by_gpu(allocation) && (discards || !ignores)) {
    if (flags.DonotWait != 0 && !discards) return STATUS_GRAPHICS_ALLOCATION_BUSY;
    wait_for_gpu(allocation);
  }
  return map_and_take(device, binding, flags, request.data);
}

NTSTATUS lock2(Device& device, Handle allocation, void*& data) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  const Use use(device, allocation);
  if (!use || !may_lock(device, (*use).allocation())) return STATUS_INVALID_PARAMETER;
  return map_and_take(device, *use, {}, data);
}

NTSTATUS unlock(Device& device, std::span<const Handle> allocations) {
  const Visit visit;
  const sim::SpinHold hold(device.lock);
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    Binding* const binding = find_binding(device, allocations[i]);
    if (binding != nullptr && binding->locks != 0) {
      --binding->locks;
      binding->allocation().tenant.cpu_locks.fetch_sub(1, std::memory_order_relaxed);
      continue;
    }
    while (i-- > 0) {
      Binding& undone = *find_binding(device, allocations[i]);
      ++undone.locks;
      undone.allocation().tenant.cpu_locks.fetch_add(1, std::memory_order_relaxed);
    }
    // What a lost device had locked went with it.
    return device.is_working() ? STATUS_INVALID_PARAMETER : STATUS_DEVICE_REMOVED;
  }
  return STATUS_SUCCESS;
}

bool begin_gpu_use(Binding& binding) {
  if (!binding.claims.claim(Claims::By::kGpu)) return false;
  binding.allocation().gpu_uses.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void repeat_gpu_use(Binding& binding) {
  binding.claims.claim_again(Claims::By::kGpu);
  binding.allocation().gpu_uses.fetch_add(1, std::memory_order_relaxed);
}

void end_gpu_use(Binding& binding) {
  Allocation& allocation = binding.allocation();
  const bool is_drained = binding.claims.give_back(Claims::By::kGpu);
  if (allocation.gpu_uses.fetch_sub(1, std::memory_order_acq_rel) == 1) wake_waiters(allocation);
  if (is_drained) drained(binding);
}

}  // namespace drydock::dxgk
