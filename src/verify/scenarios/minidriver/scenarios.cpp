#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

std::span<const Scenario> minidriver_scenarios() {
  static const std::vector<Scenario> all = [] {
    std::vector<Scenario> out;
    for (const auto part :
         {minidriver_opening, minidriver_streaming, minidriver_allocators, minidriver_endings,
          minidriver_devices, minidriver_requests, minidriver_crowds}) {
      const std::span<const Scenario> some = part();
      out.insert(out.end(), some.begin(), some.end());
    }
    return out;
  }();
  return all;
}

}  // namespace drydock::verify
