// What was found, once each, whoever found it how often.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/verify/engine/plan.h"

namespace drydock::verify {

struct Found {
  rules::Finding finding;
  const Scenario* scenario = nullptr;
  Plan plan;  // the first run that found it
  std::string key;
  std::uint64_t times = 0;     // runs that found it
  std::uint64_t switches = 0;  // that it needs, of an order that interrupts nobody; 0: not known
  bool is_reproduced = true;   // a replay in a fresh process found it again
};

// The first frame of the driver in the finding's stacks; nothing when they show none.
std::optional<rules::Frame> driver_frame(const rules::Finding& finding);

// What makes two findings one: rule, kind of object, place in the driver. Numbers of objects and
// sizes do not count; without a place in the driver the words of the message do.
std::string key_of(const rules::Finding& finding);

// What a former --json file knows.
struct Baseline {
  std::set<std::string> keys = {};                                 // of its findings
  std::map<std::string, std::set<std::string>> fault_places = {};  // by scenario
};

// Throws std::runtime_error with one sentence.
Baseline baseline_from(const std::string& path);

// Which findings count.
struct FindingFilter {
  std::string rules = "*";                         // a glob on their numbers
  rules::Severity least = rules::Severity::kLint;  // and all that are worse
  Baseline baseline = {};                          // what is known already

  bool admits(const rules::Finding& finding) const;
};

class Findings {
 public:
  explicit Findings(const FindingFilter& filter) : filter_(filter) {}

  // `order` decides whose words are kept, so that the report does not depend on who came first.
  void add(const Plan& plan, std::size_t order, std::vector<rules::Finding> findings);

  // Fatal first, then by rule and key.
  std::vector<Found> all() const;
  std::uint64_t known() const { return known_.size(); }

 private:
  struct Kept {
    Found found;
    std::size_t order;
  };

  const FindingFilter& filter_;
  std::map<std::string, Kept> kept_;
  std::set<std::string> known_;
};

}  // namespace drydock::verify
