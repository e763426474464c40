// Chooses the scenarios that are run against each driver.
#pragma once

#include <string>
#include <vector>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

// The scenarios that only load and unload a driver. They come before all others.
std::span<const Scenario> load_scenarios();

// The driver of this kind; empty when there is none.
const std::filesystem::path& driver_of(const TestedDrivers& drivers, DriverKind kind);

// All scenarios, in the order in which they are run.
std::vector<const Scenario*> all_scenarios();

// The scenarios whose name matches the glob and for which there is a driver.
std::vector<const Scenario*> scenarios_for(const TestedDrivers& drivers, const std::string& glob);

// Uses the reference drivers. Throws DockError when they were not built.
void use_reference_drivers(TestedDrivers& drivers);

}  // namespace drydock::verify
