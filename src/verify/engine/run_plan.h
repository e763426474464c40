// One run in this process, from a fresh schedule to its findings.
//
// Threads: one run at a time in a process; its strands are threads that the schedule owns.
#pragma once

#include <string>
#include <vector>

#include "src/verify/engine/outcome.h"
#include "src/verify/engine/plan.h"

namespace drydock::verify {

// `command` is the command line that repeats runs of these drivers, without the arguments of the
// plan. Findings name it with those arguments.
Outcome run_plan(const Plan& plan, const TestedDrivers& drivers, const std::string& command);

// The fault that a plan asks for and that a run with these fault points did not meet, as one
// sentence. Empty when it met it, or need not: a fault at random may well strike nowhere, and one
// at a place need not be met under every schedule that shows a finding.
std::string unmet_fault(const sim::FaultPlan& faults, const std::vector<std::uint64_t>& course,
                        bool has_findings);

// The findings and the course of the run that is under way, for a process that crashes in it.
std::vector<rules::Finding> findings_so_far();
Course course_so_far();

// Writes the trace of that run as far as it came, if its plan wants one.
void write_trace_so_far();

}  // namespace drydock::verify
