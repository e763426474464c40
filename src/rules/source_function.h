// Finds a function in the debug information of a driver's file, without loading the driver.
//
// Owner: none. Threads: any. Cost: reads all of the file's debug information, so it is for reports.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/rules/stack.h"

namespace drydock::rules {

// Tries the names in turn, and returns where the function begins whose name is, or ends with, one
// of them. Returns nothing when there is no such function, or no debug information.
std::optional<Frame> source_function(const std::string& file, std::span<const std::string> names);

}  // namespace drydock::rules
