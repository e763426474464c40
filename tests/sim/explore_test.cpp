// The exhaustive search over schedules.
#include "src/sim/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/sim/shrink.h"
#include "tests/sim/race_of_two.h"

namespace drydock::sim {
namespace {

using ::testing::SizeIs;
using Policy = SchedulePlan::Policy;

Explored explored(const SchedulePlan& plan) {
  Outcome out = race(plan);
  return {out.found, std::move(out.alternatives)};
}

TEST(Explore, FindsARaceOfTwoSwitches) {
  const ExploreResult result = explore(explored);
  ASSERT_THAT(result.found, SizeIs(1));
  EXPECT_THAT(result.found[0].switches, SizeIs(2));
  EXPECT_TRUE(race_is_lost(result.found[0]));
}

TEST(Explore, SaysWhenItSawEverything) {
  ExploreOptions options{.most_switches = 1};
  std::uint64_t reported_runs = 0;
  options.progress = [&](const ExploreProgress& progress) {
    EXPECT_EQ(progress.runs, ++reported_runs);
    EXPECT_LE(progress.runs, progress.known);
    return true;
  };
  const ExploreResult one = explore(explored, options);
  EXPECT_TRUE(one.is_complete);
  EXPECT_THAT(one.found, SizeIs(0));
  EXPECT_EQ(one.runs, reported_runs);
  EXPECT_EQ(one.runs, 1 + race(switches({})).alternatives.size());

  const ExploreResult all = explore(explored, {.stops_when_found = false});
  EXPECT_TRUE(all.is_complete);
  EXPECT_GE(all.found.size(), 1U);
}

TEST(Explore, RunsEachScheduleOnce) {
  std::set<std::uint64_t> orders;
  const ExploreResult all = explore(
      [&](const SchedulePlan& plan) {
        Outcome out = race(plan);
        EXPECT_EQ(out.taken, plan);
        EXPECT_TRUE(orders.insert(out.order).second) << to_text(plan);
        return Explored{false, std::move(out.alternatives)};
      },
      {.most_switches = 2});
  EXPECT_TRUE(all.is_complete);
  EXPECT_EQ(orders.size(), all.runs);
}

TEST(Explore, ALimitMakesItIncomplete) {
  const ExploreResult limited = explore(explored, {.most_runs = 20});
  EXPECT_EQ(limited.runs, 20U);
  EXPECT_FALSE(limited.is_complete);

  ExploreOptions options;
  options.progress = [](const ExploreProgress& progress) { return progress.runs < 5; };
  const ExploreResult stopped = explore(explored, options);
  EXPECT_EQ(stopped.runs, 5U);
  EXPECT_FALSE(stopped.is_complete);
}

}  // namespace
}  // namespace drydock::sim
