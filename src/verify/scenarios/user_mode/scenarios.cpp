#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {

std::span<const Scenario> user_mode_scenarios() {
  static const std::vector<Scenario> all = [] {
    std::vector<Scenario> out;
    for (const auto part :
         {user_mode_resources, user_mode_sharing, user_mode_endings, user_mode_difficulties,
          user_mode_crowds, user_mode_direct3d10, user_mode_direct3d12, user_mode_drawing}) {
      const std::span<const Scenario> some = part();
      out.insert(out.end(), some.begin(), some.end());
    }
    return out;
  }();
  return all;
}

}  // namespace drydock::verify
