#include "src/ks/description/framing.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/ks/description/refuse.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

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

bool check_range(const KS_FRAMING_RANGE& range, const std::string& where) {
  const bool fixed = range.MinFrameSize == range.MaxFrameSize;
  if (rules::breaks("S-039", range.MaxFrameSize < range.MinFrameSize)) {
    return refuse(nt::Breach("S-039", nt::Offender::running())
                      .message("{} is {} to {}", where, range.MinFrameSize, range.MaxFrameSize));
  }
  // The macro for a single size writes a stepping of one.
  if (!fixed && rules::breaks("S-039", range.Stepping > range.MaxFrameSize - range.MinFrameSize)) {
    return refuse(nt::Breach("S-039", nt::Offender::running())
                      .message("{}.Stepping {} is more than the range", where, range.Stepping));
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
  if (rules::breaks("S-025", framing.CountItems == 0 || framing.CountItems > kMostItems)) {
    return refuse(nt::Breach("S-025", nt::Offender::running())
                      .message("{}.AllocatorFraming.CountItems is {}", where, framing.CountItems));
  }
  if (rules::breaks("S-026", framing.PinFlags != 0 || framing.PinWeight != 0)) {
    nt::Breach("S-026", nt::Offender::running())
        .message("{}.AllocatorFraming: PinFlags {:#x} and PinWeight {} are not 0", where,
                 framing.PinFlags, framing.PinWeight)
        .raise();
  }
  const KS_COMPRESSION& ratio = framing.OutputCompression;
  if (rules::breaks("S-041", ratio.RatioNumerator == 0 || ratio.RatioDenominator == 0)) {
    nt::Breach("S-041", nt::Offender::running())
        .message("{}.AllocatorFraming: a compression of {} to {}", where, ratio.RatioNumerator,
                 ratio.RatioDenominator)
        .raise();
  }
  for (ULONG i = 0; i < framing.CountItems; ++i) {
    const KS_FRAMING_ITEM& item = framing.FramingItem[i];
    const std::string name = fmt::format("{}.AllocatorFraming.FramingItem[{}]", where, i);
    if (rules::breaks("S-036", !is_memory_type(item.MemoryType))) {
      return refuse(nt::Breach("S-036", nt::Offender::running())
                        .message("{}.MemoryType is no KSMEMORY_TYPE", name));
    }
    if (!check_range(item.PhysicalRange, name + ".PhysicalRange")) return false;
    // The macro that declares a framing writes no memory flags, so none are required.
    constexpr ULONG kAllowed = KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE;
    if (rules::breaks("S-037", (item.MemoryFlags & ~kAllowed) != 0 || item.BusFlags != 0)) {
      nt::Breach("S-037", nt::Offender::running())
          .message("{}: MemoryFlags {:#x}, BusFlags {:#x}", name, item.MemoryFlags, item.BusFlags)
          .raise();
    }
    if (rules::breaks("S-040", item.FramingRange.InPlaceWeight != 0 ||
                                   item.FramingRange.NotInPlaceWeight != 0)) {
      nt::Breach("S-040", nt::Offender::running())
          .message("{}.FramingRange: the weights are not 0", name)
          .raise();
    }
  }
  return true;
}

NTSTATUS check_framing_request(const KSALLOCATOR_FRAMING& framing) {
  const ULONG mask = framing.FileAlignment;
  if (framing.FrameSize == 0) return STATUS_INVALID_PARAMETER;
  if ((framing.OptionsFlags & ~static_cast<ULONG>(KSALLOCATOR_OPTIONF_VALID)) != 0) {
    return STATUS_INVALID_PARAMETER;
  }
  if ((mask & (mask + 1)) != 0 || mask >= PAGE_SIZE) return STATUS_INVALID_PARAMETER;
  return framing.Reserved == 0 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

void check_reserved(const KSALLOCATOR_FRAMING& framing, const char* where) {
  if (!rules::breaks("S-027", framing.Reserved != 0)) return;
  nt::Breach("S-027", nt::Offender::running())
      .message("{}: KSALLOCATOR_FRAMING.Reserved is {}", where, framing.Reserved)
      .raise();
}

bool modifies_in_place(const KSALLOCATOR_FRAMING_EX* framing) {
  if (framing == nullptr || framing->CountItems == 0) return false;
  return (framing->FramingItem[0].Flags & KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER) != 0;
}

bool can_allocate(const KSALLOCATOR_FRAMING_EX& framing) {
  return std::any_of(framing.FramingItem, framing.FramingItem + framing.CountItems,
                     [](const KS_FRAMING_ITEM& item) {
                       return !same(item.MemoryType, KSMEMORY_TYPE_USER) &&
                              !same(item.MemoryType, KSMEMORY_TYPE_DEVICE_UNKNOWN);
                     });
}

namespace {

bool any_memory(const GUID& type) {
  return same(type, KSMEMORY_TYPE_WILDCARD) || same(type, KSMEMORY_TYPE_SYSTEM);
}

}  // namespace

std::optional<KSALLOCATOR_FRAMING> agree(const KSALLOCATOR_FRAMING_EX* source,
                                         const KSALLOCATOR_FRAMING_EX* sink) {
  KSALLOCATOR_FRAMING out{};
  out.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
  out.PoolType = NonPagedPoolNx;
  for (const KSALLOCATOR_FRAMING_EX* framing : {source, sink}) {
    if (framing == nullptr) continue;
    const KS_FRAMING_ITEM& item = framing->FramingItem[0];
    out.Frames = std::max(out.Frames, item.Frames);
    out.FileAlignment |= item.FileAlignment;
    out.OptionsFlags |= item.Flags & KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER;  // S-035
    if (same(item.MemoryType, KSMEMORY_TYPE_USER)) return std::nullopt;
  }
  if (source != nullptr && sink != nullptr) {
    const GUID& a = source->FramingItem[0].MemoryType;
    const GUID& b = sink->FramingItem[0].MemoryType;
    if (!same(a, b) && !any_memory(a) && !any_memory(b)) return std::nullopt;
  }
  const KSALLOCATOR_FRAMING_EX* sized = source != nullptr ? source : sink;
  if (sized == nullptr) return std::nullopt;
  out.FrameSize = sized->FramingItem[0].FramingRange.Range.MaxFrameSize;
  if (out.Frames == 0) out.Frames = 1;
  return out.FrameSize == 0 ? std::nullopt : std::optional(out);
}

}  // namespace drydock::ks
