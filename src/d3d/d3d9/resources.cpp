// CreateResource, OpenResource, DestroyResource.
#include <fmt/format.h>

#include "src/d3d/core/shared_resource.h"
#include "src/d3d/d3d9/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
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

// Fills the members that have no meaning for a resource of this kind with arbitrary values.
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

// Returns false for what the runtime promises drivers never to ask for.
bool Device9::is_possible(const ResourceSpec& spec) const {
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

HRESULT Device9::create_resource(const ResourceSpec& spec, Resource*& out) {
  out = nullptr;
  if (!is_created() || !is_possible(spec)) return E_INVALIDARG;
  const Noise noise = options().noise;
  const HRESULT result = create_with(spec, noise, out);
  if (noise != Noise::kNone && SUCCEEDED(result))
    rules::evaluated(noise == Noise::kFlags ? "U-063"_rule : "U-064"_rule);
  if (noise == Noise::kNone || SUCCEEDED(result) || is_removed() || sim::faults_failed() != 0)
    return result;
  const HRESULT calm = create_with(spec, Noise::kNone, out);
  const rules::RuleId rule = noise == Noise::kFlags ? "U-063"_rule : "U-064"_rule;
  if (rules::breaks(rule, SUCCEEDED(calm)))
    nt::Breach(rule, driver())
        .message(
            "CreateResource returned {} with noise in what is reserved, and "
            "{} with zeros there",
            name_of(result), name_of(calm))
        .raise_later();
  return calm;
}

HRESULT Device9::create_with(const ResourceSpec& spec, Noise noise, Resource*& out) {
  Resource& resource = add_resource(Traits9{});
  resource.flags = spec.flags;
  resource.flags2 = spec.flags2;
  resource.pool = spec.pool;
  resource.surfaces = spec.surfaces;
  HANDLE given = nullptr;
  const Check check = [&](HRESULT result) {
    const sim::Alone alone(turn);
    check_create_result(resource, result);
    check_pool(spec, resource, result);
    if (adopt(resource, given, result)) check_made(resource);
  };
  const auto ask = [&](auto function, auto arguments) {
    const HRESULT result = function(driver_handle().value, &arguments);
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
  if (resource.is_live()) {
    out = &resource;
    if (spec.flags2.VideoEncoder != 0) check_encoder(spec);
    return result;
  }
  resource.life.become(ResourceLife::State::kFailed);
  return SUCCEEDED(result) ? E_FAIL : result;
}

void Device9::check_create_result(const Resource& resource, HRESULT result) {
  const Call& call = *Call::current();
  const bool is_second = &call.entry() == &entry::kCreateResource2;
  const bool must_stage =
      resource.pool == D3DDDIPOOL_STAGINGMEM && is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM1_3);
  if (must_stage) rules::evaluated("U-072");
  if (is_second && resource.flags.CaptureBuffer != 0) rules::evaluated("U-074");
  if (SUCCEEDED(result)) return;
  const bool was_received = call.was_received(result);
  // A result that is not listed breaks the entry point's own rule (U-055).
  if (!was_received && !is_buffer(resource) &&
      rules::breaks("U-056", result == D3DDDIERR_NOTAVAILABLE))
    nt::Breach("U-056", nt::Offender::running())
        .message("{} returned {} for what is neither a vertex nor an index buffer",
                 call.entry().name, name_of(result))
        .about({.object = resource.name()})
        .raise_later();
  const bool is_own_second = is_second && !was_received;
  if (is_own_second && resource.flags.CaptureBuffer == 0 &&
      rules::breaks("U-232", result == E_INVALIDARG))
    nt::Breach("U-232", nt::Offender::running())
        .message("CreateResource2 returned E_INVALIDARG for what is no capture buffer")
        .raise_later();
  if (is_own_second && resource.flags.CaptureBuffer != 0 && result != E_INVALIDARG &&
      result != E_OUTOFMEMORY)
    nt::Breach("U-074", nt::Offender::running())
        .message(
            "CreateResource2 refused a capture buffer with {} instead of "
            "E_INVALIDARG",
            name_of(result))
        .about({.object = resource.name()})
        .raise_later();
  if (must_stage && !was_received && result != E_OUTOFMEMORY)
    nt::Breach("U-072", nt::Offender::running())
        .message(
            "{} returned {} for staging memory, which a driver of WDDM 1.3 has to "
            "have",
            call.entry().name, name_of(result))
        .about({.object = resource.name()})
        .raise_later();
  if (resource.pool != D3DDDIPOOL_SYSTEMMEM) return;
  const auto is_wrapping = [](const Received& each) {
    return std::string_view(each.callback) == "pfnAllocateCb";
  };
  if (std::ranges::any_of(call.received(), is_wrapping) && rules::breaks("U-070", was_received))
    nt::Breach("U-070", nt::Offender::running())
        .message("{} failed because system memory could not be made an allocation",
                 call.entry().name)
        .about({.object = resource.name()})
        .raise_later();
}

bool Device9::adopt(Resource& resource, HANDLE given, HRESULT result) {
  const Call& call = *Call::current();
  const char* const name = call.entry().name;
  if (FAILED(result)) {
    check_failed_create(call);
    return false;
  }
  const rules::RuleId rule = resource.is_opened ? "U-106"_rule : "U-020"_rule;
  if (rules::breaks(rule, given == nullptr || given == resource.handle.as_given())) {
    nt::Breach(rule, nt::Offender::running())
        .message("{} returned {} and left hResource {}", name, name_of(result),
                 given == nullptr ? "NULL" : "as it was given")
        .about({.object = resource.name()})
        .raise_later();
    return false;
  }
  rules::evaluated("U-022");
  if (resource.is_opened) rules::evaluated("U-102");
  if (options().repeat_kernel_handle && resource.is_opened) rules::evaluated("U-023");
  if (const Resource* const other = objects.find_by_driver({given})) {
    // A driver that finds resources by the kernel's handle takes two of them for one.
    const bool is_by_kernel =
        resource.reported_kernel && other->reported_kernel == resource.reported_kernel;
    nt::Breach(is_by_kernel ? "U-023"_rule : "U-022"_rule, nt::Offender::running())
        .message("{} returned a handle that resource {}{} has already", name, other->number,
                 is_by_kernel ? ", of the same hKMResource," : "")
        .about({.object = resource.name(), .history = other->history})
        .raise_later();
    return false;
  }
  if (rules::breaks("U-109", !adapter_->user().register_handle(given, this)))
    nt::Breach("U-109", nt::Offender::running())
        .message("{} returned a handle that a resource of another device has", name)
        .about({.object = resource.name()})
        .raise_later();
  check_kind(resource);
  resource.driver_handle = {given};
  resource.life.become(ResourceLife::State::kLive);
  resource.history.emplace_back(fmt::format("made by {}", name), rules::Stack::capture());
  return true;
}

HRESULT Device9::open_in_driver(Resource& resource, OpenedResource& opened) {
  D3DDDIARG_OPENRESOURCE arguments = opened.arguments(*this, resource);
  return call(
      entry::kOpenResource, functions_.pfnOpenResource, &resource,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        adopt(resource, arguments.hResource, returned);
      });
}

