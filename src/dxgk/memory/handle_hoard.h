// K-134: a driver that keeps the graphics kernel's handles of allocations in a table of its own,
// instead of asking the handle callbacks, has stale ones sooner or later.
//
// Seen from outside: one block of the driver's pool holds the handles of many allocations of one
// device. Asked when many are made at once, a few times an adapter. Cost: then, a walk through the
// driver's pool.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// `made` were opened just now.
void look_for_hoard(Device& device, std::span<Binding* const> made);

}  // namespace drydock::dxgk
