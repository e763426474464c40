// Findings, each once.
#include "src/verify/engine/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temp_folder.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

const Scenario kFindingScenario = {.name = "a.finds", .kind = DriverKind::kMiniport, .what = ""};

rules::Finding finding_about(rules::RuleId rule, std::string message, std::string object = {}) {
  rules::Finding finding;
  finding.rule = &rules::find(rule);
  finding.message = std::move(message);
  finding.object = std::move(object);
  finding.driver = "test";
  return finding;
}

rules::Finding with_frames(rules::Finding finding, std::vector<rules::Frame> frames) {
  finding.stacks.push_back({"here", {}, std::move(frames)});
  return finding;
}

TEST(FindingKey, HasNoNumbersOfObjects) {
  EXPECT_EQ(key_of(finding_about("N-008", "left after 3 calls", "block 'ab1d' of 64 bytes")),
            "N-008|block 'ab1d' of # bytes|left after # calls");
  EXPECT_EQ(key_of(finding_about("N-008", "at 0x7f00", "list of 2")), "N-008|list of #|at #");
}

TEST(FindingKey, NamesThePlaceInTheDriverInsteadOfTheMessage) {
  const rules::Finding finding = with_frames(finding_about("N-008", "left"),
                                             {{"free", "", 0, "libc.so.6"},
                                              {"Ring::push", "/src/gpu/ring.cpp", 42, "gpu.so"},
                                              {"DriverEntry", "/src/gpu/entry.cpp", 7, "gpu.so"}});
  EXPECT_EQ(key_of(finding), "N-008||ring.cpp:42");
  ASSERT_TRUE(driver_frame(finding));
  EXPECT_EQ(driver_frame(finding)->function, "Ring::push");
}

TEST(FindingKey, OfAFrameWithoutDebugInformationHasItsFunction) {
  const rules::Finding finding =
      with_frames(finding_about("N-008", "left"), {{"DriverEntry", "", 0, "gpu.so"}});
  EXPECT_EQ(key_of(finding), "N-008||DriverEntry");
}

TEST(FindingFilter, AdmitsByRuleSeverityAndParty) {
  const rules::Finding crash = finding_about("N-061", "crashed");
  EXPECT_TRUE(FindingFilter{}.admits(crash));
  EXPECT_FALSE(FindingFilter{.rules = "K-*"}.admits(crash));
  EXPECT_TRUE(FindingFilter{.least = rules::Severity::kFatal}.admits(crash));
  rules::Finding of_client = finding_about("K-010", "a rule of clients");
  EXPECT_TRUE(FindingFilter{}.admits(of_client)) << "a driver was the client";
  of_client.driver.clear();
  EXPECT_FALSE(FindingFilter{}.admits(of_client));
}

TEST(FindingCollector, StoresTheFindingOfTheLowestOrderAndCountsRuns) {
  const FindingFilter filter;
  FindingCollector collector(filter);
  const auto plan_of = [](std::uint64_t seed) {
    return Plan{.scenario = &kFindingScenario, .schedule = {.seed = seed}};
  };
  collector.add(plan_of(5), 5, {finding_about("N-008", "left 5")});
  collector.add(plan_of(2), 2,
                {finding_about("N-008", "left 2"), finding_about("N-008", "left 9")});
  collector.add(plan_of(7), 7, {finding_about("N-008", "left 7"), finding_about("N-061", "crash")});
  const std::vector<DistinctFinding> all = collector.all();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].finding.rule->id, "N-061") << "fatal ones come first";
  EXPECT_EQ(all[1].finding.message, "left 2");
  EXPECT_EQ(all[1].plan.schedule.seed, 2U);
  EXPECT_EQ(all[1].times, 3U);
}

TEST(FindingCollector, OnlyCountsWhatTheBaselineHas) {
  const FindingFilter filter = {.baseline = {.keys = {"N-008||left #"}}};
  FindingCollector collector(filter);
  const Plan plan = {.scenario = &kFindingScenario};
  collector.add(plan, 0, {finding_about("N-008", "left 1")});
  collector.add(plan, 1, {finding_about("N-008", "left 2")});
  EXPECT_TRUE(collector.all().empty());
  EXPECT_EQ(collector.known(), 1U);
}

TEST(Baseline, IsReadFromAReport) {
  const drydock::testing::TempFolder folder;
  const std::string path = (folder.path() / "report.json").string();
  std::ofstream(path) << R"json({"findings": [{"key": "N-008||x"}],
    "scenarios": [{"name": "a.finds", "fault_points": ["DriverEntry", "DriverEntry (2)"]}]})json";
  const Baseline baseline = baseline_from(path);
  EXPECT_THAT(baseline.keys, ::testing::ElementsAre("N-008||x"));
  EXPECT_THAT(baseline.fault_points.at("a.finds"),
              ::testing::ElementsAre("DriverEntry", "DriverEntry (2)"));
  std::ofstream(path) << "[]";
  EXPECT_THROW(baseline_from(path), std::runtime_error);
  EXPECT_THROW(baseline_from("/nonexistent/report.json"), std::runtime_error);
}

}  // namespace
