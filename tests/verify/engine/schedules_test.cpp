// The search for schedules and the smallest schedule of a finding.
#include "src/verify/engine/schedules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "src/sim/schedule.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

// Loses an addition when one strand is interrupted between reading and writing.
void add_carelessly(verify::Run& run) {
  int count = 0;
  const auto add = [&] {
    const int before = count;
    sim::switch_point();
    count = before + 1;
  };
  run.together({{"one", add}, {"two", add}});
  if (count == 2) return;
  rules::Finding finding;
  finding.rule = &rules::find("N-008");
  finding.message = "an addition was lost";
  finding.driver = "test";
  rules::raise(std::move(finding));
}

const Scenario kCareless = {.name = "a.careless",
                            .kind = DriverKind::kMiniport,
                            .what = "",
                            .has_actors = true,
                            .body = add_carelessly};

class ScheduleSearch : public ::testing::Test {
 protected:
  const TestedDrivers drivers_;
  const ProcessPool pool_{drivers_, "drydock"};
  SequentialRunner runner_{pool_};
};

TEST_F(ScheduleSearch, TheSearchRunsEachScheduleOnceAndFindsTheRace) {
  std::vector<sim::SchedulePlan> schedules;
  std::size_t found = 0;
  const bool is_complete = explore_schedules(
      runner_, kCareless, 1, 1'000, [&](const Plan& plan, const Outcome& outcome) {
        EXPECT_EQ(std::ranges::count(schedules, plan.schedule), 0);
        EXPECT_LE(plan.schedule.switches.size(), 2U);
        schedules.push_back(plan.schedule);
        found += outcome.findings.size();
        return true;
      });
  EXPECT_TRUE(is_complete);
  EXPECT_GT(found, 0U);
  EXPECT_LT(found, schedules.size()) << "the order that interrupts no strand loses nothing";
}

TEST_F(ScheduleSearch, TheSearchEndsAtItsBoundOrWhenItIsStopped) {
  std::size_t runs = 0;
  const auto count = [&](const Plan&, const Outcome&) { return ++runs != 2; };
  EXPECT_FALSE(explore_schedules(runner_, kCareless, 1, 1'000, count));
  EXPECT_EQ(runs, 2U);
  runs = 10;
  EXPECT_FALSE(explore_schedules(runner_, kCareless, 1, 1, count));
  EXPECT_EQ(runs, 11U);
}

TEST_F(ScheduleSearch, AFindingShrinksToTheSwitchThatItNeeds) {
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    const Plan plan = {.scenario = &kCareless, .schedule = {.seed = seed}};
    Outcome outcome = runner_.run(plan).value();
    if (outcome.findings.empty()) continue;
    DistinctFinding found;
    found.finding = outcome.findings[0];
    found.scenario = &kCareless;
    found.plan = plan;
    found.key = key_of(found.finding);
    shrink_schedule(runner_, found);
    EXPECT_EQ(found.switches, 1U);
    ASSERT_EQ(found.plan.schedule.switches.size(), 1U);
    EXPECT_EQ(runner_.run(found.plan)->findings.size(), 1U);
    return;
  }
  FAIL() << "no seed lost an addition";
}

}  // namespace
