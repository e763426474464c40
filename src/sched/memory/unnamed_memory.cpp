#include "src/sched/memory/unnamed_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/wdk/hostile.h"

namespace drydock::sched {

// A part of a split packet may change everything that the whole packet names.
bool UnnamedMemory::may_change(const Packet& packet, const vidmm::Tenant& tenant) const {
  return std::ranges::any_of(packet.uses, [&](const Use& use) { return use.tenant == &tenant; }) ||
         contexts_.is_pinned(tenant);
}

// Only when no other work runs that could have changed the memory.
void UnnamedMemory::store_digests(Packet& packet) {
  ++submissions_;
  if (!packet.is<RenderWork>()) return;
  RenderWork::Others& others = packet.as<RenderWork>().others;
  others = {};
  if (!are_arguments_hostile() || nodes_.is_at_work()) return;
  others.seen = memory_.look_through_apertures();
  others.moves = memory_.moves();
  others.submissions = submissions_;
  std::erase_if(others.seen, [&](const vidmm::VideoMemory::Seen& seen) {
    return may_change(packet, *seen.tenant);
  });
}

void UnnamedMemory::check(const Packet& packet) const {
  if (!packet.is<RenderWork>()) return;
  const RenderWork::Others& others = packet.as<RenderWork>().others;
  if (others.seen.empty() || others.submissions != submissions_ || others.moves != memory_.moves())
    return;
  rules::evaluated("K-379");
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
