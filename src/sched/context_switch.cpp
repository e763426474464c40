// Context switches. The context whose commands ran last stays loaded in its engine until commands
// of another context run, or until memory that it uses is about to move.
#include <utility>

#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

void note_turn(vidmm::Tenant& tenant, UINT node, std::uint64_t turn) {
  if (tenant.place.turns.size() <= node) tenant.place.turns.resize(node + 1);
  tenant.place.turns[node] = turn;
}

bool was_in_turn(const vidmm::Tenant& tenant, UINT node, std::uint64_t turn) {
  return turn != 0 && node < tenant.place.turns.size() && tenant.place.turns[node] == turn;
}

}  // namespace

// The packet goes to the hardware: from now on its context has the node's turn.
void Scheduler::take_turn(const Packet& packet) {
  Turn& turn = turns_[packet.node];
  if (packet.is<SwitchWork>()) {
    turn = {};
    return;
  }
  if (turn.number == 0 || turn.context.get() != packet.context.get())
    turn = {++last_turn_, packet.context};
  if (packet.is<PagingWork>()) note_turn(*packet.as<PagingWork>().paged, packet.node, turn.number);
  if (packet.dma->tenant != nullptr) note_turn(*packet.dma->tenant, packet.node, turn.number);
  if (packet.context) {
    for (vidmm::Tenant* const pinned : pinned_[packet.node])
      note_turn(*pinned, packet.node, turn.number);
  }
  for (const Use& use : packet.uses) {
    if (use.is_needed()) note_turn(*use.tenant, packet.node, turn.number);
  }
}

void Scheduler::switch_away_from(vidmm::Tenant& tenant) {
  if (is_resetting_ || !caps_.switches_contexts) return;
  for (UINT node = 0; node < node_count_; ++node) {
    if (was_in_turn(tenant, node, turns_[node].number)) switch_away(node);
  }
}

// K-392: submits a packet without commands, and waits for its end.
void Scheduler::switch_away(UINT node) {
  const Turn turn = std::exchange(turns_[node], {});
  // A context that is being destroyed is not loaded any more.
  if (turn.context && !turn.context->claim_by_gpu()) return;
  auto packet = std::make_unique<Packet>(SwitchWork{turn.context}, node);
  packet->dma = &paging_dma_;
  {
    const sim::Hold hold(lock_);
    packet->fence = nodes_[node].issue_fence();
  }
  bool is_over = false;
  packet->when_over = [&] { is_over = true; };
  trace::event("gpu", "switched", {{"node", node}});
  send(std::move(packet));
  await([&] { return is_over; });
}

}  // namespace drydock::sched
