// Resources in use: Lock, Flush, Present and the rest.
#include <fmt/format.h>

#include "src/d3d/d3d9/device.h"
#include "src/d3d/driver/result.h"
#include "src/nt/mm/user_copy.h"
#include "src/rules/evaluated.h"

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

// True when the kernel-mode driver refused the commands as impossible.
bool is_bad_submission(const Received& received) {
  return std::string_view(received.callback) == "pfnRenderCb" &&
         (received.result == D3DDDIERR_INVALIDHANDLE ||
          received.result == D3DDDIERR_ILLEGALINSTRUCTION ||
          received.result == D3DDDIERR_PRIVILEGEDINSTRUCTION ||
          received.result == D3DDDIERR_INVALIDUSERBUFFER);
}

}  // namespace

HRESULT Device9::lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out) {
  if (!is_usable(resource) || index >= resource.surfaces.size() || !are_possible(flags))
    return E_INVALIDARG;
  D3DDDIARG_LOCK arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.Flags = flags;
  const bool is_runtimes = resource.pool == D3DDDIPOOL_SYSTEMMEM;
  if (is_runtimes) arguments.Flags.NotifyOnly = 1;
  LockUnderWay under_way{.may_overlap_gpu = flags.NoOverwrite != 0,
                         .may_fail_busy = flags.DoNotWait != 0};
  const HRESULT result = call(
      entry::kLock, functions_.pfnLock, {resource, under_way},
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        check_locked(resource, arguments, returned);
      });
  if (FAILED(result)) return result;
  resource.note_locked(index);
  out = {arguments.pSurfData, arguments.Pitch, arguments.SlicePitch};
  // The memory is the runtime's; the driver was only notified.
  const D3DDDI_SURFACEINFO& surface = resource.surfaces[index];
  if (is_runtimes)
    out = {const_cast<void*>(surface.pSysMem), surface.SysMemPitch, surface.SysMemSlicePitch};
  return result;
}

// Checks the result of Lock against the results that the documents allow for the resource.
void Device9::check_lock_result(const Resource& resource, const D3DDDIARG_LOCK& lock,
                                HRESULT result) const {
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  if (lock.Flags.DoNotWait == 0 && rules::breaks("U-155", result == D3DDDIERR_WASSTILLDRAWING))
    nt::Breach("U-155", nt::Offender::running())
        .message("Lock returned D3DDDIERR_WASSTILLDRAWING without DoNotWait")
        .about(about)
        .raise_later();
  const Call& call = *Call::current();
  const LockUnderWay& under_way = *call.lock();
  if (under_way.has_met_own_work && lock.Flags.DoNotWait == 0 &&
      rules::breaks("U-103", result == D3DDDIERR_WASSTILLDRAWING))
    nt::Breach("U-103", nt::Offender::running())
        .message(
            "Lock submitted work that writes an allocation, locked it with DonotWait and gave "
            "up, which the runtime has not asked for")
        .about(about)
        .raise_later();
  // A driver that asked not to wait, or whose device is gone, need not try again.
  const HRESULT discarded = under_way.discarded;
  if (FAILED(discarded) && discarded != D3DDDIERR_WASSTILLDRAWING &&
      discarded != D3DDDIERR_DEVICEREMOVED &&
      rules::breaks("U-177", result == discarded && !under_way.has_promised_no_reference))
    nt::Breach("U-177", nt::Offender::running())
        .message(
            "pfnLockCb with Discard failed, and Lock returned {} without a second try that "
            "promises that nothing refers to the allocation",
            name_of(result))
        .about(about)
        .raise_later();
  const bool may_fail = result == D3DDDIERR_WASSTILLDRAWING || call.was_received(result);
  if (resource.was_ever_locked && rules::breaks("U-160", FAILED(result) && !may_fail))
    nt::Breach("U-160", nt::Offender::running())
        .message("Lock returned {} for a resource that had been locked before", name_of(result))
        .about(about)
        .raise_later();
  if (resource.flags.NotLockable != 0 &&
      rules::breaks("U-076", FAILED(result) && !may_fail && result != E_OUTOFMEMORY))
    nt::Breach("U-076", nt::Offender::running())
        .message("Lock returned {} for a resource with the hint NotLockable", name_of(result))
        .about(about)
        .raise_later();
}

