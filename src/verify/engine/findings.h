// Findings, each once, however many runs had it.
//
// Owner: the engine, in the parent process. Threads: one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/rules/finding.h"
#include "src/verify/base/suppressions.h"
#include "src/verify/engine/finding_groups.h"
#include "src/verify/engine/finding_key.h"
#include "src/verify/engine/plan.h"

namespace drydock::verify {

struct DistinctFinding {
  rules::Finding finding;
  const Scenario* scenario = nullptr;
  Plan plan;                   // the first run that had it, or a smaller one (schedules.h)
  std::string key;             // key_of(finding)
  std::uint64_t times = 0;     // runs that had it
  std::uint64_t switches = 0;  // that its schedule needs; 0: not known
  bool is_reproduced = true;   // a run in a fresh process had it again
  std::set<std::string_view> scenarios = {};  // names of those whose runs had it
  // The number of its group, counted from 1, and whether it stands for the group.
  std::uint64_t group = 1;
  bool is_headline = true;
};

// How many groups the findings are of.
std::uint64_t groups_in(const std::vector<DistinctFinding>& findings);

// The contents of a --json file of an earlier verification.
struct Baseline {
  std::set<std::string> keys = {};                                 // the keys of its findings
  std::map<std::string, std::set<std::string>> fault_points = {};  // by scenario
};

// Reads such a file. Throws std::runtime_error with one sentence.
Baseline baseline_from(const std::string& path);

// The findings that count.
struct FindingFilter {
  std::string rules = "*";                         // a glob for the numbers of their rules
  rules::Severity least = rules::Severity::kLint;  // the least severity that counts
  Baseline baseline = {};                          // findings in it are only counted
  const Suppressions* suppressions = nullptr;      // findings in them too; null: none

  bool admits(const rules::Finding& finding) const;
};

class FindingCollector {
 public:
  explicit FindingCollector(const FindingFilter& filter) : filter_(filter) {}

  // Adds the findings of a run. Among equal findings the one with the lowest `order` is stored, so
  // that the report does not depend on which run ended first. Runs have different orders.
  void add(const Plan& plan, std::size_t order, std::vector<rules::Finding> findings);

  // Returns the findings group by group. The headline of a group is first: the most severe finding;
  // among those one with a rule of the interface rather than the executive's, and the one that more
  // runs had. Groups are ordered by their headlines: fatal ones first, then by rule and key.
  std::vector<DistinctFinding> all() const;
  // Distinct findings that the baseline has.
  std::uint64_t known() const { return known_.size(); }
  // Distinct findings that the suppressions have, and the entries that had one.
  std::uint64_t suppressed() const { return suppressed_.size(); }
  const std::set<std::size_t>& used_suppressions() const { return used_suppressions_; }

 private:
  struct Entry {
    DistinctFinding found;
    std::size_t order;
  };

  // Returns whether the baseline has the finding, or a suppression covers it.
  bool is_passed_over(const rules::Finding& finding, const std::string& key);

  const FindingFilter& filter_;
  std::map<std::string, Entry> entries_;  // by key
  std::set<std::string> known_;
  std::set<std::string> suppressed_;
  std::set<std::size_t> used_suppressions_;  // by place in the list
  mutable FindingGroups groups_;             // finding a group shortens the way to it
};

}  // namespace drydock::verify
