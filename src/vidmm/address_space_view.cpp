// An address space as page tables need it: where its parts lead, and which of them have changed.
#include <algorithm>
#include <iterator>
#include <utility>

#include "src/vidmm/address_space.h"

namespace drydock::vidmm {

void AddressSpace::note_changes() {
  const sim::Hold hold(lock_);
  is_noting_ = true;
}

std::vector<AddressSpace::Extent> AddressSpace::take_changes() {
  std::vector<Extent> noted;
  {
    const sim::Hold hold(lock_);
    noted = std::exchange(changes_, {});
  }
  std::ranges::sort(noted, {}, &Extent::begin);
  std::vector<Extent> out;
  for (const Extent& each : noted) {
    if (!out.empty() && each.begin <= out.back().end) {
      out.back().end = std::max(out.back().end, each.end);
    } else {
      out.push_back(each);
    }
  }
  return out;
}

std::vector<AddressSpace::Mapping> AddressSpace::parts(const Extent& extent) const {
  const sim::Hold hold(lock_);
  std::vector<Mapping> out;
  // Adds the unmapped parts of reservations, from where the last call ended up to an address.
  std::uint64_t reached = extent.begin;
  const auto add_unmapped = [&](std::uint64_t until) DRYDOCK_REQUIRES(lock_) {
    auto range = ranges_.upper_bound(reached);
    if (range != ranges_.begin()) --range;
    for (; range != ranges_.end() && range->first < until; ++range) {
      const std::uint64_t begin = std::max(range->first, reached);
      const std::uint64_t end = std::min(range->second.end, until);
      if (begin < end && range->second.is_reserved)
        out.push_back({begin, end, range->second.unmapped});
    }
    reached = until;
  };
  auto run = runs_.upper_bound(extent.begin);
  if (run != runs_.begin() && std::prev(run)->second.end > extent.begin) --run;
  for (; run != runs_.end() && run->first < extent.end; ++run) {
    const std::uint64_t begin = std::max(run->first, extent.begin);
    const std::uint64_t end = std::min(run->second.end, extent.end);
    add_unmapped(begin);
    Target target = run->second.target;
    if (target.tenant != nullptr) target.offset += begin - run->first;
    out.push_back({begin, end, target});
    reached = end;
  }
  add_unmapped(extent.end);
  return out;
}

UINT64 AddressSpace::unique_protection(const Tenant& tenant, std::uint64_t offset,
                                       std::uint64_t& bytes) const {
  const sim::Hold hold(lock_);
  const auto known = by_tenant_.find(&tenant);
  if (known == by_tenant_.end()) return 0;
  UINT64 out = 0;
  for (const std::uint64_t begin : known->second) {
    const Run& run = runs_.at(begin);
    if ((run.target.driver_protection & D3DGPU_UNIQUE_DRIVER_PROTECTION) == 0) continue;
    const std::uint64_t first = run.target.offset;
    const std::uint64_t end = first + (run.end - begin);
    if (first > offset) {
      bytes = std::min(bytes, first - offset);
    } else if (offset < end) {
      bytes = std::min(bytes, end - offset);
      out = run.target.driver_protection;
    }
  }
  return out;
}

std::vector<AddressSpace::Extent> AddressSpace::extents_of(const Tenant& tenant) const {
  const sim::Hold hold(lock_);
  std::vector<Extent> out;
  const auto known = by_tenant_.find(&tenant);
  if (known == by_tenant_.end()) return out;
  for (const std::uint64_t begin : known->second) out.push_back({begin, runs_.at(begin).end});
  return out;
}

}  // namespace drydock::vidmm
