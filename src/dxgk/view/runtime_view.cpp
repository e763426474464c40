#include "src/dxgk/view/runtime_view.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/gpu_addresses.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/object/instance.h"
#include "src/dxgk/object/read_section.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/context_allocation.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"

namespace drydock::dxgk {
namespace {

static_assert(RuntimeView::kInstanceShift == kInstanceShift);
static_assert(RuntimeView::kMostRenamings == kMostRenamings);
static_assert(RuntimeView::without_instance(~0U) == without_instance(~0U));
static_assert(RuntimeView::kGpuPage == AddressSpace::kPage);

// Calls `ask` with the object of a handle, which is not freed meanwhile. Returns a default value
// when there is none.
template <typename Type, typename Ask>
auto ask_object(Process& process, Handle handle, Ask&& ask) {
  const ReadSection reading;
  const auto* const found = as<Type>(process.handles().look_up(handle));
  return found != nullptr ? ask(*found) : decltype(ask(*found))();
}

// Calls `ask` with the addresses of a device's process while the device is live. Returns a default
// value when there are none.
template <typename Ask>
auto ask_addresses(Process& process, Handle device, Ask&& ask) {
  const Operation operation(process, device);
  AddressSpace* const addresses = operation ? operation->seat().addresses() : nullptr;
  return addresses != nullptr ? ask(*addresses) : decltype(ask(*addresses))();
}

// Translates an operation into the range that it changes and the range that it copies.
AddressSpace::Change change_of(const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION& operation) {
  const auto at = [](std::uint64_t base, std::uint64_t bytes) {
    return AddressSpace::Change{.to = {base, base + bytes}};
  };
  switch (operation.OperationType) {
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP:
      return at(operation.Map.BaseAddress, operation.Map.SizeInBytes);
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP_PROTECT:
      return at(operation.MapProtect.BaseAddress, operation.MapProtect.SizeInBytes);
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY: {
      AddressSpace::Change out = at(operation.Copy.DestAddress, operation.Copy.SizeInBytes);
      out.copied_from = operation.Copy.SourceAddress;
      return out;
    }
    default:
      return at(operation.Unmap.BaseAddress, operation.Unmap.SizeInBytes);
  }
}

}  // namespace

RuntimeView::Scope::Scope(const RuntimeView& view) {
  static_assert(sizeof(ProcessScope) == sizeof scope_);
  std::construct_at(reinterpret_cast<ProcessScope*>(scope_), view.process_);
}
RuntimeView::Scope::~Scope() { std::destroy_at(reinterpret_cast<ProcessScope*>(scope_)); }

bool RuntimeView::has_paging_queues(D3DKMT_HANDLE adapter) const {
  const Adapter* const found = process_->adapter_of(adapter);
  return found != nullptr && found->has_paging_queues();
}

bool RuntimeView::has_gpu_addresses(D3DKMT_HANDLE adapter) const {
  const Adapter* const found = process_->adapter_of(adapter);
  return found != nullptr && found->caps().gpu_mmu;
}

std::uint64_t RuntimeView::bytes_of(D3DKMT_HANDLE allocation) const {
  return ask_object<Binding>(*process_, allocation, [](const Binding& binding) -> std::uint64_t {
    return binding.allocation().tenant.size();
  });
}

bool RuntimeView::is_used_by_gpu(D3DKMT_HANDLE allocation) const {
  return ask_object<Binding>(*process_, allocation, [](const Binding& binding) {
    const DeviceHold hold(binding.device());  // no instance is added meanwhile
    return is_named_by_gpu(binding);
  });
}

bool RuntimeView::may_lie_in_aperture(D3DKMT_HANDLE allocation) const {
  const bool lies_elsewhere =
      ask_object<Binding>(*process_, allocation, [](const Binding& binding) {
        const auto& segments = binding.allocation().adapter->caps().segments;
        for (std::size_t i = 0; i < segments.size(); ++i) {
          if ((binding.allocation().tenant.wishes.segments >> i & 1) != 0 &&
              segments[i].Flags.Aperture != 0)
            return false;
        }
        return true;
      });
  return !lies_elsewhere;
}

UINT RuntimeView::private_data_of_buffers(D3DKMT_HANDLE context) const {
  return ask_object<Context>(*process_, context, [](const Context& found) {
    return found.info().DmaBufferPrivateDataSize;
  });
}

bool RuntimeView::is_context_allocation(D3DKMT_HANDLE context, D3DKMT_HANDLE handle) const {
  return ask_object<Context>(*process_, context, [&](const Context& found) {
    return found.device().adapter().context_allocations().has_low_part(handle);
  });
}

const void* RuntimeView::owner_of_address(D3DKMT_HANDLE device, std::uint64_t address) const {
  return ask_addresses(*process_, device, [&](AddressSpace& addresses) -> const void* {
    const auto found = addresses.mapping_at(address);
    return found ? found->target.owner : nullptr;
  });
}

bool RuntimeView::are_in_one_reservation(
    D3DKMT_HANDLE device,
    std::span<const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations) const {
  return ask_addresses(*process_, device, [&](AddressSpace& addresses) {
    std::vector<AddressSpace::Change> changes;
    std::ranges::transform(operations, std::back_inserter(changes), change_of);
    AddressSpace::Reservations found;
    return addresses.check(changes, found) != AddressSpace::Outcome::kNotReserved;
  });
}

std::uint64_t RuntimeView::last_work_by_address(D3DKMT_HANDLE device) const {
  const Operation operation(*process_, device);
  return operation ? dxgk::last_work_by_address(*operation) : 0;
}

bool RuntimeView::is_work_by_address_over(D3DKMT_HANDLE device, std::uint64_t number) const {
  const Operation operation(*process_, device);
  return !operation || dxgk::is_work_by_address_over(*operation, number);
}

bool RuntimeView::is_protection_of_nothing(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection) {
  return is_for_nothing(protection);
}

bool RuntimeView::is_protection_of_memory(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection) {
  return is_for_memory(protection);
}

bool RuntimeView::is_placed_by_pages(const Place& place) {
  return dxgk::is_placed_by_pages({place.base, place.minimum, place.maximum, place.bytes});
}

}  // namespace drydock::dxgk
