// Reports as JSON, which baselines are read from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/verify/report/report.h"
#include "tests/verify/report/verification.h"

using namespace drydock;
using namespace drydock::verify;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

TEST(Report, JsonHasWhatABaselineNeeds) {
  Request request;
  request.drivers.miniport = "/drivers/gpu.so";
  const auto json = nlohmann::json::parse(to_json({.version = "1"}, request, verification()));
  EXPECT_EQ(json.at("drivers")[0].at("path"), "/drivers/gpu.so");
  EXPECT_EQ(json.at("findings")[0].at("key"), "N-061||crashed & burned");
  EXPECT_EQ(json.at("scenarios")[0].at("fault_points")[0], "DriverEntry");
  EXPECT_EQ(json.at("scenarios")[0].at("left_out"), 4);
  EXPECT_EQ(json.at("scenarios")[1].at("status"), "skipped");
  EXPECT_EQ(json.at("summary").at("fatal"), 1);
  EXPECT_EQ(json.at("summary").at("groups"), 2);
  EXPECT_EQ(json.at("findings")[1].at("group"), 2);
  EXPECT_EQ(json.at("groups")[0].at("headline"), json.at("findings")[0].at("key"));
  EXPECT_TRUE(json.at("coverage").at("lines").is_null());
}

// A user-mode driver with an entry point of video: what is missing, and why.
TEST(Report, JsonSaysWhatRulesNeedAndWhyEntryPointsAreNotCalled) {
  static constexpr Scenario kLives = {
      .name = "user-mode.lives", .kind = DriverKind::kUserMode, .what = ""};
  Verification done;
  done.scenarios = {{.scenario = &kLives, .status = ScenarioStatus::kPassed}};
  done.provided = {"CreateDecodeDevice", "CreateResource"};
  const auto json = nlohmann::json::parse(to_json({.version = "1"}, {}, done)).at("coverage");
  EXPECT_EQ(json.at("rules_need").at("U-192"),
            "a driver that releases allocations by list (HandleList of pfnDeallocateCb)");
  EXPECT_FALSE(json.at("rules_need").contains("U-020")) << "every driver comes to it";
  EXPECT_TRUE(json.at("never_called_because").contains("CreateDecodeDevice"));
  EXPECT_FALSE(json.at("never_called_because").contains("CreateResource"));
}

}  // namespace
