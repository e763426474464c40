// Shrinks a failing schedule to the fewest switches with which it still fails.
#pragma once

#include <cstdint>
#include <functional>

#include "src/sim/schedule_plan.h"

namespace drydock::sim {

struct Shrunk {
  SchedulePlan plan;
  std::uint64_t runs = 0;
  bool is_minimal = false;  // it no longer fails without any one or two of its switches
};

// Delta debugging. `failing` is a plan of switches (SeededSchedule::taken()) for which `fails` is
// true. The same `failing` and the same answers of `fails` give the same result. After `most_runs`
// runs the shortest plan so far is returned.
//
// Cost: about n to n log n runs for n switches of which few matter.
Shrunk shrink(const SchedulePlan& failing, const std::function<bool(const SchedulePlan&)>& fails,
              std::uint64_t most_runs = 10'000);

}  // namespace drydock::sim
