// The resources of a device, as far as all families are alike: opening, and the checks after calls.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "src/d3d/core/device.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {

Resource& Device::add_resource(ResourceTraits traits) {
  const sim::Alone alone(turn);
  return objects.add_resource(std::move(traits));
}

// A resource that another device made, with its allocations, as the kernel opened it here.
Resource& Device::add_opened(D3DKMT_HANDLE global, const OpenedResource& opened) {
  const sim::Alone alone(turn);
  const KernelHandle reported = options().repeat_kernel_handle
                                    ? objects.first_reported(global, opened.resource)
                                    : opened.resource;
  Resource& resource = objects.add_resource(opened_traits());
  resource.is_opened = true;
  resource.global = global;
  resource.kernel = opened.resource;
  resource.reported_kernel = reported;
  read_description(opened.runtime_data, resource);
  for (const D3DDDI_OPENALLOCATIONINFO2& each : opened.allocations)
    objects.add_allocation({each.hAllocation}, &resource, "opened");
  return resource;
}

HRESULT Device::open_resource(D3DKMT_HANDLE global, Resource*& out) {
  out = nullptr;
  if (!is_created()) return E_INVALIDARG;
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  OpenedResource opened;
  HRESULT result = open_in_kernel(*this, global, opened);
  if (FAILED(result)) return result;
  Resource& resource = add_opened(global, opened);
  result =
      may_open(opened.runtime_data, view()) ? open_in_driver(resource, opened) : E_ACCESSDENIED;
  if (resource.is_live()) {
    out = &resource;
    return result;
  }
  close_unopened(*this, resource);
  return FAILED(result) ? result : E_FAIL;
}

HRESULT Device::end_lock(Resource& resource, UINT index) {
  const auto held = resource.locked.find(index);
  if (!is_usable(resource) || held == resource.locked.end()) return E_INVALIDARG;
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  resource.locked.erase(held);
  return S_OK;
}

bool Device::is_usable(const Resource& resource) {
  return resource.is_live() && !resource.life.is_unwanted() &&
         objects.find_resource(resource.handle) == &resource;
}

bool Device::are_usable(std::span<Resource* const> resources) {
  return !resources.empty() &&
         std::ranges::all_of(resources, [&](const Resource* each) { return is_usable(*each); });
}

bool Device::is_batched(const Resource& resource) {
  return std::ranges::any_of(objects.living_of(resource), [&](const Allocation* each) {
    return d3d::is_batched(objects, each->handle);
  });
}

bool Device::has_batched_work() {
  return std::ranges::any_of(objects.allocations, [&](const auto& each) {
    return each.second->is_alive && d3d::is_batched(objects, each.first);
  });
}

// U-101: what one process makes of a kind of shared resource, every other one makes too.
void Device::check_kind(const Resource& resource) {
  if (!resource.is_shared() || resource.is_opened || resource.allocations.empty()) return;
  const std::size_t made = resource.allocations.size();
  const std::size_t before = adapter_->user().note_kind(describe(resource), made);
  if (!rules::breaks("U-101", before != made)) return;
  nt::Breach("U-101", nt::Offender::running())
      .message("a shared resource has {} allocations; one of the same kind had {}", made, before)
      .about({.object = resource.name(), .history = resource.history})
      .raise_later();
}

// An allocation of the device is not the resource's: a driver that hands out parts of larger ones
// keeps it for the next resource.
void Device::check_failed_create(const Call& call) {
  // The driver can release nothing on a device that is removed; everything ends with the device.
  if (is_removed()) return;
  rules::evaluated("U-082");
  for (const auto& [handle, allocation] : objects.allocations) {
    if (!allocation->is_alive || allocation->made_in != call.number()) continue;
    if (allocation->resource == nullptr) continue;
    nt::Breach("U-082", nt::Offender::running())
        .message("{} failed and left an allocation{} behind", call.entry().name,
                 allocation->is_locked() ? ", locked," : "")
        .about({.object = "allocation", .history = allocation->history})
        .raise_later();
  }
}

// U-148: Flush has submitted all work; a primary that it wrote has to be in WrittenPrimaries.
void Device::check_written_primaries() {
  const bool was_submitted = std::exchange(objects.was_submitted_by_address, false);
  for (const auto& [handle, resource] : objects.resources) {
    if (!was_submitted || resource->flags.Primary == 0 || !resource->is_live()) {
      resource->is_unnamed_primary = false;
      continue;
    }
    if (!rules::breaks("U-148", std::exchange(resource->is_unnamed_primary, false))) continue;
    nt::Breach("U-148", nt::Offender::running())
        .message(
            "a primary was written, and no pfnSubmitCommandCb until the end of Flush names it "
            "in WrittenPrimaries")
        .about({.object = resource->name(), .history = resource->history})
        .raise_later();
  }
}

