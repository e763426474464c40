// Locks for short sections of the host, known to clang's thread-safety analysis.
//
// Nothing waits, calls a driver or raises a finding under one. A section may hold a switch point:
// under a seed a strand that finds the lock taken lets others run until it is free.
//
// Cost: that of std::mutex; taking one that is free asks no schedule.
#pragma once

#include <mutex>

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
    if (!mutex_.try_lock()) acquire_taken();
  }
  void release() DRYDOCK_ANNOTATION(release_capability()) { mutex_.unlock(); }

 private:
  void acquire_taken();

  std::mutex mutex_;
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
