// Which fault points a run met, one after the other.
#pragma once

#include <cstdint>
#include <vector>

namespace drydock::sim {

// The stacks of all points that the injection that lives has met; nothing without one.
std::vector<std::uint64_t> fault_history();

}  // namespace drydock::sim
