// The engine runs scenarios against drivers: clean, with every fault, under many schedules.
//
//   engine.h          decides what is run and collects what comes of it; the entrance to the room
//   process_pool.h    runs many plans in child processes, several at a time
//   child_process.h   one child process: its states, its limits, its end
//   run_plan.h        one run, inside a child process
//   messages.h        what parent and child write to each other
//   crash_report.h    what a child says when it cannot come to the end of a run
//   crash_finding.h   the finding about a process that a run ended
//   findings.h        findings, each once, and which of them count
//   schedules.h       the search for schedules, and the smallest schedule of a finding
//
// Threads: the parent has one thread and never enters a driver, because it forks. All driver code
// runs in the children, under a seeded schedule.
// Cost: a run costs a few milliseconds; a fresh process costs about as much again.
//
// This header: a plan is one run of one scenario, with everything that decides what happens in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/sim/faults.h"
#include "src/sim/schedule_plan.h"
#include "src/verify/base/scenario.h"

namespace drydock::verify {

struct Plan {
  const Scenario* scenario = nullptr;
  sim::SchedulePlan schedule = {.seed = 1};  // its seed is also the seed of the run
  sim::FaultPlan faults = {};
  bool wants_fault_point_names = false;  // the outcome names the fault points that the run met
  bool wants_alternatives = false;       // the outcome lists where the schedule could have differed
  std::string trace = {};                // the file for a trace of the run; empty: none

  bool has_fault() const { return faults.nth || faults.stack || faults.seed; }
};

// What --fault takes: "none", a number, or "SEED/ONE_IN".
std::string to_text(const sim::FaultPlan& faults);
// Nothing when the text is no such plan.
std::optional<sim::FaultPlan> fault_plan_from(std::string_view text);

// The arguments of a command line that repeat this run and no other.
std::string arguments_of(const Plan& plan);

}  // namespace drydock::verify
