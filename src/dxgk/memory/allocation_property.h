// Other properties for an allocation that lives: where it may lie and should, and whether work
// reaches it by its physical address.
#pragma once

#include <optional>

#include "src/dxgk/object/object.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class PagingQueue;

// What is to become another one; nothing: it stays as it is.
struct PropertyRequest {
  Handle allocation = 0;
  std::optional<UINT> segments;
  std::optional<DXGK_SEGMENTPREFERENCE> preferred;
  std::optional<bool> is_accessed_physically;
};

// D3DKMTUpdateAllocationProperty, inside an operation on the queue's device (K-291). STATUS_SUCCESS
// when it is so already; STATUS_PENDING when the driver agrees and the queue's fence tells of the
// change; else nothing changes.
NTSTATUS update_property(PagingQueue& queue, PropertyRequest request, UINT64& fence_value);

}  // namespace drydock::dxgk
