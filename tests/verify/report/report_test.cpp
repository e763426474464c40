// Reports as text, and their tallies.
#include "src/verify/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
  EXPECT_THAT(text, HasSubstr("left out 4 runs of a.fails"));
  EXPECT_THAT(text, HasSubstr("never called: DriverUnload"));
  EXPECT_THAT(text, HasSubstr("2 scenarios, 1 skipped; 6 runs: 3 with faults, 0 schedules"));
  EXPECT_THAT(text, HasSubstr("1 fatal, 0 violations, 1 lints"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(to_text(verification(), /*in_colour=*/true), HasSubstr("\x1b[1;31m"));
}

}  // namespace
