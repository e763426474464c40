#include "src/sched/engine/hardware_queues.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/trace/trace.h"

namespace drydock::sched {

void HardwareQueues::add(HardwareQueue& queue) {
  const sim::Hold hold(lock_);
  assert(std::ranges::find(queues_, &queue) == queues_.end());
  queues_.push_back(&queue);
  count_.store(queues_.size(), std::memory_order_relaxed);
}

void HardwareQueues::remove(const HardwareQueue& queue) {
  const sim::Hold hold(lock_);
  std::erase(queues_, &queue);
  count_.store(queues_.size(), std::memory_order_relaxed);
}

std::vector<nt::Ref<HardwareQueue>> HardwareQueues::all() {
  std::vector<nt::Ref<HardwareQueue>> out;
  if (count_.load(std::memory_order_relaxed) == 0) return out;
  const sim::Hold hold(lock_);
  for (HardwareQueue* const each : queues_) out.emplace_back(*each);
  return out;
}

bool HardwareQueues::end_progress() {
  bool any = false;
  for (const nt::Ref<HardwareQueue>& queue : all()) {
    const UINT64 value = queue->follow_progress();
    Packets over;
    {
      const NodesHold hold(nodes_);
      Node& node = nodes_.at(queue->source().node());
      over = node.take_queued([&](const Packet& packet) {
        return packet.queue() == queue.get() && packet.as<AddressedWork>().progress <= value;
      });
      // The time of the packets behind it begins now.
      for (const std::unique_ptr<Packet>& packet : node.hardware()) {
        if (!over.empty() && packet->queue() == queue.get()) packet->submitted_at = sim::now();
      }
    }
    any |= !over.empty();
    ender_.finish(std::move(over));
  }
  return any;
}

void HardwareQueues::disconnect_lost() {
  for (const nt::Ref<HardwareQueue>& queue : all()) queue->disconnect_if_lost();
}

void HardwareQueues::suspend(WorkSource& context, sim::Completion& over) {
  if (!driver_.is_reachable() || !context.claim_by_gpu()) return over.complete();
  auto packet = std::make_unique<Packet>(SuspendWork{}, context.node());
  packet->context = nt::Ref<WorkSource>(context);
  packet->dma = &packet->as<SuspendWork>().no_buffer;
  packet->send();
  packet->when_over = [&] { over.complete(); };
  DXGKARG_SUSPENDCONTEXT arguments{};
  arguments.hContext = context.driver();
  {
    const NodesHold hold(nodes_);
    packet->as<SuspendWork>().fence = ++context.suspensions;
    arguments.contextSuspendFence = context.suspensions;
    ++context.at_hardware;
    ++context.owner().packets;
    nodes_.at(packet->node).submitted(std::move(packet));
  }
  trace::event("gpu", "suspended", {{"context", context.label()}});
  const NTSTATUS status = driver_.suspend_context(arguments);
  if (status != STATUS_PENDING) end_suspension(arguments.hContext, arguments.contextSuspendFence);
}

// The driver has removed all work of the context from the hardware.
void HardwareQueues::end_suspension(HANDLE context, UINT64 suspension) {
  const auto is_it = [&](const std::unique_ptr<Packet>& packet) {
    return packet->is<SuspendWork>() && packet->context->driver() == context &&
           packet->as<SuspendWork>().fence == suspension;
  };
  for (UINT node = 0; node < nodes_.count(); ++node) {
    Packets over;
    {
      const NodesHold hold(nodes_);
      if (std::ranges::none_of(nodes_.at(node).hardware(), is_it)) continue;
      over = nodes_.at(node).take_queued(
          [&](const Packet& packet) { return packet.context->driver() == context; });
    }
    for (std::unique_ptr<Packet>& packet : over) {
      packet->was_aborted = !packet->is<SuspendWork>();
      ender_.finish(std::move(packet));
    }
  }
}

}  // namespace drydock::sched
