// The services of the memory room for devices and doorbells (work/device_memory.h).
#pragma once

#include "src/dxgk/work/device_memory.h"

namespace drydock::dxgk {

const DeviceMemory& device_memory();

}  // namespace drydock::dxgk
