// Preemption: takes packets back from the hardware, so that others can run there.
//
//   ask(), ask_for_others() ──► PreemptCommand ──► report of the driver ──► requeue()
//
// Owner: the scheduler. Threads: only the strand. Cost: ask_for_others() takes one lock, and looks
// at the packets at the hardware of a node.
#pragma once

#include "src/sched/engine/submitter.h"
#include "src/sched/memory/packet_memory.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"

namespace drydock::sched {

class Preemption {
 public:
  Preemption(EngineDriver& driver, const EngineCaps& caps, Nodes& nodes, PacketMemory& memory,
             Submitter& submitter)
      : driver_(driver), caps_(caps), nodes_(nodes), memory_(memory), submitter_(submitter) {}
  Preemption(const Preemption&) = delete;
  Preemption& operator=(const Preemption&) = delete;

  // True when the driver can preempt.
  bool is_supported() const { return caps_.preempts; }
  // Asks the driver to preempt what is at the hardware of the node. False when the driver failed
  // (K-395): nothing is being preempted then.
  bool ask(UINT node);
  // The same, when a packet of higher priority waits, or nothing waits for what is at the hardware.
  void ask_for_others(UINT node);
  // The driver has answered. K-396: packets that were at the hardware when preemption was requested
  // go back to the front of their context's queue. Paging packets keep their fence and are
  // submitted again at once (K-393).
  void requeue(UINT node);

 private:
  EngineDriver& driver_;
  const EngineCaps& caps_;
  Nodes& nodes_;
  PacketMemory& memory_;
  Submitter& submitter_;
};

}  // namespace drydock::sched
