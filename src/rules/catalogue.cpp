#include "src/rules/catalogue.h"

#include <algorithm>
#include <array>
#include <vector>

namespace drydock::rules {
namespace {

// Numbers are dense within a letter, so a rule is found by arithmetic. The index is built once,
// from constant rows.
struct Index {
  static constexpr int kLetters = 26;

  std::vector<Rule> rules;
  std::array<std::size_t, kLetters> first{};
  std::array<std::size_t, kLetters> count{};

  Index() {
    for (ChapterOf chapter : chapters()) {
      const Chapter rows = chapter();
      rules.insert(rules.end(), rows.begin(), rows.end());
    }
    std::ranges::sort(rules, {}, &Rule::id);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto letter = static_cast<std::size_t>(rules[i].id.front() - 'A');
      if (count[letter]++ == 0) first[letter] = i;
    }
  }
};

const Index& index() {
  static const Index instance;
  return instance;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_rule_id(std::string_view id) {
  return id.size() == 5 && id[0] >= 'A' && id[0] <= 'Z' && id[1] == '-' && is_digit(id[2]) &&
         is_digit(id[3]) && is_digit(id[4]);
}

}  // namespace

std::span<const Rule> catalogue() { return index().rules; }

const Rule* find(std::string_view id) {
  if (!is_rule_id(id)) return nullptr;
  const auto letter = static_cast<std::size_t>(id[0] - 'A');
  const auto number =
      static_cast<std::size_t>((id[2] - '0') * 100 + (id[3] - '0') * 10 + (id[4] - '0'));
  const Index& all = index();
  if (number == 0 || number > all.count[letter]) return nullptr;
  return &all.rules[all.first[letter] + number - 1];
}

std::span<const RuleTest> tests_of(std::string_view id) {
  const auto all = tests();
  const auto [begin, end] = std::ranges::equal_range(all, id, {}, &RuleTest::rule);
  return {begin, end};
}

}  // namespace drydock::rules
