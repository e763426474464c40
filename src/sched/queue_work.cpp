// Work in hardware queues: to the driver, and home when a progress fence says so.
#include <algorithm>
#include <limits>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/sched/scheduler.h"
#include "src/sched/sync_queue.h"
#include "src/trace/trace.h"

namespace drydock::sched {

void Scheduler::send_to_queue(std::unique_ptr<Packet> packet) {
  const dxgk::Ref<dxgk::HwQueue> queue = packet->queue;
  DXGKARG_SUBMITCOMMANDTOHWQUEUE arguments{};
  arguments.hHwQueue = queue->driver();
  arguments.HwQueueProgressFenceId = packet->progress;
  arguments.DmaBufferVirtualAddress = packet->by_address.commands;
  arguments.DmaBufferSize = packet->bytes;
  arguments.pDmaBufferPrivateData = packet->dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet->dma->private_data.size());
  arguments.HwQueueProgressFenceCpuVa = queue->fence().state.kernel_address();
  const bool has_commands = packet->has_commands;
  const Packet* const sent = packet.get();
  note_sent(std::move(packet));
  if (!has_commands) return void(end_progress());  // which may be there already
  trace::event("gpu", "submitted",
               {{"queue", queue->handle()}, {"progress", arguments.HwQueueProgressFenceId}});
  const NTSTATUS status = adapter_.call(dxgk::ddi::kSubmitCommandToHwQueue, seat_, [&] {
    return adapter_.table().DxgkDdiSubmitCommandToHwQueue(adapter_.context(), &arguments);
  });
  // What a driver that is gone had is dropped with everything else.
  if (NT_SUCCESS(status) || !is_reachable()) return;
  // Only this strand ends it.
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

// What the GPU has written to progress fences counts. True when work is over by it.
bool Scheduler::end_progress() {
  bool any = false;
  for (const dxgk::Ref<dxgk::HwQueue>& queue : adapter_.hw_queues().all()) {
    const UINT64 value = follow_fence(queue->fence());
    Packets over;
    {
      const sim::Hold hold(lock_);
      Node& node = nodes_[queue->context().node()];
      over = node.take_queued([&](const Packet& packet) {
        return packet.queue.get() == queue.get() && packet.progress <= value;
      });
      // What is behind it begins now.
      for (const std::unique_ptr<Packet>& packet : node.hardware()) {
        if (!over.empty() && packet->queue.get() == queue.get()) packet->submitted_at = sim::now();
      }
    }
    any |= !over.empty();
    for (std::unique_ptr<Packet>& packet : over) finish(std::move(packet));
  }
  return any;
}

// K-437: nobody waits for what a lost device would have written.
void Scheduler::end_queued(const Packet& packet) {
  dxgk::HwQueue& queue = *packet.queue;
  if (packet.was_aborted) signal_fence(queue.fence(), std::numeric_limits<UINT64>::max());
  if (queue.claims.release(dxgk::Claims::By::kGpu)) queue.drained();
}

void Scheduler::await_progress(dxgk::HwQueue& queue, UINT64 value) {
  if (follow_fence(queue.fence()) >= value) return;
  sim::Completion over;
  auto packet = std::make_unique<Packet>();
  packet->kind = Packet::Kind::kVirtual;
  packet->context = dxgk::Ref<dxgk::Context>(queue.context());
  packet->node = queue.context().node();
  packet->dma = &packet->by_address.no_buffer;
  packet->queue = dxgk::Ref<dxgk::HwQueue>(queue);
  packet->progress = value;
  packet->has_commands = false;
  packet->when_over = [&] { over.complete(); };
  if (!claim_for(*packet)) return;
  submit(std::move(packet));
  over.wait();
}

// A queue that hangs, or a suspension that nobody acknowledges, is reset with its engine.
sim::Time Scheduler::watch_queues(UINT node) {
  sim::Time since = sim::kForever;
  {
    const sim::Hold hold(lock_);
    for (const std::unique_ptr<Packet>& packet : nodes_[node].hardware()) {
      const bool may_last =
          packet->queue && packet->has_commands && packet->queue->has_no_timeout();
      if (!packet->has_fence() && !may_last) since = std::min(since, packet->submitted_at);
    }
  }
  if (since == sim::kForever) return since;
  const sim::Time due = since + timeout_.load(std::memory_order_relaxed);
  if (sim::now() < due) return due;
  // Perhaps it is done and only the interrupt was lost.
  if (!end_progress()) recover(node);
  return sim::now();
}

void Scheduler::suspend(dxgk::Context& context) {
  if (adapter_.table().DxgkDdiSuspendContext == nullptr) return;
  sim::Completion over;
  run_on_strand([&](vidmm::VideoMemory&) { send_suspension(context, over); });
  over.wait();
}

void Scheduler::send_suspension(dxgk::Context& context, sim::Completion& over) {
  if (!is_reachable() || !context.claims.claim(dxgk::Claims::By::kGpu)) return over.complete();
  auto packet = std::make_unique<Packet>();
  packet->kind = Packet::Kind::kSuspend;
  packet->context = dxgk::Ref<dxgk::Context>(context);
  packet->node = context.node();
  packet->dma = &packet->by_address.no_buffer;
  packet->submitted_at = sim::now();
  packet->is_at_hardware = true;
  packet->when_over = [&] { over.complete(); };
  DXGKARG_SUSPENDCONTEXT arguments{};
  arguments.hContext = context.driver();
  {
    const sim::Hold hold(lock_);
    packet->progress = ++context.work().suspensions;
    arguments.contextSuspendFence = packet->progress;
    ++context.work().at_hardware;
    ++context.device().packets;
    nodes_[packet->node].submitted(std::move(packet));
  }
  trace::event("gpu", "suspended", {{"context", context.handle()}});
  const NTSTATUS status = adapter_.call(dxgk::ddi::kSuspendContext, seat_, [&] {
    return adapter_.table().DxgkDdiSuspendContext(adapter_.context(), &arguments);
  });
  if (status != STATUS_PENDING) end_suspension(arguments.hContext, arguments.contextSuspendFence);
}

// Everything of the context is away from the hardware.
void Scheduler::end_suspension(HANDLE context, UINT64 suspension) {
  const auto is_it = [&](const Packet& packet) {
    return packet.kind == Packet::Kind::kSuspend && packet.context->driver() == context &&
           packet.progress == suspension;
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
      packet->was_aborted = packet->kind != Packet::Kind::kSuspend;
      finish(std::move(packet));
    }
  }
}

}  // namespace drydock::sched
