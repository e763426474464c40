// Locks for short sections of the host, known to clang's thread-safety analysis.
//
// Nothing waits, calls a driver or raises a finding under one. A section may hold a switch point:
// under a seed a strand that finds the lock taken lets others run until it is free.
//
// Cost: one compare-and-swap to take one that is free, which asks no schedule, and one exchange to
// give it back.
#pragma once

#include <atomic>
#include <cstdint>

#ifdef __clang__
#define DRYDOCK_ANNOTATION(x) __attribute__((x))
#else
#define DRYDOCK_ANNOTATION(x)
#endif
#define DRYDOCK_GUARDED_BY(lock) DRYDOCK_ANNOTATION(guarded_by(lock))
#define DRYDOCK_REQUIRES(...) DRYDOCK_ANNOTATION(requires_capability(__VA_ARGS__))
#define DRYDOCK_EXCLUDES(...) DRYDOCK_ANNOTATION(locks_excluded(__VA_ARGS__))
#define DRYDOCK_ACQUIRED_BEFORE(...) DRYDOCK_ANNOTATION(acquired_before(__VA_ARGS__))

namespace drydock::sim {

class DRYDOCK_ANNOTATION(capability("lock")) Lock {
 public:
  constexpr Lock() = default;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void acquire() DRYDOCK_ANNOTATION(acquire_capability()) {
    if (!try_take()) [[unlikely]]
      acquire_taken();
  }
  void release() DRYDOCK_ANNOTATION(release_capability()) {
    if (state_.exchange(kFree, std::memory_order_release) == kAwaited) [[unlikely]]
      wake_one();
  }

 private:
  static constexpr std::int32_t kFree = 0;
  static constexpr std::int32_t kTaken = 1;
  static constexpr std::int32_t kAwaited = 2;  // taken, and somebody may sleep until it is free

  // The acquire pairs with the release above: what the last holder wrote is seen.
  bool try_take() {
    std::int32_t free = kFree;
    return state_.compare_exchange_strong(free, kTaken, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  void acquire_taken();
  void wake_one();

  std::atomic<std::int32_t> state_ = kFree;
};

// Holds a lock while it lives.
class DRYDOCK_ANNOTATION(scoped_lockable) Hold {
 public:
  explicit Hold(Lock& lock) DRYDOCK_ANNOTATION(acquire_capability(lock)) : lock_(lock) {
    lock_.acquire();
  }
  ~Hold() DRYDOCK_ANNOTATION(release_capability()) { lock_.release(); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  Lock& lock_;
};

}  // namespace drydock::sim
