#include "src/dxgk/wishes/priority.h"

#include <algorithm>

#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/rename.h"

namespace drydock::dxgk {
namespace {

// Calls `body` with each binding and the index of its answer. Returns false, without a call, when a
// handle names nothing.
template <typename Body>
bool for_each(Device& device, const NamedAllocations& named, Body&& body) {
  const ReadSection reading;
  const DeviceHold hold(device);
  if (named.resource != 0) {
    Resource* const resource = find_resource(device, named.resource);
    if (resource == nullptr) return false;
    for (Binding* each = resource->bindings.first(); each != nullptr;
         each = resource->bindings.after(*each))
      body(*each, 0);
    return true;
  }
  const auto is_known = [&](Handle handle) DRYDOCK_REQUIRES(device.lock, some_device_lock) {
    return find_binding(device, handle) != nullptr;
  };
  if (!std::ranges::all_of(named.allocations, is_known)) return false;
  for (std::size_t i = 0; i < named.allocations.size(); ++i)
    body(*find_binding(device, named.allocations[i]), i);
  return true;
}

NTSTATUS status_of(bool is_known) { return is_known ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER; }

}  // namespace

NTSTATUS set_priorities(Device& device, const NamedAllocations& named,
                        std::span<const UINT> priorities) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (std::ranges::find(priorities, 0U) != priorities.end()) return STATUS_INVALID_PARAMETER;
  return status_of(for_each(device, named, [&](Binding& binding, std::size_t i) {
    binding.allocation().priority.store(priorities[i], std::memory_order_relaxed);
  }));
}

NTSTATUS get_priorities(Device& device, const NamedAllocations& named, std::span<UINT> priorities) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  return status_of(for_each(device, named, [&](const Binding& binding, std::size_t i) {
    priorities[i] = binding.allocation().priority.load(std::memory_order_relaxed);
  }));
}

NTSTATUS query_residency(Device& device, const NamedAllocations& named,
                         std::span<D3DKMT_ALLOCATIONRESIDENCYSTATUS> out) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  std::ranges::fill(out, D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  // The answer for a resource is the largest value of its members, which is the worst one.
  return status_of(for_each(
      device, named, [&](Binding& binding, std::size_t i) DRYDOCK_REQUIRES(some_device_lock) {
        const vidmm::Tenant& tenant = current_instance(binding).tenant;
        out[i] = std::max(out[i], tenant.cpu.residency.load(std::memory_order_relaxed));
      }));
}

}  // namespace drydock::dxgk
