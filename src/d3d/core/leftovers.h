// What a driver still has of a device when it should have nothing any more.
#pragma once

#include "src/d3d/core/device.h"

namespace drydock::d3d {

// After DestroyDevice, or a CreateDevice that failed. For whoever is alone in the device's turn.
void raise_leftovers(Device& device, const char* after);

}  // namespace drydock::d3d
