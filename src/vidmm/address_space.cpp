#include "src/vidmm/address_space.h"

#include <algorithm>
#include <iterator>

#include "src/vidmm/tenant.h"

namespace drydock::vidmm {
namespace {

bool is_unique(const AddressSpace::Target& target) {
  return (target.driver_protection & D3DGPU_UNIQUE_DRIVER_PROTECTION) != 0;
}

// The same target, so many bytes further on.
AddressSpace::Target behind(AddressSpace::Target target, std::uint64_t bytes) {
  if (target.tenant != nullptr) target.offset += bytes;
  return target;
}

}  // namespace

AddressSpace::AddressSpace(std::uint64_t begin, UINT bits)
    : free_(begin, std::uint64_t{1} << bits), end_(std::uint64_t{1} << bits) {}

AddressSpace::~AddressSpace() = default;

AddressSpace::Outcome AddressSpace::take(const Place& place, FreeRanges::Alignment alignment,
                                         std::uint64_t& at) {
  if (place.bytes == 0 || place.bytes > end_) return Outcome::kNoRoom;
  if (place.base != 0) {
    if (place.base > end_ - place.bytes || !free_.take(place.base, place.base + place.bytes))
      return Outcome::kTaken;
    at = place.base;
    return Outcome::kDone;
  }
  const std::uint64_t maximum = place.maximum == 0 ? end_ : std::min(place.maximum, end_);
  const auto found = free_.find(place.bytes, alignment, place.minimum, maximum);
  if (!found) return Outcome::kNoRoom;
  free_.take(*found, *found + place.bytes);
  at = *found;
  return Outcome::kDone;
}

AddressSpace::Range AddressSpace::new_reservation(std::uint64_t end) {
  Range range;
  range.end = end;
  range.is_reserved = true;
  range.number = ++last_number_;
  return range;
}

AddressSpace::Outcome AddressSpace::reserve(const Place& place, const Target& unmapped,
                                            std::uint64_t& at) {
  const sim::Hold hold(lock_);
  const Outcome outcome = take(place, FreeRanges::Alignment::kBlock, at);
  if (outcome != Outcome::kDone) return outcome;
  Range range = new_reservation(at + place.bytes);
  range.unmapped = unmapped;
  ranges_.emplace(at, range);
  if (unmapped.protection.Zero != 0) note({at, range.end});
  return outcome;
}

AddressSpace::Outcome AddressSpace::reserve_for_driver(const Place& place, std::uint64_t alignment,
                                                       bool is_open, std::uint64_t& at) {
  const sim::Hold hold(lock_);
  Place aligned = place;
  if (place.base == 0 && alignment > kPage) {
    const auto found =
        place.bytes > end_ || alignment > end_
            ? std::nullopt
            : free_.find(place.bytes + alignment - kPage, FreeRanges::Alignment::kPage, 0, end_);
    if (!found) return Outcome::kNoRoom;
    aligned.base = (*found + alignment - 1) & ~(alignment - 1);
  }
  const Outcome outcome = take(aligned, FreeRanges::Alignment::kPage, at);
  if (outcome != Outcome::kDone) return outcome;
  Range range = new_reservation(at + place.bytes);
  range.is_drivers = true;
  range.is_open = is_open;
  ranges_.emplace(at, range);
  drivers_.push_back(at);
  return outcome;
}

void AddressSpace::free_drivers() {
  const sim::Hold hold(lock_);
  for (const std::uint64_t base : drivers_) drop(ranges_.find(base));
  drivers_.clear();
}

// The range that contains the whole extent; null when there is none.
AddressSpace::Range* AddressSpace::range_around(const Extent& extent) {
  auto at = ranges_.upper_bound(extent.begin);
  if (extent.begin >= extent.end || at == ranges_.begin()) return nullptr;
  --at;
  return extent.end <= at->second.end ? &at->second : nullptr;
}

// K-306: true when these pages of the tenant may have only one protection, and this is another.
bool AddressSpace::is_barred(const Target& target, std::uint64_t bytes) const {
  const auto known = by_tenant_.find(target.tenant);
  if (known == by_tenant_.end()) return false;
  return std::ranges::any_of(known->second, [&](std::uint64_t begin) DRYDOCK_REQUIRES(lock_) {
    const Run& run = runs_.at(begin);
    const bool overlaps = run.target.offset < target.offset + bytes &&
                          target.offset < run.target.offset + (run.end - begin);
    return overlaps && is_unique(run.target) &&
           run.target.driver_protection != target.driver_protection;
  });
}

AddressSpace::Outcome AddressSpace::map(const Place& place, const Target& target, Base base,
                                        std::uint64_t& at) {
  const sim::Hold hold(lock_);
  if (place.bytes == 0 || place.bytes > end_) return Outcome::kNoRoom;
  if (place.base > end_ - place.bytes) return Outcome::kTaken;
  if (target.tenant != nullptr && is_barred(target, place.bytes)) return Outcome::kProtected;
  const Extent wanted{place.base, place.base + place.bytes};
  if (place.base != 0 && base == Base::kFreeOrInside) {
    if (Range* const around = range_around(wanted)) {
      // K-300: the range of a map call always leads to memory.
      if ((target.tenant == nullptr && !around->is_reserved) || !around->is_open)
        return Outcome::kTaken;
      put(*around, wanted, target);
      at = place.base;
      return Outcome::kDone;
    }
  }
  // Memory that is managed in blocks gets addresses that are aligned to blocks.
  const bool is_large = place.bytes >= FreeRanges::kBlock;
  Outcome outcome = Outcome::kNoRoom;
  if (is_large) outcome = take(place, FreeRanges::Alignment::kBlock, at);
  if (outcome == Outcome::kNoRoom) outcome = take(place, FreeRanges::Alignment::kPage, at);
  if (outcome != Outcome::kDone) return outcome;
  Range& range = ranges_[at];
  range.end = at + place.bytes;
  put(range, {at, at + place.bytes}, target);
  return Outcome::kDone;
}

void AddressSpace::add(std::uint64_t begin, const Run& run) {
  runs_.emplace(begin, run);
  if (run.target.tenant == nullptr) return;
  by_tenant_[run.target.tenant].insert(begin);
  if (is_noting_) run.target.tenant->is_addressed.store(true, std::memory_order_relaxed);
}

AddressSpace::RunMap::iterator AddressSpace::remove(RunMap::iterator run) {
  if (const Tenant* const tenant = run->second.target.tenant) {
    const auto known = by_tenant_.find(tenant);
    known->second.erase(run->first);
    if (known->second.empty()) by_tenant_.erase(known);
  }
  return runs_.erase(run);
}

// Removes every mapping in the extent. Runs that reach beyond it are cut.
void AddressSpace::clear(Range& range, const Extent& extent) {
  auto at = runs_.upper_bound(extent.begin);
  if (at != runs_.begin() && std::prev(at)->second.end > extent.begin) --at;
  while (at != runs_.end() && at->first < extent.end) {
    const std::uint64_t begin = at->first;
    const Run run = at->second;
    const bool has_memory = run.target.tenant != nullptr;
    at = remove(at);
    note({std::max(begin, extent.begin), std::min(run.end, extent.end)});
    if (has_memory) --range.mappings;
    if (begin < extent.begin) {
      add(begin, {extent.begin, run.target});
      if (has_memory) ++range.mappings;
    }
    if (run.end > extent.end) {
      add(extent.end, {run.end, behind(run.target, extent.end - begin)});
      if (has_memory) ++range.mappings;
    }
  }
}

void AddressSpace::put(Range& range, const Extent& extent, const Target& target) {
  clear(range, extent);
  add(extent.begin, {extent.end, target});
  note(extent);
  if (target.tenant != nullptr) ++range.mappings;
}

// Reads where the source leads before anything changes, because the two may overlap.
void AddressSpace::copy(Range& range, const Change& change) {
  const std::uint64_t from = *change.copied_from;
  const std::uint64_t bytes = change.to.end - change.to.begin;
  std::vector<Mapping> copied;
  auto at = runs_.upper_bound(from);
  if (at != runs_.begin()) --at;
  for (; at != runs_.end() && at->first < from + bytes; ++at) {
    const std::uint64_t begin = std::max(at->first, from);
    const std::uint64_t end = std::min(at->second.end, from + bytes);
    if (begin < end)
      copied.push_back({begin - from, end - from, behind(at->second.target, begin - at->first)});
  }
  clear(range, change.to);
  for (const Mapping& each : copied)
    put(range, {change.to.begin + each.begin, change.to.begin + each.end}, each.target);
}

// K-310: the changes write one reservation, and read one.
AddressSpace::Outcome AddressSpace::find_reservations(const std::vector<Change>& changes,
                                                      Range*& into, Reservations& out) {
  const auto is_usable = [](const Range* range) {
    return range != nullptr && range->is_reserved && range->is_open;
  };
  const Range* from = nullptr;
  for (const Change& change : changes) {
    Range* const range = range_around(change.to);
    if (!is_usable(range) || (into != nullptr && into != range)) return Outcome::kNotReserved;
    into = range;
    const std::uint64_t bytes = change.to.end - change.to.begin;
    if (change.copied_from) {
      const Range* const source = range_around({*change.copied_from, *change.copied_from + bytes});
      if (!is_usable(source) || (from != nullptr && from != source)) return Outcome::kNotReserved;
      from = source;
      continue;
    }
    Target target = change.target;
    if (change.inherits) target.driver_protection = range->unmapped.driver_protection;
    if (target.tenant != nullptr && is_barred(target, change.repeat != 0 ? change.repeat : bytes))
      return Outcome::kProtected;
  }
  out = {into == nullptr ? 0 : into->number, from == nullptr ? 0 : from->number};
  return Outcome::kDone;
}

AddressSpace::Outcome AddressSpace::check(const std::vector<Change>& changes, Reservations& out) {
  const sim::Hold hold(lock_);
  Range* into = nullptr;
  return find_reservations(changes, into, out);
}

AddressSpace::Outcome AddressSpace::update(const std::vector<Change>& changes,
                                           const Reservations& expected) {
  const sim::Hold hold(lock_);
  Range* into = nullptr;
  Reservations found;
  const Outcome outcome = find_reservations(changes, into, found);
  if (outcome != Outcome::kDone) return outcome;
  // K-309: other reservations may lie at the same addresses by now.
  if (found != expected) return Outcome::kNotReserved;
  make(changes, *into);
  return outcome;
}

void AddressSpace::make(const std::vector<Change>& changes, Range& into) {
  for (const Change& change : changes) {
    if (change.copied_from) {
      copy(into, change);
      continue;
    }
    Target target = change.target;
    if (change.inherits) target.driver_protection = into.unmapped.driver_protection;
    const std::uint64_t step = change.repeat != 0 ? change.repeat : change.to.end - change.to.begin;
    for (std::uint64_t begin = change.to.begin; begin < change.to.end; begin += step)
      put(into, {begin, begin + step}, target);
  }
}

void AddressSpace::drop(RangeMap::iterator range) {
  const Extent extent{range->first, range->second.end};
  clear(range->second, extent);
  if (range->second.unmapped.protection.Zero != 0) note(extent);
  ranges_.erase(range);
  free_.release(extent.begin, extent.end);
}

bool AddressSpace::free(std::uint64_t base, std::uint64_t bytes) {
  const sim::Hold hold(lock_);
  const auto range = ranges_.find(base);
  if (range == ranges_.end() || range->second.end - base != bytes || range->second.is_drivers)
    return false;
  drop(range);
  return true;
}

// K-228: mappings end with the allocation that they lead to.
bool AddressSpace::free_all(const Tenant& tenant, const void* owner) {
  const sim::Hold hold(lock_);
  const auto known = by_tenant_.find(&tenant);
  if (known == by_tenant_.end()) return false;
  std::vector<Extent> his;
  for (const std::uint64_t begin : known->second) {
    const Run& run = runs_.at(begin);
    if (run.target.owner == owner) his.push_back({begin, run.end});
  }
  for (const Extent& extent : his) {
    const auto range = std::prev(ranges_.upper_bound(extent.begin));
    clear(range->second, extent);
    if (!range->second.is_reserved && range->second.mappings == 0) drop(range);
  }
  return !his.empty();
}

std::optional<AddressSpace::Mapping> AddressSpace::mapping_at(std::uint64_t address) const {
  const sim::Hold hold(lock_);
  auto at = runs_.upper_bound(address);
  if (at == runs_.begin()) return std::nullopt;
  --at;
  if (at->second.end <= address) return std::nullopt;
  return Mapping{at->first, at->second.end, at->second.target};
}

bool AddressSpace::is_mapped(const Extent& extent) const {
  const sim::Hold hold(lock_);
  std::uint64_t reached = extent.begin;
  auto at = runs_.upper_bound(extent.begin);
  if (at != runs_.begin()) --at;
  for (; at != runs_.end() && at->first <= reached && reached < extent.end; ++at) {
    if (at->second.target.tenant != nullptr) reached = std::max(reached, at->second.end);
  }
  return reached >= extent.end;
}

}  // namespace drydock::vidmm
