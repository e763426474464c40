#include "src/ks/framing.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/ks/descriptor.h"
#include "src/nt/report.h"

namespace drydock::ks {
namespace {

bool is_memory_type(const GUID& type) {
  static const GUID* const kKnown[] = {
      &KSMEMORY_TYPE_WILDCARD,       &KSMEMORY_TYPE_DONT_CARE,    &KSMEMORY_TYPE_SYSTEM,
      &KSMEMORY_TYPE_USER,           &KSMEMORY_TYPE_KERNEL_PAGED, &KSMEMORY_TYPE_KERNEL_NONPAGED,
      &KSMEMORY_TYPE_DEVICE_UNKNOWN,
  };
  return std::ranges::any_of(kKnown, [&](const GUID* one) { return same(*one, type); });
}

bool fault(const char* rule, std::string message) {
  nt::report(rule, std::move(message));
  return false;
}

bool check_range(const KS_FRAMING_RANGE& range, const std::string& where) {
  const bool fixed = range.MinFrameSize == range.MaxFrameSize;
  if (range.MaxFrameSize < range.MinFrameSize) {
    return fault("S-039",
                 fmt::format("{} is {} to {}", where, range.MinFrameSize, range.MaxFrameSize));
  }
  // The macro for a single size writes a stepping of one.
  if (!fixed && range.Stepping > range.MaxFrameSize - range.MinFrameSize) {
    return fault("S-039",
                 fmt::format("{}.Stepping {} is more than the range", where, range.Stepping));
  }
  return true;
}

}  // namespace

ULONG size_of(const KSALLOCATOR_FRAMING_EX& framing) {
  return static_cast<ULONG>(FIELD_OFFSET(KSALLOCATOR_FRAMING_EX, FramingItem) +
                            std::size_t{framing.CountItems} * sizeof(KS_FRAMING_ITEM));
}

bool check_framing(const KSALLOCATOR_FRAMING_EX& framing, const char* where) {
  constexpr ULONG kMostItems = 64;
  if (framing.CountItems == 0 || framing.CountItems > kMostItems) {
    return fault("S-025",
                 fmt::format("{}.AllocatorFraming.CountItems is {}", where, framing.CountItems));
  }
  if (framing.PinFlags != 0 || framing.PinWeight != 0) {
    nt::report("S-026",
               fmt::format("{}.AllocatorFraming: PinFlags {:#x} and PinWeight {} are not 0", where,
                           framing.PinFlags, framing.PinWeight));
  }
  for (ULONG i = 0; i < framing.CountItems; ++i) {
    const KS_FRAMING_ITEM& item = framing.FramingItem[i];
    const std::string name = fmt::format("{}.AllocatorFraming.FramingItem[{}]", where, i);
    if (!is_memory_type(item.MemoryType)) {
      return fault("S-036", fmt::format("{}.MemoryType is no KSMEMORY_TYPE", name));
    }
    if (!check_range(item.PhysicalRange, name + ".PhysicalRange")) return false;
    if (item.FramingRange.InPlaceWeight != 0 || item.FramingRange.NotInPlaceWeight != 0) {
      nt::report("S-040", fmt::format("{}.FramingRange: the weights are not 0", name));
    }
  }
  return true;
}

}  // namespace drydock::ks
