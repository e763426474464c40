// Addresses of an allocation's memory that its driver asked for at the creation.
#pragma once

#include <span>

#include "src/dxgk/creation/create.h"
#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Fills in which addresses the driver gets, and which notifications.
void describe_views(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info,
                    const AllocationSpec& wanted, vidmm::TenantShape& shape);
// Allocates memory that can be mapped at several addresses; false when there is none.
bool has_frames_for_views(Allocation& allocation, const DXGK_ALLOCATIONINFO& info,
                          const AllocationSpec& wanted);

// DxgkDdiSetAllocationBackingStore for each allocation that asks for it (K-166), during its
// creation. Returns the driver's status when it fails one; then the caller undoes all.
NTSTATUS share_backing_stores(Device& device, std::span<Binding* const> bindings,
                              std::span<const DXGK_ALLOCATIONINFO> infos);

}  // namespace drydock::dxgk
