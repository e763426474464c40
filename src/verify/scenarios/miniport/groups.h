// The scenarios of miniports in groups, one for each source file. miniport_scenarios() joins them.
#pragma once

#include <span>

#include "src/verify/base/scenario.h"

namespace drydock::verify::miniport {

inline constexpr DriverKind kMiniport = DriverKind::kMiniport;

std::span<const Scenario> adapter_lives();
std::span<const Scenario> object_lives();
std::span<const Scenario> sharing_lives();
std::span<const Scenario> memory_lives();
std::span<const Scenario> residency_lives();
std::span<const Scenario> address_lives();
std::span<const Scenario> work_lives();
std::span<const Scenario> endings();
std::span<const Scenario> hostile_lives();
std::span<const Scenario> escape_lives();
std::span<const Scenario> command_lives();
std::span<const Scenario> display_lives();
std::span<const Scenario> races();

}  // namespace drydock::verify::miniport
