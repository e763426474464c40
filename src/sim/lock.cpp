#include "src/sim/lock.h"

#include "src/sim/schedule.h"

namespace drydock::sim {

void Lock::acquire_taken() {
  // One strand runs at a time under a seed, so blocking here would keep the holder from going on.
  while (is_seeded()) {
    yield();
    if (try_take()) return;
  }
  // Who waits does not know of others that do, so it leaves word for them too.
  while (state_.exchange(kAwaited, std::memory_order_acquire) != kFree)
    state_.wait(kAwaited, std::memory_order_relaxed);
}

void Lock::wake_one() { state_.notify_one(); }

}  // namespace drydock::sim
