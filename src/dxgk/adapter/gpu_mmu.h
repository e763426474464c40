// What a driver says of its GPU's virtual addresses when it starts.
#pragma once

#include <optional>

#include "src/vidmm/gpu_mmu.h"

namespace drydock::dxgk {

class Adapter;

// Nothing for a driver without one, or whose answers make none.
std::optional<vidmm::GpuMmu> ask_gpu_mmu(Adapter& adapter);

}  // namespace drydock::dxgk
