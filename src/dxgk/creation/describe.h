// DxgkDdiDescribeAllocation: what the host must know about an allocation that can be presented, and
// only the driver knows.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Asks for each primary among them. A driver without an answer cannot present it: K-176.
void describe_primaries(Device& device, std::span<Binding* const> bindings);

}  // namespace drydock::dxgk
