// DxgkDdiPatch writes the places of allocations into a DMA buffer.
//
// Owner: nobody, it has no state. Threads: only the scheduler's strand. Cost: one call of the
// driver, and a copy of the bytes that it must not change.
#pragma once

#include "src/sched/work/engine_driver.h"
#include "src/sched/work/packet.h"

namespace drydock::sched {

// Calls the driver, and raises a breach for what else it did to the buffer (K-380, K-385, K-401).
// False when the driver failed.
bool patch(EngineDriver& driver, Packet& packet);

}  // namespace drydock::sched
