// Addresses of an allocation's memory that its driver asked for when it created it.
#pragma once

#include <span>

#include "src/dxgk/memory/create.h"
#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// What of it the driver gets addresses of and is notified of.
void describe_views(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info,
                    const AllocationSpec& wanted, vidmm::TenantShape& shape);
// The memory that several addresses need; false when there is none.
bool has_frames_for_views(Allocation& allocation, const DXGK_ALLOCATIONINFO& info,
                          const AllocationSpec& wanted);

// DxgkDdiSetAllocationBackingStore for each that asks for it (K-166), while it is created. What the
// driver says when it fails one; the caller undoes all.
NTSTATUS share_backing_stores(Device& device, std::span<Binding* const> bindings,
                              std::span<const DXGK_ALLOCATIONINFO> infos);

}  // namespace drydock::dxgk
