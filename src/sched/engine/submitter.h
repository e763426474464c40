// Gives packets to the driver: SubmitCommand, SubmitCommandVirtual, or SubmitCommandToHwQueue.
//
// A packet counts as at the hardware before the driver is called, because its interrupt may come
// before the call returns.
//
// Owner: the scheduler. Threads: only the strand. Cost: one lock and one call of the driver for
// each packet.
#pragma once

#include <memory>

#include "src/sched/engine/ender.h"
#include "src/sched/engine/hardware_queues.h"
#include "src/sched/memory/context_memory.h"
#include "src/sched/memory/unnamed_memory.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class Submitter {
 public:
  Submitter(EngineDriver& driver, const EngineCaps& caps, Nodes& nodes,
            const vidmm::VideoMemory& memory, ContextMemory& contexts, UnnamedMemory& unnamed,
            HardwareQueues& queues, Ender& ender)
      : driver_(driver),
        caps_(caps),
        nodes_(nodes),
        memory_(memory),
        contexts_(contexts),
        unnamed_(unnamed),
        queues_(queues),
        ender_(ender) {}
  Submitter(const Submitter&) = delete;
  Submitter& operator=(const Submitter&) = delete;

  // Submits a packet that is prepared and has its fence.
  void send(std::unique_ptr<Packet> packet);

 private:
  void send_commands(std::unique_ptr<Packet> packet);
  void send_virtual(std::unique_ptr<Packet> packet);
  void send_paging(std::unique_ptr<Packet> packet, const vidmm::PagingProcess& process);
  void send_to_queue(std::unique_ptr<Packet> packet);
  void refuse_if_failed(const Packet& sent, NTSTATUS status);
  void refuse(const Packet& packet);
  void count_in(std::unique_ptr<Packet> packet);

  EngineDriver& driver_;
  const EngineCaps& caps_;
  Nodes& nodes_;
  const vidmm::VideoMemory& memory_;
  ContextMemory& contexts_;
  UnnamedMemory& unnamed_;
  HardwareQueues& queues_;
  Ender& ender_;
};

}  // namespace drydock::sched
