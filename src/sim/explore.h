// Exhaustive search: runs every schedule that departs from the default order at most a given number
// of times.
//
// Few preemptions are enough for most races (iterative context bounding, Musuvathi and Qadeer
// 2007). So the search runs the schedule without any departure first, then all schedules with one,
// then all with two. It runs each schedule once.
//
// Cost: about n²/2 runs for two switches, when a run has n choices. Threads: the search runs on the
// caller's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/sim/schedule_plan.h"

namespace drydock::sim {

// The result of one run, for the search.
struct Explored {
  bool found = false;
  std::vector<Switch> alternatives;  // SeededSchedule::alternatives() at the run's end
};

struct ExploreProgress {
  std::uint32_t switches = 0;  // in each of the schedules that run now
  std::uint64_t runs = 0;      // runs made so far, with any number of switches
  std::uint64_t known = 0;     // runs made so far and runs known to be still due
};

struct ExploreOptions {
  std::uint32_t most_switches = 2;
  std::uint64_t most_runs = 100'000;
  bool stops_when_found = true;
  std::uint64_t seed = 0;  // for callers of random()
  // Called after each run; the search ends when it returns false.
  std::function<bool(const ExploreProgress&)> progress = {};
};

struct ExploreResult {
  std::vector<SchedulePlan> found;  // in the order of the search: the first has the fewest switches
  std::uint64_t runs = 0;
  bool is_complete = false;  // every schedule within the bound was run
};

ExploreResult explore(const std::function<Explored(const SchedulePlan&)>& run,
                      const ExploreOptions& options = {});

}  // namespace drydock::sim
