// Who asks about a rule that is checked is taught: the lesson is there, whole, and for that rule.
#include "src/rules/lessons/lessons.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "drydock/rules.h"

namespace drydock::rules {
namespace {

// The books whose every checked rule has its lesson.
constexpr std::string_view kTaughtBooks = "KNSU";

bool is_taught(const Rule& rule) {
  return kTaughtBooks.find(rule.id.front()) != std::string_view::npos;
}

TEST(Lessons, BelongToCheckedRules) {
  for (const Lesson* lesson : all_lessons()) {
    const std::optional<RuleId> rule = RuleId::parse(lesson->rule);
    ASSERT_TRUE(rule.has_value()) << lesson->rule;
    EXPECT_EQ(find(*rule).status, Status::kChecked) << lesson->rule;
  }
}

TEST(Lessons, AreOneARule) {
  std::set<std::string_view> seen;
  for (const Lesson* lesson : all_lessons()) {
    EXPECT_TRUE(seen.insert(lesson->rule).second) << lesson->rule << " is taught twice";
    EXPECT_EQ(lesson_for(lesson->rule), lesson);
  }
}

TEST(Lessons, AreComplete) {
  for (const Lesson* lesson : all_lessons()) {
    EXPECT_FALSE(lesson->rule.empty());
    EXPECT_FALSE(lesson->why.empty()) << lesson->rule;
    EXPECT_FALSE(lesson->check.empty()) << lesson->rule;
    EXPECT_FALSE(lesson->wrong.empty()) << lesson->rule;
    EXPECT_FALSE(lesson->right.empty()) << lesson->rule;
    EXPECT_NE(lesson->wrong, lesson->right) << lesson->rule;
  }
}

TEST(Lessons, AreThereForEveryCheckedRuleOfTheTaughtBooks) {
  for (const Rule& rule : catalogue()) {
    if (rule.status != Status::kChecked || !is_taught(rule)) continue;
    EXPECT_NE(lesson_for(rule.id), nullptr) << rule.id << " is checked and not taught";
  }
}

}  // namespace
}  // namespace drydock::rules
