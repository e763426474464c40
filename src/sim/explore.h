// Exhaustive search: every schedule that departs from the default order at most so many times.
//
// Few preemptions are enough for most races (iterative context bounding, Musuvathi and Qadeer
// 2007), so schedules without any come first, then all with one, then all with two. Each is run
// once.
//
// Cost: with n choices in a run about n²/2 runs for two switches.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/sim/schedule_plan.h"

namespace drydock::sim {

// What one run tells the search.
struct Explored {
  bool found = false;
  std::vector<Switch> alternatives;  // SeededSchedule::alternatives() at the run's end
};

struct ExploreProgress {
  std::uint32_t switches = 0;  // of the schedules that are run now
  std::uint64_t runs = 0;      // made so far, over all
  std::uint64_t known = 0;     // of which is known so far that they are to be made, over all
};

struct ExploreOptions {
  std::uint32_t most_switches = 2;
  std::uint64_t most_runs = 100'000;
  bool stops_when_found = true;
  std::uint64_t seed = 0;  // for those who ask for random numbers
  // Told after each run; false ends the search.
  std::function<bool(const ExploreProgress&)> progress = {};
};

struct ExploreResult {
  std::vector<SchedulePlan> found;  // in the order of the search: the first has the fewest switches
  std::uint64_t runs = 0;
  bool is_complete = false;  // no schedule within the bound was left out
};

ExploreResult explore(const std::function<Explored(const SchedulePlan&)>& run,
                      const ExploreOptions& options = {});

}  // namespace drydock::sim
