#include "src/d3d/core/address_book.h"

#include <algorithm>
#include <iterator>

#include "src/d3d/core/objects.h"

namespace drydock::d3d {
namespace {

// The element of a map of intervals that has the address.
template <typename Map>
auto find_around(Map& map, std::uint64_t address) {
  auto found = map.upper_bound(address);
  if (found == map.begin()) return map.end();
  --found;
  return address < found->second.end ? found : map.end();
}

// Removes the mappings of the range. The parts of a mapping beside the range stay.
void cut(std::map<std::uint64_t, AddressMapping>& mappings, std::uint64_t begin,
         std::uint64_t end) {
  if (const auto first = find_around(mappings, begin);
      first != mappings.end() && first->first < begin) {
    mappings[begin] = first->second;
    first->second.end = begin;
  }
  auto each = mappings.lower_bound(begin);
  while (each != mappings.end() && each->first < end) {
    if (each->second.end > end) mappings[end] = each->second;
    each = mappings.erase(each);
  }
}

}  // namespace

AddressRange& AddressBook::add(std::uint64_t begin, std::uint64_t end, bool is_reserved) {
  auto each = ranges_.upper_bound(begin);
  if (each != ranges_.begin() && std::prev(each)->second.end > begin) --each;
  while (each != ranges_.end() && each->first < end) each = ranges_.erase(each);
  AddressRange& made = ranges_[begin];
  made.end = end;
  made.is_reserved = is_reserved;
  return made;
}

AddressRange& AddressBook::map(std::uint64_t begin, const AddressMapping& mapping) {
  AddressRange* range = find(begin);
  const bool is_inside =
      range != nullptr && range->state == AddressRange::State::kLive && mapping.end <= range->end;
  if (!is_inside) range = &add(begin, mapping.end, /*is_reserved=*/false);
  cut(range->mappings, begin, mapping.end);
  range->mappings[begin] = mapping;
  return *range;
}

void AddressBook::release(KernelHandle allocation, std::span<const std::uint64_t> at) {
  for (const std::uint64_t address : at) {
    AddressRange* const range = find(address);
    if (range == nullptr) continue;
    for (auto& [begin, mapping] : range->mappings)
      mapping.is_released |= mapping.allocation == allocation;
    const bool is_empty = std::ranges::all_of(
        range->mappings, [](const auto& each) { return each.second.is_released; });
    if (range->is_reserved || !is_empty || range->state != AddressRange::State::kLive) continue;
    range->state = AddressRange::State::kFreedWithAllocation;
    note(range->history, "went with its allocation");
  }
}

AddressRange* AddressBook::find(std::uint64_t address) {
  const auto found = find_around(ranges_, address);
  return found == ranges_.end() ? nullptr : &found->second;
}

AddressRange* AddressBook::find_base(std::uint64_t begin) {
  const auto found = ranges_.find(begin);
  return found == ranges_.end() ? nullptr : &found->second;
}

const AddressMapping* AddressBook::mapping_at(std::uint64_t address) {
  AddressRange* const range = find(address);
  if (range == nullptr || range->is_updated) return nullptr;
  const auto found = find_around(range->mappings, address);
  return found == range->mappings.end() ? nullptr : &found->second;
}

}  // namespace drydock::d3d
