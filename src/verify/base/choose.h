// Which scenarios are played on which drivers.
#pragma once

#include <string>
#include <vector>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

// Loading and unloading alone; before all others.
std::span<const Scenario> load_scenarios();

// The driver of the kind; empty when none is verified.
const std::filesystem::path& driver_of(const Subject& subject, DriverKind kind);

// Every scenario there is, in the order in which they are played.
std::vector<const Scenario*> all_scenarios();

// Those whose name fits the glob and whose kind of driver is there.
std::vector<const Scenario*> scenarios_for(const Subject& subject, const std::string& glob);

// Fills in the reference drivers. Throws DockError when they are not there.
void take_reference_drivers(Subject& subject);

}  // namespace drydock::verify
