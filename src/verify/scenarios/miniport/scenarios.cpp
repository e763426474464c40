#include <vector>

#include "src/verify/base/scenario.h"
#include "src/verify/scenarios/miniport/groups.h"

namespace drydock::verify {

std::span<const Scenario> miniport_scenarios() {
  static const std::vector<Scenario> all = [] {
    std::vector<Scenario> out;
    for (const auto part :
         {miniport::adapter_lives(), miniport::object_lives(), miniport::sharing_lives(),
          miniport::memory_lives(), miniport::residency_lives(), miniport::address_lives(),
          miniport::work_lives(), miniport::endings(), miniport::hostile_lives(),
          miniport::escape_lives(), miniport::command_lives(), miniport::display_lives(),
          miniport::races()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

}  // namespace drydock::verify
