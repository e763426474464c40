#include "src/sched/engine/submitter.h"

#include <fmt/format.h>

#include <utility>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

DXGKARG_SUBMITCOMMAND arguments_of(const Packet& packet) {
  DXGKARG_SUBMITCOMMAND out{};
  const WorkSource* const context =
      packet.is<SwitchWork>() ? packet.as<SwitchWork>().left.get() : packet.context.get();
  out.hContext = context != nullptr ? context->driver() : nullptr;
  describe_buffer(packet, out);
  out.DmaBufferSegmentId = packet.dma->segment;
  out.DmaBufferPhysicalAddress = packet.dma->physical;
  out.SubmissionFenceId = packet.fence;
  out.Flags.Paging = context == nullptr ? 1 : 0;
  out.Flags.ContextSwitch = packet.is<SwitchWork>() ? 1 : 0;
  out.Flags.NullRendering = packet.null_rendering ? 1 : 0;
  out.NodeOrdinal = packet.node;
  return out;
}

// The fields that all work by GPU virtual addresses has.
DXGKARG_SUBMITCOMMANDVIRTUAL virtual_arguments_of(const Packet& packet) {
  DXGKARG_SUBMITCOMMANDVIRTUAL out{};
  out.DmaBufferSize = packet.bytes;
  out.pDmaBufferPrivateData = packet.dma->private_data.data();
  out.DmaBufferPrivateDataSize = static_cast<UINT>(packet.dma->private_data.size());
  out.SubmissionFenceId = packet.fence;
  out.Flags.Resubmission = packet.was_preempted ? 1 : 0;
  out.NodeOrdinal = packet.node;
  return out;
}

DXGKARG_SUBMITCOMMANDTOHWQUEUE queue_arguments_of(const Packet& packet) {
  const AddressedWork& work = packet.as<AddressedWork>();
  DXGKARG_SUBMITCOMMANDTOHWQUEUE out{};
  out.hHwQueue = work.queue->driver();
  out.HwQueueProgressFenceId = work.progress;
  out.DmaBufferVirtualAddress = work.commands;
  out.DmaBufferSize = packet.bytes;
  out.pDmaBufferPrivateData = packet.dma->private_data.data();
  out.DmaBufferPrivateDataSize = static_cast<UINT>(packet.dma->private_data.size());
  out.HwQueueProgressFenceCpuVa = work.queue->progress_address();
  return out;
}

}  // namespace

void Submitter::send(std::unique_ptr<Packet> packet) {
  if (packet->queue() != nullptr) return send_to_queue(std::move(packet));
  if (packet->is<AddressedWork>()) return send_virtual(std::move(packet));
  if (packet->is<PagingWork>() && memory_.paging_process() != nullptr)
    return send_paging(std::move(packet), *memory_.paging_process());
  send_commands(std::move(packet));
}

void Submitter::count_in(std::unique_ptr<Packet> packet) {
  contexts_.load(*packet);
  unnamed_.store_digests(*packet);
  packet->send();
  const NodesHold hold(nodes_);
  if (packet->context) ++packet->context->at_hardware;
  nodes_.at(packet->node).submitted(std::move(packet));
}

void Submitter::send_commands(std::unique_ptr<Packet> packet) {
  DXGKARG_SUBMITCOMMAND arguments = arguments_of(*packet);
  if (caps_.marks_resubmission) arguments.Flags.Resubmission = packet->was_preempted ? 1 : 0;
  trace::event(
      "gpu", "submitted",
      {{"node", packet->node}, {"fence", packet->fence}, {"paging", packet->is<PagingWork>()}});
  const Packet& sent = *packet;
  count_in(std::move(packet));
  const NTSTATUS status = driver_.submit_command(arguments);
  if (rules::breaks("K-054", status == STATUS_NO_MEMORY || status == STATUS_INSUFFICIENT_RESOURCES))
    nt::Breach("K-054", driver_.offender())
        .message(
            "DxgkDdiSubmitCommand returned {:#010x}: the driver has no "
            "room for a DMA buffer, and RequiredDmaQueueEntry asked "
            "for room from DxgkDdiStartDevice on",
            static_cast<ULONG>(status))
        .raise_later();
  refuse_if_failed(sent, status);
}

// K-386, K-387: the driver did not take the packet, which counts as submitted: its fence counts as
// complete when the packets before it are. The reference stays valid: only this strand ends
// packets.
void Submitter::refuse_if_failed(const Packet& sent, NTSTATUS status) {
  if (NT_SUCCESS(status) || !driver_.is_reachable()) return;
  fail_device(sent, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  {
    const NodesHold hold(nodes_);
    nodes_.at(sent.node).refuse(sent);
  }
  ender_.end_refused(sent.node);
}

// Submits paging in the context of the paging process, in which its buffer has an address.
void Submitter::send_paging(std::unique_ptr<Packet> packet, const vidmm::PagingProcess& process) {
  DXGKARG_SUBMITCOMMANDVIRTUAL arguments = virtual_arguments_of(*packet);
  arguments.hContext = process.context();
  arguments.DmaBufferVirtualAddress = process.buffer_address();
  arguments.Flags.Paging = 1;
  trace::event("gpu", "submitted",
               {{"node", packet->node}, {"fence", packet->fence}, {"paging", true}});
  const Packet& sent = *packet;
  count_in(std::move(packet));
  refuse_if_failed(sent, driver_.submit_command_virtual(arguments));
}

void Submitter::send_virtual(std::unique_ptr<Packet> packet) {
  AddressedWork& work = packet->as<AddressedWork>();
  DXGKARG_SUBMITCOMMANDVIRTUAL arguments = virtual_arguments_of(*packet);
  arguments.hContext = packet->context->driver();
  arguments.DmaBufferVirtualAddress = work.commands;
  arguments.DmaBufferUmdPrivateDataSize = work.client_private_bytes;
  arguments.Flags.NullRendering = packet->null_rendering ? 1 : 0;
  trace::event("gpu", "submitted",
               {{"node", packet->node}, {"fence", packet->fence}, {"address", work.commands}});
  const Packet& sent = *packet;
  count_in(std::move(packet));
  refuse_if_failed(sent, driver_.submit_command_virtual(arguments));
}

void Submitter::send_to_queue(std::unique_ptr<Packet> packet) {
  const DXGKARG_SUBMITCOMMANDTOHWQUEUE arguments = queue_arguments_of(*packet);
  const nt::Ref<HardwareQueue> queue = packet->as<AddressedWork>().queue;
  const bool has_commands = packet->as<AddressedWork>().has_commands;
  const Packet& sent = *packet;
  count_in(std::move(packet));
  if (!has_commands) return void(queues_.end_progress());  // the value may be there already
  trace::event("gpu", "submitted",
               {{"queue", queue->label()}, {"progress", arguments.HwQueueProgressFenceId}});
  const NTSTATUS status = driver_.submit_command_to_hw_queue(arguments);
  // When the driver has failed, its work is dropped with all other work.
  if (!NT_SUCCESS(status) && driver_.is_reachable()) refuse(sent);
}

// The driver refused the packet for a hardware queue. The reference stays valid until the packet is
// finished: only this strand ends packets.
void Submitter::refuse(const Packet& packet) {
  fail_device(packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  Packets refused;
  {
    const NodesHold hold(nodes_);
    refused =
        nodes_.at(packet.node).take_queued([&](const Packet& each) { return &each == &packet; });
  }
  for (std::unique_ptr<Packet>& each : refused) {
    each->was_aborted = true;
    ender_.finish(std::move(each));
  }
}

}  // namespace drydock::sched
