// Begins the program again with the runtimes of the sanitizers that drivers were built with.
#pragma once

#include <filesystem>
#include <vector>

namespace drydock::cli {

// Called before a command does anything. Returns when nothing is missing; else the process becomes
// a new one with the same arguments, into which the runtimes are loaded first. Throws Refusal when
// the compiler has no such runtime. Files that are no drivers, and empty paths, are passed over:
// who loads them says what is wrong.
void begin_with_sanitizers_of(const std::vector<std::filesystem::path>& drivers);

}  // namespace drydock::cli
