// Changes properties of a live allocation: where it may and should lie, and whether work uses its
// physical address.
#pragma once

#include <optional>

#include "src/dxgk/object/object.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class PagingQueue;

// The properties to change; nothing: unchanged.
struct PropertyRequest {
  Handle allocation = 0;
  std::optional<UINT> segments;
  std::optional<DXGK_SEGMENTPREFERENCE> preferred;
  std::optional<bool> is_accessed_physically;
};

// D3DKMTUpdateAllocationProperty, inside an operation on the queue's device (K-291). STATUS_SUCCESS
// when nothing is to change. STATUS_PENDING when the driver agrees; the queue's fence reaches the
// value after the change. For any other status nothing changes.
NTSTATUS update_property(PagingQueue& queue, PropertyRequest request, UINT64& fence_value);

}  // namespace drydock::dxgk
