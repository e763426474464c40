#include "src/verify/engine/findings.h"

#include <fnmatch.h>

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

#include "src/verify/base/input_file.h"
#include "src/verify/engine/messages.h"

namespace drydock::verify {
namespace {

// Scenarios break rules of clients on purpose. A finding about a client counts only when the client
// is a driver.
bool is_about_a_driver(const rules::Finding& finding) {
  return finding.rule->party != rules::Party::kClient || !finding.driver.empty();
}

// The headline of a group is the least.
auto rank_in_group(const DistinctFinding& found) {
  const bool is_of_executive = found.finding.rule->id.starts_with("N-");
  return std::tuple(rules::severity_of(found.finding), is_of_executive,
                    place_of(found.finding).empty(), ~found.times, found.key);
}

}  // namespace

std::uint64_t groups_in(const std::vector<DistinctFinding>& findings) {
  std::set<std::uint64_t> numbers;
  for (const DistinctFinding& found : findings) numbers.insert(found.group);
  return numbers.size();
}

bool FindingFilter::admits(const rules::Finding& finding) const {
  return rules::severity_of(finding) <= least && is_about_a_driver(finding) &&
         fnmatch(rules.c_str(), std::string(finding.rule->id).c_str(), 0) == 0;
}

Baseline baseline_from(const std::string& path) {
  const Json json = Json::parse(read_input(path), nullptr, /*allow_exceptions=*/false);
  Baseline out;
  try {
    for (const Json& finding : json.at("findings"))
      out.keys.insert(finding.at("key").get<std::string>());
    for (const Json& scenario : json.at("scenarios")) {
      const Json& points = scenario.at("fault_points");
      out.fault_points[scenario.at("name")] = points.get<std::set<std::string>>();
    }
  } catch (const Json::exception&) {
    throw std::runtime_error(fmt::format("'{}' is no report that verify --json wrote", path));
  }
  return out;
}

bool FindingCollector::is_passed_over(const rules::Finding& finding, const std::string& key) {
  const Suppressions* const all = filter_.suppressions;
  const auto entry = all == nullptr ? std::nullopt : all->find(finding);
  // An entry is of use for what the baseline has too.
  if (entry) used_suppressions_.insert(*entry);
  if (filter_.baseline.keys.contains(key)) {
    known_.insert(key);
    return true;
  }
  if (!entry || all->is_expired(*entry)) return false;
  suppressed_.insert(key);
  return true;
}

void FindingCollector::add(const Plan& plan, std::size_t order,
                           std::vector<rules::Finding> findings) {
  std::set<std::string> seen;
  std::vector<FindingGroups::Member> members;
  for (const rules::Finding& finding : findings) {
    if (!filter_.admits(finding)) continue;
    std::string key = key_of(finding);
    assert(key.starts_with(std::string(finding.rule->id) + "|"));
    if (!seen.insert(key).second || is_passed_over(finding, key)) continue;
    members.push_back({&finding, std::move(key)});
  }
  groups_.add_run(members);
  for (const FindingGroups::Member& member : members) {
    const auto [at, is_new] = entries_.try_emplace(member.key);
    Entry& entry = at->second;
    assert(is_new || entry.order != order);
    if (is_new || order < entry.order) {
      const std::uint64_t times = entry.found.times;
      std::set<std::string_view> scenarios = std::move(entry.found.scenarios);
      entry = {{*member.finding, plan.scenario, plan, member.key, times}, order};
      entry.found.scenarios = std::move(scenarios);
    }
    ++entry.found.times;
    entry.found.scenarios.insert(plan.scenario->name);
  }
}

std::vector<DistinctFinding> FindingCollector::all() const {
  groups_.join_consequences();
  std::map<std::string, std::vector<DistinctFinding>> groups;
  for (const auto& [key, entry] : entries_) {
    assert(entry.found.key == key && entry.found.times != 0);
    assert(key_of(entry.found.finding) == key);
    groups[groups_.group_of(key)].push_back(entry.found);
  }
  std::vector<std::vector<DistinctFinding>> ordered;
  for (auto& [name, members] : groups) {
    std::ranges::sort(members, {}, rank_in_group);
    ordered.push_back(std::move(members));
  }
  std::ranges::sort(ordered, {}, [](const std::vector<DistinctFinding>& members) {
    return std::pair(rules::severity_of(members.front().finding), members.front().key);
  });
  std::vector<DistinctFinding> out;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (DistinctFinding& found : ordered[i]) {
      found.group = i + 1;
      found.is_headline = &found == &ordered[i].front();
      out.push_back(std::move(found));
    }
  }
  return out;
}

}  // namespace drydock::verify
