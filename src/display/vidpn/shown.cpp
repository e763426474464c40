#include "src/display/vidpn/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace drydock::display {

Lent* Shown::find_lent(const void* address) {
  for (Lent& one : std::views::reverse(lent))
    if (one.address() == address) return &one;
  return nullptr;
}

bool Shown::has_lent() const { return std::ranges::any_of(lent, &Lent::is_held); }

std::string describe(const Shown& shown) {
  switch (shown.kind) {
    case ShownKind::kVidPn:
      return "VidPn";
    case ShownKind::kTopology:
      return "topology";
    case ShownKind::kSourceModes:
      return fmt::format("mode set of source {}", shown.set<D3DKMDT_VIDPN_SOURCE_MODE>()->owner());
    case ShownKind::kTargetModes:
      return fmt::format("mode set of target {:#x}",
                         shown.set<D3DKMDT_VIDPN_TARGET_MODE>()->owner());
    case ShownKind::kMonitorModes:
      return fmt::format("monitor mode set of target {:#x}",
                         shown.set<D3DKMDT_MONITOR_SOURCE_MODE>()->owner());
    case ShownKind::kFrequencyRanges:
      return "monitor frequency range set";
    case ShownKind::kDescriptors:
      return "monitor descriptor set";
    case ShownKind::kAdditionalModes:
      break;
  }
  return "additional monitor modes";
}

}  // namespace drydock::display
