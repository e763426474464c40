#include "src/sim/lock.h"

#include "src/sim/schedule.h"

namespace drydock::sim {

void Lock::acquire_taken() {
  // One strand runs at a time under a seed, so blocking here would keep the holder from going on.
  while (is_seeded()) {
    yield();
    if (try_take()) return;
  }
  // A waiter does not know whether others wait too, so it leaves kAwaited behind for them.
  while (state_.exchange(kAwaited, std::memory_order_acquire) != kFree)
    state_.wait(kAwaited, std::memory_order_relaxed);
}

void Lock::wake_one() { state_.notify_one(); }

}  // namespace drydock::sim
