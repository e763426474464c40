// Reports as text, and their tallies.
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
  EXPECT_THAT(text, HasSubstr("left out 4 runs of a.fails: 4 of its runs had to be ended"));
  EXPECT_THAT(text, HasSubstr("never called: DriverUnload"));
  EXPECT_THAT(text,
              HasSubstr("2 scenarios, 1 skipped, 0 cut short; 6 runs: 3 with faults, 0 schedules"));
  EXPECT_THAT(text, HasSubstr("1 fatal, 0 violations, 1 lints"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(to_text(verification(), /*in_colour=*/true), HasSubstr("\x1b[1;31m"));
}

TEST(Report, TheOthersOfAGroupStandBelowItsHeadline) {
  Verification done = verification();
  done.findings[1].group = 1;
  done.findings[1].is_headline = false;
  done.suppressed = 2;
  done.suppression_notes = {"suppression 1 of N-* in * (old) fits no finding"};
  const std::string text = to_text(done, /*in_colour=*/false);
  EXPECT_THAT(text, HasSubstr("  also K-010 lint: "));
  EXPECT_THAT(text, HasSubstr("1 fatal, 0 violations, 1 lints, in 1 group; 2 suppressed"));
  EXPECT_THAT(text, HasSubstr("suppression 1 of N-* in * (old) fits no finding\n"));
}

TEST(Report, SkippedScenariosStandBelowTheirReason) {
  Verification done = verification();
  const Scenario other = {.name = "a.other", .kind = DriverKind::kMiniport, .what = ""};
  const Scenario cut = {.name = "a.cut", .kind = DriverKind::kMiniport, .what = ""};
  done.scenarios.push_back({.scenario = &other,
                            .status = ScenarioStatus::kSkipped,
                            .reason = "no <contexts>",
                            .runs = 1});
  done.scenarios.push_back({.scenario = &cut,
                            .status = ScenarioStatus::kFindings,
                            .reason = "the start fails",
                            .runs = 1});
  done.scenarios[0].stopped_by = "N-061";
  const std::string text = to_text(done, /*in_colour=*/false);
  EXPECT_THAT(text, HasSubstr("skipped 2 scenarios: no <contexts>\n  a.skips a.other\n"));
  EXPECT_THAT(text, HasSubstr("cut short a.cut: the start fails\n"));
  EXPECT_THAT(text, HasSubstr("N-061 stopped the clean runs of 1 scenarios, whose faults and "
                              "schedules were played up to there: a.fails\n"));
  EXPECT_THAT(text, HasSubstr("4 scenarios, 2 skipped, 1 cut short;"));
}

// One that was stopped by a finding, or came to its end with one, is not cut short.
TEST(Report, CutShortIsWhatHasAFindingAndAReason) {
  Verification done = verification();
  EXPECT_EQ(unfinished(done).skipped, 1U);
  EXPECT_EQ(unfinished(done).cut_short, 0U);
  done.scenarios[0].reason = "no pins";
  EXPECT_EQ(unfinished(done).skipped, 1U);
  EXPECT_EQ(unfinished(done).cut_short, 1U);
}

}  // namespace
