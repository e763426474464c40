// Work by GPU virtual addresses: its submission to the driver, and its end.
#include <utility>

#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::sched {

bool claim_for(const Packet& packet) {
  if (!packet.context->claim_by_gpu()) return false;
  if (packet.queue() == nullptr || packet.queue()->claim_by_gpu()) return true;
  packet.context->release_by_gpu();
  return false;
}

void Scheduler::send_virtual(std::unique_ptr<Packet> packet) {
  if (packet->queue() != nullptr) return send_to_queue(std::move(packet));
  const AddressedWork& work = packet->as<AddressedWork>();
  DXGKARG_SUBMITCOMMANDVIRTUAL arguments{};
  arguments.hContext = packet->context->driver();
  arguments.DmaBufferVirtualAddress = work.commands;
  arguments.DmaBufferSize = packet->bytes;
  arguments.pDmaBufferPrivateData = packet->dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet->dma->private_data.size());
  arguments.DmaBufferUmdPrivateDataSize = work.client_private_bytes;
  arguments.SubmissionFenceId = packet->fence;
  arguments.Flags.NullRendering = packet->null_rendering ? 1 : 0;
  arguments.Flags.Resubmission = packet->was_preempted ? 1 : 0;
  arguments.NodeOrdinal = packet->node;
  trace::event("gpu", "submitted",
               {{"node", packet->node}, {"fence", packet->fence}, {"address", work.commands}});
  Packet& sent = *packet;
  note_sent(std::move(packet));
  const NTSTATUS status = driver_.submit_command_virtual(arguments);
  if (status != STATUS_INVALID_PARAMETER) return;
  // The reference stays valid: only this strand ends packets.
  sent.as<AddressedWork>().is_refused = true;
  fail_device(sent, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  end_refused(sent.node);
}

// K-387: malformed work counts as complete as soon as all earlier work is.
void Scheduler::end_refused(UINT node) {
  for (;;) {
    Packets over;
    {
      const sim::Hold hold(lock_);
      const Packet* const oldest = nodes_[node].oldest_with_fence();
      if (oldest == nullptr || !oldest->is<AddressedWork>() ||
          !oldest->as<AddressedWork>().is_refused)
        return;
      over = nodes_[node].complete(oldest->fence);
    }
    for (std::unique_ptr<Packet>& packet : over) {
      packet->was_aborted = true;
      finish(std::move(packet));
    }
  }
}

void Scheduler::end_virtual(const Packet& packet) {
  std::vector<VirtualWork::Then> waiting;
  {
    const sim::Hold hold(lock_);
    waiting = packet.context->owner().virtual_work.end(packet.as<AddressedWork>().number);
  }
  for (const VirtualWork::Then& then : waiting) then();
}

bool Scheduler::has_virtual_work(const WorkOwner& device) {
  const sim::Hold hold(lock_);
  return !device.virtual_work.is_over();
}

std::uint64_t Scheduler::last_virtual_work(const WorkOwner& device) {
  const sim::Hold hold(lock_);
  return device.virtual_work.last();
}

bool Scheduler::is_virtual_work_over(const WorkOwner& device, std::uint64_t number) {
  const sim::Hold hold(lock_);
  return device.virtual_work.is_over(number);
}

bool Scheduler::after_virtual_work(WorkOwner& device, std::function<void()> then) {
  const sim::Hold hold(lock_);
  if (device.virtual_work.is_over()) return false;
  device.virtual_work.wait(std::move(then));
  return true;
}

}  // namespace drydock::sched
