#include "src/sched/engine/feeder.h"

#include <utility>

#include "src/sched/engine/patch.h"
#include "src/sched/engine/split.h"
#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"

namespace drydock::sched {

using vidmm::Placed;

namespace {

// True when work uses an allocation that its client destroyed with the promise that no work does.
bool names_what_is_gone(const Packet& packet) {
  return packet.claims != nullptr && packet.claims->names_destroyed();
}

// K-286: an allocation that left the list after the submission is not made resident again for the
// work. A destroyed allocation left the list too, and its destruction waits for the work.
bool names_what_was_evicted(const Packet& packet) {
  return packet.is<RenderWork>() && packet.as<RenderWork>().is_under_residency &&
         packet.claims->was_evicted(packet.uses);
}

}  // namespace

void Feeder::feed(UINT node) {
  while (feed_one(node)) collector_.end_reported();
}

// False when no packet can go on now.
bool Feeder::feed_one(UINT node) {
  std::unique_ptr<Packet> packet;
  {
    const NodesHold hold(nodes_);
    if (!nodes_.at(node).has_room() || nodes_.at(node).preempting_since != 0) return false;
    packet = nodes_.at(node).next();
  }
  if (packet == nullptr) return false;
  if (!packet->context->owner().is_working() || !driver_.is_reachable()) {
    ender_.drop(std::move(packet));
    return true;
  }
  if (packet->is<SyncWork>()) {
    pass(std::move(packet));
    return true;
  }
  switch (prepare(*packet)) {
    case Prepared::kYes:
      submitter_.send(std::move(packet));
      return true;
    case Prepared::kFailed:
      ender_.drop(std::move(packet));
      return true;
    case Prepared::kAgain:
      nodes_.queue_again(std::move(packet));
      return true;
    case Prepared::kWait:
      break;
  }
  nodes_.queue_again(std::move(packet));
  return false;
}

// It is the turn of a synchronisation point: the context passes it, or stops there.
void Feeder::pass(std::unique_ptr<Packet> packet) {
  WorkSource& context = *packet->context;
  SyncPoint& point = *packet->as<SyncWork>().point;
  std::uint32_t retries = 0;
  bool is_early = false;
  {
    const NodesHold hold(nodes_);
    retries = context.retries;
    is_early = point.is_after_work() && context.at_hardware != 0;
  }
  if (!is_early && point.pass()) {
    trace::event("gpu", "synchronised", {{"context", context.label()}});
    return ender_.finish(std::move(packet));
  }
  const NodesHold hold(nodes_);
  // A retry() that came meanwhile may be the one that would have let the point pass.
  context.is_blocked = is_early ? context.at_hardware != 0 : context.retries == retries;
  nodes_.at(context.node()).queue_again(std::move(packet));
}

Feeder::Prepared Feeder::prepare(Packet& packet) {
  if (names_what_is_gone(packet) || names_what_was_evicted(packet)) {
    fail_device(packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
    return Prepared::kFailed;
  }
  Placed why_not = Placed::kYes;
  if (!make_resident(packet, why_not)) return make_room(packet, why_not);
  if (!take_fence(packet)) {
    memory_.unpin(packet);
    return Prepared::kWait;
  }
  return packet.is<AddressedWork>() || patch(packet) ? Prepared::kYes : Prepared::kFailed;
}

bool Feeder::make_resident(Packet& packet, Placed& why_not) {
  return memory_.make_resident(packet, why_not) && memory_.make_list_resident(packet, why_not) &&
         contexts_.pin_for(packet, why_not) && make_tables_resident(packet, why_not);
}

// The memory of the packet does not fit now. Says what becomes of the packet.
Feeder::Prepared Feeder::make_room(Packet& packet, Placed why_not) {
  memory_.unpin(packet);
  if (why_not == Placed::kBusy && nodes_.is_at_work()) return Prepared::kWait;
  if (why_not == Placed::kBusy && contexts_.unpin_others(packet)) return Prepared::kAgain;
  if (why_not != Placed::kLost && split(packet, nodes_)) return Prepared::kAgain;
  // K-459, K-454.
  fail_device(packet, why_not == Placed::kLost ? D3DKMT_DEVICEEXECUTION_RESET
                                               : D3DKMT_DEVICEEXECUTION_ERROR_OUTOFMEMORY);
  return Prepared::kFailed;
}

// False when an earlier packet of the context came back from the hardware meanwhile.
bool Feeder::take_fence(Packet& packet) {
  const NodesHold hold(nodes_);
  if (Node::is_overtaking(packet)) return false;
  if (packet.has_fence()) packet.fence = nodes_.at(packet.node).issue_fence();
  return true;
}

// K-385: what the driver did not patch, or patched wrongly, does not run.
bool Feeder::patch(Packet& packet) {
  if (!caps_.patches || packet.context->is_unpatched() || sched::patch(driver_, packet))
    return true;
  fail_device(packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  return false;
}

// Puts the page tables of the packet's process in place, until the packet has ended.
bool Feeder::make_tables_resident(Packet& packet, Placed& why_not) {
  vidmm::PageTables* const tables = packet.context->owner().tables();
  if (!packet.is<AddressedWork>() || tables == nullptr) return true;
  why_not = tables->bring(vidmm::PageTables::For::kWork);
  if (why_not != Placed::kYes) return false;
  tables->pin();
  packet.tables = tables;
  set_root(*packet.context, *tables);
  return true;
}

// K-314: no work of the context runs meanwhile.
void Feeder::set_root(WorkSource& context, const vidmm::PageTables& tables) {
  const vidmm::PageTables::Root root = tables.root();
  if (context.root == root.number) return;
  collector_.await([&] {
    const NodesHold hold(nodes_);
    return context.at_hardware == 0;
  });
  context.root = root.number;
  DXGKARG_SETROOTPAGETABLE arguments{};
  arguments.hContext = context.driver();
  arguments.Address = root.address;
  arguments.NumEntries = root.entries;
  trace::event("page tables", "root of context",
               {{"context", context.label()}, {"entries", root.entries}});
  driver_.set_root_page_table(arguments);
}

}  // namespace drydock::sched
