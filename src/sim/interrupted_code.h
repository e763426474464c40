// For signal handlers that never return to the code that they interrupted.
//
// Threads: that of the handler. Cost: one store in builds with assertions, otherwise nothing.
#pragma once

#include "src/sim/lock_order.h"

namespace drydock::sim {

// The code that took this thread's locks never goes on. What the thread does instead may take any
// lock that is free.
inline void disregard_held_locks() {
#ifndef NDEBUG
  held_locks.count = 0;
#endif
}

}  // namespace drydock::sim
