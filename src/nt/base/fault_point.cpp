#include "src/nt/base/fault_point.h"

namespace drydock::nt {

constinit std::atomic<FaultPointListener> fault_point_listener = nullptr;

}  // namespace drydock::nt
