// The engine runs scenarios against drivers: clean, with every fault, under many schedules.
//
//   engine.h          decides what is run and collects what comes of it; the entrance to the room
//   process_pool.h    runs many plans in child processes, several at a time
//   child_process.h   one child process: its states, its limits, its end
//   run_plan.h        one run, inside a child process
//   stack_table.h     stacks whose frames the parent has, which children send as numbers
//   messages.h        what parent and child write to each other
//   shared_text.h     the trace of a run, on its way to the parent
//   crash_report.h    what a child says when it cannot come to the end of a run
//   crash_finding.h   the finding about a process that a run ended
//   finding_key.h     when two findings are one
//   finding_groups.h  which findings have one cause
//   findings.h        findings, each once, and which of them count
//   fault_choice.h    which faults are played, by what earlier runs met
//   ended_runs.h      runs that end their process, and how many of them are worth it
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
#include "src/verify/engine/shared_text.h"

namespace drydock::verify {

struct Plan {
  const Scenario* scenario = nullptr;
  sim::SchedulePlan schedule = {.seed = 1};  // its seed is also the seed of the run
  sim::FaultPlan faults = {};
  bool wants_fault_points = false;  // the outcome has the names and the course of fault points
  bool wants_alternatives = false;  // the outcome lists where the schedule could have differed
  bool shows_debug_output = false;  // the lines that drivers print appear as they come
  SharedText* trace = nullptr;      // takes the trace of the run; null: none

  bool has_fault() const { return faults.nth || faults.stack || faults.seed; }
  bool has_single_fault() const { return faults.nth && faults.distance == 0; }
};

// Writes the value of --fault:
//
//   none           no call fails
//   7              the call at fault point 7 fails, counted from 0
//   7+2            and the call at the second fault point after it
//   place:1f3a:4   the call at the place 1f3a fails, when it comes there the time 4, counted from 0
//   3/8            calls fail at random by seed 3, one in 8
std::string to_text(const sim::FaultPlan& faults);
// Returns nothing when the text is no such plan.
std::optional<sim::FaultPlan> fault_plan_from(std::string_view text);

// The arguments of a command line that repeat this run and no other.
std::string arguments_of(const Plan& plan);

}  // namespace drydock::verify
