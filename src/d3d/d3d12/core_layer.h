// The callbacks that drivers of Direct3D 12 have besides those of the kernel's.
#pragma once

#include "src/d3d/driver/wdk12.h"

namespace drydock::d3d {

// The newest table: older ones are its beginnings.
const D3D12DDI_CORELAYER_DEVICECALLBACKS_0062& core_layer_callbacks12();

}  // namespace drydock::d3d
