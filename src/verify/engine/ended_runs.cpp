#include "src/verify/engine/ended_runs.h"

#include <algorithm>
#include <cassert>

#include "src/verify/engine/findings.h"

namespace drydock::verify {
namespace {

constexpr std::uint64_t kMostHangs = 4;  // hangs of one scenario
// A hang in so many scenarios is known. Further runs that hang there are not worth the whole limit.
constexpr std::size_t kScenariosOfKnownHang = 3;
// Barren runs of a verification, and of a scenario when many share them.
constexpr std::uint64_t kMostBarren = 1'000;
constexpr std::uint64_t kLeastBarren = 16;

const rules::Rule& hang_rule() {
  static const rules::Rule& rule = rules::find("N-062");
  return rule;
}

std::uint64_t count_of(const std::map<const Scenario*, std::uint64_t>& counts,
                       const Scenario& scenario) {
  const auto at = counts.find(&scenario);
  return at == counts.end() ? 0 : at->second;
}

}  // namespace

void EndedRuns::add(const Scenario& scenario, std::size_t order, const Outcome& outcome) {
  assert(outcome.ended_process() && !outcome.findings.empty());
  ended_.insert(&scenario);
  if (outcome.end == End::kLimitExceeded) return add_hang(scenario, outcome);
  Ended& ended = round_[order];
  ended.scenario = &scenario;
  for (const rules::Finding& finding : outcome.findings) ended.keys.push_back(key_of(finding));
}

void EndedRuns::add_hang(const Scenario& scenario, const Outcome& outcome) {
  ++hangs_[&scenario];
  for (const rules::Finding& finding : outcome.findings) {
    if (finding.rule == &hang_rule()) hung_[key_of(finding)].insert(&scenario);
  }
}

void EndedRuns::end_round() {
  for (const auto& [order, ended] : round_) {
    bool is_barren = true;
    for (const std::string& key : ended.keys) is_barren &= !known_.insert(key).second;
    if (is_barren) ++barren_[ended.scenario];
  }
  round_.clear();
}

bool EndedRuns::has_any(const Scenario& scenario) const { return ended_.contains(&scenario); }

std::string EndedRuns::hang_limit_of(const Scenario& scenario) const {
  const std::uint64_t hangs = count_of(hangs_, scenario);
  if (hangs < most_hangs()) return {};
  return fmt::format("{} of its runs had to be ended at the limit", hangs);
}

std::string EndedRuns::barren_limit_of(const Scenario& scenario) const {
  const std::uint64_t barren = count_of(barren_, scenario);
  if (barren < most_barren()) return {};
  return fmt::format("{} of its runs ended their process at places that were known", barren);
}

std::uint64_t EndedRuns::most_hangs() const { return knows_hang() ? 1 : kMostHangs; }

std::uint64_t EndedRuns::most_barren() const {
  return std::max(kMostBarren / std::max<std::uint64_t>(barren_.size(), 1), kLeastBarren);
}

bool EndedRuns::is_known_hang(const std::string& key) const { return hung_.contains(key); }

bool EndedRuns::knows_hang() const {
  return std::ranges::any_of(
      hung_, [](const auto& hang) { return hang.second.size() >= kScenariosOfKnownHang; });
}

}  // namespace drydock::verify
