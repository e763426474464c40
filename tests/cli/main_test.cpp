// The program itself: help, version, and how it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "drydock/rules.h"
#include "tests/support/run.h"

namespace {

using ::drydock::testing::drydock;
using ::testing::HasSubstr;

TEST(Program, HelpOfEveryCommand) {
  for (const char* arguments : {"--help", "cc --help", "rules --help", "explain --help"}) {
    const auto outcome = drydock(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr("Usage:")) << arguments;
  }
}

TEST(Program, Version) { EXPECT_EQ(drydock("--version").output, "0.1.0\n"); }

TEST(Program, WrongUseExitsWithTwo) {
  for (const char* arguments : {"", "bogus", "--bogus", "rules --bogus", "explain", "explain K-999",
                                "explain k-1", "rules --json --markdown"}) {
    const auto outcome = drydock(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_FALSE(outcome.output.empty()) << arguments;
  }
}

TEST(Program, UnknownCommandIsNamed) {
  EXPECT_THAT(drydock("bogus").output, HasSubstr("there is no command 'bogus'"));
}

}  // namespace
