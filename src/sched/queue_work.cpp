// Work in hardware queues: it is submitted to the driver, and ends when a progress fence says so.
#include <algorithm>
#include <cassert>
#include <utility>

#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::sched {

void Scheduler::send_to_queue(std::unique_ptr<Packet> packet) {
  const AddressedWork& work = packet->as<AddressedWork>();
  const nt::Ref<HardwareQueue> queue = work.queue;
  DXGKARG_SUBMITCOMMANDTOHWQUEUE arguments{};
  arguments.hHwQueue = queue->driver();
  arguments.HwQueueProgressFenceId = work.progress;
  arguments.DmaBufferVirtualAddress = work.commands;
  arguments.DmaBufferSize = packet->bytes;
  arguments.pDmaBufferPrivateData = packet->dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet->dma->private_data.size());
  arguments.HwQueueProgressFenceCpuVa = queue->progress_address();
  const bool has_commands = work.has_commands;
  const Packet* const sent = packet.get();
  note_sent(std::move(packet));
  if (!has_commands) return void(end_progress());  // the value may be there already
  trace::event("gpu", "submitted",
               {{"queue", queue->label()}, {"progress", arguments.HwQueueProgressFenceId}});
  const NTSTATUS status = driver_.submit_command_to_hw_queue(arguments);
  // When the driver has failed, its work is dropped with all other work.
  if (NT_SUCCESS(status) || !is_reachable()) return;
  // The reference stays valid: only this strand ends packets.
  fail_device(*sent, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  Packets refused;
  {
    const sim::Hold hold(lock_);
    refused = nodes_[sent->node].take_queued([&](const Packet& each) { return &each == sent; });
  }
  for (std::unique_ptr<Packet>& each : refused) {
    each->was_aborted = true;
    finish(std::move(each));
  }
}

// Reads the progress fences and ends the work that has reached its value. True when some has.
bool Scheduler::end_progress() {
  bool any = false;
  for (const nt::Ref<HardwareQueue>& queue : all_queues()) {
    const UINT64 value = queue->follow_progress();
    Packets over;
    {
      const sim::Hold hold(lock_);
      Node& node = nodes_[queue->source().node()];
      over = node.take_queued([&](const Packet& packet) {
        return packet.queue() == queue.get() && packet.as<AddressedWork>().progress <= value;
      });
      // The time of the packets behind it begins now.
      for (const std::unique_ptr<Packet>& packet : node.hardware()) {
        if (!over.empty() && packet->queue() == queue.get()) packet->submitted_at = sim::now();
      }
    }
    any |= !over.empty();
    for (std::unique_ptr<Packet>& packet : over) finish(std::move(packet));
  }
  return any;
}

void Scheduler::end_queued(const Packet& packet) {
  HardwareQueue& queue = *packet.queue();
  if (packet.was_aborted) queue.end_progress();
  queue.release_by_gpu();
}

void Scheduler::add_queue(HardwareQueue& queue) {
  const sim::Hold hold(lock_);
  assert(std::ranges::find(queues_, &queue) == queues_.end());
  queues_.push_back(&queue);
  queue_count_.store(queues_.size(), std::memory_order_relaxed);
}

void Scheduler::remove_queue(const HardwareQueue& queue) {
  const sim::Hold hold(lock_);
  std::erase(queues_, &queue);
  queue_count_.store(queues_.size(), std::memory_order_relaxed);
}

std::vector<nt::Ref<HardwareQueue>> Scheduler::all_queues() {
  std::vector<nt::Ref<HardwareQueue>> out;
  if (queue_count_.load(std::memory_order_relaxed) == 0) return out;
  const sim::Hold hold(lock_);
  for (HardwareQueue* const each : queues_) out.emplace_back(*each);
  return out;
}

void Scheduler::disconnect_lost_queues() {
  for (const nt::Ref<HardwareQueue>& queue : all_queues()) queue->disconnect_if_lost();
}

void Scheduler::await_progress(HardwareQueue& queue, UINT64 value) {
  if (queue.follow_progress() >= value) return;
  sim::Completion over;
  auto packet = std::make_unique<Packet>(AddressedWork{}, queue.source().node());
  packet->context = nt::Ref<WorkSource>(queue.source());
  AddressedWork& work = packet->as<AddressedWork>();
  packet->dma = &work.no_buffer;
  work.queue = nt::Ref<HardwareQueue>(queue);
  work.progress = value;
  work.has_commands = false;
  packet->when_over = [&] { over.complete(); };
  if (!claim_for(*packet)) return;
  submit(std::move(packet));
  over.wait();
}

// Resets the engine of a queue that hangs, or of a suspension that the driver does not acknowledge.
sim::Time Scheduler::watch_queues(UINT node) {
  sim::Time since = sim::kForever;
  {
    const sim::Hold hold(lock_);
    for (const std::unique_ptr<Packet>& packet : nodes_[node].hardware()) {
      const HardwareQueue* const queue = packet->queue();
      const bool may_last =
          queue != nullptr && packet->as<AddressedWork>().has_commands && queue->has_no_timeout();
      if (!packet->has_fence() && !may_last) since = std::min(since, packet->submitted_at);
    }
  }
  if (since == sim::kForever) return since;
  const sim::Time due = since + timeout_.load(std::memory_order_relaxed);
  if (sim::now() < due) return due;
  // The work may have ended without its interrupt.
  if (!end_progress()) recover(node);
  return sim::now();
}

void Scheduler::suspend(WorkSource& context) {
  if (!caps_.suspends) return;
  sim::Completion over;
  run_on_strand([&](vidmm::VideoMemory&) { send_suspension(context, over); });
  over.wait();
}

void Scheduler::send_suspension(WorkSource& context, sim::Completion& over) {
  if (!is_reachable() || !context.claim_by_gpu()) return over.complete();
  auto packet = std::make_unique<Packet>(SuspendWork{}, context.node());
  packet->context = nt::Ref<WorkSource>(context);
  packet->dma = &packet->as<SuspendWork>().no_buffer;
  packet->send();
  packet->when_over = [&] { over.complete(); };
  DXGKARG_SUSPENDCONTEXT arguments{};
  arguments.hContext = context.driver();
  {
    const sim::Hold hold(lock_);
    packet->as<SuspendWork>().fence = ++context.suspensions;
    arguments.contextSuspendFence = context.suspensions;
    ++context.at_hardware;
    ++context.owner().packets;
    nodes_[packet->node].submitted(std::move(packet));
  }
  trace::event("gpu", "suspended", {{"context", context.label()}});
  const NTSTATUS status = driver_.suspend_context(arguments);
  if (status != STATUS_PENDING) end_suspension(arguments.hContext, arguments.contextSuspendFence);
}

// The driver has removed all work of the context from the hardware.
void Scheduler::end_suspension(HANDLE context, UINT64 suspension) {
  const auto is_it = [&](const Packet& packet) {
    return packet.is<SuspendWork>() && packet.context->driver() == context &&
           packet.as<SuspendWork>().fence == suspension;
  };
  for (UINT node = 0; node < node_count_; ++node) {
    Packets over;
    {
      const sim::Hold hold(lock_);
      if (std::ranges::none_of(nodes_[node].hardware(),
                               [&](const auto& packet) { return is_it(*packet); }))
        continue;
      over = nodes_[node].take_queued(
          [&](const Packet& packet) { return packet.context->driver() == context; });
    }
    for (std::unique_ptr<Packet>& packet : over) {
      packet->was_aborted = !packet->is<SuspendWork>();
      finish(std::move(packet));
    }
  }
}

}  // namespace drydock::sched
