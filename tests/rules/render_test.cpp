// The three forms of the catalogue say the same and are well formed.
#include "src/rules/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace drydock::rules {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr Rule kOdd[] = {{.id = "K-001",
                          .party = Party::kClient,
                          .severity = Severity::kLint,
                          .status = Status::kNotApplicable,
                          .title = "A | bar, \"quotes\" and <angles>",
                          .text = "Text",
                          .outcome = "",
                          .source = "a_b_c.md",
                          .reason = "outside"}};

TEST(Render, JsonHasTheContractedFields) {
  const auto rules = nlohmann::json::parse(to_json(catalogue()));
  ASSERT_EQ(rules.size(), catalogue().size());
  for (const auto& rule : rules) {
    for (const char* field : {"id", "party", "severity", "status", "title", "source", "tests"}) {
      EXPECT_TRUE(rule.contains(field)) << rule.dump();
    }
    EXPECT_TRUE(rule["tests"].is_array());
    for (const auto& test : rule["tests"]) {
      EXPECT_THAT(test["role"].get<std::string>(),
                  ::testing::AnyOf("provokes", "stays-silent", "proves"));
      EXPECT_FALSE(test["test"].get<std::string>().empty());
    }
  }
}

TEST(Render, JsonEscapes) {
  const auto rules = nlohmann::json::parse(to_json(kOdd));
  EXPECT_EQ(rules[0]["title"], kOdd[0].title);
  EXPECT_EQ(rules[0]["reason"], "outside");
}

TEST(Render, MarkdownKeepsOneRowARule) {
  const std::string text = to_markdown(kOdd);
  EXPECT_THAT(text, HasSubstr("A \\| bar, \"quotes\" and \\<angles>"));
  EXPECT_THAT(text, HasSubstr("a\\_b\\_c.md"));
}

TEST(Render, TextEndsWithTheCounts) {
  EXPECT_THAT(to_text(kOdd),
              EndsWith("1 rules: 0 checked, 0 proved, 0 planned, 1 not applicable\n"));
}

TEST(Render, CountsAddUp) {
  const Counts counts = count(catalogue());
  EXPECT_EQ(counts.total, catalogue().size());
  EXPECT_EQ(counts.checked + counts.proved + counts.planned + counts.not_applicable, counts.total);
}

TEST(Render, ExplainSaysWhyARuleDoesNotApply) {
  EXPECT_THAT(explain(kOdd[0]), HasSubstr("reason      outside"));
}

TEST(Render, ExplainKeepsLinesShort) {
  for (const Rule& rule : catalogue()) {
    const std::string text = explain(rule);
    std::size_t start = 0;
    for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
      // A single long word, such as a path, may stand over.
      const std::string line = text.substr(start, end - start);
      if (line.size() > 100) {
        EXPECT_EQ(line.find(' ', 13), std::string::npos) << rule.id << ": " << line;
      }
    }
  }
}

TEST(Names, AreNeverUnknown) {
  for (const Rule& rule : catalogue()) {
    EXPECT_NE(name(rule.party), "unknown");
    EXPECT_NE(name(rule.severity), "unknown");
    EXPECT_NE(name(rule.status), "unknown");
  }
}

}  // namespace
}  // namespace drydock::rules
