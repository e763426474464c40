// Beyond random schedules: every schedule with few switches, and the fewest that a finding needs.
#pragma once

#include <functional>

#include "src/verify/engine/crew.h"
#include "src/verify/engine/findings.h"

namespace drydock::verify {

// Every schedule of the scenario that departs from an order that interrupts nobody at most twice,
// or `most_runs` of them. Told after each run; false ends the search. True when none was left out.
bool explore_schedules(Player& player, const Scenario& scenario, std::uint64_t seed,
                       std::uint64_t most_runs,
                       const std::function<bool(const Plan&, Outcome)>& told);

// Gives the finding the schedule with the fewest switches that still shows it, when an order that
// interrupts nobody does not.
void shrink_schedule(Player& player, Found& found);

}  // namespace drydock::verify
