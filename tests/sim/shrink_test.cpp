// Plans that are made as short as the failure allows.
#include "src/sim/shrink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/sim/explore.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "tests/sim/race_of_two.h"

namespace drydock::sim {
namespace {

using ::testing::SizeIs;
using Policy = SchedulePlan::Policy;

TEST(Shrink, LeavesTheTwoSwitchesThatMatter) {
  const SchedulePlan random =
      first_failing([](std::uint64_t seed) { return SchedulePlan{.seed = seed}; });
  const Outcome failing = race(random);
  ASSERT_TRUE(failing.found);
  ASSERT_GT(failing.taken.switches.size(), 4U);
  const Shrunk shrunk = shrink(failing.taken, race_is_lost);
  EXPECT_TRUE(shrunk.is_minimal);
  EXPECT_THAT(shrunk.plan.switches, SizeIs(2));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(race_is_lost(shrunk.plan));
  EXPECT_EQ(shrink(failing.taken, race_is_lost).plan, shrunk.plan);
}

TEST(Shrink, KeepsTheBestWhenItsRunsAreUsedUp) {
  const SchedulePlan failing = switches({{1, 2, 1}, {1, 2, 2}, {1, 2, 3}, {1, 2, 4}});
  const auto fails = [](const SchedulePlan& plan) { return !plan.switches.empty(); };
  EXPECT_FALSE(shrink(failing, fails, 1).is_minimal);
  EXPECT_THAT(shrink(failing, fails, 1).plan.switches, SizeIs(2));
  EXPECT_THAT(shrink(failing, fails).plan.switches, SizeIs(1));
  EXPECT_THAT(shrink(failing, [](const SchedulePlan&) { return true; }).plan.switches, SizeIs(0));
}

}  // namespace
}  // namespace drydock::sim
