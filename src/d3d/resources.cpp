// Resources come and go: CreateResource, OpenResource, DestroyResource.
#include <fmt/format.h>

#include "src/d3d/device.h"
#include "src/d3d/kernel.h"
#include "src/d3d/result.h"
#include "src/sim/faults.h"

namespace drydock::d3d {
namespace {

constexpr UINT kMostSurfaces = 1 << 16;

template <typename Arguments>
Arguments arguments_of(const ResourceSpec& spec, const Resource& resource) {
  Arguments out{};
  out.Format = spec.format;
  out.Pool = spec.pool;
  out.MultisampleQuality = spec.multisample_quality;
  out.pSurfList = resource.surfaces.data();
  out.SurfCount = static_cast<UINT>(resource.surfaces.size());
  out.MipLevels = spec.mip_levels;
  out.Fvf = spec.fvf;
  out.hResource = resource.handle.as_given();
  out.Flags = spec.flags;
  out.Rotation = spec.rotation;
  return out;
}

// What means nothing for a resource of this kind holds anything.
template <typename Arguments>
void add_noise(Noise noise, Arguments& out) {
  if (noise != Noise::kMembers) return;
  constexpr UINT kAnything = 0x5a5a5a5a;
  const D3DDDI_RESOURCEFLAGS& flags = out.Flags;
  if (flags.Primary == 0) {
    out.RefreshRate = {kAnything, kAnything};
    out.VidPnSourceId = kAnything;
  }
  if ((flags.RenderTarget | flags.DecodeRenderTarget | flags.VideoProcessRenderTarget) == 0) {
    out.MultisampleType = static_cast<D3DDDIMULTISAMPLE_TYPE>(kAnything);
    out.MultisampleQuality = kAnything;
  }
  if (flags.VertexBuffer == 0) out.Fvf = kAnything;
  if ((flags.Texture | flags.CubeMap | flags.Volume) == 0) out.MipLevels = kAnything;
}

bool is_buffer(const Resource& resource) {
  return resource.flags.VertexBuffer != 0 || resource.flags.IndexBuffer != 0;
}

}  // namespace

// What the runtime promises drivers never to ask for.
bool Device::is_possible(const ResourceSpec& spec) const {
  const D3DDDI_RESOURCEFLAGS& flags = spec.flags;
  const std::size_t count = spec.surfaces.size();
  const bool in_system_memory = spec.pool == D3DDDIPOOL_SYSTEMMEM;
  if (count == 0 || count > kMostSurfaces || spec.mip_levels > count) return false;
  if ((flags.CubeMap != 0 || flags.Volume != 0) && flags.Texture == 0) return false;
  if (flags.CubeMap != 0 && count != 6 * spec.mip_levels) return false;
  if (flags.Dynamic != 0 && flags.HintStatic != 0) return false;
  if (spec.rotation != D3DDDI_ROTATION_IDENTITY && flags.Primary == 0) return false;
  if (spec.multisample_quality > 7) return false;
  if (spec.flags2.CrossAdapter != 0 && flags.SharedResource == 0) return false;
  return std::ranges::all_of(spec.surfaces, [&](const D3DDDI_SURFACEINFO& each) {
    return (each.pSysMem != nullptr) == in_system_memory;
  });
}

HRESULT Device::create_resource(const ResourceSpec& spec, Resource*& out) {
  out = nullptr;
  if (!is_created_ || !is_possible(spec)) return E_INVALIDARG;
  const Noise noise = options().noise;
  const HRESULT result = create_with(spec, noise, out);
  if (noise == Noise::kNone || SUCCEEDED(result) || is_removed() || sim::injecting()) return result;
  const HRESULT calm = create_with(spec, Noise::kNone, out);
  if (SUCCEEDED(calm))
    nt::report_about(driver().name(), noise == Noise::kFlags ? "U-063"_rule : "U-064"_rule,
                     fmt::format("CreateResource returned {} with noise in what is reserved, and "
                                 "{} with zeros there",
                                 name_of(result), name_of(calm)));
  return calm;
}

HRESULT Device::create_with(const ResourceSpec& spec, Noise noise, Resource*& out) {
  Resource& resource = [&]() -> Resource& {
    const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
    return objects.add_resource(RuntimeHandle::next(HandleKind::kResource));
  }();
  resource.flags = spec.flags;
  resource.flags2 = spec.flags2;
  resource.pool = spec.pool;
  resource.surfaces = spec.surfaces;
  HANDLE given = nullptr;
  const Check check = [&](HRESULT result, Breaches& breaches) {
    const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
    check_create_result(resource, result, breaches);
    check_pool(spec, resource, result, breaches);
    if (adopt(resource, given, result, breaches)) check_made(resource, breaches);
  };
  const auto ask = [&](auto function, auto arguments) {
    const HRESULT result = function(driver_handle_.value, &arguments);
    given = arguments.hResource;
    return result;
  };
  HRESULT result;
  if (is_at_least(D3D_UMD_INTERFACE_VERSION_WIN8) && functions_.pfnCreateResource2 != nullptr) {
    auto arguments = arguments_of<D3DDDIARG_CREATERESOURCE2>(spec, resource);
    arguments.Flags2 = spec.flags2;
    if (noise == Noise::kFlags) arguments.Flags2.Value |= ~0U << 16;
    add_noise(noise, arguments);
    result = call(
        entry::kCreateResource2, functions_.pfnCreateResource2, &resource,
        [&](auto function) { return ask(function, arguments); }, check);
  } else {
    auto arguments = arguments_of<D3DDDIARG_CREATERESOURCE>(spec, resource);
    add_noise(noise, arguments);
    result = call(
        entry::kCreateResource, functions_.pfnCreateResource, &resource,
        [&](auto function) { return ask(function, arguments); }, check);
  }
  if (resource.state == Resource::State::kLive) {
    out = &resource;
    if (spec.flags2.VideoEncoder != 0) check_encoder(spec);
    return result;
  }
  resource.state = Resource::State::kFailed;
  return SUCCEEDED(result) ? E_FAIL : result;
}

void Device::check_create_result(const Resource& resource, HRESULT result, Breaches& breaches) {
  const Call& call = *Call::current();
  if (SUCCEEDED(result)) return;
  const bool was_received =
      std::ranges::find(call.received(), result, &Received::result) != call.received().end();
  if (!was_received && (result == D3DDDIERR_NOTAVAILABLE) != is_buffer(resource) &&
      result != E_OUTOFMEMORY)
    breaches.add("U-056",
                 fmt::format("{} returned {} for {}", call.entry().name, name_of(result),
                             is_buffer(resource) ? "a vertex or index buffer"
                                                 : "what is neither a vertex nor an "
                                                   "index buffer"),
                 {.object = resource.name()});
  const bool is_own_second = &call.entry() == &entry::kCreateResource2 && !was_received;
  if (is_own_second && result == E_INVALIDARG && resource.flags.CaptureBuffer == 0)
    breaches.add("U-232", "CreateResource2 returned E_INVALIDARG for what is no capture buffer");
  if (is_own_second && result != E_INVALIDARG && result != E_OUTOFMEMORY &&
      resource.flags.CaptureBuffer != 0)
    breaches.add("U-074",
                 fmt::format("CreateResource2 refused a capture buffer with {} instead of "
                             "E_INVALIDARG",
                             name_of(result)),
                 {.object = resource.name()});
  if (resource.pool == D3DDDIPOOL_STAGINGMEM && !was_received && result != E_OUTOFMEMORY &&
      is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM1_3))
    breaches.add("U-072",
                 fmt::format("{} returned {} for staging memory, which a driver of WDDM 1.3 has to "
                             "have",
                             call.entry().name, name_of(result)),
                 {.object = resource.name()});
  if (resource.pool != D3DDDIPOOL_SYSTEMMEM) return;
  const auto is_wrapping = [](const Received& each) {
    return std::string_view(each.callback) == "pfnAllocateCb";
  };
  if (was_received && std::ranges::any_of(call.received(), is_wrapping))
    breaches.add("U-070",
                 fmt::format("{} failed because system memory could not be made an allocation",
                             call.entry().name),
                 {.object = resource.name()});
}

