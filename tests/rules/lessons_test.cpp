// Every rule that is checked has a complete lesson.
#include <gtest/gtest.h>

#include "drydock/rules.h"

namespace drydock::rules {
namespace {

TEST(Lessons, AreThereForEveryCheckedRuleAndForNoOther) {
  for (const Rule& rule : catalogue())
    EXPECT_EQ(rule.lesson.empty(), rule.status != Status::kChecked) << rule.id;
}

TEST(Lessons, AreComplete) {
  for (const Rule& rule : catalogue()) {
    if (rule.status != Status::kChecked) continue;
    EXPECT_FALSE(rule.lesson.why.empty()) << rule.id;
    EXPECT_FALSE(rule.lesson.check.empty()) << rule.id;
    EXPECT_FALSE(rule.lesson.wrong.empty()) << rule.id;
    EXPECT_FALSE(rule.lesson.right.empty()) << rule.id;
    EXPECT_NE(rule.lesson.wrong, rule.lesson.right) << rule.id;
  }
}

}  // namespace
}  // namespace drydock::rules
