#include "src/dxgk/memory/gpu_addresses.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/binding_claim.h"
#include "src/dxgk/work/paging_queue.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/client_call.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"

namespace drydock::dxgk {
namespace {

using Outcome = AddressSpace::Outcome;
using Protection = D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE;

constexpr std::uint64_t kPage = AddressSpace::kPage;
constexpr std::uint64_t kReservedUnit = vidmm::FreeRanges::kBlock;

// Translates a kind of reservation into the protection of its unmapped parts, which decides what
// the GPU reads there. Returns false when the kind is unknown.
bool protection_of(D3DDDIGPUVIRTUALADDRESS_RESERVATION_TYPE type, Protection& out) {
  out = {};
  switch (type) {
    case D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO:
      out.Zero = 1;
      return true;
    case D3DDDIGPUVIRTUALADDRESS_RESERVE_NO_ACCESS:
    case D3DDDIGPUVIRTUALADDRESS_RESERVE_NO_COMMIT:
      out.NoAccess = 1;
      return true;
  }
  return false;
}

bool is_mapping_possible(const D3DDDI_MAPGPUVIRTUALADDRESS& request) {
  const bool has_memory = is_for_memory(request.Protection);
  return !nt::client_breaks("K-304", !has_memory && !is_for_nothing(request.Protection),
                            {"Protection.Value", request.Protection.Value},
                            "SystemUseOnly and reserved bits are 0, and Zero and NoAccess come "
                            "alone") &&
         !nt::client_breaks("K-300", has_memory != (request.hAllocation != 0),
                            {"hAllocation", request.hAllocation},
                            "Zero and NoAccess lead to no allocation, and other protections to "
                            "one") &&
         !nt::client_breaks("K-043", request.Reserved0 != 0, {"Reserved0", request.Reserved0},
                            "reserved members are 0") &&
         !nt::client_breaks("K-043", request.Reserved1 != 0, {"Reserved1", request.Reserved1},
                            "reserved members are 0");
}

// Why addresses were refused.
void check_place(const D3DDDI_MAPGPUVIRTUALADDRESS& request, bool has_memory, Outcome outcome) {
  const nt::ClientField base("BaseAddress", request.BaseAddress);
  const bool is_taken = outcome == Outcome::kTaken;
  if (has_memory) {
    (void)nt::client_breaks("K-299", is_taken, base,
                            "the range is neither free nor inside one that the process has");
    (void)nt::client_breaks("K-306", outcome == Outcome::kProtected,
                            {"DriverProtection", request.DriverProtection},
                            "these pages are mapped with another unique protection");
  } else {
    (void)nt::client_breaks("K-300", is_taken, base,
                            "the range is no reservation, or lies in the range of a map call");
  }
}

}  // namespace

NTSTATUS status_of_outcome(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone:
      return STATUS_SUCCESS;
    case Outcome::kNoRoom:
      return STATUS_NO_MEMORY;
    default:
      return STATUS_INVALID_PARAMETER;
  }
}

NTSTATUS reserve_addresses(Seat& seat, const D3DDDI_RESERVEGPUVIRTUALADDRESS& request,
                           std::uint64_t& at) {
  AddressSpace* const addresses = seat.addresses();
  if (addresses == nullptr) return STATUS_NOT_SUPPORTED;
  const AddressSpace::Place place{request.BaseAddress, request.MinimumAddress,
                                  request.MaximumAddress, request.Size};
  AddressSpace::Target unmapped;
  unmapped.driver_protection = request.DriverProtection;
  if (nt::client_breaks("K-305", !are_multiples(kReservedUnit, place),
                        {"BaseAddress", request.BaseAddress},
                        "the base, or the limits without one, and Size are multiples of 64 KB") ||
      !protection_of(request.ReservationType, unmapped.protection))
    return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const Outcome outcome = addresses->reserve(place, unmapped, at);
  (void)nt::client_breaks("K-305", outcome == Outcome::kTaken, {"BaseAddress", request.BaseAddress},
                          "addresses of the range are not free");
  const NTSTATUS status = status_of_outcome(outcome);
  if (NT_SUCCESS(status))
    trace::event("addresses", "reserved", {{"at", at}, {"bytes", request.Size}});
  return status;
}

