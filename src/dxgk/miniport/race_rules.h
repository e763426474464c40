// The rules that a data race in a miniport breaks.
#pragma once

#include <cstdint>

#include "src/nt/races/races.h"

namespace drydock::dxgk {

enum class MiniportPart : std::uint8_t { kEntryPoint, kDpc, kInterrupt };

// The owner is the adapter. K-065 for the DPC routines of two adapters, K-408 for the interrupt
// routine of an adapter against anything else of it, K-473 otherwise.
extern const nt::RaceKind miniport_races;

}  // namespace drydock::dxgk
