#include "src/sim/lock_order.h"

#ifndef NDEBUG

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace drydock::sim {
namespace {

void print(const char* what, const RankedLock& lock) {
  std::fprintf(stderr, "  %s the lock of rank %u of %s:%u, %s\n", what,
               static_cast<unsigned>(lock.rank()), lock.where().file_name(), lock.where().line(),
               lock.where().function_name());
}

void end_process(const RankedLock& held, const RankedLock& taken) {
  std::fprintf(stderr, "drydock: a thread of the host takes locks against their order\n");
  print("it holds", held);
  print("it takes", taken);
  std::abort();
}

// Set by tests while nothing else runs.
constinit std::atomic<LockOrderHandler> lock_order_handler = end_process;

}  // namespace

constinit thread_local HeldLocks held_locks{};

LockOrderHandler set_lock_order_handler(LockOrderHandler handler) {
  return lock_order_handler.exchange(handler, std::memory_order_acq_rel);
}

void internal::raise_lock_order(const RankedLock& taken) {
  const RankedLock& held = *held_locks.locks[held_locks.count - 1];
  lock_order_handler.load(std::memory_order_acquire)(held, taken);
}

}  // namespace drydock::sim

#endif