void Device9::check_locked(Resource& resource, const D3DDDIARG_LOCK& lock, HRESULT result) {
  check_lock_result(resource, lock, result);
  if (FAILED(result)) return;
  if (resource.pool == D3DDDIPOOL_SYSTEMMEM) return check_notified(resource, lock);
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  if (resource.flags2.CrossAdapter != 0 &&
      rules::breaks("U-104", lock.Pitch % kCrossAdapterPitch != 0))
    nt::Breach("U-104", nt::Offender::running())
        .message(
            "Lock gives the pitch {} for a resource of several adapters, whose "
            "rows begin every {} bytes",
            lock.Pitch, kCrossAdapterPitch)
        .about(about)
        .raise_later();
  note_substitute(resource, lock);
  if (resource.of9().substitute || objects.living_of(resource).empty()) return;
  const Allocation* const behind = find_behind(resource, lock.pSurfData);
  const bool may_be_cached = resource.flags.Dynamic != 0 && lock.Flags.NoOverwrite != 0;
  const bool leads_nowhere = behind == nullptr && !nt::user_can_read(lock.pSurfData, 1);
  if (!may_be_cached &&
      rules::breaks("U-156", leads_nowhere || (behind != nullptr && !behind->is_locked())))
    nt::Breach("U-156", nt::Offender::running())
        .message(leads_nowhere ? "Lock returned an address where no memory is"
                               : "Lock returned an address of an allocation without a pfnLockCb")
        .about(about)
        .raise_later();
  // Memory of the driver's own: it brings the contents to the allocation later, in order.
  if (behind == nullptr) return;
  if (lock.Flags.NoOverwrite == 0 && rules::breaks("U-128", is_batched(resource)))
    nt::Breach("U-128", nt::Offender::running())
        .message("Lock returned and the batch that uses the resource had not been submitted")
        .about(about)
        .raise_later();
}

// The allocation of the resource that the processor reaches at the address; null when there is
// none.
const Allocation* Device9::find_behind(const Resource& resource, const void* address) {
  for (const Allocation* each : objects.living_of(resource)) {
    const auto offset = reinterpret_cast<std::uintptr_t>(address) -
                        reinterpret_cast<std::uintptr_t>(each->mapped_for_cpu);
    if (each->mapped_for_cpu != nullptr && offset < view().bytes_of(each->handle.value))
      return each;
  }
  return nullptr;
}

// U-119: the application writes into another allocation than the one that other devices have open.
// If that is a copy, the batch that copies it back names both; a batch that names the other one
// alone has renamed the shared resource.
void Device9::note_substitute(Resource& resource, const D3DDDIARG_LOCK& lock) const {
  KernelHandle& substitute = resource.of9().substitute;
  substitute = {};
  if (!resource.is_shared()) return;
  rules::evaluated("U-119");
  for (const auto& [handle, other] : objects.allocations) {
    if (other->is_alive && other->locks > 0 && other->resource != &resource &&
        other->mapped_for_cpu == lock.pSurfData)
      substitute = handle;
  }
}

// U-162: the memory is the runtime's, and the GPU may still be at work in it.
void Device9::check_notified(Resource& resource, const D3DDDIARG_LOCK& lock) {
  if (lock.Flags.NoOverwrite != 0) return;
  const auto is_at_work = [&](const Allocation* each) {
    return d3d::is_batched(objects, each->handle) || (!each->is_locked() && is_busy(*each));
  };
  if (rules::breaks("U-162", std::ranges::any_of(objects.living_of(resource), is_at_work)))
    nt::Breach("U-162", nt::Offender::running())
        .message(
            "Lock of the runtime's memory returned while work that uses it is not submitted, "
            "or not waited for by pfnLockCb")
        .about({.object = resource.name(), .history = resource.history})
        .raise_later();
}

