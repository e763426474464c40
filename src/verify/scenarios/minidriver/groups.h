// The scenarios of minidrivers in groups, one for each source file.
#pragma once

#include <span>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

std::span<const Scenario> minidriver_opening();     // loading, filters, pins, formats
std::span<const Scenario> minidriver_streaming();   // states, frames, clocks, resets
std::span<const Scenario> minidriver_allocators();  // connections in the kernel
std::span<const Scenario> minidriver_endings();     // close orders, clients that vanish
std::span<const Scenario> minidriver_devices();     // Plug and Play, power
std::span<const Scenario> minidriver_requests();    // properties and methods with hostile sizes
std::span<const Scenario> minidriver_crowds();      // several actors

}  // namespace drydock::verify
