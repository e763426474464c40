// Residency, as callbacks that submit and reclaim look at it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/d3d/callbacks/callbacks.h"

namespace drydock::d3d {

// The queue that a driver names; null when it has none of that handle, which is a finding.
PagingQueue* find_queue(Frame& frame, D3DKMT_HANDLE given);

// The GPU may use the allocations when the queue's fence has come to the value; a driver that does
// not wait for that breaks `rule`.
void await(const std::vector<Allocation*>& allocations, const PagingQueue& queue, UINT64 value,
           rules::RuleId rule);

// True when the queue's fence has come to the value, or the context waits for it.
bool is_awaited(const Context& context, const PagingQueue& queue, UINT64 value);

// The place at which submitted work names an allocation: an element of its list, or the address of
// its commands.
struct WorkPlace {
  std::string what_is_there() const;

  std::optional<std::size_t> in_list = std::nullopt;
};

// Work is submitted that uses the allocation: U-149, U-271, U-277, U-294.
void check_residency(Frame& frame, const Context& context, Allocation& allocation, bool is_written,
                     WorkPlace place);

}  // namespace drydock::d3d
