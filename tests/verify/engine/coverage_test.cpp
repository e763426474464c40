// The rules and entry points that a verification reached.
#include "src/verify/engine/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "src/nt/watch/breach.h"
#include "src/verify/base/scenario.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

std::uint64_t times_of(const SharedEvaluations& evaluations, rules::RuleId rule) {
  return evaluations.read().at(rule.index());
}

TEST(Coverage, EvaluationsCountOnlyWhileSomebodyCounts) {
  rules::evaluated("K-010");
  const SharedEvaluations evaluations;
  EXPECT_EQ(times_of(evaluations, "K-010"), 0U);
  rules::evaluated("K-010");
  EXPECT_TRUE(rules::breaks("K-010", true));
  EXPECT_FALSE(rules::breaks("K-010", false));
  EXPECT_EQ(times_of(evaluations, "K-010"), 3U);
  EXPECT_EQ(times_of(evaluations, "K-011"), 0U);
}

TEST(Coverage, EvaluationsOfAChildThatDiesCount) {
  const SharedEvaluations evaluations;
  const pid_t child = fork();
  if (child == 0) {
    rules::evaluated("S-001");
    _exit(9);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(times_of(evaluations, "S-001"), 1U);
}

// A check that does not count its evaluations counts where the rule is broken.
TEST(Coverage, ABreachIsAnEvaluation) {
  const rules::FindingLog log;
  const SharedEvaluations evaluations;
  nt::Breach("K-005", nt::Offender::client()).message("first").raise_later();
  nt::Breach("K-005", nt::Offender::client()).message("second").raise_later();
  EXPECT_EQ(times_of(evaluations, "K-005"), 1U);
  EXPECT_TRUE(rules::breaks("K-006", true));
  nt::Breach("K-006", nt::Offender::client()).message("counted").raise_later();
  EXPECT_EQ(times_of(evaluations, "K-006"), 1U) << "and is not counted twice";
}

Verification verification_of(DriverKind kind, ScenarioStatus status) {
  static Scenario scenario;
  scenario.kind = kind;
  Verification out;
  out.scenarios.push_back({.scenario = &scenario, .status = status});
  out.evaluated.resize(rules::kRuleCount);
  return out;
}

TEST(Coverage, OnlyRulesOfTheVerifiedDriversAreAskedFor) {
  const Verification streaming = verification_of(DriverKind::kMinidriver, ScenarioStatus::kPassed);
  const auto rules = driver_rules_of(streaming);
  ASSERT_FALSE(rules.empty());
  for (const EvaluatedRule& each : rules) {
    EXPECT_EQ(each.rule->status, rules::Status::kChecked);
    EXPECT_THAT(each.rule->id[0], ::testing::AnyOf('S', 'N')) << each.rule->id;
  }
  const auto none =
      driver_rules_of(verification_of(DriverKind::kMinidriver, ScenarioStatus::kSkipped));
  EXPECT_LT(none.size(), rules.size()) << "a kind whose scenarios were all skipped";
}

TEST(Coverage, RulesThatWereNeverEvaluatedAreListedApart) {
  Verification done = verification_of(DriverKind::kMiniport, ScenarioStatus::kPassed);
  EXPECT_EQ(evaluated_of(done), 0U);
  const rules::RuleId checked = *rules::RuleId::parse(driver_rules_of(done).front().rule->id);
  done.evaluated[checked.index()] = 7;
  EXPECT_EQ(evaluated_of(done), 1U);
  EXPECT_EQ(driver_rules_of(done).front().times, 7U);
}

TEST(Coverage, EntryPointsThatNoRunCalledAreListed) {
  Verification done;
  done.provided = {"DriverUnload", "DxgkDdiStartDevice", "DxgkDdiStopDevice"};
  done.called = {"DxgkDdiStartDevice", "ExAllocatePoolWithTag"};
  EXPECT_THAT(never_called_of(done), ::testing::ElementsAre("DriverUnload", "DxgkDdiStopDevice"));
}

}  // namespace
