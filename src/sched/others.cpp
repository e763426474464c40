// Memory that a packet does not name, and may not change.
#include <fmt/format.h>

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/sched/scheduler.h"
#include "src/wdk/hostile.h"

namespace drydock::sched {

// Only when nothing else is at work, that could have done it. A split packet names more than it
// uses.
void Scheduler::look_at_others(Packet& packet) {
  packet.others = {};
  if (packet.kind != Packet::Kind::kRender || !are_arguments_hostile()) return;
  {
    const sim::Hold hold(lock_);
    if (std::ranges::any_of(nodes_, [](const Node& node) { return !node.hardware().empty(); }))
      return;
  }
  packet.others.seen = memory_.look_through_apertures();
  packet.others.moves = memory_.moves();
  packet.others.submissions = submissions_;
  std::erase_if(packet.others.seen, [&](const vidmm::VideoMemory::Seen& seen) {
    return std::ranges::any_of(
               packet.uses, [&](const Use& use) { return &use.instance->tenant == seen.tenant; }) ||
           std::ranges::any_of(kept_, [&](const std::vector<vidmm::Tenant*>& kept) {
             return std::ranges::find(kept, seen.tenant) != kept.end();
           });
  });
}

// K-379: its commands reached what its list does not name.
void Scheduler::check_others(const Packet& packet) {
  if (packet.others.seen.empty() || packet.others.submissions != submissions_ ||
      packet.others.moves != memory_.moves())
    return;
  if (const vidmm::Tenant* const tenant = vidmm::VideoMemory::changed_since(packet.others.seen))
    adapter_.accuse("K-379", fmt::format("{} bytes that the aperture shows at {:#x} have changed, "
                                         "and no entry of the allocation list of the work that ran "
                                         "names them",
                                         tenant->size(), tenant->place.address()));
}

}  // namespace drydock::sched
