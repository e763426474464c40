#include "src/rules/catalogue.h"

#include <algorithm>
#include <vector>

namespace drydock::rules {
namespace {

// In the order of RuleId::index(), so a rule is found by its number. Built once, from constant
// rows.
std::vector<Rule> in_order() {
  std::vector<Rule> out;
  out.reserve(kRuleCount);
  for (ChapterOf chapter : chapters()) {
    const Chapter rows = chapter();
    out.insert(out.end(), rows.begin(), rows.end());
  }
  std::ranges::sort(out, {}, &Rule::id);
  return out;
}

const std::vector<Rule>& index() {
  static const std::vector<Rule> instance = in_order();
  return instance;
}

}  // namespace

std::span<const Rule> catalogue() { return index(); }

const Rule& find(RuleId id) { return index()[id.index()]; }

std::span<const RuleTest> tests_of(std::string_view id) {
  const auto all = tests();
  const auto [begin, end] = std::ranges::equal_range(all, id, {}, &RuleTest::rule);
  return {begin, end};
}

}  // namespace drydock::rules
