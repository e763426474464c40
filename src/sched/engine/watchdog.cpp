#include "src/sched/engine/watchdog.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::sched {

sim::Time Watchdog::watch_all() {
  sim::Time next = sim::kForever;
  for (UINT node = 0; node < nodes_.count(); ++node)
    next = std::min({next, watch(node), watch_queues(node)});
  return next;
}

sim::Time Watchdog::watch(UINT node) {
  const sim::Time timeout = timeout_.load(std::memory_order_relaxed);
  bool is_preempting = false;
  sim::Time due = sim::kForever;
  {
    const NodesHold hold(nodes_);
    const Packet* const oldest = nodes_.at(node).oldest_with_fence();
    if (oldest == nullptr && nodes_.at(node).preempting_since == 0) return sim::kForever;
    is_preempting = nodes_.at(node).preempting_since != 0;
    due = (is_preempting ? nodes_.at(node).preempting_since - 1 : oldest->submitted_at) + timeout;
  }
  if (sim::now() < due) return due;
  // K-398: the work may have ended without its interrupt.
  query_fence(node);
  if (is_reported(node)) return sim::now() + timeout;
  if (!is_preempting && preemption_.is_supported() && preemption_.ask(node))
    return sim::now() + timeout;
  if (!withdraw_unanswered(node)) recovery_.recover(node);
  return sim::now();
}

// Recovers the engine of a queue that hangs, or of a suspension that the driver does not
// acknowledge.
sim::Time Watchdog::watch_queues(UINT node) {
  sim::Time since = sim::kForever;
  {
    const NodesHold hold(nodes_);
    for (const std::unique_ptr<Packet>& packet : nodes_.at(node).hardware()) {
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
  if (!queues_.end_progress()) recovery_.recover(node);
  return sim::now();
}

void Watchdog::query_fence(UINT node) {
  if (!caps_.has_fence_query) return;
  const std::optional<UINT> current = driver_.current_fence(node);
  UINT reported = 0;
  {
    const NodesHold hold(nodes_);
    reported = nodes_.at(node).last_reported();
  }
  if (!current || !rules::breaks("K-398", Node::is_later(*current, reported))) return;
  nt::Breach("K-398", driver_.offender())
      .message(
          "DxgkDdiQueryCurrentFence returned CurrentFence {} of node "
          "{}, but the last one that was reported is {}",
          *current, node, reported)
      .raise_later();
}

// K-395: preemption was requested, all work is complete and reported, and the driver did not
// answer. The request is withdrawn, because nothing is left to preempt.
bool Watchdog::withdraw_unanswered(UINT node) {
  UINT fence = 0;
  {
    const NodesHold hold(nodes_);
    if (nodes_.at(node).preempting_since == 0 || nodes_.at(node).oldest_with_fence() != nullptr)
      return false;
    fence = nodes_.at(node).preemption_fence;
  }
  if (!driver_.is_reachable()) return false;
  nt::Breach("K-395", driver_.offender())
      .message(
          "DxgkDdiPreemptCommand with PreemptionFenceId {}: all work "
          "of node {} is complete and reported, and "
          "DXGK_INTERRUPT_DMA_PREEMPTED was not",
          fence, node)
      .raise_later();
  const NodesHold hold(nodes_);
  nodes_.at(node).withdraw_request();
  return true;
}

// True when the overdue work has been reported by now. Its DPC may be on the way; it gets the same
// time again.
bool Watchdog::is_reported(UINT node) {
  const NodesHold hold(nodes_);
  Packet* const oldest = nodes_.at(node).oldest_with_fence();
  if (oldest == nullptr || nodes_.at(node).preempting_since != 0 || oldest->was_given_time ||
      Node::is_later(oldest->fence, nodes_.at(node).last_reported()))
    return false;
  oldest->was_given_time = true;
  oldest->submitted_at = sim::now();
  return true;
}

}  // namespace drydock::sched
