// K-133: the driver's data for allocations and resources belong to the adapter. They must not point
// at its data for a device, because a shared resource outlives the device.
#pragma once

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Called after the driver has closed the binding. Searches the pool blocks behind the driver's
// handles of allocations that others still have open for the address of the device. The binding
// still counts, so the driver's allocation is live.
void check_adapter_data(const Device& device, const Binding& binding);

}  // namespace drydock::dxgk
