// Feeds the nodes: takes the next packet of a context's queue, prepares it, and gives it to the
// hardware.
//
//   next ──► place and pin memory ──► patch ──► Submitter
//    ▲              │
//    └── no room ◄──┘   (the packet waits, is split, or its device fails)
//
// It also passes synchronisation points when it is their turn.
//
// Owner: the scheduler. Threads: only the strand. Cost: for each packet three locks, the placement
// of its memory, and the calls of the driver that patch and submit it.
#pragma once

#include <cstdint>
#include <memory>

#include "src/sched/engine/collector.h"
#include "src/sched/engine/ender.h"
#include "src/sched/engine/submitter.h"
#include "src/sched/memory/context_memory.h"
#include "src/sched/memory/packet_memory.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class Feeder {
 public:
  Feeder(EngineDriver& driver, const EngineCaps& caps, Nodes& nodes, PacketMemory& memory,
         ContextMemory& contexts, Submitter& submitter, Ender& ender, Collector& collector)
      : driver_(driver),
        caps_(caps),
        nodes_(nodes),
        memory_(memory),
        contexts_(contexts),
        submitter_(submitter),
        ender_(ender),
        collector_(collector) {}
  Feeder(const Feeder&) = delete;
  Feeder& operator=(const Feeder&) = delete;

  // Sends as many packets to the hardware as it takes now, and passes the synchronisation points
  // before them. Ends what is reported meanwhile.
  void feed(UINT node);

 private:
  enum class Prepared : std::uint8_t { kYes, kWait, kAgain, kFailed };

  bool feed_one(UINT node);
  void pass(std::unique_ptr<Packet> packet);
  Prepared prepare(Packet& packet);
  bool make_resident(Packet& packet, vidmm::Placed& why_not);
  Prepared make_room(Packet& packet, vidmm::Placed why_not);
  bool take_fence(Packet& packet);
  bool patch(Packet& packet);
  bool make_tables_resident(Packet& packet, vidmm::Placed& why_not);
  void set_root(WorkSource& context, const vidmm::PageTables& tables);

  EngineDriver& driver_;
  const EngineCaps& caps_;
  Nodes& nodes_;
  PacketMemory& memory_;
  ContextMemory& contexts_;
  Submitter& submitter_;
  Ender& ender_;
  Collector& collector_;
};

}  // namespace drydock::sched
