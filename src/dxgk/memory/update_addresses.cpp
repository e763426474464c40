// D3DKMTUpdateGpuVirtualAddress: what clients do with the tiles of a reservation.
#include <memory>
#include <vector>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/binding_claim.h"
#include "src/dxgk/memory/gpu_addresses.h"
#include "src/dxgk/work/address_updates.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/context_call.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/process.h"
#include "src/dxgk/work/sync_object.h"
#include "src/nt/base/fault_point.h"

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
    return std::ranges::all_of(operations, [&](const TileOperation& each) { return read(each); });
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
        return is_for_memory(target.protection) && map(each.MapProtect, target, false);
      }
      case D3DDDI_UPDATEGPUVIRTUALADDRESS_UNMAP: {
        AddressSpace::Target nothing;
        nothing.protection = each.Unmap.Protection;
        return is_for_nothing(nothing.protection) &&
               add(each.Unmap.BaseAddress, each.Unmap.SizeInBytes, {.target = nothing});
      }
      case D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY:
        return are_whole_pages({each.Copy.SourceAddress}) &&
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
    if (!are_whole_pages({bytes, wanted.AllocationOffsetInBytes}) || bytes == 0 ||
        wanted.SizeInBytes % bytes != 0)
      return false;
    auto memory = std::make_shared<TileClaim>(device_, wanted.hAllocation);
    if (!*memory) return false;
    Binding& binding = **memory;
    target.owner = &binding;
    target.tenant = &binding.allocation().tenant;
    target.offset = wanted.AllocationOffsetInBytes;
    if (!are_pages_of(*target.tenant, target.offset / AddressSpace::kPage,
                      bytes / AddressSpace::kPage))
      return false;
    update.memory.push_back(std::move(memory));
    return add(wanted.BaseAddress, wanted.SizeInBytes,
               {.target = target, .repeat = bytes, .inherits = inherits});
  }

  bool add(std::uint64_t base, std::uint64_t bytes, Change change) {
    if (!are_whole_pages({base, bytes}) || bytes == 0 || base + bytes < base) return false;
    change.to = {base, base + bytes};
    update.changes.push_back(std::move(change));
    return true;
  }

  Device& device_;
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
  if (outcome != AddressSpace::Outcome::kDone) return status_of_outcome(outcome);
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const ContextCall call(context);
  if (!call) return STATUS_INVALID_PARAMETER;
  reading.update.fence = std::move(fence);
  reading.update.value = request.fence_value;
  reading.update.waits = request.waits;
  return context.work().updates.queue(context, std::move(reading.update));
}

}  // namespace drydock::dxgk
