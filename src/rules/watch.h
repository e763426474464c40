// Says whether the host is watching. At each call it examines the driver's blocks, the
// floating-point state and the driver's answers for misuse. It does so unless a run that measures
// the host switches it off. Breaches that need no such examination are raised in any case.
//
// Cost: one relaxed load of a byte that nobody writes during a run. Owner: the process. Threads:
// any.
#pragma once

#include <atomic>

namespace drydock::rules {

// Relaxed: it is changed between runs, never during a call.
inline constinit std::atomic<bool> watching = true;

inline bool is_watching() { return watching.load(std::memory_order_relaxed); }

// The host is not watching while one lives. At most one lives at a time.
class NoWatch {
 public:
  NoWatch() { watching.store(false, std::memory_order_relaxed); }
  ~NoWatch() { watching.store(true, std::memory_order_relaxed); }
  NoWatch(const NoWatch&) = delete;
  NoWatch& operator=(const NoWatch&) = delete;
};

}  // namespace drydock::rules
