// A mutex of the machine that clang's thread-safety analysis and the check of the lock order know,
// and a condition to wait for under it.
//
// It is for sections that threads outside of every schedule enter too, such as the watchdog's, and
// for what sim itself is built on. Under a seed a strand that finds it taken blocks outside the
// schedule. So a section contains no switch point, does not call a driver and raises no finding. A
// section that may contain a switch point takes sim::Lock.
//
// Owner: the object that it guards. Threads: any. Cost: that of std::mutex; with assertions also
// the check of src/sim/lock_order.h.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <source_location>

#include "src/sim/lock_order.h"
#include "src/sim/scoped_hold.h"
#include "src/sim/thread_annotations.h"

namespace drydock::sim {

class DRYDOCK_ANNOTATION(capability("mutex")) Mutex {
 public:
  constexpr Mutex(std::source_location where = std::source_location::current())
      : Mutex(LockRank::kLeaf, where) {}
  constexpr explicit Mutex(LockRank rank,
                           std::source_location where = std::source_location::current())
      : ranked_(rank, where) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void acquire() DRYDOCK_ANNOTATION(acquire_capability()) {
    ranked_.before_acquire();
    mutex_.lock();
  }
  void release() DRYDOCK_ANNOTATION(release_capability()) {
    ranked_.before_release();
    mutex_.unlock();
  }

 private:
  friend class Condition;

  std::mutex mutex_;
  [[no_unique_address]] const RankedLock ranked_;
};

using MutexHold = ScopedHold<Mutex, &Mutex::acquire, &Mutex::release>;

// An event that a thread waits for under a mutex. A wait may end early, so the caller waits in a
// loop that checks its condition. The mutex is released while the thread waits.
class Condition {
 public:
  using Clock = std::chrono::steady_clock;

  void wait(Mutex& mutex) DRYDOCK_REQUIRES(mutex) { wait_until(mutex, Clock::time_point::max()); }
  // Returns false when `end` has come.
  bool wait_until(Mutex& mutex, Clock::time_point end) DRYDOCK_REQUIRES(mutex) {
    mutex.ranked_.before_release();
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    bool in_time = true;
    if (end == Clock::time_point::max()) {
      condition_.wait(lock);
    } else {
      in_time = condition_.wait_until(lock, end) == std::cv_status::no_timeout;
    }
    lock.release();
    mutex.ranked_.before_acquire();
    return in_time;
  }

  void notify_one() { condition_.notify_one(); }
  void notify_all() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace drydock::sim
