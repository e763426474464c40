// Choices by priorities find races within the promised number of schedules.
#include "src/sim/chooser.h"

#include <gtest/gtest.h>

#include "src/sim/explore.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/sim/shrink.h"
#include "tests/sim/race_of_two.h"

namespace drydock::sim {
namespace {

using Policy = SchedulePlan::Policy;

TEST(Pct, FindsARaceOfTwoSwitchesWithin2000Schedules) {
  const std::uint64_t length = race(switches({})).choices;
  const SchedulePlan failing = first_failing([&](std::uint64_t seed) { return pct(seed, length); });
  ASSERT_EQ(failing.policy, Policy::kPct);
  const SchedulePlan again = *parse_schedule_plan(to_text(failing));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(race_is_lost(again));
}

}  // namespace
}  // namespace drydock::sim
