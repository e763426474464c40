// Memory that a packet does not name and must not change (K-379).
//
// A packet that goes to an idle GPU gets digests of all memory that the GPU can reach through
// apertures and that the packet does not name. When it has ended, and nothing else ran or moved
// meanwhile, the memory must be as it was.
//
// Owner: the scheduler. Threads: only the strand. Cost: a count for each packet. While arguments
// are hostile, the memory that apertures map is read twice for each packet.
#pragma once

#include <cstdint>

#include "src/sched/memory/context_memory.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/sched/work/packet.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class UnnamedMemory {
 public:
  UnnamedMemory(EngineDriver& driver, Nodes& nodes, const vidmm::VideoMemory& memory,
                const ContextMemory& contexts)
      : driver_(driver), nodes_(nodes), memory_(memory), contexts_(contexts) {}
  UnnamedMemory(const UnnamedMemory&) = delete;
  UnnamedMemory& operator=(const UnnamedMemory&) = delete;

  // The packet goes to the hardware: stores the digests with it.
  void store_digests(Packet& packet);
  // The packet has ended: compares them.
  void check(const Packet& packet) const;

 private:
  bool may_change(const Packet& packet, const vidmm::Tenant& tenant) const;

  EngineDriver& driver_;
  Nodes& nodes_;
  const vidmm::VideoMemory& memory_;
  const ContextMemory& contexts_;
  std::uint64_t submissions_ = 0;  // since the start
};

}  // namespace drydock::sched
