// The segment group of its process's budget for which a tenant counts. Pure functions of what the
// driver reported about its segments.
#pragma once

#include <optional>

#include "src/vidmm/budget.h"
#include "src/vidmm/driver.h"
#include "src/vidmm/tenant.h"

namespace drydock::vidmm {

// K-289: the segments that count for budgets, as a set. In each group these are the segments with
// ApplicationTarget, or all of them when the driver marked none.
UINT budgeted_segments(const MemoryCaps& caps);

// The group of the segment that the driver prefers for it. Nothing when the tenant lies in no
// segment, or in one that does not count.
std::optional<Group> group_of(const MemoryCaps& caps, const Tenant& tenant);

}  // namespace drydock::vidmm
