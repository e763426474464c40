#include "src/sim/lock.h"

#include "src/sim/schedule.h"

namespace drydock::sim {

void Lock::acquire_taken() {
  // One strand runs at a time under a seed, so blocking here would keep the holder from going on.
  while (is_seeded()) {
    give_way();
    if (mutex_.try_lock()) return;
  }
  mutex_.lock();
}

}  // namespace drydock::sim
