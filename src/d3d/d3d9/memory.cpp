// Memory that resources have: priorities, residency, offers, trimming, capturing.
#include <fmt/format.h>

#include "src/d3d/d3d9/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

std::vector<HANDLE> driver_handles(std::span<Resource* const> resources) {
  std::vector<HANDLE> out;
  for (const Resource* each : resources) out.push_back(each->driver_handle.value);
  return out;
}

}  // namespace

HRESULT Device9::set_priority(Resource& resource, UINT priority) {
  if (!is_usable(resource)) return E_INVALIDARG;
  const D3DDDIARG_SETPRIORITY arguments{resource.driver_handle.value, priority};
  return call(entry::kSetPriority, functions_.pfnSetPriority, &resource,
              [&](auto function) { return function(driver_handle().value, &arguments); });
}

HRESULT Device9::query_residency(std::span<Resource* const> resources) {
  const auto is_runtimes = [](const Resource* each) { return each->pool == D3DDDIPOOL_SYSTEMMEM; };
  if (!are_usable(resources) || std::ranges::any_of(resources, is_runtimes)) return E_INVALIDARG;
  const std::vector<HANDLE> handles = driver_handles(resources);
  const D3DDDIARG_QUERYRESOURCERESIDENCY arguments{handles.data(),
                                                   static_cast<UINT>(handles.size())};
  return call(
      entry::kQueryResourceResidency, functions_.pfnQueryResourceResidency, nullptr,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [](HRESULT returned) {
        const HRESULT farthest = Call::current()->residency();
        if (SUCCEEDED(returned) && rules::breaks("U-297", returned != farthest))
          nt::Breach("U-297", nt::Offender::running())
              .message(
                  "QueryResourceResidency returned {}; the farthest of what "
                  "pfnQueryResidencyCb told is {}",
                  name_of(returned), name_of(farthest))
              .raise_later();
      });
}

HRESULT Device9::offer(std::span<Resource* const> resources, D3DDDI_OFFER_PRIORITY priority) {
  if (!are_usable(resources)) return E_INVALIDARG;
  const std::vector<HANDLE> handles = driver_handles(resources);
  const D3DDDIARG_OFFERRESOURCES arguments{handles.data(), static_cast<UINT>(handles.size()),
                                           priority};
  return call(entry::kOfferResources, functions_.pfnOfferResources, nullptr,
              [&](auto function) { return function(driver_handle().value, &arguments); });
}

HRESULT Device9::reclaim(std::span<Resource* const> resources, std::span<BOOL> discarded) {
  if (!are_usable(resources) || (!discarded.empty() && discarded.size() != resources.size()))
    return E_INVALIDARG;
  std::vector<HANDLE> handles = driver_handles(resources);
  const D3DDDIARG_RECLAIMRESOURCES arguments{handles.data(),
                                             discarded.empty() ? nullptr : discarded.data(),
                                             static_cast<UINT>(handles.size())};
  return call(
      entry::kReclaimResources, functions_.pfnReclaimResources, nullptr,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        if (SUCCEEDED(returned)) check_reclaimed(resources, discarded);
      });
}

// U-293: the application has to learn what its resources lost.
void Device9::check_reclaimed(std::span<Resource* const> resources,
                              std::span<const BOOL> discarded) {
  const sim::Alone alone(turn);
  for (std::size_t i = 0; i < discarded.size(); ++i) {
    const Resource& resource = *resources[i];
    if (!Call::current()->has_lost(resource) || !rules::breaks("U-293", discarded[i] == FALSE))
      continue;
    nt::Breach("U-293", nt::Offender::running())
        .message(
            "ReclaimResources says that the contents are there; pfnReclaimAllocationsCb said "
            "that they are lost, or was not asked")
        .about({.object = resource.name(), .history = resource.history})
        .raise_later();
  }
}

HRESULT Device9::trim() {
  return call(
      entry::kFlush1, functions_.pfnFlush1, nullptr,
      [&](auto function) { return function(driver_handle().value, D3DDDI_TRIM_MEMORY); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        if (SUCCEEDED(returned)) check_trimmed();
      });
}

// U-126: when memory is short, a driver must first free what is not needed.
void Device9::check_trimmed() {
  rules::evaluated("U-126");
  for (const auto& [handle, resource] : objects.resources) {
    if (!resource->life.is_destroyed() || !resource->kernel) continue;
    nt::Breach("U-126", nt::Offender::running())
        .message("Flush1 was to free memory and left a destroyed resource without its release")
        .about({.object = resource->name(), .history = resource->history})
        .raise_later();
  }
  check_flushed();
}

HRESULT Device9::capture_handle(Resource& resource, KernelHandle& out) {
  if (!is_usable(resource) || resource.flags.CaptureBuffer == 0) return E_INVALIDARG;
  D3DDDIARG_GETCAPTUREALLOCATIONHANDLE arguments{resource.driver_handle.value, 0};
  const HRESULT result = call(
      entry::kGetCaptureAllocationHandle, functions_.pfnGetCaptureAllocationHandle, &resource,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        Allocation* const found = objects.find_allocation({arguments.hAllocation});
        const bool is_resources = found != nullptr && found->resource == &resource;
        if (SUCCEEDED(returned) && is_resources) found->was_captured = true;
        if (SUCCEEDED(returned) && rules::breaks("U-083", !is_resources))
          nt::Breach("U-083", nt::Offender::running())
              .message(
                  "GetCaptureAllocationHandle gives {:#x}, which is no allocation "
                  "of the resource",
                  arguments.hAllocation)
              .about({.object = resource.name(), .history = resource.history})
              .raise_later();
      });
  out = {arguments.hAllocation};
  return result;
}

}  // namespace drydock::d3d
