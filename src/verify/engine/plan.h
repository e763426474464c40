// One run of one scenario: everything that decides what happens in it, and what came of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule_plan.h"
#include "src/verify/base/scenario.h"

namespace drydock::verify {

struct Plan {
  const Scenario* scenario = nullptr;
  sim::SchedulePlan schedule = {.seed = 1};  // its seed is the run's
  sim::FaultPlan faults = {};
  bool tells_places = false;        // where it met fault points
  bool tells_alternatives = false;  // where the schedule could have gone elsewhere
  std::string trace = {};           // the file for a trace of the run; empty: none

  bool has_fault() const { return faults.nth || faults.stack || faults.seed; }
};

enum class End : std::uint8_t {
  kPassed,
  kSkipped,
  kRefused,
  kDied,  // the process that played it did not come to the end
};

// How a process that died was found, as far as it could tell.
struct Whereabouts {
  std::string driver = {};  // that was running; empty in the host
  std::string where = {};   // its entry point
  std::vector<rules::Frame> frames = {};
};

// A run that stood still: who waited, and where.
struct Stillness {
  struct Wait {
    std::string strand;
    std::vector<rules::Frame> frames;
  };
  bool is_stuck = false;  // nobody waited for a time
  std::vector<Wait> waits;
};

struct Outcome {
  End end = End::kPassed;
  std::string reason = {};  // why it was skipped or refused
  bool was_slow = false;    // it died of a limit that time or memory has
  std::vector<rules::Finding> findings = {};
  std::uint64_t points = 0;              // fault points met
  std::vector<std::string> places = {};  // where, when the plan asks for it
  std::uint64_t choices = 0;             // where more than one strand could run
  sim::SchedulePlan taken = {};          // the choices made; of a run with findings
  std::vector<sim::Switch> alternatives = {};
  std::vector<std::string> called = {};    // calls that no run of the same process had made
  std::vector<std::string> provided = {};  // entry points, likewise

  bool has(const rules::Rule& rule) const {
    return std::ranges::find(findings, &rule, &rules::Finding::rule) != findings.end();
  }
};

// What --fault takes: "none", a number, or "SEED/ONE_IN".
std::string to_text(const sim::FaultPlan& faults);
std::optional<sim::FaultPlan> fault_plan_from(std::string_view text);

// The words of a command line that play this run and no other.
std::string arguments_of(const Plan& plan);

// Plays the run in this process. `command` is what replays anything here, without the plan's own
// words.
Outcome play(const Plan& plan, const Subject& subject, const std::string& command);

// What the run under way has found so far; for a process that dies.
std::vector<rules::Finding> findings_so_far();

}  // namespace drydock::verify
