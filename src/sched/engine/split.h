// Work that names more memory than fits runs in parts of its DMA buffer.
//
// A part can end where the driver says that an allocation is needed from then on (SplitOffset), if
// nothing is needed there that was bound before: every slot that has an allocation gets another one
// at that place, or has been unbound. A packet is halved until a part fits.
//
// Owner: nobody, it has no state. Threads: only the scheduler's strand. Cost: a copy of the lists
// of the packet, and one lock.
#pragma once

#include "src/sched/work/nodes.h"
#include "src/sched/work/packet.h"

namespace drydock::sched {

// Makes the packet its first part, and queues the second part behind it. False when the packet
// cannot be split anywhere.
bool split(Packet& packet, Nodes& nodes);

}  // namespace drydock::sched
