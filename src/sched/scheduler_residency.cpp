// Residency lists on the scheduler's strand.
#include <algorithm>
#include <utility>

#include "src/dxgk/memory/residency.h"
#include "src/dxgk/work/device.h"
#include "src/sched/scheduler.h"

namespace drydock::sched {

bool Scheduler::is_at_work() {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(nodes_, [](const Node& node) { return !node.hardware().empty(); });
}

// K-286: what left the list after the work was submitted is not brought back for it. Whoever was
// destroyed meanwhile left the list too, and waits for the work.
bool Scheduler::names_what_was_evicted(const Packet& packet) {
  if (!packet.is_under_residency) return false;
  const sim::SpinHold hold(packet.context->device().lock);
  return std::ranges::any_of(packet.uses, [](const Use& use) {
    return use.is_needed() && use.binding->claims.is_open() && use.binding->listing.count == 0;
  });
}

// K-284: in place before the packet runs, and until it is over. Nobody says which of it the GPU
// writes to.
bool Scheduler::bring_residents(Packet& packet, vidmm::Placed& why_not) {
  dxgk::Device& device = packet.context->device();
  if (device.residency.size.load(std::memory_order_relaxed) == 0) return true;
  packet.residents = dxgk::use_residents(device);
  for (const auto& each : packet.residents) memory_.pin(each->allocation().tenant);
  return std::ranges::all_of(packet.residents, [&](const dxgk::Ref<dxgk::Binding>& each) {
    vidmm::Tenant& tenant = each->allocation().tenant;
    tenant.adopt(device.driver());
    why_not = memory_.make_resident(tenant);
    tenant.cpu.has_content.store(true, std::memory_order_relaxed);
    tenant.place.content.exposed();
    return why_not == vidmm::Placed::kYes;
  });
}

void Scheduler::release_residents(Packet& packet) {
  for (const auto& each : std::exchange(packet.residents, {})) {
    memory_.unpin(each->allocation().tenant);
    dxgk::end_resident_use(*each);
  }
}

}  // namespace drydock::sched