bool Device::adopt(Resource& resource, HANDLE given, HRESULT result, Breaches& breaches) {
  const Call& call = *Call::current();
  const char* const name = call.entry().name;
  if (FAILED(result)) {
    check_failed_create(call, breaches);
    return false;
  }
  if (given == nullptr || given == resource.handle.as_given()) {
    breaches.add(resource.is_opened ? "U-106"_rule : "U-020"_rule,
                 fmt::format("{} returned {} and left hResource {}", name, name_of(result),
                             given == nullptr ? "NULL" : "as it was given"),
                 {.object = resource.name()});
    return false;
  }
  if (const Resource* const other = objects.find_by_driver({given})) {
    // Who finds resources by the kernel's handle takes two of them for one.
    const bool is_by_kernel = resource.told_kernel && other->told_kernel == resource.told_kernel;
    breaches.add(is_by_kernel ? "U-023"_rule : "U-022"_rule,
                 fmt::format("{} returned a handle that resource {}{} has already", name,
                             other->number, is_by_kernel ? ", of the same hKMResource," : ""),
                 {.object = resource.name(), .history = other->history});
    return false;
  }
  if (!adapter_->user().claim(given, this))
    breaches.add("U-109",
                 fmt::format("{} returned a handle that a resource of another device has", name),
                 {.object = resource.name()});
  check_kind(resource, breaches);
  resource.driver_handle = {given};
  resource.state = Resource::State::kLive;
  resource.history.emplace_back(fmt::format("made by {}", name), rules::Stack::capture());
  return true;
}

