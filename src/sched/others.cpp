// Checks memory that a packet does not name and must not change.
#include <fmt/format.h>

#include <algorithm>

#include "src/nt/watch/breach.h"
#include "src/sched/scheduler.h"
#include "src/wdk/hostile.h"

namespace drydock::sched {

// Only when no other work runs that could have changed the memory. A part of a split
// packet may change everything that the whole packet names.
void Scheduler::look_at_others(Packet& packet) {
  if (!packet.is<RenderWork>()) return;
  RenderWork::Others& others = packet.as<RenderWork>().others;
  others = {};
  if (!are_arguments_hostile()) return;
  {
    const sim::Hold hold(lock_);
    if (std::ranges::any_of(nodes_, [](const Node& node) { return !node.hardware().empty(); }))
      return;
  }
  others.seen = memory_.look_through_apertures();
  others.moves = memory_.moves();
  others.submissions = submissions_;
  std::erase_if(others.seen, [&](const vidmm::VideoMemory::Seen& seen) {
    return std::ranges::any_of(packet.uses,
                               [&](const Use& use) { return use.tenant == seen.tenant; }) ||
           std::ranges::any_of(pinned_, [&](const std::vector<vidmm::Tenant*>& pinned) {
             return std::ranges::find(pinned, seen.tenant) != pinned.end();
           });
  });
}

// K-379: the commands of a packet must not change memory that its list does not name.
void Scheduler::check_others(const Packet& packet) {
  if (!packet.is<RenderWork>()) return;
  const RenderWork::Others& others = packet.as<RenderWork>().others;
  if (others.seen.empty() || others.submissions != submissions_ || others.moves != memory_.moves())
    return;
  if (const vidmm::Tenant* const tenant = vidmm::VideoMemory::changed_since(others.seen))
    nt::Breach("K-379", driver_.offender())
        .message(
            "{} bytes that the aperture shows at {:#x} have changed, "
            "and no entry of the allocation list of the work that ran "
            "names them",
            tenant->size(), tenant->place.address())
        .raise_later();
}

}  // namespace drydock::sched
