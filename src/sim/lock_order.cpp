#include "src/sim/lock_order.h"

#ifndef NDEBUG

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace drydock::sim {
namespace {

void print_lock(const char* what, const RankedLock& lock) {
  std::fprintf(stderr, "  %s the lock of %s:%u, %s, of rank %d\n", what, lock.where().file_name(),
               lock.where().line(), lock.where().function_name(), static_cast<int>(lock.rank()));
}

void end_process(const RankedLock& held, const RankedLock& taken) {
  std::fprintf(stderr, "drydock: a thread of the host takes locks against their order\n");
  print_lock("it holds", held);
  print_lock("it takes", taken);
  std::abort();
}

// Tests set it while no other thread runs.
constinit std::atomic<LockOrderHandler> lock_order_handler = end_process;

}  // namespace

constinit thread_local HeldLocks held_locks{};

LockOrderHandler set_lock_order_handler(LockOrderHandler handler) {
  return lock_order_handler.exchange(handler, std::memory_order_acq_rel);
}

void internal::check_lock_order(const RankedLock& taken) {
  for (std::size_t i = 0; i < held_locks.count; ++i) {
    const RankedLock& held = *held_locks.locks[i];
    if (held.rank() >= taken.rank())
      return lock_order_handler.load(std::memory_order_acquire)(held, taken);
  }
}

}  // namespace drydock::sim

#endif
