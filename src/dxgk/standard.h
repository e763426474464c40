// Standard allocations: what the system makes itself and the driver only describes, by
// DxgkDdiGetStandardAllocationDriverData.
#pragma once

#include "src/dxgk/device.h"

namespace drydock::dxgk {

// The private data with which the driver wants such an allocation to be created.
struct StandardData {
  Bytes allocation;
  Bytes resource;
};

// An existing heap of a client: towards the driver a surface of one row that adapters share.
NTSTATUS describe_existing_heap(Device& device, SIZE_T size, StandardData& out);

}  // namespace drydock::dxgk
