#include "src/dxgk/creation/check_allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

constexpr SIZE_T k64Kilobytes = 0x10000;

// The adapter's segments by kind. A set has one bit for each segment; the first segment has the
// lowest bit.
struct SegmentSets {
  explicit SegmentSets(std::span<const DXGK_SEGMENTDESCRIPTOR4> segments) {
    UINT bit = 1;
    for (const DXGK_SEGMENTDESCRIPTOR4& segment : segments) {
      const DXGK_SEGMENTFLAGS& flags = segment.Flags;
      if (flags.Aperture != 0) apertures |= bit;
      if (flags.Aperture != 0 && flags.CacheCoherent != 0) coherent |= bit;
      if (flags.Aperture != 0 || flags.CpuVisible != 0) in_cpus_reach |= bit;
      if (flags.Use64KBPages != 0) of_large_pages |= bit;
      bit <<= 1;
    }
  }

  UINT apertures = 0;
  UINT coherent = 0;
  UINT in_cpus_reach = 0;
  UINT of_large_pages = 0;
};

// One answer of the driver, and the breaches that it contains. A wrong part that can be left out is
// raised and left out, so that the rest of the allocation's life can show further mistakes.
class Answer {
 public:
  Answer(Adapter& adapter, DXGK_ALLOCATIONINFO& info, UINT index)
      : adapter_(adapter), info_(info), index_(index), segments_(adapter.caps().segments) {}

  // False when the allocation cannot be created: it has no handle or no size.
  bool is_usable() const { return usable_; }

  void check_handle_and_size() {
    usable_ = holds(info_.hAllocation != nullptr, "K-129", "hAllocation NULL");
    if (!usable_) return;  // a missing answer is raised once
    note_pointer();
    usable_ = holds(info_.Size != 0, "K-135", "Size 0");
    if (!holds(info_.PitchAlignedSize == 0 || info_.PitchAlignedSize >= info_.Size, "K-136",
               "PitchAlignedSize {:#x} below Size {:#x}", info_.PitchAlignedSize, info_.Size))
      info_.PitchAlignedSize = 0;
    if (!holds(info_.AllocationPriority != 0, "K-140", "AllocationPriority 0"))
      info_.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  }

