// LockAsync, UnlockAsync and Rename: for a runtime that uses several processors.
#include <fmt/format.h>

#include "src/d3d/d3d9/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::d3d {

HRESULT Device9::lock_async(Resource& resource, UINT index, D3DDDI_LOCKASYNCFLAGS flags,
                            LockedSurface& out, HANDLE& cookie) {
  const bool is_possible = (flags.NoOverwrite & flags.Discard) == 0 && flags.Reserved == 0;
  if (!is_usable(resource) || index >= resource.surfaces.size() || !is_possible)
    return E_INVALIDARG;
  D3DDDIARG_LOCKASYNC arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.Flags = flags;
  LockUnderWay under_way{.is_unreferenced = flags.NoExistingReferences != 0};
  if (functions_.pfnLockAsync == nullptr) return kNoEntryPoint;
  const HRESULT result = call_beside(
      entry::kLockAsync, {resource, under_way},
      [&] { return functions_.pfnLockAsync(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        check_locked_async(resource, arguments, returned);
      });
  if (FAILED(result)) return result;
  const sim::Alone alone(turn);
  resource.note_locked(index);
  out = {arguments.pSurfData, arguments.Pitch, arguments.SlicePitch};
  cookie = arguments.hCookie;
  if (flags.Discard != 0) resource.of9().cookies.emplace(index, cookie);
  return result;
}

void Device9::check_locked_async(Resource& resource, const D3DDDIARG_LOCKASYNC& lock,
                                 HRESULT result) {
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  if (lock.Flags.Discard == 0 && rules::breaks("U-181", result == D3DDDIERR_WASSTILLDRAWING))
    nt::Breach("U-181", nt::Offender::running())
        .message("LockAsync returned D3DDDIERR_WASSTILLDRAWING without Discard")
        .about(about)
        .raise_later();
  const auto waits_for = [&](const Allocation* each) { return each->newest != each->adopted; };
  if (SUCCEEDED(result) && lock.Flags.Discard != 0 &&
      std::ranges::any_of(objects.living_of(resource), waits_for) &&
      rules::breaks("U-182", lock.hCookie == nullptr))
    nt::Breach("U-182", nt::Offender::running())
        .message("LockAsync gives no hCookie for what pfnLockCb renamed")
        .about(about)
        .raise_later();
  if (SUCCEEDED(result) && lock.Flags.NoOverwrite != 0 &&
      rules::breaks("U-184", !fits_aperture(resource)))
    nt::Breach("U-184", nt::Offender::running())
        .message(
            "LockAsync granted NoOverwrite for a surface that cannot be drawn from while it "
            "is locked")
        .about(about)
        .raise_later();
}

HRESULT Device9::unlock_async(Resource& resource, UINT index) {
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  {
    const sim::Alone alone(turn);
    const auto held = resource.locked.find(index);
    if (!is_usable(resource) || held == resource.locked.end()) return E_INVALIDARG;
    resource.locked.erase(held);
  }
  D3DDDIARG_UNLOCKASYNC arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  if (functions_.pfnUnlockAsync == nullptr) return kNoEntryPoint;
  return call_beside(entry::kUnlockAsync, &resource,
                     [&] { return functions_.pfnUnlockAsync(driver_handle().value, &arguments); });
}

// Lets batches from now on name the instance whose handle the cookie is. If the cookie is no
// handle, they name the newest instance.
void Device9::adopt_renamed(const Resource& resource, HANDLE cookie) {
  const KernelHandle named{static_cast<D3DKMT_HANDLE>(reinterpret_cast<std::uintptr_t>(cookie))};
  const sim::Alone alone(turn);
  const Allocation* const of_cookie = objects.find_allocation(named);
  for (Allocation* each : objects.living_of(resource)) {
    if (each == of_cookie) each->adopted = std::max(each->adopted, each->renaming_of(named));
    if (of_cookie == nullptr) each->adopted = each->newest;
  }
}

// Draws come from a worker in such a runtime, so the allocation changes there.
HRESULT Device9::rename(Resource& resource, UINT index, HANDLE cookie) {
  {
    const sim::Alone alone(turn);
    auto& cookies = resource.of9().cookies;
    const auto given = cookies.find({index, cookie});
    if (!is_usable(resource) || given == cookies.end()) return E_INVALIDARG;
    cookies.erase(given);
  }
  D3DDDIARG_RENAME arguments{};
  arguments.hResource = resource.driver_handle.value;
  arguments.SubResourceIndex = index;
  arguments.hCookie = cookie;
  HRESULT result = E_FAIL;
  sim::Thread worker = sim::spawn("direct3d worker", [&] {
    result = call(entry::kRename, functions_.pfnRename, &resource,
                  [&](auto function) { return function(driver_handle().value, &arguments); });
  });
  worker.join();
  if (SUCCEEDED(result)) adopt_renamed(resource, cookie);
  return result;
}

}  // namespace drydock::d3d
