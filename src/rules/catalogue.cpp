#include <cassert>
#include <vector>

#include "src/rules/chapters.h"

namespace drydock::rules {
namespace {

// The rules in the order of RuleId::index(), so that find() needs no search. Built once, from
// constant rows.
std::vector<Rule> in_order() {
  std::vector<Rule> out(kRuleCount);
  for (const ChapterOf chapter : chapters()) {
    for (const Rule& row : chapter()) {
      Rule& place = out[RuleId::parse(row.id).value().index()];
      assert(place.id.empty());
      place = row;
    }
  }
  return out;
}

const std::vector<Rule>& all() {
  static const std::vector<Rule> instance = in_order();
  return instance;
}

}  // namespace

std::span<const Rule> catalogue() { return all(); }

const Rule& find(RuleId id) { return all()[id.index()]; }

}  // namespace drydock::rules
