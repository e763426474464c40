// The fewest switches with which a schedule still fails.
#pragma once

#include <cstdint>
#include <functional>

#include "src/sim/schedule_plan.h"

namespace drydock::sim {

struct Shrunk {
  SchedulePlan plan;
  std::uint64_t runs = 0;
  bool is_minimal = false;  // without any one or two of its switches it does not fail
};

// Delta debugging: `failing` is a plan of switches (SeededSchedule::taken()) for which `fails` is
// true. The same `failing` and the same answers give the same result. After `most_runs` the best
// so far is given.
//
// Cost: for n switches of which few matter, some n to n log n runs.
Shrunk shrink(const SchedulePlan& failing, const std::function<bool(const SchedulePlan&)>& fails,
              std::uint64_t most_runs = 10'000);

}  // namespace drydock::sim
