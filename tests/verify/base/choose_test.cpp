// The choice of scenarios for drivers.
#include "src/verify/base/choose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace drydock;
using namespace drydock::verify;

namespace {

TEST(Choose, ScenariosHaveDifferentNamesThatBeginWithTheirKind) {
  std::set<std::string_view> names;
  for (const Scenario* scenario : all_scenarios()) {
    EXPECT_TRUE(names.insert(scenario->name).second) << scenario->name;
    EXPECT_NE(scenario->body, nullptr) << scenario->name;
    EXPECT_FALSE(scenario->what.empty()) << scenario->name;
    if (scenario->name.starts_with("load.")) continue;
    const std::string_view kind = scenario->kind == DriverKind::kMiniport     ? "miniport."
                                  : scenario->kind == DriverKind::kMinidriver ? "minidriver."
                                                                              : "user-mode.";
    EXPECT_TRUE(scenario->name.starts_with(kind)) << scenario->name;
  }
  EXPECT_GT(names.size(), 100U);
}

TEST(Choose, OnlyScenariosOfADriverThatIsThere) {
  TestedDrivers drivers;
  EXPECT_TRUE(scenarios_for(drivers, "*").empty());
  drivers.avstream = "camera.so";
  const auto of_camera = scenarios_for(drivers, "*");
  ASSERT_FALSE(of_camera.empty());
  for (const Scenario* scenario : of_camera)
    EXPECT_EQ(scenario->kind, DriverKind::kMinidriver) << scenario->name;
  drivers.miniport = "gpu.so";
  EXPECT_GT(scenarios_for(drivers, "*").size(), of_camera.size());
}

TEST(Choose, TheGlobMatchesWholeNames) {
  TestedDrivers drivers;
  drivers.avstream = "camera.so";
  const auto one = scenarios_for(drivers, "load.minidriver");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0]->name, "load.minidriver");
  EXPECT_TRUE(scenarios_for(drivers, "load").empty());
  EXPECT_EQ(scenarios_for(drivers, "load.*").size(), 1U) << "the miniport's is left out";
  EXPECT_EQ(scenarios_for(drivers, "loa?.mini[d]river").size(), 1U);
}

TEST(Choose, EachKindHasItsDriver) {
  TestedDrivers drivers;
  drivers.miniport = "gpu.so";
  drivers.umd = "umd.so";
  drivers.avstream = "camera.so";
  EXPECT_EQ(driver_of(drivers, DriverKind::kMiniport), "gpu.so");
  EXPECT_EQ(driver_of(drivers, DriverKind::kUserMode), "umd.so");
  EXPECT_EQ(driver_of(drivers, DriverKind::kMinidriver), "camera.so");
}

}  // namespace
