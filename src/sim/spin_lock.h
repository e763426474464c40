// A lock for sections of a few loads and stores. A section contains nothing that could take time:
// no switch point, no allocation, no call of a driver.
//
// Cost: one exchange to take it, one store to release it. Owner: the object that it guards.
// Threads: any.
#pragma once

#include <sched.h>

#include <atomic>

#include "src/sim/lock.h"

namespace drydock::sim {

class DRYDOCK_ANNOTATION(capability("spin lock")) SpinLock {
 public:
  constexpr SpinLock(std::source_location where = std::source_location::current())
      : ranked_(LockRank::kSpin, where) {}
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

  void acquire() DRYDOCK_ANNOTATION(acquire_capability()) {
    ranked_.before_acquire();
    // The acquire pairs with the release below, so that this thread sees what the last holder
    // wrote. If the holder lost its processor, it gets one soonest when this thread yields its own.
    while (taken_.exchange(true, std::memory_order_acquire)) sched_yield();
  }
  void release() DRYDOCK_ANNOTATION(release_capability()) {
    ranked_.before_release();
    taken_.store(false, std::memory_order_release);
  }

 private:
  std::atomic<bool> taken_ = false;
  [[no_unique_address]] const RankedLock ranked_;
};

using SpinHold = ScopedHold<SpinLock, &SpinLock::acquire, &SpinLock::release>;

}  // namespace drydock::sim
