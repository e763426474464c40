// Asks a driver, when it starts, about its GPU's virtual addresses.
#pragma once

#include <optional>

#include "src/vidmm/gpu_mmu.h"

namespace drydock::dxgk {

class Adapter;

// Returns nothing for a driver without an MMU, or one whose answers are inconsistent.
std::optional<vidmm::GpuMmu> ask_gpu_mmu(Adapter& adapter);

}  // namespace drydock::dxgk
