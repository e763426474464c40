// Lives a driver's scenarios: clean, with every fault, under many schedules; and keeps what breaks.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/verify/engine/crew.h"
#include "src/verify/engine/findings.h"
#include "src/verify/engine/line_coverage.h"

namespace drydock::verify {

struct Request {
  Subject subject;
  std::vector<const Scenario*> scenarios;
  bool fails_each = true;      // every fault point in a run of its own, and some pairs
  unsigned pairs = 16;         // runs a scenario with some two faults each
  std::uint64_t runs = 1;      // schedules of scenarios with several actors
  std::uint64_t explored = 0;  // runs at most of every schedule with few switches; 0: none
  std::uint64_t seed = 1;      // of the clean run and of the first schedule
  std::string command;         // "drydock verify --miniport gpu.so": what replays a run, without it
  Limits limits = {};
  unsigned jobs = 2;
  bool confirms = true;  // plays the run of each finding once more, in a fresh process
  FindingFilter filter = {};
};

enum class ScenarioStatus : std::uint8_t { kPassed, kFindings, kSkipped };

struct ScenarioResult {
  const Scenario* scenario = nullptr;
  ScenarioStatus status = ScenarioStatus::kPassed;
  std::string reason = {};      // why it was skipped
  std::uint64_t runs = 0;       // all of them
  std::uint64_t faults = 0;     // of those, with a fault
  std::uint64_t schedules = 0;  // of those, under a schedule of their own
  bool is_explored = false;     // no schedule with two switches or fewer was left out
  std::uint64_t given_up = 0;   // runs that were left out because too many had to be ended
  std::string stopped_by = {};  // the rule whose finding stopped the clean run: no other was played
  std::vector<std::string> fault_places = {};  // where the clean run could have failed
};

struct Verification {
  std::vector<ScenarioResult> scenarios;
  std::vector<Found> findings;  // each once; fatal first
  std::uint64_t known = 0;      // findings that the baseline has
  // "scenario: place" of fault points that the baseline has not, and that only the baseline has.
  std::vector<std::string> new_fault_places;
  std::vector<std::string> gone_fault_places;
  std::set<std::string> called;
  std::set<std::string> provided;
  std::optional<LineCoverage> lines;  // when a driver counts them
};

using Progress = std::function<void(std::uint64_t done, std::uint64_t planned)>;

// The calling process has entered no driver and has no thread but the calling one.
Verification verify(const Request& request, const Progress& progress = nullptr);

// Exactly one run, as a replay's command line names it.
Verification replay(const Request& request, const Plan& plan);

}  // namespace drydock::verify
