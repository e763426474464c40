// Priorities of allocations, and queries of their residency.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Names a resource with all its allocations, or a list of allocations; never both.
struct NamedAllocations {
  Handle resource = 0;
  std::span<const Handle> allocations;
};

// D3DKMTSetAllocationPriority. A resource has one priority, a list one for each element.
NTSTATUS set_priorities(Device& device, const NamedAllocations& named,
                        std::span<const UINT> priorities);
NTSTATUS get_priorities(Device& device, const NamedAllocations& named, std::span<UINT> priorities);

// D3DKMTQueryAllocationResidency. A resource is as resident as its worst member.
NTSTATUS query_residency(Device& device, const NamedAllocations& named,
                         std::span<D3DKMT_ALLOCATIONRESIDENCYSTATUS> out);

}  // namespace drydock::dxgk
