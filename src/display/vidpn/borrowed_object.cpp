#include "src/display/vidpn/borrowed_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace drydock::display {

BorrowedStructure* BorrowedObject::find_structure(const void* address) {
  for (BorrowedStructure& one : std::views::reverse(structures))
    if (one.address() == address) return &one;
  return nullptr;
}

bool BorrowedObject::has_held_structure() const {
  return std::ranges::any_of(structures, &BorrowedStructure::is_held);
}

std::string describe(const BorrowedObject& object) {
  switch (object.kind) {
    case ObjectKind::kVidPn:
      return "VidPn";
    case ObjectKind::kTopology:
      return "topology";
    case ObjectKind::kSourceModes:
      return fmt::format("mode set of source {}", object.set<D3DKMDT_VIDPN_SOURCE_MODE>()->owner());
    case ObjectKind::kTargetModes:
      return fmt::format("mode set of target {:#x}",
                         object.set<D3DKMDT_VIDPN_TARGET_MODE>()->owner());
    case ObjectKind::kMonitorModes:
      return fmt::format("monitor mode set of target {:#x}",
                         object.set<D3DKMDT_MONITOR_SOURCE_MODE>()->owner());
    case ObjectKind::kFrequencyRanges:
      return "monitor frequency range set";
    case ObjectKind::kDescriptors:
      return "monitor descriptor set";
    case ObjectKind::kAdditionalModes:
      break;
  }
  return "additional monitor modes";
}

}  // namespace drydock::display
