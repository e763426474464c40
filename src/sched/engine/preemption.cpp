#include "src/sched/engine/preemption.h"

#include <algorithm>
#include <utility>

#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

// True when a packet of higher priority waits while others are at the hardware.
bool is_urgent(const Node& node) DRYDOCK_REQUIRES(some_nodes_lock) {
  if (node.has_room()) return false;
  const int waiting = node.next_priority();
  bool any = false;
  for (const std::unique_ptr<Packet>& packet : node.hardware()) {
    if (!packet->has_fence()) continue;  // hardware queues take turns by themselves
    if (!packet->context || packet->context->priority.load() >= waiting) return false;
    any = true;
  }
  return any;
}

// K-463: true when the process of the work was killed, so that nothing waits for it.
bool is_abandoned(const Node& node) {
  return std::ranges::any_of(node.hardware(), [](const std::unique_ptr<Packet>& packet) {
    return packet->has_fence() && packet->context && packet->context->owner().is_abandoned();
  });
}

}  // namespace

void Preemption::ask_for_others(UINT node) {
  if (!is_supported()) return;
  {
    const NodesHold hold(nodes_);
    const Node& engine = nodes_.at(node);
    if (engine.preempting_since != 0 || engine.is_unpreemptible ||
        !(is_abandoned(engine) || is_urgent(engine)))
      return;
  }
  ask(node);
}

bool Preemption::ask(UINT node) {
  DXGKARG_PREEMPTCOMMAND arguments{};
  {
    const NodesHold hold(nodes_);
    nodes_.at(node).ask_back(nodes_.at(node).issue_fence());
    arguments.PreemptionFenceId = nodes_.at(node).preemption_fence;
  }
  arguments.NodeOrdinal = node;
  trace::event("gpu", "preempt", {{"node", node}, {"fence", arguments.PreemptionFenceId}});
  if (NT_SUCCESS(driver_.preempt_command(arguments))) return true;
  const NodesHold hold(nodes_);
  nodes_.at(node).withdraw_request();
  nodes_.at(node).is_unpreemptible = true;
  return false;
}

void Preemption::requeue(UINT node) {
  trace::event("gpu", "preempted", {{"node", node}});
  Packets back;
  {
    const NodesHold hold(nodes_);
    back = nodes_.at(node).take_preempted();
  }
  Packets paging;
  for (auto each = back.rbegin(); each != back.rend(); ++each) {
    Packet& packet = **each;
    packet.come_back();
    if (!packet.context) {
      paging.push_back(std::move(*each));
      continue;
    }
    memory_.unpin(packet);
    const NodesHold hold(nodes_);
    --packet.context->at_hardware;
    packet.context->is_blocked = false;  // a point behind it has its turn later
    nodes_.at(node).queue_again(std::move(*each));
  }
  for (auto each = paging.rbegin(); each != paging.rend(); ++each)
    submitter_.send(std::move(*each));
}

}  // namespace drydock::sched
