// Scenarios for drivers of every kind. This is the first header of the room `any`.
//
// There is one life that needs nothing of a driver: it is loaded, its DriverEntry runs, and it is
// unloaded without ever getting a device. A driver that breaks a rule here breaks it in all other
// scenarios too, so these come first (load_scenarios() of src/verify/base/choose.h).
//
// Cost: one load of the image. Owner: the scenarios are constants of the program; a run owns the
// loaded driver, and unloads it on every way out. Threads: the strand that runs the scenario.
#pragma once

#include <filesystem>

namespace drydock::verify {

// Throws Refused when DriverEntry fails.
void load_and_unload(const std::filesystem::path& file);

}  // namespace drydock::verify
