// D3DKMTUpdateGpuVirtualAddress: what clients do with the tiles of a reservation.
#include <memory>
#include <vector>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/binding_claim.h"
#include "src/dxgk/memory/gpu_addresses.h"
#include "src/dxgk/work/address_updates.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/host_claim.h"
#include "src/dxgk/work/process.h"
#include "src/dxgk/work/sync_object.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/client_call.h"

namespace drydock::dxgk {
namespace {

using Change = AddressSpace::Change;
using TileOperation = D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION;

bool are_whole_pages(std::initializer_list<std::uint64_t> values) {
  return std::ranges::all_of(values,
                             [](std::uint64_t each) { return each % AddressSpace::kPage == 0; });
}

// Translates the operations of a client into changes of the address space.
class Reading {
 public:
  explicit Reading(Device& device) : device_(device) {}

  // Returns false when one of the operations is impossible.
  bool read(std::span<const TileOperation> operations) {
    for (at_ = 0; at_ < operations.size(); ++at_) {
      if (!read(operations[at_])) return false;
    }
    return true;
  }
  AddressUpdate update;

 private:
  bool read(const TileOperation& each) {
    switch (each.OperationType) {
      case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP: {
        AddressSpace::Target target;
        target.protection.Write = 1;
        return map(each.Map, target, /*inherits=*/true);
      }
      case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP_PROTECT: {
        AddressSpace::Target target;
        target.protection = each.MapProtect.Protection;
        target.driver_protection = each.MapProtect.DriverProtection;
        return !nt::client_breaks(
                   "K-304", !is_for_memory(target.protection),
                   {"Operations[].MapProtect.Protection", target.protection.Value, at_},
                   "it has bits that are not a client's") &&
               map(each.MapProtect, target, false);
      }
      case D3DDDI_UPDATEGPUVIRTUALADDRESS_UNMAP: {
        AddressSpace::Target nothing;
        nothing.protection = each.Unmap.Protection;
        return is_for_nothing(nothing.protection) &&
               add(each.Unmap.BaseAddress, each.Unmap.SizeInBytes, {.target = nothing});
      }
      case D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY:
        return !is_crooked(!are_whole_pages({each.Copy.SourceAddress}),
                           "Operations[].Copy.SourceAddress", each.Copy.SourceAddress) &&
               add(each.Copy.DestAddress, each.Copy.SizeInBytes,
                   {.copied_from = each.Copy.SourceAddress});
    }
    return false;
  }

  // K-310: the range repeats the part of the allocation as often as it has room.
  template <typename Map>
  bool map(const Map& wanted, AddressSpace::Target target, bool inherits) {
    const std::uint64_t bytes =
        wanted.AllocationSizeInBytes != 0 ? wanted.AllocationSizeInBytes : wanted.SizeInBytes;
    if (is_crooked(!are_whole_pages({bytes, wanted.AllocationOffsetInBytes}) || bytes == 0 ||
                       wanted.SizeInBytes % bytes != 0,
                   "Operations[].Map.AllocationSizeInBytes", wanted.AllocationSizeInBytes))
      return false;
    auto memory = std::make_shared<TileClaim>(device_, wanted.hAllocation);
    if (nt::names_nothing(!*memory, {"Operations[].Map.hAllocation", wanted.hAllocation, at_}))
      return false;
    Binding& binding = **memory;
    target.owner = &binding;
    target.tenant = &binding.allocation().tenant;
    target.offset = wanted.AllocationOffsetInBytes;
    if (nt::client_breaks("K-301",
                          !are_pages_of(*target.tenant, target.offset / AddressSpace::kPage,
                                        bytes / AddressSpace::kPage),
                          {"Operations[].Map.AllocationSizeInBytes", bytes, at_},
                          "the allocation does not have so many pages from the offset on"))
      return false;
    update.memory.push_back(std::move(memory));
    return add(wanted.BaseAddress, wanted.SizeInBytes,
               {.target = target, .repeat = bytes, .inherits = inherits});
  }

  bool add(std::uint64_t base, std::uint64_t bytes, Change change) {
    if (is_crooked(!are_whole_pages({base, bytes}) || bytes == 0 || base + bytes < base,
                   "Operations[].BaseAddress", base))
      return false;
    change.to = {base, base + bytes};
    update.changes.push_back(std::move(change));
    return true;
  }

  // K-310.
  bool is_crooked(bool is_broken, const char* path, std::uint64_t value) const {
    return nt::client_breaks("K-310", is_broken, {path, value, at_},
                             "addresses and sizes are multiples of 4 KB, and the part of the "
                             "allocation divides the range");
  }

  Device& device_;
  std::size_t at_ = 0;  // the operation that is read
};

}  // namespace

NTSTATUS update_addresses(Context& context, const UpdateRequest& request) {
  Device& device = context.device();
  AddressSpace* const addresses = device.seat().addresses();
  if (addresses == nullptr) return STATUS_NOT_SUPPORTED;
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  auto fence = std::make_unique<SyncUse>(device.process(), request.fence);
  Reading reading(device);
  if (!*fence || (*fence)->type() != D3DDDI_MONITORED_FENCE ||
      (*fence)->adapter() != &device.adapter() || !reading.read(request.operations))
    return STATUS_INVALID_PARAMETER;
  const AddressSpace::Outcome outcome =
      addresses->check(reading.update.changes, reading.update.reservations);
  (void)nt::client_breaks("K-310", outcome == AddressSpace::Outcome::kNotReserved,
                          {"Operations", request.operations.size()},
                          "they lie in one reservation, and copy from one");
  (void)nt::client_breaks("K-306", outcome == AddressSpace::Outcome::kProtected,
                          {"Operations", request.operations.size()},
                          "pages are mapped with another unique protection");
  if (outcome != AddressSpace::Outcome::kDone) return status_of_outcome(outcome);
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const HostClaim claim(context);
  if (!claim) return STATUS_INVALID_PARAMETER;
  reading.update.fence = std::move(fence);
  reading.update.value = request.fence_value;
  reading.update.waits = request.waits;
  return context.work().updates.queue(context, std::move(reading.update));
}

}  // namespace drydock::dxgk
