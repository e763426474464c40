// A test that hangs ends, and its report says where each thread is.
#include "tests/support/hang_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/run.h"

namespace {

using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::testing::HasSubstr;
using ::testing::Not;

// A test of the program that hangs, with a limit of two seconds.
Outcome outcome_of(const std::string& test) {
  return run("DRYDOCK_TEST_SECONDS=2 " DRYDOCK_HANGING_PROGRAM " --gtest_filter=Hanging." + test);
}

constexpr int kKilled = 128 + 9;

TEST(HangGuard, SaysWhereEachThreadOfAHangingTestIsAndEndsIt) {
  const Outcome outcome = outcome_of("TwoThreads");
  EXPECT_EQ(outcome.exit_code, kKilled) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("Hanging.TwoThreads has not ended within "));
  EXPECT_THAT(outcome.output, HasSubstr("hanging::spins_for_ever() (hanging_program.cpp:"));
  EXPECT_THAT(outcome.output, HasSubstr("hanging::sleeps_for_ever() (hanging_program.cpp:"));
  EXPECT_THAT(outcome.output, HasSubstr("hanging::Hanging_TwoThreads_Test::TestBody()"));
}

TEST(HangGuard, ShowsAndEndsWhatTheTestHasStarted) {
  const Outcome outcome = outcome_of("AChild");
  EXPECT_EQ(outcome.exit_code, kKilled) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("hanging::spins_for_ever()"));
  EXPECT_THAT(outcome.output, HasSubstr("hanging::sleeps_for_ever()"));
}

TEST(HangGuard, ATestMayStateALongerLimit) {
  const Outcome outcome = outcome_of("NotLongerThanItSays");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, Not(HasSubstr("has not ended")));
}

TEST(HangGuard, ASecondOfABusyMachineCountsForLess) {
  const Outcome outcome = outcome_of("NotOnABusyMachine");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(HangGuard, CompilationDoesNotCount) {
  const Outcome outcome = outcome_of("NotWhileItCompiles");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

}  // namespace
