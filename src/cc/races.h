// The instrumentation for races: a driver that is compiled with --races records each access to
// memory in the host.
//
// The compiler's instrumentation for the thread sanitizer is used without its library. An object
// that is linked into the driver forwards the calls of the instrumentation to
// src/nt/races/races.cpp. Layouts and the meaning of the source do not change.
#pragma once

#include <string>
#include <vector>

namespace drydock::cc {

// Compiler flags for each source.
std::vector<std::string> race_flags();

// The assembly source of that object. Its functions have no frame of their own, so that the host
// sees the place of the driver's access.
std::string race_calls_source();

}  // namespace drydock::cc