NTSTATUS map_addresses(PagingQueue& queue, const D3DDDI_MAPGPUVIRTUALADDRESS& request,
                       std::uint64_t& at, UINT64& fence_value) {
  Device& device = queue.device();
  AddressSpace* const addresses = device.seat().addresses();
  if (addresses == nullptr) return STATUS_NOT_SUPPORTED;
  const bool has_memory = is_for_memory(request.Protection);
  if (!is_mapping_possible(request)) return STATUS_INVALID_PARAMETER;
  // The binding is not destroyed before it is mapped. Its mappings end with it.
  const BindingClaim memory(device, request.hAllocation);
  if (has_memory &&
      (nt::names_nothing(!memory, {"hAllocation", request.hAllocation}) ||
       nt::client_breaks(
           "K-301",
           !are_pages_of((*memory).allocation().tenant, request.OffsetInPages, request.SizeInPages),
           {"SizeInPages", request.SizeInPages},
           "the allocation does not have so many pages from OffsetInPages on")))
    return STATUS_INVALID_PARAMETER;
  if (request.SizeInPages > ~std::uint64_t{0} / kPage) return STATUS_INVALID_PARAMETER;
  const AddressSpace::Place place{request.BaseAddress, request.MinimumAddress,
                                  request.MaximumAddress, request.SizeInPages * kPage};
  if (nt::client_breaks("K-299", !is_placed_by_pages(place), {"BaseAddress", request.BaseAddress},
                        "the base, or the limits without one, are multiples of 4 KB, and there is "
                        "a page"))
    return STATUS_INVALID_PARAMETER;
  AddressSpace::Target target;
  target.protection = request.Protection;
  target.driver_protection = request.DriverProtection;
  if (has_memory) {
    target.owner = &*memory;
    target.tenant = &(*memory).allocation().tenant;
    target.offset = request.OffsetInPages * kPage;
  }
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const auto fence = std::make_shared<vidmm::MapFence>();
  fence->fence = queue.fence();
  target.fence = fence;
  const Outcome outcome = addresses->map(place, target, AddressSpace::Base::kFreeOrInside, at);
  check_place(request, has_memory, outcome);
  NTSTATUS status = status_of_outcome(outcome);
  if (!NT_SUCCESS(status)) return status;
  trace::event("addresses", "mapped", {{"at", at}, {"bytes", place.bytes}});
  status = queue.queue(
      [fence, &seat = device.seat()](vidmm::VideoMemory&) {
        if (seat.tables() != nullptr) seat.tables()->bring(vidmm::PageTables::For::kLater);
        fence->is_reached.store(true, std::memory_order_release);
        return true;
      },
      fence_value);
  fence->value.store(fence_value, std::memory_order_release);
  if (!NT_SUCCESS(status)) addresses->free(at, place.bytes);
  return status;
}

NTSTATUS free_addresses(Seat& seat, const D3DKMT_FREEGPUVIRTUALADDRESS& request) {
  AddressSpace* const addresses = seat.addresses();
  if (addresses == nullptr) return STATUS_NOT_SUPPORTED;
  const bool are_pages = request.BaseAddress % kPage == 0 && request.Size % kPage == 0;
  if (nt::client_breaks("K-308", !are_pages, {"BaseAddress", request.BaseAddress},
                        "the base and Size are multiples of 4 KB"))
    return STATUS_INVALID_PARAMETER;
  seat.check_freed({request.BaseAddress, request.BaseAddress + request.Size});
  if (nt::client_breaks("K-229", !addresses->free(request.BaseAddress, request.Size),
                        {"BaseAddress", request.BaseAddress},
                        "the process has no such range: it was freed, or went with its allocation"))
    return STATUS_INVALID_PARAMETER;
  seat.follow_addresses();
  trace::event("addresses", "freed", {{"at", request.BaseAddress}, {"bytes", request.Size}});
  return STATUS_SUCCESS;
}

std::uint64_t last_work_by_address(const Device& device) {
  return device.adapter().scheduler()->last_virtual_work(device);
}

bool is_work_by_address_over(const Device& device, std::uint64_t number) {
  return device.adapter().scheduler()->is_virtual_work_over(device, number);
}

void free_addresses_of(Binding& binding) {
  AddressSpace* const addresses = binding.device().seat().addresses();
  if (addresses == nullptr) return;
  vidmm::Tenant& tenant = binding.allocation().tenant;
  addresses->free_all(tenant, &binding);
  // Relaxed: the page tables set it before these addresses could be freed.
  if (tenant.is_addressed.load(std::memory_order_relaxed))
    binding.device().seat().follow_addresses();
}

}  // namespace drydock::dxgk
