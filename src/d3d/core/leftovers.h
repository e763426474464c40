// Objects of a device that the driver has not released when it should have.
#pragma once

#include "src/d3d/core/device.h"

namespace drydock::d3d {

// Raises a finding for each. After DestroyDevice, or a CreateDevice that failed; the caller is
// alone in the device's turn.
void raise_leftovers(Device& device, const char* after);

}  // namespace drydock::d3d