HRESULT Device9::destroy_resource(Resource& resource) {
  // The driver is not called for one that is destroyed, or another device's.
  if (!is_usable(resource) || resource.life.has_destroy_failed()) return E_INVALIDARG;
  const std::size_t before = objects.living_of(resource).size();
  resource.history.emplace_back("DestroyResource called");
  adapter_->user().unregister(resource.driver_handle.value, this);
  const HRESULT result = call(
      entry::kDestroyResource, functions_.pfnDestroyResource, &resource,
      [&](auto function) { return function(driver_handle().value, resource.driver_handle.value); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        check_destroyed(resource, returned, before);
      });
  resource.life.become(SUCCEEDED(result) || is_removed() ? ResourceLife::State::kDestroyed
                                                         : ResourceLife::State::kDestroyFailed);
  return result;
}

void Device9::check_destroyed(Resource& resource, HRESULT result, std::size_t before) {
  const std::size_t after = objects.living_of(resource).size();
  if (SUCCEEDED(result) ||
      !rules::breaks("U-003", after != before || resource.release == Release::kWhole))
    return;
  nt::Breach("U-003", nt::Offender::running())
      .message(
          "DestroyResource returned {}, which says that the resource is still "
          "there, and had released {}",
          name_of(result), after == 0 ? "it" : "a part of it")
      .about({.object = resource.name(), .history = resource.history})
      .raise_later();
}

}  // namespace drydock::d3d
