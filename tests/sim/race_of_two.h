// A race that needs two switches, and plans that lead to it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "src/sim/explore.h"
#include "src/sim/schedule.h"

namespace drydock::sim {

using Policy = SchedulePlan::Policy;

inline SchedulePlan switches(std::vector<Switch> list) {
  return {.policy = Policy::kSwitches, .switches = std::move(list)};
}

inline void pass_points(int count) {
  for (int i = 0; i < count; ++i) switch_point();
}

struct Outcome {
  bool found = false;
  std::uint64_t order = 0;
  std::uint64_t choices = 0;
  SchedulePlan taken;
  std::vector<Switch> alternatives;
};

// Goes wrong only when the writer is interrupted between its two steps by the reader, and the
// reader then, between its own two, by the writer.
inline Outcome race(const SchedulePlan& plan) {
  const SeededSchedule schedule(plan);
  Outcome out;
  bool is_open = false;
  bool is_inside = false;
  Thread writer = spawn("writer", [&] {
    pass_points(8);
    is_open = true;
    switch_point();
    out.found |= is_inside;
    is_open = false;
    pass_points(8);
  });
  Thread reader = spawn("reader", [&] {
    pass_points(8);
    is_inside = is_open;
    switch_point();
    is_inside = false;
    pass_points(8);
  });
  writer.join();
  reader.join();
  out.order = schedule.order();
  out.choices = schedule.choices();
  out.taken = schedule.taken();
  out.alternatives = schedule.alternatives();
  return out;
}

inline bool race_is_lost(const SchedulePlan& plan) { return race(plan).found; }

inline SchedulePlan pct(std::uint64_t seed, std::uint64_t length) {
  return {.policy = Policy::kPct, .seed = seed, .changes = 2, .length = length};
}

// The first of 2,000 schedules that fails, or an empty plan.
template <typename Plan>
SchedulePlan first_failing(const Plan& plan_of) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const SchedulePlan plan = plan_of(seed);
    if (race_is_lost(plan)) return plan;
  }
  return {};
}

}  // namespace drydock::sim
