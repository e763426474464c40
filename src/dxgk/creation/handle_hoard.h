// K-134: a driver that stores the graphics kernel's handles of allocations in a table of its own,
// instead of calling the handle callbacks, will use stale handles sooner or later.
//
// The symptom: one block of the driver's pool holds the handles of many allocations of one device.
// The check runs when many are created at once, a few times per adapter. Cost: then, a walk through
// the driver's pool.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Checks the driver's pool for the handles of `made`, which were opened just now.
void look_for_hoard(Device& device, std::span<Binding* const> made);

}  // namespace drydock::dxgk
