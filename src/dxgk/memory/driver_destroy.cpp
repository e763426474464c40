#include "src/dxgk/memory/driver_destroy.h"

#include <fmt/format.h>

#include <cassert>
#include <functional>
#include <optional>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/dxgk/memory/adapter_data.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/object/short_list.h"
#include "src/nt/base/thread.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/rules/watch.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// The fault address of a thread on which no driver has crashed since. The driver may have ended
// otherwise, or on another thread.
constexpr std::uintptr_t kNoFault = ~std::uintptr_t{0};

// Lists for a call into the driver. Short ones allocate no memory.
using DriverHandles = ShortList<HANDLE, 32>;

// K-016, K-017: only the flag says whether the driver's resource is destroyed. A resource that
// stays may get another handle.
void check_resource_block(Adapter& adapter, const DriverBlocks& before,
                          const DXGKARG_DESTROYALLOCATION& arguments, HANDLE handle) {
  if (arguments.Flags.DestroyResource != 0) {
    const HANDLE stays[] = {adapter.context()};
    before.expect_freed(adapter, "K-016",
                        "DxgkDdiDestroyAllocation with DestroyResource kept the resource:", stays);
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
    if (rules::breaks("K-237", has_lost))
      nt::Breach("K-237", adapter.offender())
          .message("DxgkDdiDestroyAllocation freed the MDL of the allocation's memory")
          .object(fmt::format("allocation {:#x}", binding->allocation().tenant.label))
          .raise_later();
  }
}

}  // namespace

namespace {

// Calls the body with the driver's handle of each live binding of the device.
void each_live_handle(Device& device, const std::function<void(HANDLE)>& body) {
  const DeviceHold hold(device);
  for (const Binding* each = device.loose.first(); each != nullptr;
       each = device.loose.after(*each))
    body(each->driver.value);
  for (Resource* resource = device.resources.first(); resource != nullptr;
       resource = device.resources.after(*resource)) {
    for (const Binding* each = resource->bindings.first(); each != nullptr;
         each = resource->bindings.after(*each))
      body(each->driver.value);
  }
}

// K-191 of bindings that are being closed.
//
// A driver may know a binding by the allocation's own structure, which stays. It may count its
// openings of an allocation and know several bindings by one structure, which stays with the last
// of them. And it may keep what it closes on a list of its own: that is a lint, and what it never
// frees is a leak when the device stops.
class ClosedBlocks {
 public:
  ClosedBlocks(Device& device, std::span<Binding* const> group) : device_(device), group_(group) {
    DriverHandles own;
    for (const Binding* binding : group) {
      stay_.push_back(binding->allocation().driver.value);
      if (binding->driver.value != binding->allocation().driver.value)
        own.push_back(binding->driver.value);
    }
    bindings_.emplace(device.adapter(), HandleKind::kBinding, own);
    allocations_.emplace(device.adapter(), HandleKind::kAllocation, stay_);
  }

  // After the call.
  void check() {
    Adapter& adapter = device_.adapter();
    allocations_->expect_there(adapter, "K-191",
                               "DxgkDdiCloseAllocation freed an allocation that stays:");
    bool are_counted = false;
    for (const Binding* binding : group_) {
      if (binding->allocation().bindings.size() < 2) continue;
      are_counted = true;
      if (bindings_->has_lost(binding->driver.value) && is_still_bound(binding->driver.value))
        report_shared(binding->driver.value);
    }
    if (are_counted || !bindings_->has_live()) return;
    each_live_handle(device_, [&](HANDLE handle) { stay_.push_back(handle); });
    stay_.push_back(device_.driver());
    stay_.push_back(adapter.context());
    bindings_->expect_freed(adapter, "K-191", "DxgkDdiCloseAllocation kept what it closed:", stay_,
                            DriverBlocks::Weight::kTolerated);
  }

 private:
  bool is_still_bound(HANDLE closed) {
    bool is_there = false;
    each_live_handle(device_, [&](HANDLE handle) { is_there |= handle == closed; });
    return is_there;
  }

  void report_shared(HANDLE handle) {
    nt::Breach("K-191", device_.adapter().offender())
        .message(
            "DxgkDdiCloseAllocation freed the structure of an opening that another opening of the "
            "device still has")
        .object(fmt::format("handle {}", handle))
        .raise_later();
  }

  Device& device_;
  const std::span<Binding* const> group_;
  DriverHandles stay_;
  std::optional<DriverBlocks> bindings_, allocations_;
};

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
  std::optional<ClosedBlocks> blocks;
  if (rules::is_watching()) blocks.emplace(device, group);
  adapter.call(ddi::kCloseAllocation, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiCloseAllocation(device.driver(), passed.data());
  });
  for (Binding* binding : group) check_adapter_data(device, *binding);
  if (blocks) blocks->check();
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
  const HANDLE driver_resource = arguments.hResource;
  const DriverBlocks allocations(adapter, HandleKind::kAllocation, handles),
      resources(adapter, HandleKind::kResource, driver_resource);
  nt::self().fault_address = kNoFault;
  Passed<DXGKARG_DESTROYALLOCATION> passed(arguments);
  adapter.call(ddi::kDestroyAllocation, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiDestroyAllocation(adapter.context(), passed.data());
  });
  passed.copy_back();
  for (Binding* binding : last) {
    // K-422: the pointer that the driver got is invalid from now on.
    const HANDLE data = binding->allocation().driver.value;
    if (binding->allocation().data_given.load(std::memory_order_relaxed) &&
        !nt::is_live_pool_block(data)) {
      rules::evaluated("K-422");  // from now on every access to the block is looked at
      nt::set_rule_of_freed_block(data, "K-422");
    }
  }
  check_system_memory(adapter, last);
  const HANDLE stays[] = {adapter.context(), resource_goes ? nullptr : arguments.hResource};
  allocations.expect_freed(adapter, "K-015",
                           "DxgkDdiDestroyAllocation kept what it destroyed:", stays);
  check_resource_block(adapter, resources, arguments, driver_resource);
  if (arguments.NumAllocations == 0 && rules::breaks("K-019", nt::self().fault_address != kNoFault))
    nt::Breach("K-019", adapter.driver())
        .message("DxgkDdiDestroyAllocation did not survive NumAllocations 0")
        .raise_later();
  // A resource that stays may get another handle from the driver.
  if (resource != nullptr && !resource_goes) resource->driver.value = arguments.hResource;
}

}  // namespace drydock::dxgk
