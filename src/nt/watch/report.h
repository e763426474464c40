// The two endings of a breach as functions. New code says them with Breach (src/nt/watch/breach.h).
#pragma once

#include <string>
#include <string_view>

#include "src/nt/watch/breach.h"

namespace drydock::nt {

// Raises a finding for a rule of the catalogue, with the stack of the driver's call. When the rule
// is fatal and a driver is running on this thread it does not return: the driver's life ends. So:
// hold no host lock here.
void report(rules::RuleId rule, std::string message, Concerning concerning = {});

// The same, but always returns; for findings about a driver from outside its calls, such as leaks
// at unload.
void report_about(std::string_view driver, rules::RuleId rule, std::string message,
                  Concerning concerning = {});

}  // namespace drydock::nt
