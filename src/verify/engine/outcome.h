// The outcome of one run of a scenario.
//
// Owner: a value. The child process makes it and sends it to its parent; if a run ends the process,
// the parent makes it from what is left (crash_finding.h).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/schedule_plan.h"
#include "src/verify/base/scenario.h"

namespace drydock::verify {

enum class End : std::uint8_t {
  // The child process came to the end of the run and said so.
  kPassed,
  kSkipped,  // the scenario cannot be run against this driver
  kRefused,  // a call that has to succeed failed
  // The child process did not come to the end of the run.
  kCrashed,        // it crashed or exited
  kStoodStill,     // every strand waited and no wait could end
  kLimitExceeded,  // it took too much time or memory and was ended
};

// The place of a process when it crashed or was asked, as far as it could report it.
struct CrashPlace {
  std::string driver = {};       // the driver that ran; empty: the host ran
  std::string entry_point = {};  // the entry point of the driver that was called
  std::vector<rules::Frame> frames = {};
  std::uint64_t number = 0;  // the number of the stack, as in rules::LabelledStack
};

// The strands that waited in a run that stood still, each with its stack.
struct StandstillReport {
  struct Wait {
    std::string strand;
    std::vector<rules::Frame> frames;
    std::uint64_t number = 0;  // as above
  };
  bool is_stuck = false;  // no strand waited for a time, so that nothing could ever end a wait
  std::vector<Wait> waits;
};

// The fault points that a run met, in order, as far as it came. A place is the number of the stack
// of a fault point; it is the same in every process.
struct Course {
  std::vector<std::uint64_t> places = {};
  std::vector<Overlap> overlaps = {};  // when its actors ran; empty: it did not come to them
};

// A child process writes this when it cannot come to the end of a run.
struct CrashReport {
  int signal = 0;  // the signal of the crash; 0: none
  CrashPlace place = {};
  std::optional<StandstillReport> standstill = {};
  std::vector<rules::Finding> findings = {};  // findings of the run, up to here
  Course course = {};                         // up to here
};

struct Outcome {
  End end = End::kPassed;
  std::string reason = {};      // one sentence unless the run passed
  bool does_not_start = false;  // the driver, or its device; then this preceded it:
  std::vector<std::string> preceded_by = {};
  std::vector<rules::Finding> findings = {};
  // What the plan asks for and the run did not meet, as one sentence.
  std::string unmet = {};
  std::uint64_t points = 0;                         // fault points that the run met
  std::vector<std::string> fault_point_names = {};  // if the plan wants fault points
  Course course = {};                               // if the plan wants fault points
  // For a run with one fault: the distinct places that it met, and the places of the points that
  // followed the fault, at most FaultInjection::kFollowing of them.
  std::vector<std::uint64_t> places = {};
  std::vector<std::uint64_t> following = {};
  std::uint64_t choices = 0;     // switch points at which more than one strand could run
  sim::SchedulePlan taken = {};  // the schedule as it came about, of a run with findings
  std::vector<sim::Switch> alternatives = {};  // if the plan wants them
  std::vector<std::string> notes = {};         // how the scenario differed from its plan
  // Functions that were called and entry points that drivers have, except those that an earlier run
  // of the same process named.
  std::vector<std::string> called = {};
  std::vector<std::string> provided = {};
  // The time from the run's start to its end, as the parent saw them.
  std::chrono::nanoseconds took{0};

  bool ended_process() const { return end >= End::kCrashed; }
  bool has(const rules::Rule& rule) const {
    return std::ranges::find(findings, &rule, &rules::Finding::rule) != findings.end();
  }
};

}  // namespace drydock::verify
