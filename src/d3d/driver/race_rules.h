// The rules that a data race in a user-mode driver breaks.
#pragma once

#include <cstdint>

#include "src/nt/races/races.h"

namespace drydock::d3d {

// `kBeside` is an entry point that comes while others of its device run.
enum class UserModePart : std::uint8_t { kEntryPoint, kBeside };

// The owner is the device. U-252 for an entry point beside others of its device, U-251 for two
// devices, N-071 for entry points of one device.
extern const nt::RaceKind user_mode_races;

}  // namespace drydock::d3d
