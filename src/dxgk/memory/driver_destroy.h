// The driver's half of destruction: DxgkDdiCloseAllocation and DxgkDdiDestroyAllocation. Checks
// what the driver must have freed, and what not.
//
// Both run in the host's own process context, never before the GPU is done. Threads: any that may
// call the driver; no lock is held.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"

namespace drydock::dxgk {

// DxgkDdiCloseAllocation: one call for all of them.
void close_in_driver(Device& device, std::span<Binding* const> group);

// DxgkDdiDestroyAllocation: one call for all of them. Each is the last binding of its allocation;
// their resource is destroyed too if it is given. For the thread that has the resource's
// driver_turn.
void destroy_in_driver(Adapter& adapter, std::span<Binding* const> last, AdapterResource* resource,
                       bool resource_goes);

}  // namespace drydock::dxgk
