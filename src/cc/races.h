// Races: a driver compiled with --races tells the host each access to memory.
//
// The compiler's instrumentation for the thread sanitizer is used without its library: an object
// that is linked into the driver sends what it calls to src/nt/races/races.cpp. Layouts and what
// the source means stay as they are.
#pragma once

#include <string>
#include <vector>

namespace drydock::cc {

// For each source.
std::vector<std::string> race_flags();

// The object's source, for the assembler. Nothing of it has a frame of its own, so that the host
// sees where the driver's access is.
std::string race_calls_source();

}  // namespace drydock::cc
