// The commands that show rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "drydock/rules.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::TempFolder;
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
  EXPECT_THAT(outcome.output, StartsWith("D-001"));
  EXPECT_THAT(outcome.output, HasSubstr(" checked, "));
}

TEST(Program, RulesAsPages) {
  const TempFolder folder;
  const auto pages = folder.path() / "new" / "rules";
  const auto outcome = drydock("rules --pages " + pages.string());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "");
  std::size_t count = 0;
  for (const auto& page : std::filesystem::directory_iterator(pages)) {
    EXPECT_EQ(page.path().extension(), ".html");
    EXPECT_GT(page.file_size(), 200U) << page.path();
    ++count;
  }
  EXPECT_EQ(count, ::drydock::rules::catalogue().size());
  EXPECT_EQ(drydock("rules --json --pages " + pages.string()).exit_code, 2);
  EXPECT_EQ(drydock("rules --markdown --pages " + pages.string()).exit_code, 2);
}

TEST(Program, Explain) {
  const auto outcome = drydock("explain K-010");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("K-010  "));
  EXPECT_THAT(outcome.output, HasSubstr("source "));
}

}  // namespace
