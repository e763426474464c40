// Whether the host looks, at each call, for what only a look can show: what a driver did to its
// blocks, the floating point and its answers. Looking is the rule; a run that measures the host may
// leave it. What is seen without a look is raised all the same.
//
// Cost: one relaxed load of a byte that nobody writes.
#pragma once

#include <atomic>

namespace drydock::rules {

// Relaxed: it is changed between runs, never during a call.
inline constinit std::atomic<bool> watch_is_kept = true;

inline bool keeps_watch() { return watch_is_kept.load(std::memory_order_relaxed); }

// No watch is kept while it lives. One at a time.
class NoWatch {
 public:
  NoWatch() { watch_is_kept.store(false, std::memory_order_relaxed); }
  ~NoWatch() { watch_is_kept.store(true, std::memory_order_relaxed); }
  NoWatch(const NoWatch&) = delete;
  NoWatch& operator=(const NoWatch&) = delete;
};

}  // namespace drydock::rules
