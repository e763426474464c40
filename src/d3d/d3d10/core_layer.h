// The callbacks that drivers of Direct3D 10 and later have besides those of the kernel's.
#pragma once

#include "src/d3d/driver/wdk10.h"

namespace drydock::d3d {

// The newest table: older ones are its beginnings.
const D3DWDDM2_6DDI_CORELAYER_DEVICECALLBACKS& core_layer_callbacks();
DXGI_DDI_BASE_CALLBACKS dxgi_callbacks();

}  // namespace drydock::d3d
