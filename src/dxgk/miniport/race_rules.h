// The rules that a data race in a miniport breaks.
#pragma once

#include <cstdint>

#include "src/nt/races/races.h"

namespace drydock::dxgk {

enum class MiniportPart : std::uint8_t { kEntryPoint, kDpc, kInterrupt };

// The owner in a race is the adapter. The race breaks K-065 between the DPC routines of two
// adapters, K-408 between the interrupt routine of an adapter and anything else of it, and K-473
// otherwise.
extern const nt::RaceKind miniport_races;

}  // namespace drydock::dxgk
