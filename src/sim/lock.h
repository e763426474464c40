// Locks for short sections of the host, which clang's thread-safety analysis checks.
//
// Contract: a section does not wait, call a driver or raise a finding. It may contain a switch
// point: under a seed a strand that finds the lock taken yields until it is free.
//
// Cost: one compare-and-swap to take a free lock, without asking the schedule, and one exchange to
// release it. Owner: the object that it guards. Threads: any.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <source_location>

#include "src/sim/lock_order.h"
#include "src/sim/scoped_hold.h"
#include "src/sim/thread_annotations.h"

namespace drydock::sim {

class DRYDOCK_ANNOTATION(capability("lock")) Lock {
 public:
  constexpr Lock(std::source_location where = std::source_location::current())
      : Lock(LockRank::kLeaf, where) {}
  constexpr explicit Lock(LockRank rank,
                          std::source_location where = std::source_location::current())
      : ranked_(rank, where) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void acquire() DRYDOCK_ANNOTATION(acquire_capability()) {
    ranked_.before_acquire();
    if (!try_take()) [[unlikely]]
      acquire_taken();
  }
  void release() DRYDOCK_ANNOTATION(release_capability()) {
    ranked_.before_release();
    if (state_.exchange(kFree, std::memory_order_release) == kAwaited) [[unlikely]]
      wake_one();
  }
  // For a section that another function of the caller's entered, of a lock that it knows by another
  // name.
  void assert_held() const DRYDOCK_ANNOTATION(assert_capability(this)) {
    assert(ranked_.is_held());
  }

 private:
  static constexpr std::int32_t kFree = 0;
  static constexpr std::int32_t kTaken = 1;
  static constexpr std::int32_t kAwaited = 2;  // taken, and a thread may sleep until it is free

  // The acquire pairs with the release above, so that this thread sees what the last holder wrote.
  bool try_take() {
    std::int32_t free = kFree;
    return state_.compare_exchange_strong(free, kTaken, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  void acquire_taken();
  void wake_one();

  std::atomic<std::int32_t> state_ = kFree;
  [[no_unique_address]] const RankedLock ranked_;
};

using Hold = ScopedHold<Lock, &Lock::acquire, &Lock::release>;

}  // namespace drydock::sim
