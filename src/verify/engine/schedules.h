// Beyond random schedules: every schedule with few switches, and the fewest switches that a finding
// needs.
//
// Both start from the order that interrupts no strand. A switch is a departure from it.
#pragma once

#include <functional>

#include "src/verify/engine/findings.h"
#include "src/verify/engine/process_pool.h"

namespace drydock::verify {

// Runs the scenario under every schedule with at most two switches, or under `most_runs` of them.
// `on_outcome` receives each outcome and returns false to end the search. True when no schedule was
// left out, which is false when the pool was stopped.
//
// Cost: see src/sim/explore.h; about n²/2 runs for n choices.
bool explore_schedules(SequentialRunner& runner, const Scenario& scenario, std::uint64_t seed,
                       std::uint64_t most_runs,
                       const std::function<bool(const Plan&, Outcome)>& on_outcome);

// Replaces the plan of the finding by one with the fewest switches that still has the finding. The
// finding stays as it is when a run without any switch has it too, or when its plan does not lead
// to it again.
//
// Cost: at most 400 runs.
void shrink_schedule(SequentialRunner& runner, DistinctFinding& found);

}  // namespace drydock::verify
