// Residency lists on the scheduler's strand.
#include <algorithm>
#include <cassert>
#include <utility>

#include "src/sched/scheduler.h"

namespace drydock::sched {

bool Scheduler::is_at_work() {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(nodes_, [](const Node& node) { return !node.hardware().empty(); });
}

// K-286: an allocation that left the list after the submission is not made resident again for the
// work. A destroyed allocation left the list too, and its destruction waits for the work.
bool Scheduler::names_what_was_evicted(const Packet& packet) {
  return packet.is<RenderWork>() && packet.as<RenderWork>().is_under_residency &&
         packet.claims->was_evicted(packet.uses);
}

// K-284: everything on the list is in place before the packet runs, until the packet ends. The host
// does not know which of it the GPU writes to.
bool Scheduler::bring_residents(Packet& packet, vidmm::Placed& why_not) {
  if (packet.claims == nullptr) return true;
  assert(packet.residents == nullptr);
  packet.residents = &packet.claims->claim_residents();
  for (vidmm::Tenant* const each : *packet.residents) memory_.pin(*each);
  return std::ranges::all_of(*packet.residents, [&](vidmm::Tenant* const tenant) {
    tenant->adopt(packet.context->owner().driver());
    why_not = memory_.make_resident(*tenant);
    tenant->cpu.has_content.store(true, std::memory_order_relaxed);
    tenant->place.content.exposed();
    return why_not == vidmm::Placed::kYes;
  });
}

void Scheduler::release_residents(Packet& packet) {
  const std::vector<vidmm::Tenant*>* const residents = std::exchange(packet.residents, nullptr);
  if (residents == nullptr) return;
  for (vidmm::Tenant* const each : *residents) memory_.unpin(*each);
  packet.claims->release_residents();
}

}  // namespace drydock::sched
