// The mutex of the executive: src/sim/mutex.h says what may happen under it.
#pragma once

#include "src/sim/mutex.h"

namespace drydock::nt {

using sim::Mutex;
using sim::MutexHold;

}  // namespace drydock::nt