  void check_segments() {
    UINT supported = info_.SupportedWriteSegmentSet;
    if (adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      supported |= info_.SupportedReadSegmentSet;
    bool is_preference_good = true;
    for (const UINT segment : preferred_segments()) {
      if (segment == 0) [[likely]]
        continue;
      is_preference_good &=
          holds((supported >> (segment - 1) & 1) != 0, "K-137",
                "PreferredSegment {} outside the supported set {:#x}", segment, supported);
    }
    if (!is_preference_good) info_.PreferredSegment = {};
    if (!holds((info_.EvictionSegmentSet & ~segments_.apertures) == 0, "K-139",
               "EvictionSegmentSet {:#x} naming what is no aperture segment",
               info_.EvictionSegmentSet))
      info_.EvictionSegmentSet &= segments_.apertures;
    if ((supported & segments_.of_large_pages) != 0 &&
        !holds(info_.Alignment % k64Kilobytes == 0, "K-142",
               "Alignment {:#x} and a segment of 64 KB pages", info_.Alignment))
      info_.Alignment = k64Kilobytes;
  }

  // Requirements that depend on the purpose of the allocation.
  void check_kind(const AllocationKind& kind) {
    const UINT written = info_.SupportedWriteSegmentSet;
    const bool only_apertures = (written & ~segments_.apertures) == 0;
    if (kind.is_primary)
      holds((written & ~segments_.in_cpus_reach) == 0, "K-151",
            "write segments {:#x} for a primary, some out of the CPU's reach", written);
    if (kind.is_existing)
      holds(info_.Flags.Cached != 0, "K-153",
            "no Cached flag for existing memory, which is cached");
    if (kind.rows) check_rows(*kind.rows);
    if (kind.is_shared)
      holds(info_.Flags.CpuVisible == 0 || only_apertures, "K-168",
            "CpuVisible for a shared allocation that may be outside an aperture segment");
    // A driver that has not said that it supports such resources owes them nothing.
    if (!kind.is_cross_adapter || !adapter_.caps().driver.MemoryManagementCaps.CrossAdapterResource)
      return;
    holds(info_.Flags.CpuVisible != 0 && only_apertures, "K-123",
          "segments besides apertures, or without CpuVisible, for a cross-adapter resource");
    holds(kind.is_existing || info_.Flags.Cached == 0, "K-123",
          "Cached for a cross-adapter resource, which is write-combined");
  }

  // Checks the bits that mean something else in the other generation of flags (K-141), and the
  // flags that need a capability of the adapter.
  void check_generation() {
    if (adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_0) {
      DXGK_ALLOCATIONINFOFLAGS newer{};
      newer.AccessedPhysically = newer.ExplicitResidencyNotification = 1;
      newer.HardwareProtected = newer.CpuVisibleOnDemand = 1;
      if (!holds((info_.Flags.Value & newer.Value) == 0, "K-141",
                 "Flags {:#x}, which only FlagsWddm2 has", info_.Flags.Value))
        info_.Flags.Value &= ~newer.Value;
      return;
    }
    DXGK_ALLOCATIONINFOFLAGS older{};
    older.SynchronousPaging = older.LinkMirrored = 1;
    older.UseAlternateVA = adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_1;
    older.LinkInstanced = adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_9;
    if (!holds((info_.Flags.Value & older.Value) == 0, "K-141",
               "FlagsWddm2 {:#x}, which only Flags has", info_.Flags.Value))
      info_.Flags.Value &= ~older.Value;
    check_aperture_for_cpu();
  }

  void check_backing_store(const AllocationKind& kind) {
    if (adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM3_0 ||
        info_.Flags2.ShareBackingStoreWithKmd == 0)
      return;
    const bool may =
        holds(adapter_.shares_backing_stores(), "K-165",
              "ShareBackingStoreWithKmd, which is not enabled, or was not asked for") &&
        holds(kind.is_shared && !kind.has_memory, "K-165",
              "ShareBackingStoreWithKmd for what is not shared, or has a memory of its own") &&
        holds((info_.SupportedWriteSegmentSet & ~segments_.apertures) == 0, "K-165",
              "ShareBackingStoreWithKmd and write segments {:#x}, not all of them apertures",
              info_.SupportedWriteSegmentSet);
    if (!may) info_.Flags2.ShareBackingStoreWithKmd = 0;
  }

  void check_flags(bool is_primary) {
    DXGK_ALLOCATIONINFOFLAGS& flags = info_.Flags;
    if (flags.PermanentSysMem != 0 &&
        !holds(flags.CpuVisible != 0, "K-149", "PermanentSysMem without CpuVisible"))
      flags.PermanentSysMem = 0;
    if (flags.Cached != 0 && !holds(flags.CpuVisible != 0, "K-150", "Cached without CpuVisible"))
      flags.Cached = 0;
    const bool existing = flags.ExistingSysMem != 0 || flags.ExistingKernelSysMem != 0;
    if (is_primary &&
        !holds(flags.PermanentSysMem == 0 && flags.Cached == 0 && flags.Protected == 0 && !existing,
               "K-151", "a flag that a primary may not have"))
      flags.PermanentSysMem = flags.Cached = flags.Protected = flags.ExistingSysMem =
          flags.ExistingKernelSysMem = 0;
    if (!holds(flags.Protected + flags.PermanentSysMem + flags.ExistingSysMem +
                       flags.ExistingKernelSysMem <=
                   1,
               "K-152",
               "more than one of Protected, PermanentSysMem and the existing-memory flags"))
      flags.Protected = flags.PermanentSysMem = 0;
    check_newer_flags(is_primary);
    if (flags.HistoryBuffer != 0) check_history();
  }

 private:
  // The version decides which of these flags exist.
  void check_newer_flags(bool is_primary) {
    DXGK_ALLOCATIONINFOFLAGS& flags = info_.Flags;
    const bool is_wddm2 = adapter_.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0;
    if (!is_wddm2 && flags.UseAlternateVA != 0 &&
        !holds(is_primary, "K-158", "UseAlternateVA on no primary"))
      flags.UseAlternateVA = 0;
    if (is_wddm2 && flags.ExplicitResidencyNotification != 0 &&
        !holds(flags.AccessedPhysically != 0, "K-161",
               "ExplicitResidencyNotification without AccessedPhysically"))
      flags.ExplicitResidencyNotification = 0;
  }

  void check_history() {
    DXGK_ALLOCATIONINFOFLAGS others = info_.Flags;
    others.HistoryBuffer = others.CpuVisible = others.Cached = 0;
    const bool is_cached = info_.Flags.Cached != 0;
    if (holds(info_.Flags.CpuVisible != 0 && others.Value == 0, "K-160",
              "HistoryBuffer without CpuVisible or with other flags"))
      holds(is_cached || (info_.SupportedWriteSegmentSet & segments_.coherent) == 0, "K-160",
            "HistoryBuffer without Cached in an aperture segment that is cache coherent");
  }

  void check_aperture_for_cpu() {
    if (adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_9 ||
        info_.FlagsWddm2.MapApertureCpuVisible == 0)
      return;
    if (!holds(adapter_.caps().driver.MemoryManagementCaps.MapAperture2Supported != 0, "K-164",
               "MapApertureCpuVisible and an adapter without MapAperture2Supported")) {
      info_.FlagsWddm2.MapApertureCpuVisible = 0;
    } else {
      holds(info_.FlagsWddm2.AccessedPhysically != 0, "K-164",
            "MapApertureCpuVisible without AccessedPhysically: it is never mapped");
    }
  }

  // What the CPU does not see may have any layout.
  void check_rows(const DescribedRows& rows) {
    if (info_.Flags.CpuVisible == 0 || rows.pitch == 0) return;
    const SIZE_T size = std::max(info_.Size, info_.PitchAlignedSize);
    holds(size >= rows.bytes(), "K-145",
          "Size {:#x} and CpuVisible, but DxgkDdiGetStandardAllocationDriverData returned Pitch "
          "{:#x} for its {} rows, which take {:#x} bytes",
          info_.Size, rows.pitch, rows.height, rows.bytes());
  }

  // The documents want a pointer to the driver's data for the allocation. Windows never follows it:
  // an index does for it.
  void note_pointer() {
    const auto value = reinterpret_cast<std::uintptr_t>(info_.hAllocation);
    if (value == 0 || value >= k64Kilobytes) return;
    breach("K-129", "hAllocation {:#x}, which points at no data of the driver's",
           fmt::make_format_args(value))
        .tolerated()
        .raise_later();
  }

  // Counts the evaluation. The message is built only when the answer is wrong. Returns `is_right`.
  template <typename... Values>
  [[gnu::always_inline]] bool holds(bool is_right, rules::RuleId rule,
                                    fmt::format_string<Values...> what, const Values&... values) {
    rules::evaluated(rule);
    if (!is_right) [[unlikely]]
      raise(rule, what, fmt::make_format_args(values...));
    return is_right;
  }

  [[gnu::cold]] void raise(rules::RuleId rule, fmt::string_view what, fmt::format_args values) {
    breach(rule, what, values).raise_later();
  }

  nt::Breach breach(rules::RuleId rule, fmt::string_view what, fmt::format_args values) {
    return nt::Breach(rule, adapter_.offender())
        .message("DxgkDdiCreateAllocation returned pAllocationInfo[{}] with {}", index_,
                 fmt::vformat(what, values));
  }

  // 0: no preference in this place.
  std::array<UINT, 5> preferred_segments() const {
    const DXGK_SEGMENTPREFERENCE& wanted = info_.PreferredSegment;
    return {wanted.SegmentId0, wanted.SegmentId1, wanted.SegmentId2, wanted.SegmentId3,
            wanted.SegmentId4};
  }

  Adapter& adapter_;
  DXGK_ALLOCATIONINFO& info_;
  const UINT index_;
  const SegmentSets segments_;
  bool usable_ = true;
};

}  // namespace

bool check_allocation(Adapter& adapter, DXGK_ALLOCATIONINFO& info, UINT index,
                      const AllocationKind& kind) {
  Answer answer(adapter, info, index);
  answer.check_handle_and_size();
  if (!answer.is_usable()) return false;
  answer.check_segments();
  answer.check_generation();
  answer.check_flags(kind.is_primary);
  answer.check_kind(kind);
  answer.check_backing_store(kind);
  return true;
}

bool fits_segments(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info) {
  if (info.Size > std::numeric_limits<SIZE_T>::max() - PAGE_SIZE) return false;
  const auto& segments = adapter.caps().segments;
  bool is_anywhere = true;  // an allocation without a segment lies in system memory
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if ((info.SupportedWriteSegmentSet >> i & 1) == 0) continue;
    if (info.Size <= segments[i].Size) return true;
    is_anywhere = false;
  }
  return is_anywhere;
}

}  // namespace drydock::dxgk
