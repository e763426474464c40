// The fault point of what the class driver allocates on a documented way to fail.
#pragma once

#include "src/nt/base/fault_point.h"
#include "src/sim/faults.h"

namespace drydock::ks {

// True when this allocation is to fail: the caller answers STATUS_INSUFFICIENT_RESOURCES.
inline bool out_of_memory() { return nt::fails_here(sim::FaultKind::kPool); }

}  // namespace drydock::ks
