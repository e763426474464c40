// Findings, each once.
#include "src/verify/engine/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "tests/support/temp_folder.h"
#include "tests/verify/engine/made_findings.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

const Scenario kFindingScenario = {.name = "a.finds", .kind = DriverKind::kMiniport, .what = ""};

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

const Plan kPlan = {.scenario = &kFindingScenario};

std::vector<DistinctFinding> collected(std::vector<rules::Finding> findings,
                                       const FindingFilter& filter = {}) {
  FindingCollector collector(filter);
  collector.add(kPlan, 0, std::move(findings));
  return collector.all();
}

const rules::Frame kWrapper = {"Allocate", "/src/gpu/memory.c", 4, "gpu.so", 3};
const rules::Frame kFirstSite = {"Start", "/src/gpu/start.c", 12, "gpu.so", 10};
const rules::Frame kSecondSite = {"Start", "/src/gpu/start.c", 15, "gpu.so", 10};

// A driver with an allocation wrapper: the innermost frame is the same for all that it forgets.
TEST(FindingCollector, TwoLeaksThroughOneWrapperAreTwoFindingsAndTwoGroups) {
  const auto leak = [](const rules::Frame& site) {
    return with_frames(finding_about("N-008", "left", "block of 64 bytes"), {kWrapper, site},
                       "allocated");
  };
  const std::vector<DistinctFinding> both = collected({leak(kFirstSite), leak(kSecondSite)});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(groups_in(both), 2U);
  const FindingFilter filter = {.baseline = {.keys = {both[0].key}}};
  const std::vector<DistinctFinding> left =
      collected({leak(kFirstSite), leak(kSecondSite)}, filter);
  ASSERT_EQ(left.size(), 1U) << "the baseline has the other alone";
  EXPECT_EQ(left[0].key, both[1].key);
}

TEST(FindingCollector, OneCauseThatBreaksThreeRulesIsOneGroup) {
  const auto left = [](rules::RuleId rule) {
    return with_frames(finding_about(rule, "is there", "handle of key at 0x10"), {kFirstSite},
                       "opened");
  };
  rules::Finding other = finding_about("K-055", "is there", "handle of key at 0x20");
  other = with_frames(other, {kSecondSite}, "opened");
  const auto all = collected({left("N-044"), left("K-058"), left("K-055"), other});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(groups_in(all), 2U) << "another key is another cause";
  std::map<std::uint64_t, std::set<std::string_view>> rules_of_groups;
  for (const DistinctFinding& found : all)
    rules_of_groups[found.group].insert(found.finding.rule->id);
  EXPECT_THAT(rules_of_groups,
              ::testing::Contains(::testing::Pair(
                  ::testing::_, ::testing::UnorderedElementsAre("N-044", "K-058", "K-055"))));
  for (const DistinctFinding& found : all)
    EXPECT_TRUE(!found.is_headline || found.finding.rule->id.starts_with("K-"))
        << "the rule of the interface says more than the executive's";
}

// Leftovers that no frame tells of, found in one run about one kind of object.
TEST(FindingCollector, FindingsWithoutFramesAreGroupedByTheirObject) {
  const auto all =
      collected({finding_about("U-005", "never released", "opened resource 1 of 3 surfaces"),
                 finding_about("U-110", "is left", "opened resource 2 of 1 surface"),
                 finding_about("U-049", "an empty entry")});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(groups_in(all), 2U);
}

TEST(FindingCollector, ASuppressionCountsApartUntilItExpires) {
  const rules::Finding leak = with_frames(finding_about("N-008", "left"), {kFirstSite});
  const std::vector<Suppression> entries = {
      {"N-0*", "Start", "known since the beginning", "2026-11-18"}};
  for (const auto& [today, count] : {std::pair("2026-11-18", 0U), std::pair("2026-11-19", 1U)}) {
    const Suppressions suppressions(entries, today);
    const FindingFilter filter = {.suppressions = &suppressions};
    FindingCollector collector(filter);
    collector.add(kPlan, 0, {leak});
    EXPECT_EQ(collector.all().size(), count) << today;
    EXPECT_EQ(collector.suppressed(), 1U - count) << today;
    EXPECT_EQ(collector.used_suppressions().size(), 1U) << today;
  }
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
