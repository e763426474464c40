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
};

// The first frame of a driver in the stacks of the finding; nothing when there is none.
std::optional<rules::Frame> driver_frame(const rules::Finding& finding);

// Two findings are one when their keys are equal: "rule|kind of object|place in the driver".
// Numbers and sizes of objects are left out. Without a frame of the driver the message stands for
// the place.
std::string key_of(const rules::Finding& finding);

// What a --json file of an earlier verification says.
struct Baseline {
  std::set<std::string> keys = {};                                 // of its findings
  std::map<std::string, std::set<std::string>> fault_points = {};  // by scenario
};

// Reads such a file. Throws std::runtime_error with one sentence.
Baseline baseline_from(const std::string& path);

// Which findings count.
struct FindingFilter {
  std::string rules = "*";                         // a glob for the numbers of their rules
  rules::Severity least = rules::Severity::kLint;  // the least severity that counts
  Baseline baseline = {};                          // findings in it are only counted

  bool admits(const rules::Finding& finding) const;
};

class FindingCollector {
 public:
  explicit FindingCollector(const FindingFilter& filter) : filter_(filter) {}

  // Of equal findings the one with the lowest `order` is stored, so that the report does not depend
  // on which run ended first. Runs have different orders.
  void add(const Plan& plan, std::size_t order, std::vector<rules::Finding> findings);

  // Fatal first, then by rule and key.
  std::vector<DistinctFinding> all() const;
  // Distinct findings that the baseline has.
  std::uint64_t known() const { return known_.size(); }

 private:
  struct Entry {
    DistinctFinding found;
    std::size_t order;
  };

  const FindingFilter& filter_;
  std::map<std::string, Entry> entries_;  // by key
  std::set<std::string> known_;
};

}  // namespace drydock::verify
