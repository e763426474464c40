// CreateResource, OpenResource, DestroyResource of Direct3D 10 and later.
#include <fmt/format.h>

#include "src/d3d/core/shared_resource.h"
#include "src/d3d/d3d10/device.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr PrivateMemory::Rules kResourceMemory{"U-215"_rule, "U-242"_rule};

}  // namespace

HRESULT Device10::create_resource(const ResourceSpec& spec, Resource*& out) {
  out = nullptr;
  const std::optional<Spec10> wanted = spec10_of(spec);
  return wanted ? create_resource10(*wanted, out) : E_INVALIDARG;
}

HRESULT Device10::create_resource10(const Spec10& spec, Resource*& out) {
  out = nullptr;
  if (!is_created() || !d3d::is_possible(spec)) return E_INVALIDARG;
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  const Arguments10 arguments(spec);
  std::shared_ptr<PrivateMemory> memory = memory_for(
      [&] { return table_.calc_resource(device(), arguments.value); }, "resource", kResourceMemory);
  if (memory == nullptr) return is_removed() ? D3DDDIERR_DEVICEREMOVED : E_OUTOFMEMORY;
  Resource& resource = [&]() -> Resource& {
    const sim::Alone alone(turn);
    Resource& made = objects.add_resource(Traits10{});
    record(spec, made);
    made.memory = memory;
    made.driver_handle = {memory->data()};
    return made;
  }();
  const HRESULT result = call_void(
      entry::kCreateResource10, &resource,
      [&] {
        table_.create_resource(device(), arguments.value, memory->data(),
                               resource.handle.as_given());
      },
      [&](HRESULT error) {
        const sim::Alone alone(turn);
        check_memory(*memory);
        if (FAILED(error)) {
          check_failed_create(*Call::current());
        } else {
          check_kind(resource);
          resource.life.become(ResourceLife::State::kLive);
          note(resource.history, "CreateResource");
        }
      });
  if (!resource.is_live()) {
    fail_creation(resource, "CreateResource that failed");
    return FAILED(result) ? result : E_FAIL;
  }
  resource.of10().deferred_size = check_deferred_size(D3D10DDI_HT_RESOURCE, memory->data());
  out = &resource;
  return result;
}

// No DestroyResource comes for it.
void Device10::fail_creation(Resource& resource, const char* by) {
  const sim::Alone alone(turn);
  resource.life.become(ResourceLife::State::kFailed);
  resource.memory->retire(by);
}

HRESULT Device10::open_in_driver(Resource& resource, OpenedResource& opened) {
  const D3DDDIARG_OPENRESOURCE described = opened.arguments(*this, resource);
  D3D10DDIARG_OPENRESOURCE arguments{};
  arguments.NumAllocations = described.NumAllocations;
  arguments.pOpenAllocationInfo = described.pOpenAllocationInfo;
  arguments.hKMResource.handle = described.hKMResource;
  arguments.pPrivateDriverData = described.pPrivateDriverData;
  arguments.PrivateDriverDataSize = described.PrivateDriverDataSize;
  resource.memory = memory_for([&] { return table_.calc_opened(device(), arguments); }, "resource",
                               kResourceMemory);
  if (resource.memory == nullptr) return is_removed() ? D3DDDIERR_DEVICEREMOVED : E_OUTOFMEMORY;
  resource.driver_handle = {resource.memory->data()};
  const HRESULT result = call_void(
      entry::kOpenResource10, &resource,
      [&] {
        table_.open_resource(device(), arguments, resource.memory->data(),
                             resource.handle.as_given());
      },
      [&](HRESULT error) {
        const sim::Alone alone(turn);
        check_memory(*resource.memory);
        if (SUCCEEDED(error)) resource.life.become(ResourceLife::State::kLive);
      });
  if (resource.is_live()) {
    resource.of10().deferred_size =
        check_deferred_size(D3D10DDI_HT_RESOURCE, resource.memory->data());
  } else {
    resource.memory->retire("OpenResource that failed");
  }
  return result;
}

// True while the driver says so. What it says is held against what its batch names.
bool Device10::is_busy(Resource& resource) {
  bool is_busy = false;
  call_void(
      entry::kIsStagingBusy10, &resource,
      [&] { is_busy = table_.is_staging_busy(device(), resource.driver_handle.value); },
      [&](HRESULT) {
        const sim::Alone alone(turn);
        if (!is_batched(resource) || !rules::breaks("U-213", !is_busy)) return;
        nt::Breach("U-213", nt::Offender::running())
            .message(
                "ResourceIsStagingBusy said FALSE, and the batch that is being built names "
                "the resource")
            .about({.object = resource.name(), .history = resource.history})
            .raise_later();
      });
  return is_busy;
}

HRESULT Device10::destroy_resource(Resource& resource) {
  // The driver is not called for one that is destroyed or waits for it, or another device's.
  if (!is_usable(resource) || std::ranges::find(busy_, &resource) != busy_.end())
    return E_INVALIDARG;
  if (resource.of10().deferred_uses != 0) {
    resource.life.become(ResourceLife::State::kUnwanted);
    return S_OK;
  }
  destroy_children_of(&resource);
  if (resource.of10().usage == D3D10_DDI_USAGE_STAGING && defers_staging_ && !is_removed() &&
      is_busy(resource)) {
    busy_.push_back(&resource);
    return S_OK;
  }
  return destroy_resource_now(resource);
}

HRESULT Device10::destroy_resource_now(Resource& resource) {
  note(resource.history, "DestroyResource called");
  const HRESULT result = call_void(
      entry::kDestroyResource10, &resource,
      [&] { table_.destroy_resource(device(), resource.driver_handle.value); },
      [&](HRESULT) {
        const sim::Alone alone(turn);
        check_memory(*resource.memory);
        check_destroyed(resource);
      });
  const sim::Alone alone(turn);
  resource.life.become(ResourceLife::State::kDestroyed);
  resource.memory->retire("DestroyResource");
  return result;
}

void Device10::check_destroyed(Resource& resource) {
  const bool must_go = resource.of10().is_primary && !resource.is_shared() && !is_removed();
  if (must_go && rules::breaks("U-211", !objects.living_of(resource).empty()))
    nt::Breach("U-211", nt::Offender::running())
        .message(
            "DestroyResource of a primary that is not shared returned without a "
            "pfnDeallocateCb")
        .about({.object = resource.name(), .history = resource.history})
        .raise_later();
}

// Destroys the staging resources that are not busy, or all of them at the end.
void Device10::sweep_staging(bool is_last) {
  if (is_last && !busy_.empty()) flush();
  for (Resource* each : std::exchange(busy_, {})) {
    if (!is_last && !is_removed() && is_busy(*each)) {
      busy_.push_back(each);
    } else {
      destroy_resource_now(*each);
    }
  }
}

}  // namespace drydock::d3d
