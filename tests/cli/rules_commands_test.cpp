// The commands that show rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "drydock/rules.h"
#include "tests/support/run.h"

namespace {

using ::drydock::testing::drydock;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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
