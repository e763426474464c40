// DxgkDdiDescribeAllocation: what the host has to know of an allocation that can be shown, and only
// the driver does.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Asks for each of them that is a primary. A driver that has no answer cannot show it: K-176.
void describe_primaries(Device& device, std::span<Binding* const> bindings);

}  // namespace drydock::dxgk
