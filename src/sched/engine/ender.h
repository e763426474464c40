// The ends of packets. A packet ends once: it completes, is aborted, or is dropped before it
// reaches the hardware. Then it releases everything that it had: pins, claims, its DMA buffer, and
// the threads that wait for it.
//
// Owner: the scheduler. Threads: only the strand; wait_idle() any. Cost: linear in what the packet
// names; one lock, and a second one for work by GPU virtual addresses.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "src/sched/memory/packet_memory.h"
#include "src/sched/memory/unnamed_memory.h"
#include "src/sched/strand.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/sim/gate.h"

namespace drydock::sched {

class Ender {
 public:
  Ender(EngineDriver& driver, const EngineCaps& caps, Nodes& nodes, Strand& strand,
        PacketMemory& memory, const UnnamedMemory& unnamed)
      : driver_(driver),
        caps_(caps),
        nodes_(nodes),
        strand_(strand),
        memory_(memory),
        unnamed_(unnamed) {}
  Ender(const Ender&) = delete;
  Ender& operator=(const Ender&) = delete;

  // The packets have ended, for whatever reason: they use nothing any more of what they named.
  void finish(std::unique_ptr<Packet> packet);
  void finish(Packets packets);
  // Ends a packet that never reaches the hardware, or does not reach it again.
  void drop(std::unique_ptr<Packet> packet);
  // Drops the work of devices that failed or stop, and all work when the driver cannot be reached.
  void drop_hopeless();
  // K-386, K-387: work of the node that the driver did not take counts as complete as soon as all
  // earlier work is.
  void end_refused(UINT node);
  // Ends the packets that were at the hardware of a reset engine. The device of the packet that
  // hung is in error, and so are the devices whose work was lost with it.
  void abort(Packets packets, const Packet* guilty);

  // Waits until nothing of the device is queued or at the hardware.
  void wait_idle(const WorkOwner& device);

 private:
  void end_virtual(const Packet& packet);
  void count_out(WorkSource& context, bool was_at_hardware);
  void cancel_in_driver(const Packet& packet);

  EngineDriver& driver_;
  const EngineCaps& caps_;
  Nodes& nodes_;
  Strand& strand_;
  PacketMemory& memory_;
  const UnnamedMemory& unnamed_;
  std::vector<std::pair<const WorkOwner*, sim::Completion*>> idle_waiters_
      DRYDOCK_GUARDED_BY(nodes_.lock);
};

}  // namespace drydock::sched
