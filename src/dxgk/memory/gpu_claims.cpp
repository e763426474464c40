#include "src/dxgk/memory/gpu_claims.h"

#include <cassert>

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/retire.h"
#include "src/sim/schedule.h"
#include "src/sim/spin_lock.h"

namespace drydock::dxgk {
namespace {

// A strand that waits for the GPU to release an instance. It lives on the stack of the strand.
struct GpuWaiter {
  const Instance* instance;
  sim::Strand* strand;
  GpuWaiter* next = nullptr;
  bool woken = false;
};

sim::SpinLock waiters_lock;
GpuWaiter* waiters DRYDOCK_GUARDED_BY(waiters_lock) = nullptr;

// The caller has the lock, because a waiter that sees that it was woken leaves its stack frame at
// once.
void wake_waiters(const Instance& instance) {
  const sim::SpinHold hold(waiters_lock);
  for (GpuWaiter** at = &waiters; *at != nullptr;) {
    GpuWaiter& each = **at;
    if (each.instance != &instance) {
      at = &each.next;
      continue;
    }
    *at = each.next;
    each.woken = true;
    sim::unpark(*each.strand);
  }
}

}  // namespace

bool is_claimed_by_gpu(const Instance& instance) {
  return instance.gpu_uses.load(std::memory_order_acquire) != 0;
}

bool is_named_by_gpu(const Binding& binding) {
  if (!binding.claims.is_used_by_gpu()) return false;
  bool is_named = false;
  each_instance(binding.allocation(),
                [&](const Instance& each) { is_named |= is_claimed_by_gpu(each); });
  return is_named;
}

void wait_for_gpu(const Instance& instance) {
  for (;;) {
    GpuWaiter me{&instance, &sim::current()};
    {
      const sim::SpinHold hold(waiters_lock);
      if (!is_claimed_by_gpu(instance)) return;
      me.next = waiters;
      waiters = &me;
    }
    for (;;) {
      const bool is_stuck = sim::park() == sim::Woken::kStuck;
      const sim::SpinHold hold(waiters_lock);
      if (me.woken) break;
      if (!is_stuck) continue;
      GpuWaiter** at = &waiters;
      while (*at != &me) at = &(*at)->next;
      *at = me.next;
      return;
    }
  }
}

bool claim_for_gpu(Binding& binding, Instance& instance) {
  if (!binding.claims.claim(Claims::By::kGpu)) return false;
  instance.gpu_uses.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void claim_again_for_gpu(Binding& binding, Instance& instance) {
  binding.claims.claim_again(Claims::By::kGpu);
  [[maybe_unused]] const std::uint32_t before =
      instance.gpu_uses.fetch_add(1, std::memory_order_relaxed);
  assert(before != 0);
}

void release_by_gpu(Binding& binding, Instance& instance) {
  const bool is_drained = binding.claims.release(Claims::By::kGpu);
  const std::uint32_t before = instance.gpu_uses.fetch_sub(1, std::memory_order_acq_rel);
  assert(before != 0);
  if (before == 1) wake_waiters(instance);
  if (is_drained) drained(binding);
}

}  // namespace drydock::dxgk
