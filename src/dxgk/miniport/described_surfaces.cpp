#include "src/dxgk/miniport/described_surfaces.h"

#include <algorithm>

namespace drydock::dxgk {

bool DescribedSurfaces::Description::is_of(Data wanted_allocation, Data wanted_resource) const {
  return std::ranges::equal(allocation, wanted_allocation) &&
         std::ranges::equal(resource, wanted_resource);
}

void DescribedSurfaces::add(Data allocation, Data resource, const DescribedRows& rows) {
  const sim::Hold hold(lock_);
  has_any_.store(true, std::memory_order_relaxed);
  for (Description& each : all_) {
    if (!each.is_of(allocation, resource)) continue;
    each.is_ambiguous |= each.rows != rows;
    return;
  }
  if (all_.size() == kMost) all_.pop_front();
  all_.push_back(
      {{allocation.begin(), allocation.end()}, {resource.begin(), resource.end()}, rows});
}

std::optional<DescribedRows> DescribedSurfaces::find(Data allocation, Data resource) const {
  const sim::Hold hold(lock_);
  for (const Description& each : all_) {
    if (each.is_of(allocation, resource) && !each.is_ambiguous) return each.rows;
  }
  return std::nullopt;
}

}  // namespace drydock::dxgk
