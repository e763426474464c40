// The memory that packets name: it is put in place and pinned before a packet goes to the hardware,
// and unpinned when the packet has ended or was preempted.
//
// Owner: the scheduler. Threads: only the strand. Cost: linear in the uses of the packet and in the
// residency list of its device; constant for each tenant that is in place already.
#pragma once

#include "src/sched/work/packet.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class PacketMemory {
 public:
  explicit PacketMemory(vidmm::VideoMemory& memory) : memory_(memory) {}
  PacketMemory(const PacketMemory&) = delete;
  PacketMemory& operator=(const PacketMemory&) = delete;

  // Places and pins everything that the packet names, and its DMA buffer. When it returns false,
  // unpin() undoes what was done, here and below.
  bool make_resident(Packet& packet, vidmm::Placed& why_not);
  // K-284: places and pins everything on the residency list of the packet's device. The host does
  // not know which of it the GPU writes to.
  bool make_list_resident(Packet& packet, vidmm::Placed& why_not);
  // Unpins all that the packet has pinned, its page tables included.
  void unpin(Packet& packet);

 private:
  bool map_buffer(DmaBuffer& buffer, vidmm::Placed& why_not);
  void release_residents(Packet& packet);

  vidmm::VideoMemory& memory_;
};

}  // namespace drydock::sched
