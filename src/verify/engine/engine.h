// Runs scenarios against drivers and collects the findings.
//
// Each scenario is run clean first, then once for each fault point that the clean run met, however
// it ended, and, if it has several actors and came to them, under further schedules. Then come
// pairs of faults, and faults in every schedule of races (fault_choice.h). Runs that end their
// process again and again at the same place are left out after a while (ended_runs.h). At the end
// each finding is run once more in a fresh process.
//
// Threads: the caller has the only thread of its process and has entered no driver; runs happen in
// child processes. Cost: a run costs milliseconds, a run that hangs costs the limit. Owner: the
// caller has the request and gets the results as a value.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/verify/engine/findings.h"
#include "src/verify/engine/line_coverage.h"
#include "src/verify/engine/process_pool.h"

namespace drydock::verify {

struct Request {
  TestedDrivers drivers;
  std::vector<const Scenario*> scenarios;
  bool fails_each = true;        // a run for each fault point, and the combinations below
  std::size_t pairs = 16;        // most runs of a scenario in which two fault points fail
  std::size_t race_faults = 20;  // fault points of a kind of driver that fail in every schedule
  std::uint64_t runs = 1;        // schedules for a scenario with several actors
  std::uint64_t explored = 0;    // most runs of the search for schedules; 0: no search
  std::uint64_t seed = 1;        // the seed of the clean run and of the first schedule
  // Repeats a run when the arguments of its plan follow: "drydock verify --miniport gpu.so".
  std::string command;
  Limits limits = {};
  unsigned jobs = 2;
  bool shows_debug_output = false;  // prints that of clean runs and of a replay on standard error
  bool confirms = true;             // runs the plan of each finding once more, in a fresh process
  FindingFilter filter = {};
  // The headers of the kit, which say what the calls of a driver that does not start return. Empty:
  // they are not looked at.
  std::filesystem::path headers = {};
  // Asked often: says why the verification has to come to an end now, as the end of a sentence; an
  // empty text lets it go on. What was found until then is reported.
  std::function<std::string()> why_stop = nullptr;
};

enum class ScenarioStatus : std::uint8_t { kPassed, kFindings, kSkipped };

struct ScenarioResult {
  const Scenario* scenario = nullptr;
  ScenarioStatus status = ScenarioStatus::kPassed;
  std::string reason = {};      // why it was skipped or cut short
  bool does_not_start = false;  // the driver, or its device; then this preceded it:
  std::vector<std::string> preceded_by = {};
  std::uint64_t runs = 0;       // all of them
  std::uint64_t faults = 0;     // runs with a fault
  std::uint64_t schedules = 0;  // runs without a fault under another schedule than the clean run's
  bool is_explored = false;     // every schedule with at most two switches was run
  std::uint64_t dropped = 0;    // plans that were not run because too many had ended their process
  std::string dropped_because = {};  // the end of a sentence
  // The rule whose finding stopped the clean run, so that faults and schedules end there too;
  // empty: none.
  std::string stopped_by = {};
  std::vector<std::string> notes = {};         // how the clean run differed from its plan
  std::vector<std::string> fault_points = {};  // names of those that the clean run met
  std::chrono::nanoseconds took{0};            // all its runs

  // Its clean run was skipped or refused before its end, and showed a finding until then.
  bool is_cut_short() const { return status == ScenarioStatus::kFindings && !reason.empty(); }
};

struct Verification {
  std::vector<ScenarioResult> scenarios;
  std::string stopped_because = {};  // the end of a sentence; empty: it came to its own end
  std::uint64_t runs_not_made = 0;   // because it was stopped; at least so many
  // Of a replay: what its plan asks for and its run did not meet, as one sentence. Of a run that
  // ended its process it is not known which switches of a schedule were met.
  std::string unmet = {};
  std::vector<DistinctFinding> findings;  // group by group, as FindingCollector::all() orders them
  std::uint64_t known = 0;                // findings that the baseline has
  std::uint64_t suppressed = 0;           // findings that a suppression has
  std::vector<std::string> suppression_notes = {};  // entries that are expired or without use
  // "scenario: fault point", of those that only this verification or only the baseline has.
  std::vector<std::string> new_fault_points;
  std::vector<std::string> gone_fault_points;
  std::set<std::string> called;
  std::set<std::string> provided;
  std::vector<std::uint64_t> evaluated;  // how often each rule was, by its place in the catalogue
  std::optional<LineCoverage> lines;     // if a driver counts its lines
};

using Progress = std::function<void(std::uint64_t done, std::uint64_t planned)>;

Verification verify(const Request& request, const Progress& progress = nullptr);

// Runs one plan, as the command line of a replay names it.
Verification replay(const Request& request, const Plan& plan);

// Runs one plan and returns its trace in the format of Chrome, up to the end of the run's process
// if the run ends it. Nothing when that process could not write it whole, or the request stopped
// the run.
std::optional<std::string> trace_of(const Request& request, Plan plan);

}  // namespace drydock::verify
