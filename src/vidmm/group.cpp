#include "src/vidmm/group.h"

#include <bit>

namespace drydock::vidmm {
namespace {

// All apertures, or all memory segments.
UINT segments_of_kind(const MemoryCaps& caps, bool are_apertures, bool marked_only) {
  UINT out = 0;
  for (std::size_t i = 0; i < caps.segments.size(); ++i) {
    const DXGK_SEGMENTFLAGS& flags = caps.segments[i].Flags;
    if ((flags.Aperture != 0) == are_apertures && (!marked_only || flags.ApplicationTarget != 0))
      out |= 1U << i;
  }
  return out;
}

}  // namespace

UINT budgeted_segments(const MemoryCaps& caps) {
  UINT out = 0;
  for (const bool are_apertures : {false, true}) {
    const UINT marked = segments_of_kind(caps, are_apertures, /*marked_only=*/true);
    out |= marked != 0 ? marked : segments_of_kind(caps, are_apertures, /*marked_only=*/false);
  }
  return out;
}

std::optional<Group> group_of(const MemoryCaps& caps, const Tenant& tenant) {
  const UINT segments = tenant.wishes.segments.load(std::memory_order_relaxed);
  if (segments == 0) return std::nullopt;
  UINT id = tenant.wishes.preferred.load(std::memory_order_relaxed).SegmentId0;
  const bool is_preferred = id != 0 && (segments >> (id - 1) & 1) != 0;
  if (!is_preferred) id = static_cast<UINT>(std::countr_zero(segments)) + 1;
  if (id > caps.segments.size() || (caps.budgeted >> (id - 1) & 1) == 0) return std::nullopt;
  return caps.segments[id - 1].Flags.Aperture != 0 ? Group::kNonLocal : Group::kLocal;
}

}  // namespace drydock::vidmm
