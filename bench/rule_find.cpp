// A finding looks its rule up by number: arithmetic against a hash table.
#include <benchmark/benchmark.h>

#include <string_view>
#include <unordered_map>

#include "bench/paired.h"
#include "drydock/rules.h"

namespace drydock::bench {
namespace {

constexpr int kPasses = 200;

std::unordered_map<std::string_view, const rules::Rule*> hashed() {
  std::unordered_map<std::string_view, const rules::Rule*> out;
  for (const rules::Rule& rule : rules::catalogue()) out.emplace(rule.id, &rule);
  return out;
}

template <typename Find>
std::size_t find_all(Find find) {
  std::size_t found = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (const rules::Rule& rule : rules::catalogue()) {
      const rules::Rule* result = find(rule.id);
      benchmark::DoNotOptimize(result);
      found += result->id == rule.id;
    }
  }
  return found;
}

Workload rule_find() {
  static const auto table = hashed();
  return {"rule_find", "std::unordered_map", 1.0,
          [] {
            return find_all(
                [](std::string_view id) { return &rules::find(rules::RuleId::parse(id).value()); });
          },
          [] { return find_all([](std::string_view id) { return table.find(id)->second; }); }};
}

const Registration kRuleFind(rule_find);

}  // namespace
}  // namespace drydock::bench
