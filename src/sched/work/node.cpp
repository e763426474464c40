#include "src/sched/work/node.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace drydock::sched {

int Node::priority_of(const WorkSource& context) {
  return std::clamp<int>(context.priority.load(std::memory_order_relaxed), kLowest, kHighest);
}

void Node::know(WorkSource& context) {
  if (std::exchange(context.is_known, true)) return;
  known_.push_back(&context);
}

void Node::remove(WorkSource& context) {
  context.is_known = false;
  std::erase(known_, &context);
}

void Node::queue(std::unique_ptr<Packet> packet) {
  WorkSource& context = *packet->context;
  packet->number = ++context.last_number;
  context.queue.push_back(std::move(packet));
  know(context);
}

void Node::queue_again(std::unique_ptr<Packet> packet) {
  WorkSource& context = *packet->context;
  std::deque<std::unique_ptr<Packet>>& queue = context.queue;
  const auto behind = std::ranges::find_if(
      queue, [&](const std::unique_ptr<Packet>& each) { return packet->is_before(*each); });
  queue.insert(behind, std::move(packet));
  know(context);
}

bool Node::is_overtaking(const Packet& packet) {
  const std::deque<std::unique_ptr<Packet>>& queue = packet.context->queue;
  return !queue.empty() && queue.front()->is_before(packet);
}

bool Node::has(const std::function<bool(const Packet&)>& is_meant) const {
  const auto waits = [&](const WorkSource* context) DRYDOCK_REQUIRES(some_nodes_lock) {
    return std::ranges::any_of(context->queue,
                               [&](const auto& packet) { return is_meant(*packet); });
  };
  return std::ranges::any_of(known_, waits) ||
         std::ranges::any_of(hardware_, [&](const auto& packet) {
           return is_later(packet->fence, last_reported_) && is_meant(*packet);
         });
}

int Node::next_priority() const {
  int highest = kLowest - 1;
  for (const WorkSource* context : known_) {
    if (!context->is_blocked) highest = std::max(highest, priority_of(*context));
  }
  return highest;
}

std::unique_ptr<Packet> Node::next() {
  const int highest = next_priority();
  const auto found = std::ranges::find_if(
      known_, [&](const WorkSource* context) DRYDOCK_REQUIRES(some_nodes_lock) {
        return !context->is_blocked && priority_of(*context) == highest;
      });
  if (found == known_.end()) return nullptr;
  WorkSource& context = **found;
  std::unique_ptr<Packet> packet = std::move(context.queue.front());
  context.queue.pop_front();
  remove(context);
  if (!context.queue.empty()) know(context);
  return packet;
}

std::vector<std::unique_ptr<Packet>> Node::take_waiting(
    const std::function<bool(const WorkSource&)>& is_over) {
  std::vector<std::unique_ptr<Packet>> out;
  const std::vector<WorkSource*> all = known_;
  for (WorkSource* context : all) {
    if (!is_over(*context)) continue;
    std::ranges::move(context->queue, std::back_inserter(out));
    context->queue.clear();
    context->is_blocked = false;
    remove(*context);
  }
  return out;
}

std::vector<std::unique_ptr<Packet>> Node::complete(UINT fence) {
  std::vector<std::unique_ptr<Packet>> out;
  for (std::unique_ptr<Packet>& packet : hardware_) {
    if (packet->has_fence() && !is_later(packet->fence, fence)) out.push_back(std::move(packet));
  }
  if (!out.empty()) is_unpreemptible = false;
  std::erase(hardware_, nullptr);
  return out;
}

std::vector<std::unique_ptr<Packet>> Node::take_queued(
    const std::function<bool(const Packet&)>& is_over) {
  std::vector<std::unique_ptr<Packet>> out;
  for (std::unique_ptr<Packet>& packet : hardware_) {
    if (!packet->has_fence() && is_over(*packet)) out.push_back(std::move(packet));
  }
  std::erase(hardware_, nullptr);
  return out;
}

Packet* Node::oldest_with_fence() {
  const auto found =
      std::ranges::find_if(hardware_, [](const auto& packet) { return packet->has_fence(); });
  return found == hardware_.end() ? nullptr : found->get();
}

bool Node::has_room() const {
  const auto fenced = static_cast<std::size_t>(
      std::ranges::count_if(hardware_, [](const auto& packet) { return packet->has_fence(); }));
  return fenced < kDepth && hardware_.size() - fenced < kQueueDepth;
}

void Node::ask_back(UINT fence) {
  preempting_since = sim::now() + 1;  // 0 is never
  preemption_fence = fence;
  for (const std::unique_ptr<Packet>& packet : hardware_)
    packet->is_asked_back = packet->has_fence();
}

void Node::withdraw_request() {
  preempting_since = 0;
  for (const std::unique_ptr<Packet>& packet : hardware_) packet->is_asked_back = false;
}

void Node::refuse(const Packet& packet) {
  const auto found =
      std::ranges::find_if(hardware_, [&](const auto& each) { return each.get() == &packet; });
  if (found != hardware_.end()) (*found)->is_refused = true;
}

std::vector<std::unique_ptr<Packet>> Node::take_preempted() {
  std::vector<std::unique_ptr<Packet>> out;
  preempting_since = 0;
  for (std::unique_ptr<Packet>& packet : hardware_) {
    if (!std::exchange(packet->is_asked_back, false)) continue;
    packet->was_preempted = true;
    out.push_back(std::move(packet));
  }
  std::erase(hardware_, nullptr);
  return out;
}

std::vector<std::unique_ptr<Packet>> Node::take_hardware() {
  std::vector<std::unique_ptr<Packet>> out(std::make_move_iterator(hardware_.begin()),
                                           std::make_move_iterator(hardware_.end()));
  hardware_.clear();
  is_unpreemptible = false;
  return out;
}

}  // namespace drydock::sched
