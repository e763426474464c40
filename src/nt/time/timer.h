// Timers with a period that is finer than a millisecond, for the rest of the executive.
#pragma once

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"

namespace drydock::nt {

// Arms the timer anew. True when it was armed before. `due` is in sim::now() time, a period of 0
// fires once.
bool arm_timer(KTIMER& timer, sim::Time due, sim::Time period, KDPC* dpc);

}  // namespace drydock::nt
