// The lock of a queue, as the fields of frames, requests and stream pointers name it. A QueueHold
// (queue.h) takes it.
#pragma once

#include "src/sim/some_lock.h"

namespace drydock::ks {

inline constexpr sim::SomeLock some_queue_lock;

}  // namespace drydock::ks
