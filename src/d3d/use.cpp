// Resources in use: Lock, Flush, Present and the rest.
#include <fmt/format.h>

#include "src/d3d/device.h"
#include "src/d3d/result.h"

namespace drydock::d3d {
namespace {

// U-158: what the runtime never asks for.
bool are_possible(D3DDDI_LOCKFLAGS flags) {
  const int parts = flags.RangeValid + flags.AreaValid + flags.BoxValid;
  return (flags.ReadOnly & flags.WriteOnly) == 0 && (flags.NoOverwrite & flags.Discard) == 0 &&
         (flags.ReadOnly & flags.Discard) == 0 && parts <= 1 && flags.Reserved == 0;
}

constexpr UINT kCrossAdapterPitch = 128;

RECT all_of(const D3DDDI_SURFACEINFO& surface) {
  return {0, 0, static_cast<LONG>(surface.Width), static_cast<LONG>(surface.Height)};
}

// What a kernel's driver says of commands that cannot be.
bool is_bad_submission(const Received& received) {
  return std::string_view(received.callback) == "pfnRenderCb" &&
         (received.result == D3DDDIERR_INVALIDHANDLE ||
          received.result == D3DDDIERR_ILLEGALINSTRUCTION ||
          received.result == D3DDDIERR_PRIVILEGEDINSTRUCTION ||
          received.result == D3DDDIERR_INVALIDUSERBUFFER);
}

}  // namespace

bool Device::is_usable(const Resource& resource) {
  return resource.state == Resource::State::kLive && !resource.is_unwanted &&
         objects.find_resource(resource.handle) == &resource;
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

bool Device::are_usable(std::span<Resource* const> resources) {
  return !resources.empty() &&
         std::ranges::all_of(resources, [&](const Resource* each) { return is_usable(*each); });
}

HRESULT Device::lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out) {
  if (!is_usable(resource) || index >= resource.surfaces.size() || !are_possible(flags))
    return E_INVALIDARG;
  D3DDDIARG_LOCK arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.Flags = flags;
  const bool is_runtimes = resource.pool == D3DDDIPOOL_SYSTEMMEM;
  if (is_runtimes) arguments.Flags.NotifyOnly = 1;
  resource.is_overwritten = flags.NoOverwrite != 0;
  resource.was_promised = false;
  resource.is_hurried = flags.DoNotWait != 0;
  const HRESULT result = call(
      entry::kLock, functions_.pfnLock, &resource,
      [&](auto function) { return function(driver_handle_.value, &arguments); },
      [&](HRESULT returned, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        check_locked(resource, arguments, returned, breaches);
      });
  if (FAILED(result)) return result;
  resource.was_ever_locked = true;
  resource.locked.insert(index);
  out = {arguments.pSurfData, arguments.Pitch, arguments.SlicePitch};
  // Of memory that is the runtime's the driver is only notified.
  const D3DDDI_SURFACEINFO& surface = resource.surfaces[index];
  if (is_runtimes)
    out = {const_cast<void*>(surface.pSysMem), surface.SysMemPitch, surface.SysMemSlicePitch};
  return result;
}

void Device::check_locked(Resource& resource, const D3DDDIARG_LOCK& lock, HRESULT result,
                          Breaches& breaches) {
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  if (result == D3DDDIERR_WASSTILLDRAWING && lock.Flags.DoNotWait == 0)
    breaches.add("U-155", "Lock returned D3DDDIERR_WASSTILLDRAWING without DoNotWait", about);
  const auto& received = Call::current()->received();
  const bool was_received =
      std::ranges::find(received, result, &Received::result) != received.end();
  const auto is_of_lock = [&](const Received& each) {
    return each.result == result && std::string_view(each.callback) != "pfnRenderCb";
  };
  if (std::ranges::any_of(received, is_of_lock) && lock.Flags.Discard != 0 &&
      !resource.was_promised && result != D3DDDIERR_DEVICEREMOVED)
    breaches.add("U-177",
                 fmt::format("Lock with Discard returned {} without a second try that promises "
                             "that nothing refers to the allocation",
                             name_of(result)),
                 about);
  const bool may_fail = result == D3DDDIERR_WASSTILLDRAWING || was_received;
  if (FAILED(result) && !may_fail && resource.was_ever_locked)
    breaches.add(
        "U-160",
        fmt::format("Lock returned {} for a resource that had been locked before", name_of(result)),
        about);
  if (FAILED(result) && !may_fail && result != E_OUTOFMEMORY && resource.flags.NotLockable != 0)
    breaches.add(
        "U-076",
        fmt::format("Lock returned {} for a resource with the hint NotLockable", name_of(result)),
        about);
  if (FAILED(result)) return;
  if (resource.pool == D3DDDIPOOL_SYSTEMMEM) return check_notified(resource, lock, breaches);
  if (resource.flags2.CrossAdapter != 0 && lock.Pitch % kCrossAdapterPitch != 0)
    breaches.add("U-104",
                 fmt::format("Lock gives the pitch {} for a resource of several adapters, whose "
                             "rows begin every {} bytes",
                             lock.Pitch, kCrossAdapterPitch),
                 about);
  note_substitute(resource, lock);
  if (resource.substitute) return;
  const std::vector<Allocation*> allocations = objects.living_of(resource);
  const bool may_be_cached = resource.flags.Dynamic != 0 && lock.Flags.NoOverwrite != 0;
  const auto is_locked = [](const Allocation* each) { return each->is_locked(); };
  if (!may_be_cached && !allocations.empty() && std::ranges::none_of(allocations, is_locked))
    breaches.add("U-156", "Lock returned an address without a pfnLockCb of what lies behind it",
                 about);
  if (lock.Flags.NoOverwrite == 0 && is_batched(resource))
    breaches.add("U-128",
                 "Lock returned and the batch that uses the resource had not been submitted",
                 about);
}

// U-119: what the application writes lies elsewhere than what others have open. That may be a copy,
// which goes to the resource by a batch that names both; a batch that names it alone has renamed.
void Device::note_substitute(Resource& resource, const D3DDDIARG_LOCK& lock) const {
  resource.substitute = {};
  if (!resource.is_shared()) return;
  for (const auto& [handle, other] : objects.allocations) {
    if (other->is_alive && other->locks > 0 && other->resource != &resource &&
        other->shown_at == lock.pSurfData)
      resource.substitute = handle;
  }
}

// U-162: the memory is the runtime's, and the GPU may still be at work in it.
void Device::check_notified(Resource& resource, const D3DDDIARG_LOCK& lock, Breaches& breaches) {
  if (lock.Flags.NoOverwrite != 0) return;
  const auto is_at_work = [&](const Allocation* each) {
    return d3d::is_batched(objects, each->handle) || (!each->is_locked() && is_busy(*each));
  };
  if (std::ranges::any_of(objects.living_of(resource), is_at_work))
    breaches.add("U-162",
                 "Lock of the runtime's memory returned while work that uses it is not submitted, "
                 "or not waited for by pfnLockCb",
                 {.object = resource.name(), .history = resource.history});
}

HRESULT Device::unlock(Resource& resource, UINT index) {
  const auto held = resource.locked.find(index);
  if (!is_usable(resource) || held == resource.locked.end()) return E_INVALIDARG;
  // U-191: nobody unlocks on a device that is gone.
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  resource.locked.erase(held);
  D3DDDIARG_UNLOCK arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.Flags.NotifyOnly = resource.pool == D3DDDIPOOL_SYSTEMMEM ? 1 : 0;
  return call(
      entry::kUnlock, functions_.pfnUnlock, &resource,
      [&](auto function) { return function(driver_handle_.value, &arguments); },
      [&](HRESULT returned, Breaches& breaches) {
        const auto& received = Call::current()->received();
        if (returned == E_INVALIDARG &&
            std::ranges::find(received, returned, &Received::result) == received.end())
          breaches.add("U-161", "Unlock returned E_INVALIDARG for a resource that was locked",
                       {.object = resource.name()});
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        const auto is_locked = [](const Allocation* each) { return each->is_locked(); };
        if (SUCCEEDED(returned) && arguments.Flags.NotifyOnly != 0 && resource.locked.empty() &&
            std::ranges::any_of(objects.living_of(resource), is_locked))
          breaches.add("U-163",
                       "Unlock returned without a pfnUnlockCb of what Lock had locked of the "
                       "runtime's memory",
                       {.object = resource.name(), .history = resource.history});
      });
}

HRESULT Device::flush() {
  pass_on_trim();
  return call(
      entry::kFlush, functions_.pfnFlush, nullptr,
      [&](auto function) { return function(driver_handle_.value); },
      [&](HRESULT returned, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        if (std::ranges::any_of(Call::current()->received(), is_bad_submission))
          breaches.add("U-124", "Flush made the driver submit what is no valid batch");
        if (SUCCEEDED(returned) && !is_removed()) check_flushed(breaches);
        check_written_primaries(breaches);
        check_obsolete(breaches);
        if (is_async())
          breaches.add("U-255", "Flush returned without pfnSetAsyncCallbacksCb(FALSE)");
      });
}

// U-148: what was drawn until now is submitted, and what is shown of it was named.
void Device::check_written_primaries(Breaches& breaches) {
  const bool was_submitted = std::exchange(objects.was_submitted_by_address, false);
  for (const auto& [handle, resource] : objects.resources) {
    if (!std::exchange(resource->is_written_unsaid, false) || !was_submitted ||
        resource->state != Resource::State::kLive)
      continue;
    breaches.add("U-148",
                 "a primary was written, and no pfnSubmitCommandCb until the end of Flush names it "
                 "in WrittenPrimaries",
                 {.object = resource->name(), .history = resource->history});
  }
}

// U-125, and what outstays a Flush: U-208, U-209, U-196.
void Device::check_flushed(Breaches& breaches) {
  for (const auto& [handle, allocation] : objects.allocations) {
    if (!allocation->is_alive || !d3d::is_batched(objects, handle)) continue;
    breaches.add("U-125", "Flush returned and the batch that is being built names an allocation",
                 {.object = "allocation", .history = allocation->history});
    return;
  }
  for (const auto& [handle, resource] : objects.resources) {
    if (resource->state != Resource::State::kDestroyed || !resource->kernel) continue;
    ++resource->flushes_since_destroy;
    if (resource->is_told) continue;
    resource->is_told = true;
    const nt::Concerning about{.object = resource->name(), .history = resource->history};
    if (objects.living_of(*resource).empty() && !resource->is_shared()) {
      breaches.add("U-196",
                   "all allocations of the destroyed resource are released by list, and after a "
                   "Flush there was no pfnDeallocateCb in resource form",
                   about);
    } else {
      breaches.add(resource->is_shared() ? "U-209"_rule : "U-208"_rule,
                   "a Flush returned and a resource that was destroyed before it is not released",
                   about);
    }
  }
}

HRESULT Device::present(Resource& source) {
  // U-062: what has no flags is locked and copied, and nothing else.
  if (!is_usable(source) || source.flags.Value == 0) return E_INVALIDARG;
  // U-144: whose application has the whole screen submits by itself, since Vista.
  const bool submits = options().is_full_screen && is_at_least(D3D_UMD_INTERFACE_VERSION_VISTA);
  const HRESULT flushed = submits ? S_OK : flush();
  if (FAILED(flushed)) return flushed;
  D3DDDIARG_PRESENT arguments{};
  arguments.hSrcResource = source.driver_handle.value;
  const unsigned before = presents();
  return call(
      entry::kPresent, functions_.pfnPresent, &source,
      [&](auto function) { return function(driver_handle_.value, &arguments); },
      [&](HRESULT returned, Breaches& breaches) {
        // U-052: only who may queue flips lets them wait.
        if (SUCCEEDED(returned) && presents() == before && flags_.AllowFlipBatching == 0 &&
            Call::current()->received().empty())
          breaches.add("U-052",
                       "Present returned without a pfnPresentCb, on a device without "
                       "AllowFlipBatching",
                       {.object = source.name(), .history = source.history});
      });
}

HRESULT Device::color_fill(Resource& resource, UINT index, D3DCOLOR color) {
  if (!is_usable(resource) || index >= resource.surfaces.size() || resource.locked.contains(index))
    return E_INVALIDARG;
  D3DDDIARG_COLORFILL arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.DstRect = all_of(resource.surfaces[index]);
  arguments.Color = color;
  resource.is_written_unsaid = resource.flags.Primary != 0;
  return call(entry::kColorFill, functions_.pfnColorFill, &resource,
              [&](auto function) { return function(driver_handle_.value, &arguments); });
}

HRESULT Device::resolve(Resource& resource) {
  if (!is_usable(resource) || !resource.is_shared()) return E_INVALIDARG;
  const D3DDDIARG_RESOLVESHAREDRESOURCE arguments{resource.driver_handle.value};
  return call(
      entry::kResolveSharedResource, functions_.pfnResolveSharedResource, &resource,
      [&](auto function) { return function(driver_handle_.value, &arguments); },
      [&](HRESULT, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        if (is_batched(resource))
          breaches.add("U-121",
                       "ResolveSharedResource returned and the batch that uses the resource had "
                       "not been submitted",
                       {.object = resource.name(), .history = resource.history});
      });
}

HRESULT Device::blt(Resource& to, Resource& from) {
  if (!is_usable(to) || !is_usable(from) || !to.locked.empty() || !from.locked.empty())
    return E_INVALIDARG;
  D3DDDIARG_BLT arguments{};
  arguments.hSrcResource = from.driver_handle.value;
  arguments.hDstResource = to.driver_handle.value;
  arguments.SrcRect = all_of(from.surfaces.front());
  arguments.DstRect = all_of(to.surfaces.front());
  to.is_written_unsaid = to.flags.Primary != 0;
  return call(entry::kBlt, functions_.pfnBlt, &to,
              [&](auto function) { return function(driver_handle_.value, &arguments); });
}

}  // namespace drydock::d3d
