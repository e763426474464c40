// The callbacks that drivers of Direct3D 12 have besides those of the kernel's.
#pragma once

#include <span>

#include "src/d3d/callbacks.h"
#include "src/d3d/wdk12.h"

namespace drydock::d3d {

// The newest table: older ones are its beginnings.
const D3D12DDI_CORELAYER_DEVICECALLBACKS_0062& core_layer_callbacks12();

// In Direct3D 12 the residency of what applications made is theirs: U-299, U-306.
void check_owner12(Frame& frame, std::span<Allocation* const> allocations);

}  // namespace drydock::d3d
