// The forms of a report, of one verification that is written by hand.
#include "src/verify/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace drydock;
using namespace drydock::verify;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

const Scenario kFails = {.name = "a.fails", .kind = DriverKind::kMiniport, .what = ""};
const Scenario kSkips = {.name = "a.skips", .kind = DriverKind::kMiniport, .what = ""};

DistinctFinding distinct(rules::RuleId rule, std::string message) {
  DistinctFinding out;
  out.finding.rule = &rules::find(rule);
  out.finding.message = std::move(message);
  out.scenario = &kFails;
  out.plan.scenario = &kFails;
  out.key = key_of(out.finding);
  out.times = 2;
  return out;
}

Verification verification() {
  Verification out;
  out.scenarios = {{.scenario = &kFails,
                    .status = ScenarioStatus::kFindings,
                    .runs = 5,
                    .faults = 3,
                    .dropped = 4,
                    .fault_points = {"DriverEntry"}},
                   {.scenario = &kSkips,
                    .status = ScenarioStatus::kSkipped,
                    .reason = "no <contexts>",
                    .runs = 1}};
  out.findings = {distinct("N-061", "crashed & burned"), distinct("K-010", "a lint")};
  out.findings[0].switches = 1;
  out.findings[1].is_reproduced = false;
  out.provided = {"DriverUnload"};
  return out;
}

TEST(Report, TalliesBySeverity) {
  const Tally counts = tally(verification().findings);
  EXPECT_EQ(counts.fatal, 1U);
  EXPECT_EQ(counts.violation, 0U);
  EXPECT_EQ(counts.lint, 1U);
  EXPECT_FALSE(counts.is_clean());
  EXPECT_TRUE(tally({verification().findings[1]}).is_clean()) << "lints do not fail";
}

TEST(Report, TextNamesFindingsAndWhatWasLeftOut) {
  const std::string text = to_text(verification(), /*in_colour=*/false);
  EXPECT_THAT(text, HasSubstr("scenario: a.fails, in 2 runs; it needs 1 switch between threads"));
  EXPECT_THAT(text, HasSubstr("a replay in a fresh process did not show it"));
  EXPECT_THAT(text, HasSubstr("skipped a.skips: no <contexts>"));
  EXPECT_THAT(text, HasSubstr("left out 4 runs of a.fails"));
  EXPECT_THAT(text, HasSubstr("never called: DriverUnload"));
  EXPECT_THAT(text, HasSubstr("2 scenarios, 1 skipped; 6 runs: 3 with faults, 0 schedules"));
  EXPECT_THAT(text, HasSubstr("1 fatal, 0 violations, 1 lints"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(to_text(verification(), /*in_colour=*/true), HasSubstr("\x1b[1;31m"));
}

TEST(Report, JUnitHasACaseForEachScenarioAndFailsNoLint) {
  const std::string xml = to_junit(verification());
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("message=\"N-061: crashed &amp; burned\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"no &lt;contexts&gt;\"/>"));
  EXPECT_THAT(xml, HasSubstr("<system-out>"));
  EXPECT_THAT(xml, Not(HasSubstr("type=\"K-010\"")));
}

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
  EXPECT_TRUE(json.at("coverage").at("lines").is_null());
}

TEST(Report, SarifRefersToTheRuleOfEachFinding) {
  Request request;
  request.drivers.miniport = "/drivers/gpu.so";
  const auto json = nlohmann::json::parse(to_sarif({.version = "1"}, request, verification()));
  const auto& run = json.at("runs")[0];
  const auto& results = run.at("results");
  ASSERT_EQ(results.size(), 2U);
  for (const auto& result : results) {
    const std::size_t index = result.at("ruleIndex");
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(index).at("id"), result.at("ruleId"));
  }
}

}  // namespace
