// The order in which a thread of the host takes locks, and the check of that order.
//
// Every lock of the host has a rank (src/sim/lock_rank.h). A thread that holds a lock takes only
// locks of a later rank, so that no two threads can wait for each other.
//
// In builds with assertions each acquisition is checked before the thread waits, so that an
// inversion is found even in a run in which nobody waits. An inversion is a bug of the host: the
// process prints both locks and ends.
//
// Cost: with assertions two words in each lock, and a few loads and stores of the thread's own for
// each acquisition and release and for each lock that it holds already. Otherwise nothing.
// Threads: each thread's list of held locks is its own.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <source_location>

#include "src/sim/lock_rank.h"

namespace drydock::sim {

// The part of a lock that the check of the order needs.
class RankedLock {
 public:
#ifdef NDEBUG
  constexpr RankedLock(LockRank, std::source_location) {}
  void before_acquire() const {}
  void before_release() const {}
  bool is_held() const { return true; }
#else
  constexpr RankedLock(LockRank rank, std::source_location where) : where_(where), rank_(rank) {}

  LockRank rank() const { return rank_; }
  // The place of the constructor of the object that contains the lock, or of the lock's own
  // definition.
  const std::source_location& where() const { return where_; }

  // Called when the thread is about to take the lock, and will wait until it has it.
  void before_acquire() const;
  // Called when the thread is about to release the lock.
  void before_release() const;
  // Returns whether this thread holds the lock. Builds without assertions do not record it and
  // return true.
  bool is_held() const;

 private:
  std::source_location where_;
  LockRank rank_;
#endif
};

#ifndef NDEBUG
// Called with the lock that is held and the one that must not be taken under it. The default
// handler prints both and ends the process; a test may set another. Returns the previous handler.
using LockOrderHandler = void (*)(const RankedLock& held, const RankedLock& taken);
LockOrderHandler set_lock_order_handler(LockOrderHandler handler);

// The locks that a thread holds, in the order in which it took them.
struct HeldLocks {
  static constexpr std::size_t kMost = 32;
  std::array<const RankedLock*, kMost> locks;
  std::size_t count;
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local HeldLocks held_locks;

namespace internal {
// Compares the lock with all that the thread holds.
void check_lock_order(const RankedLock& taken);
}  // namespace internal

inline void RankedLock::before_acquire() const {
  HeldLocks& held = held_locks;
  if (held.count > 0) [[unlikely]]
    internal::check_lock_order(*this);
  assert(held.count < HeldLocks::kMost);
  held.locks[held.count++] = this;
}

inline bool RankedLock::is_held() const {
  for (std::size_t i = 0; i < held_locks.count; ++i) {
    if (held_locks.locks[i] == this) return true;
  }
  return false;
}

inline void RankedLock::before_release() const {
  HeldLocks& held = held_locks;
  std::size_t at = held.count;
  while (at > 0 && held.locks[at - 1] != this) --at;
  assert(at > 0 && "a lock is released by the thread that took it");
  for (; at < held.count; ++at) held.locks[at - 1] = held.locks[at];
  --held.count;
}
#endif

}  // namespace drydock::sim
