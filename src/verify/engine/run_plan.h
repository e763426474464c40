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

// The findings and the course of the run that is under way, for a process that crashes in it.
std::vector<rules::Finding> findings_so_far();
Course course_so_far();

}  // namespace drydock::verify
