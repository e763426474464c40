// The program as scripts see it: output, exit codes, help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "drydock/rules.h"
#include "tests/support/run.h"

namespace {

using ::drydock::testing::drydock;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

TEST(Program, RulesAsJson) {
  const auto outcome = drydock("rules --json");
  EXPECT_EQ(outcome.exit_code, 0);
  const auto rules = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(rules.size(), ::drydock::rules::catalogue().size());
}

TEST(Program, RulesAsText) {
  const auto outcome = drydock("rules");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("K-001"));
  EXPECT_THAT(outcome.output, HasSubstr(" checked, "));
}

TEST(Program, Explain) {
  const auto outcome = drydock("explain K-010");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("K-010  "));
  EXPECT_THAT(outcome.output, HasSubstr("source "));
}

}  // namespace
