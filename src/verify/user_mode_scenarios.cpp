#include "src/verify/scenario.h"

namespace drydock::verify {

std::span<const Scenario> user_mode_scenarios() { return {}; }

}  // namespace drydock::verify
