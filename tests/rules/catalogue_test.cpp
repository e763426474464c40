// The catalogue holds every rule once, each row is complete, and what a row claims has tests behind
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "drydock/rules.h"

namespace drydock::rules {
namespace {

std::map<char, int> count_by_letter() {
  std::map<char, int> counts;
  for (const Rule& rule : catalogue()) ++counts[rule.id.front()];
  return counts;
}

// RuleId accepts at compile time exactly the rows that exist.
TEST(Catalogue, HoldsEveryNumberThatCompiles) {
  std::map<char, int> expected;
  for (const LetterOfRules& each : kLettersOfRules) expected[each.letter] = each.count;
  EXPECT_EQ(count_by_letter(), expected);
}

TEST(Catalogue, NumbersAreDenseAndSorted) {
  char letter = 0;
  int number = 0;
  for (const Rule& rule : catalogue()) {
    if (rule.id.front() != letter) {
      EXPECT_GT(rule.id.front(), letter);
      letter = rule.id.front();
      number = 0;
    }
    char expected[16];
    std::snprintf(expected, sizeof expected, "%c-%03d", letter, ++number);
    ASSERT_EQ(rule.id, expected);
  }
}

TEST(Catalogue, FindsEachRuleByItsNumberAndNothingElse) {
  for (const Rule& rule : catalogue()) {
    const std::optional<RuleId> id = RuleId::parse(rule.id);
    ASSERT_TRUE(id.has_value()) << rule.id;
    EXPECT_EQ(&find(*id), &rule) << rule.id;
  }
  for (const char* absent : {"", "K", "K-000", "K-475", "K-1", "K-0001", "k-001", "Q-001", "K_001",
                             "K-0x1", "\xff-001", "[-001", "N-999"}) {
    EXPECT_FALSE(RuleId::parse(absent).has_value()) << absent;
  }
}

TEST(Catalogue, EveryRowIsComplete) {
  for (const Rule& rule : catalogue()) {
    EXPECT_GE(rule.title.size(), 8U) << rule.id;
    EXPECT_LE(rule.title.size(), 100U) << rule.id;
    EXPECT_FALSE(rule.title.ends_with('.')) << rule.id << ": a title is not a sentence";
    EXPECT_GE(rule.text.size(), rule.title.size() / 3) << rule.id;
    EXPECT_FALSE(rule.source.empty()) << rule.id;
    EXPECT_EQ(rule.status == Status::kNotApplicable, !rule.reason.empty())
        << rule.id << ": a reason goes with not-applicable and only with it";
  }
}

std::set<std::string> rules_named_in(std::string_view text) {
  static const std::regex kRule("[A-Z]-[0-9]+");
  std::set<std::string> out;
  const std::string copy(text);
  for (std::sregex_iterator at(copy.begin(), copy.end(), kRule), end; at != end; ++at)
    out.insert(at->str());
  return out;
}

// A reason that sends the reader to another rule sends him to one that applies.
TEST(Catalogue, ReasonsNameRulesThatApply) {
  std::size_t named = 0;
  for (const Rule& rule : catalogue()) {
    for (const std::string& name : rules_named_in(rule.reason)) {
      ++named;
      const std::optional<RuleId> other = RuleId::parse(name);
      ASSERT_TRUE(other.has_value()) << rule.id << " names " << name << ", which does not exist";
      EXPECT_NE(find(*other).status, Status::kNotApplicable) << rule.id << " names " << name;
    }
  }
  EXPECT_GE(named, 10U);
}

TEST(Catalogue, TitlesAreUnique) {
  std::map<std::string_view, std::string_view> seen;
  for (const Rule& rule : catalogue()) {
    const auto [at, is_new] = seen.emplace(rule.title, rule.id);
    EXPECT_TRUE(is_new) << rule.id << " has the title of " << at->second << ": " << rule.title;
  }
}

bool has_test(const Rule& rule, TestRole role) {
  return std::ranges::any_of(rule.tests,
                             [role](const RuleTest& test) { return test.role == role; });
}

// The meta-test: a status is a claim, and this is where the claim is held to.
TEST(Catalogue, StatusHasItsTests) {
  for (const Rule& rule : catalogue()) {
    switch (rule.status) {
      case Status::kChecked:
        EXPECT_TRUE(has_test(rule, TestRole::kProvokes)) << rule.id << " has no provoking test";
        EXPECT_TRUE(has_test(rule, TestRole::kStaysSilent)) << rule.id << " has no silent test";
        break;
      case Status::kProved:
        EXPECT_TRUE(has_test(rule, TestRole::kProves)) << rule.id << " has no proof";
        break;
      case Status::kPlanned:
      case Status::kNotApplicable:
        EXPECT_TRUE(rule.tests.size() == 0) << rule.id << " has tests but does not say so";
        break;
    }
  }
}

TEST(Catalogue, OnlyDriversAndClientsAreChecked) {
  const std::set<Party> ours = {Party::kGraphicsKernel, Party::kRuntime, Party::kClassDriver};
  for (const Rule& rule : catalogue()) {
    if (rule.status == Status::kChecked) {
      EXPECT_FALSE(ours.contains(rule.party))
          << rule.id << ": our own promise is proved, not checked";
    }
  }
}

TEST(RuleTests, AreNamedOnceARole) {
  for (const Rule& rule : catalogue()) {
    std::set<std::pair<TestRole, std::string_view>> seen;
    for (const RuleTest& test : rule.tests)
      EXPECT_TRUE(seen.emplace(test.role, test.test).second) << rule.id << ": " << test.test;
  }
}

}  // namespace
}  // namespace drydock::rules