HRESULT Device9::unlock(Resource& resource, UINT index) {
  const HRESULT ended = end_lock(resource, index);
  if (FAILED(ended)) return ended;
  D3DDDIARG_UNLOCK arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.Flags.NotifyOnly = resource.pool == D3DDDIPOOL_SYSTEMMEM ? 1 : 0;
  return call(
      entry::kUnlock, functions_.pfnUnlock, &resource,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        if (rules::breaks("U-161",
                          returned == E_INVALIDARG && !Call::current()->was_received(returned)))
          nt::Breach("U-161", nt::Offender::running())
              .message("Unlock returned E_INVALIDARG for a resource that was locked")
              .about({.object = resource.name()})
              .raise_later();
        const sim::Alone alone(turn);
        const auto is_locked = [](const Allocation* each) { return each->is_locked(); };
        if (SUCCEEDED(returned) && arguments.Flags.NotifyOnly != 0 && resource.locked.empty() &&
            rules::breaks("U-163", std::ranges::any_of(objects.living_of(resource), is_locked)))
          nt::Breach("U-163", nt::Offender::running())
              .message(
                  "Unlock returned without a pfnUnlockCb of what Lock had locked of the "
                  "runtime's memory")
              .about({.object = resource.name(), .history = resource.history})
              .raise_later();
      });
}

HRESULT Device9::flush() {
  pass_on_trim();
  return call(
      entry::kFlush, functions_.pfnFlush, nullptr,
      [&](auto function) { return function(driver_handle().value); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        if (rules::breaks("U-124",
                          std::ranges::any_of(Call::current()->received(), is_bad_submission)))
          nt::Breach("U-124", nt::Offender::running())
              .message("Flush made the driver submit what is no valid batch")
              .raise_later();
        if (SUCCEEDED(returned) && !is_removed()) check_flushed();
        check_written_primaries();
        check_obsolete();
        if (rules::breaks("U-255", is_async()))
          nt::Breach("U-255", nt::Offender::running())
              .message("Flush returned without pfnSetAsyncCallbacksCb(FALSE)")
              .raise_later();
      });
}

HRESULT Device9::present(Resource& source) {
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
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        // U-052: only a driver that may queue flips may let them wait.
        if (flags().AllowFlipBatching == 0 && SUCCEEDED(returned) &&
            Call::current()->received().empty() && rules::breaks("U-052", presents() == before))
          nt::Breach("U-052", nt::Offender::running())
              .message(
                  "Present returned without a pfnPresentCb, on a device without "
                  "AllowFlipBatching")
              .about({.object = source.name(), .history = source.history})
              .raise_later();
      });
}

HRESULT Device9::color_fill(Resource& resource, UINT index, D3DCOLOR color) {
  if (!is_usable(resource) || index >= resource.surfaces.size() || resource.locked.contains(index))
    return E_INVALIDARG;
  D3DDDIARG_COLORFILL arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.DstRect = all_of(resource.surfaces[index]);
  arguments.Color = color;
  resource.is_unnamed_primary = resource.flags.Primary != 0;
  return call(entry::kColorFill, functions_.pfnColorFill, &resource,
              [&](auto function) { return function(driver_handle().value, &arguments); });
}

HRESULT Device9::resolve(Resource& resource) {
  if (!is_usable(resource) || !resource.is_shared()) return E_INVALIDARG;
  const D3DDDIARG_RESOLVESHAREDRESOURCE arguments{resource.driver_handle.value};
  return call(
      entry::kResolveSharedResource, functions_.pfnResolveSharedResource, &resource,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT) { check_resolved(resource); });
}

HRESULT Device9::blt(Resource& to, Resource& from) {
  if (!is_usable(to) || !is_usable(from) || !to.locked.empty() || !from.locked.empty())
    return E_INVALIDARG;
  D3DDDIARG_BLT arguments{};
  arguments.hSrcResource = from.driver_handle.value;
  arguments.hDstResource = to.driver_handle.value;
  arguments.SrcRect = all_of(from.surfaces.front());
  arguments.DstRect = all_of(to.surfaces.front());
  to.is_unnamed_primary = to.flags.Primary != 0;
  return call(entry::kBlt, functions_.pfnBlt, &to,
              [&](auto function) { return function(driver_handle().value, &arguments); });
}

}  // namespace drydock::d3d
