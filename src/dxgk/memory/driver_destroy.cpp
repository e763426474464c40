#include "src/dxgk/memory/driver_destroy.h"

#include <fmt/format.h>

#include <cassert>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/dxgk/memory/adapter_data.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/object/short_list.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// Lists for a call into the driver. Short ones allocate no memory.
using DriverHandles = ShortList<HANDLE, 32>;

// K-016, K-017: only the flag says whether the driver's resource is destroyed. A resource that
// stays may get another handle.
void check_resource_block(Adapter& adapter, const DriverBlocks& before,
                          const DXGKARG_DESTROYALLOCATION& arguments, HANDLE handle) {
  if (arguments.Flags.DestroyResource != 0) {
    before.expect_freed(adapter, "K-016",
                        "DxgkDdiDestroyAllocation with DestroyResource kept the resource:");
  } else if (arguments.hResource == handle) {
    before.expect_there(adapter, "K-017",
                        "DxgkDdiDestroyAllocation without DestroyResource freed the resource:");
  }
}

// K-237: the host frees the pages and their descriptions, not the driver.
void check_system_memory(Adapter& adapter, std::span<Binding* const> destroyed) {
  for (Binding* binding : destroyed) {
    bool has_lost = false;
    each_instance(binding->allocation(),
                  [&](Instance& each) { has_lost |= each.tenant.backing.has_lost_mdl(); });
    if (has_lost)
      nt::Breach("K-237", adapter.offender())
          .message("DxgkDdiDestroyAllocation freed the MDL of the allocation's memory")
          .object(fmt::format("allocation {:#x}", binding->allocation().tenant.label))
          .raise_later();
  }
}

}  // namespace

void close_in_driver(Device& device, std::span<Binding* const> group) {
  Adapter& adapter = device.adapter();
  DriverHandles handles;
  for (Binding* binding : group) {
    if (binding->driver.value != nullptr) handles.push_back(binding->driver.value);
  }
  if (handles.empty() || adapter.table().DxgkDdiCloseAllocation == nullptr) return;
  DXGKARG_CLOSEALLOCATION arguments{};
  arguments.NumAllocations = static_cast<UINT>(handles.size());
  const Passed<const HANDLE> list(handles);
  arguments.pOpenHandleList = list.data();
  const Passed<DXGKARG_CLOSEALLOCATION> passed(arguments);
  // A driver may know a binding by the allocation's own structure, which stays.
  DriverHandles bindings, allocations;
  for (Binding* binding : group) {
    allocations.push_back(binding->allocation().driver.value);
    if (binding->driver.value != binding->allocation().driver.value)
      bindings.push_back(binding->driver.value);
  }
  const DriverBlocks own(bindings), others(allocations);
  adapter.call(ddi::kCloseAllocation, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiCloseAllocation(device.driver(), passed.data());
  });
  for (Binding* binding : group) check_adapter_data(device, *binding);
  own.expect_freed(adapter, "K-191", "DxgkDdiCloseAllocation kept what it closed:");
  others.expect_there(adapter, "K-191", "DxgkDdiCloseAllocation freed an allocation that stays:");
}

void destroy_in_driver(Adapter& adapter, std::span<Binding* const> last, AdapterResource* resource,
                       bool resource_goes) {
  DriverHandles handles;
  for (Binding* binding : last) {
    assert(!binding->allocation().tenant.is_resident());  // K-235
    if (binding->allocation().driver.value != nullptr)
      handles.push_back(binding->allocation().driver.value);
  }
  if (resource != nullptr && resource->hidden) return;
  if ((handles.empty() && !resource_goes) || adapter.table().DxgkDdiDestroyAllocation == nullptr)
    return;
  DXGKARG_DESTROYALLOCATION arguments{};
  arguments.NumAllocations = static_cast<UINT>(handles.size());
  const Passed<const HANDLE> list(handles);
  arguments.pAllocationList = list.data();
  arguments.hResource = resource != nullptr ? resource->driver.value.load() : nullptr;
  arguments.Flags.DestroyResource = resource_goes ? 1 : 0;
  const bool was_alive = adapter.driver().alive();
  const HANDLE driver_resource = arguments.hResource;
  const DriverBlocks allocations(handles), resources(driver_resource);
  Passed<DXGKARG_DESTROYALLOCATION> passed(arguments);
  adapter.call(ddi::kDestroyAllocation, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiDestroyAllocation(adapter.context(), passed.data());
  });
  passed.copy_back();
  for (Binding* binding : last) {
    // K-422: the pointer that the driver got is invalid from now on.
    const HANDLE data = binding->allocation().driver.value;
    if (binding->allocation().data_given.load(std::memory_order_relaxed) &&
        !nt::is_live_pool_block(data))
      nt::set_rule_of_freed_block(data, "K-422");
  }
  check_system_memory(adapter, last);
  allocations.expect_freed(adapter, "K-015", "DxgkDdiDestroyAllocation kept what it destroyed:");
  check_resource_block(adapter, resources, arguments, driver_resource);
  if (arguments.NumAllocations == 0 && was_alive && !adapter.driver().alive())
    nt::Breach("K-019", adapter.driver())
        .message("DxgkDdiDestroyAllocation did not survive NumAllocations 0")
        .raise_later();
  // A resource that stays may get another handle from the driver.
  if (resource != nullptr && !resource_goes) resource->driver.value = arguments.hResource;
}

}  // namespace drydock::dxgk
