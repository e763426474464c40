#include "src/verify/scenario.h"

namespace drydock::verify {

std::span<const Scenario> miniport_scenarios() { return {}; }

}  // namespace drydock::verify
