// The messages between a child process and its parent: one line of JSON a message.
//
// The parent sends a Plan. The child answers with an Outcome, or with a CrashReport if it cannot
// come to the end of the run. A value is the same after to_message() and the function that reads
// it back.
//
// A stack whose frames the parent has, or that the message has told before, is sent as its number.
// The parent adds the others to its table when it reads them.
//
// Both sides are one program that was forked: a plan names its scenario and the text that takes its
// trace by their addresses. Messages are neither stored nor sent to other programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "src/verify/base/stack_table.h"
#include "src/verify/engine/outcome.h"
#include "src/verify/engine/plan.h"

namespace drydock::verify {

using Json = nlohmann::ordered_json;

// Writes a message as one line, with a line break at its end only; bytes that are no UTF-8 are
// replaced.
std::string to_line(const Json& json);

Json to_message(const Plan& plan);
// Writes the outcome of a run that came to its end. The parent never sends the other ends.
Json to_message(const Outcome& outcome);
Json to_message(const CrashReport& report);

Plan plan_from(const Json& json);
Outcome outcome_from(const Json& json, StackTable& stacks);
CrashReport crash_report_from(const Json& json, StackTable& stacks);

// Returns which of its two answers a child sent.
bool is_crash_report(const Json& json);

}  // namespace drydock::verify
