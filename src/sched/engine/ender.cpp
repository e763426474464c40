#include "src/sched/engine/ender.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

void end_in_queue(const Packet& packet) {
  HardwareQueue& queue = *packet.queue();
  if (packet.was_aborted) queue.end_progress();
  queue.release_by_gpu();
}

}  // namespace

void Ender::finish(std::unique_ptr<Packet> packet) {
  trace::event("gpu", packet->was_aborted ? "aborted" : "completed",
               {{"node", packet->node}, {"fence", packet->fence}});
  unnamed_.check(*packet);
  memory_.unpin(*packet);
  if (packet->claims != nullptr) packet->claims->end(packet->was_aborted);
  if (packet->when_over) std::exchange(packet->when_over, nullptr)();
  if (packet->is<AddressedWork>()) end_virtual(*packet);
  if (packet->queue() != nullptr) end_in_queue(*packet);
  const bool was_at_hardware = packet->is_at_hardware();
  packet->end();
  if (packet->is<PagingWork>()) {
    --packet->as<PagingWork>().paged->place.paging_packets;
    return;
  }
  if (packet->is<SwitchWork>()) {
    if (packet->as<SwitchWork>().left) packet->as<SwitchWork>().left->release_by_gpu();
    return;
  }
  WorkSource& context = *packet->context;
  count_out(context, was_at_hardware);
  context.release_by_gpu();
}

void Ender::finish(Packets packets) {
  for (std::unique_ptr<Packet>& packet : packets) finish(std::move(packet));
}

void Ender::end_virtual(const Packet& packet) {
  std::vector<VirtualWork::Then> waiting;
  {
    const NodesHold hold(nodes_);
    waiting = packet.context->owner().virtual_work.end(packet.as<AddressedWork>().number);
  }
  for (const VirtualWork::Then& then : waiting) then();
}

// A packet of the context has ended: it does not count any more, and what waited for it goes on.
void Ender::count_out(WorkSource& context, bool was_at_hardware) {
  const WorkOwner& device = context.owner();
  const NodesHold hold(nodes_);
  if (was_at_hardware && --context.at_hardware == 0) {
    context.is_blocked = false;
    strand_.look_again();
  }
  if (--context.owner().packets != 0) return;
  std::erase_if(idle_waiters_, [&](const auto& waiter) {
    if (waiter.first == &device) waiter.second->complete();
    return waiter.first == &device;
  });
}

void Ender::wait_idle(const WorkOwner& device) {
  sim::Completion done;
  {
    const NodesHold hold(nodes_);
    if (device.packets == 0) return;
    idle_waiters_.emplace_back(&device, &done);
  }
  done.wait();
}

void Ender::drop_hopeless() {
  const bool reachable = driver_.is_reachable();
  Packets waiting;
  Packets running;
  {
    const NodesHold hold(nodes_);
    for (Node& node : nodes_.all()) {
      // A device that is being destroyed waits for nothing; its signals still wait for its own
      // work.
      const auto is_hopeless = [&](const WorkSource& context) DRYDOCK_REQUIRES(some_nodes_lock) {
        return !reachable || !context.owner().is_working() ||
               (context.owner().is_going() && context.is_blocked && context.at_hardware == 0);
      };
      std::ranges::move(node.take_waiting(is_hopeless), std::back_inserter(waiting));
      if (reachable) continue;
      std::ranges::move(node.take_hardware(), std::back_inserter(running));
      node.preempting_since = 0;
    }
  }
  for (std::unique_ptr<Packet>& packet : running) {
    packet->was_aborted = true;
    fail_device(*packet, D3DKMT_DEVICEEXECUTION_STOPPED);
    finish(std::move(packet));
  }
  for (std::unique_ptr<Packet>& packet : waiting) drop(std::move(packet));
}

void Ender::drop(std::unique_ptr<Packet> packet) {
  packet->was_aborted = true;
  if (packet->is<SyncWork>()) {
    packet->as<SyncWork>().point->drop();
  } else if (packet->is<RenderWork>()) {  // for other packets the driver built nothing
    cancel_in_driver(*packet);
  }
  finish(std::move(packet));
}

void Ender::cancel_in_driver(const Packet& packet) {
  if (!caps_.cancels || !driver_.is_reachable()) return;
  DXGKARG_CANCELCOMMAND arguments{};
  describe(packet, arguments);
  driver_.cancel_command(arguments);
}

void Ender::end_refused(UINT node) {
  for (;;) {
    Packets over;
    {
      const NodesHold hold(nodes_);
      const Packet* const oldest = nodes_.at(node).oldest_with_fence();
      if (oldest == nullptr || !oldest->is_refused) return;
      over = nodes_.at(node).complete(oldest->fence);
    }
    for (std::unique_ptr<Packet>& packet : over) {
      packet->was_aborted = true;
      finish(std::move(packet));
    }
  }
}

void Ender::abort(Packets packets, const Packet* guilty) {
  for (std::unique_ptr<Packet>& packet : packets) {
    packet->was_aborted = true;
    fail_device(*packet, packet.get() == guilty ? D3DKMT_DEVICEEXECUTION_HUNG
                                                : D3DKMT_DEVICEEXECUTION_RESET);
    if (packet->context) packet->context->owner().end_fences();
    finish(std::move(packet));
  }
}

}  // namespace drydock::sched
