// Why the scenarios did not come to a rule or to an entry point of a driver, when that is no fault
// of the driver: what it would have to do, or what no scenario does.
//
// The report names it beside each rule that was never evaluated and each entry point that was never
// called. Cost: a search in a table of constants. Owner: none. Threads: any.
#pragma once

#include <string_view>

#include "drydock/rule_id.h"

namespace drydock::verify {

// "a driver that releases allocations by list". Empty when any driver of the kind comes to it.
std::string_view needed_for(rules::RuleId rule);

// Empty when a scenario calls it.
std::string_view why_never_called(std::string_view entry_point);

}  // namespace drydock::verify