// U-208 and U-209 are about resources whose release would have stalled nothing: they were destroyed
// before the last Flush, no batch names them and no submitted work uses them. It is not known how
// long a driver has to wait for those that are in use.
void Device::note_releasable() {
  if (!must_release_in_flush()) return;
  const sim::Alone alone(turn);
  for (const auto& [handle, resource] : objects.resources) {
    const auto is_in_use = [&](const Allocation* each) {
      return d3d::is_batched(objects, each->handle) || view().is_used_by_gpu(each->handle.value);
    };
    const bool is_waiting = resource->life.is_destroyed() && resource->kernel;
    resource->is_releasable = is_waiting && resource->flushes_since_destroy != 0 &&
                              std::ranges::none_of(objects.living_of(*resource), is_in_use);
    if (is_waiting) rules::evaluated(resource->is_shared() ? "U-209"_rule : "U-208"_rule);
  }
}

// U-125, and destroyed resources that are not released in time: U-196, U-208, U-209.
void Device::check_flushed() {
  rules::evaluated("U-125");
  for (const auto& [handle, allocation] : objects.allocations) {
    if (!allocation->is_alive || !d3d::is_batched(objects, handle)) continue;
    nt::Breach("U-125", nt::Offender::running())
        .message("Flush returned and the batch that is being built names an allocation")
        .about({.object = "allocation", .history = allocation->history})
        .raise_later();
    return;
  }
  for (const auto& [handle, resource] : objects.resources) {
    if (!resource->life.is_destroyed() || !resource->kernel) continue;
    ++resource->flushes_since_destroy;
    check_released(*resource);
  }
}

void Device::check_released(Resource& resource) {
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  if (resource.flushes_since_destroy == 1 && !resource.is_shared() &&
      resource.release == Release::kByList &&
      rules::breaks("U-196", objects.living_of(resource).empty()))
    nt::Breach("U-196", nt::Offender::running())
        .message(
            "all allocations of the destroyed resource are released by list, and after a "
            "Flush there was no pfnDeallocateCb in resource form")
        .about(about)
        .raise_later();
  if (!resource.is_releasable || std::exchange(resource.is_overdue, true)) return;
  nt::Breach(resource.is_shared() ? "U-209"_rule : "U-208"_rule, nt::Offender::running())
      .message(
          "a Flush returned, and a resource that was destroyed before the Flush before it, and "
          "that no work uses, is not released")
      .about(about)
      .raise_later();
}

void Device::check_resolved(const Resource& resource) {
  const sim::Alone alone(turn);
  if (!rules::breaks("U-121", is_batched(resource))) return;
  nt::Breach("U-121", nt::Offender::running())
      .message(
          "{} returned and the batch that uses the resource had not been "
          "submitted",
          Call::current()->entry().name)
      .about({.object = resource.name(), .history = resource.history})
      .raise_later();
}

NTSTATUS Device::try_lock(const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) const {
  D3DKMT_LOCK request{};
  request.hDevice = kernel_.value;
  request.hAllocation = allocation.handle.value;
  request.Flags = flags;
  request.Flags.LockEntire = request.Flags.DonotWait = 1;
  const NTSTATUS status = D3DKMTLock(&request);
  if (!NT_SUCCESS(status)) return status;
  const D3DKMT_UNLOCK undo{kernel_.value, 1, &allocation.handle.value};
  D3DKMTUnlock(&undo);
  return status;
}

// Only such an allocation can be locked without waiting for the GPU.
bool Device::fits_aperture(const Allocation& allocation) const {
  D3DDDICB_LOCKFLAGS flags{};
  flags.IgnoreSync = 1;
  return try_lock(allocation, flags) != STATUS_INVALID_PARAMETER;
}

bool Device::is_busy(const Allocation& allocation) const {
  return try_lock(allocation, {}) == STATUS_GRAPHICS_ALLOCATION_BUSY;
}

bool Device::fits_aperture(const Resource& resource) {
  return std::ranges::all_of(objects.living_of(resource), [&](const Allocation* each) {
    return each->is_locked() || fits_aperture(*each);
  });
}

}  // namespace drydock::d3d
