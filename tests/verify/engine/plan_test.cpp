// Plans as text.
#include "src/verify/engine/plan.h"

#include <gtest/gtest.h>

using namespace drydock;
using namespace drydock::verify;

namespace {

TEST(FaultPlans, AreWhatTheyWereAfterText) {
  for (const char* text : {"none", "0", "17", "3/8", "7+2", "place:1f3a:4"}) {
    const auto plan = fault_plan_from(text);
    ASSERT_TRUE(plan) << text;
    EXPECT_EQ(to_text(*plan), text);
  }
  for (const char* text :
       {"", "x", "-1", "3/0", "3/", "/3", "1 ", "7+0", "7+", "+2", "7+2+1", "7+4294967296",
        "place:", "place:1f3a", "place:1f3a:", "place::1", "place:xyz:1", "place:1f3a:-1"})
    EXPECT_FALSE(fault_plan_from(text)) << text;
}

TEST(Plan, ItsArgumentsNameScenarioSeedAndFault) {
  const Scenario scenario = {.name = "a.lives", .kind = DriverKind::kMiniport, .what = ""};
  Plan plan = {.scenario = &scenario, .schedule = {.seed = 7}};
  EXPECT_EQ(arguments_of(plan), "--scenario a.lives --seed 7 --fault none");
  EXPECT_FALSE(plan.has_fault());
  plan.faults = {.seed = 3, .one_in = 8};
  EXPECT_TRUE(plan.has_fault());
  EXPECT_EQ(arguments_of(plan), "--scenario a.lives --seed 7 --fault 3/8");
}

TEST(Plan, ItsArgumentsNamePairsAndPlaces) {
  const Scenario scenario = {.name = "a.lives", .kind = DriverKind::kMiniport, .what = ""};
  Plan plan = {.scenario = &scenario, .faults = {.nth = 7, .distance = 2}};
  EXPECT_EQ(arguments_of(plan), "--scenario a.lives --seed 1 --fault 7+2");
  EXPECT_TRUE(plan.has_fault());
  EXPECT_FALSE(plan.has_single_fault());
  plan.faults = {.stack = 0x1f3a, .time = 4};
  EXPECT_EQ(arguments_of(plan), "--scenario a.lives --seed 1 --fault place:1f3a:4");
  EXPECT_TRUE(plan.has_fault());
  EXPECT_FALSE(plan.has_single_fault());
}

TEST(Plan, ASchedulePlanThatIsNoSeedIsWrittenOut) {
  const Scenario scenario = {.name = "a.lives", .kind = DriverKind::kMiniport, .what = ""};
  const Plan plan = {.scenario = &scenario,
                     .schedule = {.policy = sim::SchedulePlan::Policy::kSwitches,
                                  .seed = 7,
                                  .switches = {{.strand = 2, .next = 4, .point = 17}}}};
  EXPECT_EQ(arguments_of(plan), "--scenario a.lives --schedule at:7:2.17=4 --fault none");
}

}  // namespace
