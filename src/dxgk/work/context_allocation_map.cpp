// DxgkCbMapContextAllocation: memory of the driver's own in the addresses of a client's process.
#include <fmt/format.h>

#include "src/dxgk/adapter/address_check.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context_allocation.h"
#include "src/dxgk/work/device.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {

D3DGPU_VIRTUAL_ADDRESS ContextAllocations::map(const DXGKARGCB_MAPCONTEXTALLOCATION& wanted) {
  bool is_privileged = false;
  std::uint64_t at = 0;
  {
    const sim::Alone alone(changes_);
    Allocation* allocation = nullptr;
    {
      const sim::Hold hold(lock_);
      const auto found = all_.find(wanted.hAllocation);
      if (found != all_.end()) allocation = found->second.get();
    }
    AddressSpace* const addresses =
        allocation == nullptr ? nullptr : allocation->owner.device->seat().addresses();
    if (addresses == nullptr || nt::fails_here(sim::FaultKind::kObject)) return 0;
    const AddressSpace::Place place{wanted.BaseAddress, wanted.MinimumAddress,
                                    wanted.MaximumAddress,
                                    wanted.SizeInPages * AddressSpace::kPage};
    vidmm::Tenant& tenant = *allocation->tenant;
    const AddressSpace::Target target{&tenant, &tenant, wanted.OffsetInPages * AddressSpace::kPage,
                                      wanted.Protection, wanted.DriverProtection};
    if (!are_pages_of(tenant, wanted.OffsetInPages, wanted.SizeInPages) ||
        !is_placed_by_pages(place) || !is_for_memory(wanted.Protection) ||
        addresses->map(place, target, AddressSpace::Base::kFree, at) !=
            AddressSpace::Outcome::kDone)
      return 0;
    is_privileged = allocation->is_privileged;
  }
  trace::event("context allocation", "mapped", {{"address", at}});
  if (rules::breaks("K-367", is_privileged))
    nt::Breach("K-367", nt::Offender::running())
        .message(
            "DxgkCbMapContextAllocation: the context allocation {} is "
            "AccessedPhysically, and the application's work reaches it at "
            "{:#x} from now on",
            wanted.hAllocation, at)
        .raise();
  return at;
}

void ContextAllocations::unmap(const Allocation& allocation) {
  AddressSpace* const addresses = allocation.owner.device->seat().addresses();
  if (addresses != nullptr) addresses->free_all(*allocation.tenant, allocation.tenant.get());
}

}  // namespace drydock::dxgk
