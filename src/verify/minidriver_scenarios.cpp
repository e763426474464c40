#include "src/verify/scenario.h"

namespace drydock::verify {

std::span<const Scenario> minidriver_scenarios() { return {}; }

}  // namespace drydock::verify
