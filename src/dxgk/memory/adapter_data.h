// K-133: what a driver keeps for allocations and resources belongs to the adapter and must not
// point at what it keeps for a device, for a shared one outlives the device.
#pragma once

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// After the driver has closed the binding: looks into the pool blocks behind the driver's handles
// of what others have open still, for the address of the device. The binding still counts, so the
// driver's allocation is there.
void check_adapter_data(const Device& device, const Binding& binding);

}  // namespace drydock::dxgk
