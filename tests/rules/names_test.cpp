// The names of what a rule has: each has one, and no two have the same.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "drydock/rules.h"

namespace drydock::rules {
namespace {

template <typename Kind>
std::set<std::string_view> names_up_to(Kind last) {
  std::set<std::string_view> out;
  for (int i = 0; i <= static_cast<int>(last); ++i) out.insert(name(static_cast<Kind>(i)));
  return out;
}

template <typename Kind>
void expect_named(Kind last) {
  const std::set<std::string_view> names = names_up_to(last);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_FALSE(names.contains("unknown"));
  EXPECT_EQ(name(static_cast<Kind>(100)), "unknown");
}

TEST(RuleNames, EachHasItsOwn) {
  expect_named(Party::kRuntimeAndUserModeDriver);
  expect_named(Severity::kLint);
  expect_named(Status::kNotApplicable);
  expect_named(TestRole::kProves);
}

TEST(RuleNames, ReportsSpellThemSo) {
  EXPECT_EQ(name(Severity::kFatal), "fatal");
  EXPECT_EQ(name(Severity::kViolation), "violation");
  EXPECT_EQ(name(Severity::kLint), "lint");
  EXPECT_EQ(name(Status::kNotApplicable), "not-applicable");
  EXPECT_EQ(name(Party::kUserModeDriver), "user-mode driver");
}

}  // namespace
}  // namespace drydock::rules
