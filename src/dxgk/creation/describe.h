// DxgkDdiDescribeAllocation: the driver describes an allocation that can be presented.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Asks about each primary among the bindings. A driver without an answer breaks K-176, because the
// host could not present the primary.
void describe_primaries(Device& device, std::span<Binding* const> bindings);

}  // namespace drydock::dxgk
