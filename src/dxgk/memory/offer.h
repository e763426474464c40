// Offering: a client lets the system throw away what is in an allocation, until it reclaims it.
//
// Nothing is thrown away by itself. A host that wants memory says so with discard_offered(); a plan
// of faults discards at the reclaim. What a shared resource holds stays, because not every opener
// has offered it.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// Allocations by their own handles or by those of their resources.
struct OfferedSet {
  std::span<const Handle> handles;
  bool are_resources = false;
};

// D3DKMTOfferAllocations: all of them or none. From WDDM 2.1 on the client may let go of the memory
// too, with what is in it.
NTSTATUS offer(Device& device, const OfferedSet& set, UINT priority, bool may_decommit = false);

// One binding, by the list of work that is over now. What is locked or going stays as it is.
void offer_used(Binding& binding, UINT priority);

// D3DKMTReclaimAllocations and 2. `results` has one element for each handle; empty when the client
// does not ask. What cannot have its memory back stays offered.
NTSTATUS reclaim(Device& device, const OfferedSet& set, std::span<D3DDDI_RECLAIM_RESULT> results);

// Memory is scarce: what is offered on the device with this priority or a lower one, and is no
// longer used by the GPU, loses its contents. How many allocations did.
std::size_t discard_offered(Device& device, UINT up_to_priority);

}  // namespace drydock::dxgk
