// How many files the program may have open, as it asks before it runs anything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/run.h"

namespace {

using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::testing::HasSubstr;

// A short verification with two processes at a time, which need 60 files.
Outcome verify_after(const std::string& limit) {
  return run(limit + "; " + DRYDOCK_PROGRAM + " verify --avstream " + DRYDOCK_VCAM +
             " --scenario load.minidriver --faults none --jobs 2");
}

TEST(FileLimit, TooFewFilesAreReportedBeforeAnythingRuns) {
  const Outcome few = verify_after("ulimit -n 16");
  EXPECT_EQ(few.exit_code, 2) << few.output;
  EXPECT_THAT(few.output, HasSubstr("16 files may be open, and 60 are needed for 2 processes"));
}

TEST(FileLimit, ThoseThatAreNeededAreEnough) {
  const Outcome outcome = verify_after("ulimit -n 60");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(FileLimit, ASoftLimitIsRaised) {
  const Outcome outcome = verify_after("ulimit -S -n 16");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

}  // namespace
