// Addresses of an allocation's memory that its driver asked for when it created it.
#pragma once

#include <span>

#include "src/dxgk/memory/create.h"
#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// What the driver wants to see of it, noted in its tenant; false when there is no memory for it.
bool describe_views(Allocation& allocation, const DXGK_ALLOCATIONINFO& info,
                    const AllocationSpec& wanted);

// DxgkDdiSetAllocationBackingStore for each that asks for it (K-166), while it is created. What the
// driver says when it fails one; the caller undoes all.
NTSTATUS share_backing_stores(Device& device, std::span<Binding* const> bindings,
                              std::span<const DXGK_ALLOCATIONINFO> infos);

}  // namespace drydock::dxgk
