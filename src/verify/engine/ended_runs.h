// Runs that end their process, and how many of them a verification affords.
//
// A run that exceeds its limit costs all of it. After a few of them the rest of its scenario is
// left out; once such a hang is known from several scenarios, after one.
//
// A run that crashes or stands still costs a process. It is worth that when it shows a place that
// was not known. One that shows only known places is barren. A verification affords a number of
// barren runs, which the scenarios that have them share: a defect that ends every run does not hide
// what else the faults show, and does not take for ever.
//
// Barren runs are counted at the end of a round, in the order of the plans, so that they are the
// same in every verification. Owner: the engine. Threads: one. Cost: a look-up for each finding of
// such a run.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/verify/engine/outcome.h"
#include "src/verify/engine/plan.h"

namespace drydock::verify {

class EndedRuns {
 public:
  // Notes a run that ended its process. `order` is the place of its plan among all plans.
  void add(const Scenario& scenario, std::size_t order, const Outcome& outcome);
  // Decides which runs since the last call were barren.
  void end_round();

  bool has_any(const Scenario& scenario) const;
  // Why no further run of the scenario is worth its time, as the end of a sentence; empty: it is.
  // The first changes with each hang, the second with each round.
  std::string hang_limit_of(const Scenario& scenario) const;
  std::string barren_limit_of(const Scenario& scenario) const;

  bool is_known_hang(const std::string& key) const;
  // True when a hang is known from so many scenarios that later runs need not wait so long.
  bool knows_hang() const;

 private:
  struct Ended {
    const Scenario* scenario;
    std::vector<std::string> keys;
  };

  void add_hang(const Scenario& scenario, const Outcome& outcome);
  std::uint64_t most_hangs() const;
  std::uint64_t most_barren() const;

  std::map<std::size_t, Ended> round_;  // by the order of the plan
  std::set<std::string> known_;         // keys of findings of ended runs
  std::set<const Scenario*> ended_;
  std::map<const Scenario*, std::uint64_t> hangs_;
  std::map<const Scenario*, std::uint64_t> barren_;
  // The scenarios whose runs exceeded the time limit, by the key of the hang.
  std::map<std::string, std::set<const Scenario*>> hung_;
};

}  // namespace drydock::verify
