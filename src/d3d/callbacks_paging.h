// What submissions and reclaims know of residency.
#pragma once

#include <vector>

#include "src/d3d/callbacks.h"

namespace drydock::d3d {

// The GPU may use the allocations when the queue's fence has come to the value: `rule` for who does
// not wait.
void await(const std::vector<Allocation*>& allocations, const PagingQueue& queue, UINT64 value,
           const char* rule);

// A batch is submitted that names the allocation: U-149, U-271, U-277, U-294.
void check_residency(Frame& frame, Context& context, Allocation& allocation, bool is_written,
                     std::size_t at);

}  // namespace drydock::d3d
