// The lock of an adapter's nodes, as the fields of contexts and of the devices that own them name
// it. A NodesHold (nodes.h) takes it.
#pragma once

#include "src/sim/some_lock.h"

namespace drydock::sched {

inline constexpr sim::SomeLock some_nodes_lock;

}  // namespace drydock::sched
