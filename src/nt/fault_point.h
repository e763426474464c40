// The question that every call which may fail asks at its fault point.
#pragma once

#include "src/rules/stack.h"
#include "src/sim/faults.h"

namespace drydock::nt {

// True when the call that asks is to fail as its documents say.
inline bool fails_here(sim::FaultKind kind) {
  return sim::injecting() && sim::fail_here(kind, rules::Stack::capture().hash());
}

}  // namespace drydock::nt
