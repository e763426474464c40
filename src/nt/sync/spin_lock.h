// Spin locks for the rest of the executive. Nobody spins: a strand that finds the lock held sleeps.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// Raises to `level`, takes the lock and gives the IRQL of before. `call` names the driver's call in
// findings.
KIRQL acquire_spin_lock_at(PKSPIN_LOCK lock, KIRQL level, const char* call);

// Gives the lock back and lowers to `irql`, with findings N-027 and N-029.
void release_spin_lock_to(PKSPIN_LOCK lock, KIRQL irql, const char* call);

// Opens a lock of the host's whose holder's life has ended.
void free_left_spin_lock(PKSPIN_LOCK lock);

}  // namespace drydock::nt
