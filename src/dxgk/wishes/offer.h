// Offers: a client allows the host to discard the contents of an allocation, until it reclaims it.
//
// Only discard_offered(), when memory is short, and a plan of faults at the reclaim discard
// contents. The contents of a shared resource are not discarded, because not every opener has
// offered it. Cost: a few short holds of the device's lock. Owner: the binding has its offer.
// Threads: any, inside an operation on the device.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Names allocations by their own handles or by those of their resources.
struct OfferedSet {
  std::span<const Handle> handles;
  bool are_resources = false;
};

// D3DKMTOfferAllocations: all of them or none. From WDDM 2.1 on the client may offer the memory
// too, together with its contents.
NTSTATUS offer(Device& device, const OfferedSet& set, UINT priority, bool may_decommit = false);

// Offers one binding, by the list of work that has just ended. A locked one, or one that is being
// destroyed, is not offered.
void offer_used(Binding& binding, UINT priority);

// D3DKMTReclaimAllocations and D3DKMTReclaimAllocations2. `results` has one element per handle, or
// is empty. An allocation that cannot get its memory back stays offered.
NTSTATUS reclaim(Device& device, const OfferedSet& set, std::span<D3DDDI_RECLAIM_RESULT> results);

// Memory is short: discards the contents of what is offered on the device with this priority or a
// lower one, and is not used by the GPU. Returns how many allocations lost them.
std::size_t discard_offered(Device& device, UINT up_to_priority);

}  // namespace drydock::dxgk