// U-101: what one process makes of a kind of shared resource, every other one makes too.
void Device::check_kind(const Resource& resource, Breaches& breaches) {
  if (!resource.is_shared() || resource.is_opened || resource.allocations.empty()) return;
  const std::size_t made = resource.allocations.size();
  const std::size_t before = adapter_->user().note_kind(describe(resource), made);
  if (before == made) return;
  breaches.add("U-101",
               fmt::format("a shared resource has {} allocations; one of the same kind had {}",
                           made, before),
               {.object = resource.name(), .history = resource.history});
}

void Device::check_failed_create(const Call& call, Breaches& breaches) {
  // Nothing can be released on a device that is gone; it takes everything along.
  if (is_removed()) return;
  for (const auto& [handle, allocation] : objects.allocations) {
    if (!allocation->is_alive || allocation->made_in != call.number()) continue;
    breaches.add("U-082",
                 fmt::format("{} failed and left an allocation{} behind", call.entry().name,
                             allocation->is_locked() ? ", locked," : ""),
                 {.object = "allocation", .history = allocation->history});
  }
}

void Device::adopt_opened(Resource& resource, const OpenedResource& opened) {
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  resource.is_opened = true;
  resource.kernel = opened.resource;
  read_description(opened.runtime_data, resource);
  for (const D3DDDI_OPENALLOCATIONINFO2& each : opened.allocations)
    objects.add_allocation({each.hAllocation}, &resource, "opened");
}

HRESULT Device::open_resource(D3DKMT_HANDLE global, Resource*& out) {
  out = nullptr;
  if (!is_created_) return E_INVALIDARG;
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  OpenedResource opened;
  HRESULT result = open_in_kernel(*this, global, opened);
  if (FAILED(result)) return result;
  opened.told = opened.resource;
  Resource& resource = [&]() -> Resource& {
    const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
    return objects.add_resource(RuntimeHandle::next(HandleKind::kResource));
  }();
  {
    const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
    resource.global = global;
    if (options().repeat_kernel_handle) opened.told = objects.told_first(global, opened.resource);
    resource.told_kernel = opened.told;
  }
  adopt_opened(resource, opened);
  if (!may_open(opened.runtime_data, adapter_->process())) {
    close_unopened(*this, resource);
    return E_ACCESSDENIED;
  }
  D3DDDIARG_OPENRESOURCE arguments = opened.arguments(*this, resource.handle);
  result = call(
      entry::kOpenResource, functions_.pfnOpenResource, &resource,
      [&](auto function) { return function(driver_handle_.value, &arguments); },
      [&](HRESULT returned, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        adopt(resource, arguments.hResource, returned, breaches);
      });
  if (resource.state == Resource::State::kLive) {
    out = &resource;
    return result;
  }
  close_unopened(*this, resource);
  return SUCCEEDED(result) ? E_FAIL : result;
}

HRESULT Device::destroy_resource(Resource& resource) {
  // Never forwarded: one that is gone, or another device's.
  if (!is_usable(resource) || resource.was_kept) return E_INVALIDARG;
  const std::size_t before = objects.living_of(resource).size();
  resource.history.emplace_back("DestroyResource called");
  adapter_->user().give_up(resource.driver_handle.value, this);
  const HRESULT result = call(
      entry::kDestroyResource, functions_.pfnDestroyResource, &resource,
      [&](auto function) { return function(driver_handle_.value, resource.driver_handle.value); },
      [&](HRESULT returned, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        check_destroyed(resource, returned, before, breaches);
      });
  if (SUCCEEDED(result) || is_removed()) {
    resource.state = Resource::State::kDestroyed;
  } else {
    resource.was_kept = true;
  }
  return result;
}

void Device::check_destroyed(Resource& resource, HRESULT result, std::size_t before,
                             Breaches& breaches) {
  const std::size_t after = objects.living_of(resource).size();
  if (SUCCEEDED(result) || (after == before && !resource.was_released)) return;
  breaches.add("U-003",
               fmt::format("DestroyResource returned {}, which says that the resource is still "
                           "there, and had released {}",
                           name_of(result), after == 0 ? "it" : "a part of it"),
               {.object = resource.name(), .history = resource.history});
}

}  // namespace drydock::d3d
