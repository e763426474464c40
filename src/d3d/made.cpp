// What a resource has to be once CreateResource says that it is there.
#include <fmt/format.h>

#include "src/d3d/device.h"
#include "src/d3d/kernel.h"
#include "src/d3d/result.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/object/read_section.h"
#include "src/dxgk/work/process.h"
#include "src/sim/faults.h"

namespace drydock::d3d {

// U-071: kinds of video memory are hints.
void Device::check_pool(const ResourceSpec& spec, const Resource& resource, HRESULT result,
                        Breaches& breaches) {
  const bool is_video = spec.pool == D3DDDIPOOL_VIDEOMEMORY ||
                        spec.pool == D3DDDIPOOL_LOCALVIDMEM ||
                        spec.pool == D3DDDIPOOL_NONLOCALVIDMEM;
  if (!is_video || sim::injecting() || !Call::current()->received().empty()) return;
  Resource anywhere;
  anywhere.flags = resource.flags;
  anywhere.surfaces = resource.surfaces;
  std::vector<std::byte> kind = describe(anywhere);
  for (const UINT word : {static_cast<UINT>(spec.format), static_cast<UINT>(spec.flags2.Value)}) {
    const std::span bytes = std::as_bytes(std::span(&word, 1));
    kind.insert(kind.end(), bytes.begin(), bytes.end());
  }
  const UserDriver::Outcome now{static_cast<UINT>(spec.pool), result};
  const UserDriver::Outcome first = adapter_->user().note_outcome(kind, now);
  if (first.pool == now.pool || first.result == now.result) return;
  breaches.add("U-071",
               fmt::format("CreateResource returned {} for pool {} and {} for the same resource in "
                           "pool {}",
                           name_of(now.result), now.pool, name_of(first.result), first.pool),
               {.object = resource.name()});
}

void Device::check_made(const Resource& resource, Breaches& breaches) {
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  const std::size_t count = resource.allocations.size();
  if (resource.flags.SharedResource != 0 && count == 0 && resource.pool != D3DDDIPOOL_SYSTEMMEM)
    breaches.add("U-061",
                 "a shared resource has no allocation when CreateResource returns: who opens it "
                 "finds nothing",
                 about);
  if (resource.flags2.CrossAdapter != 0 && count != 1)
    breaches.add(
        "U-104",
        fmt::format("a resource of several adapters has {} allocations instead of one", count),
        about);
  if (resource.flags.MightDrawFromLocked != 0 && !fits_aperture(resource))
    breaches.add("U-077",
                 "what may be drawn from while it is locked has an allocation that fits into no "
                 "aperture",
                 about);
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

bool Device::may_lie_in_aperture(const Allocation& allocation) const {
  const dxgk::ReadSection reading;
  const auto* const found =
      dxgk::as<dxgk::Binding>(adapter_->process().handles().look_up(allocation.handle.value));
  if (found == nullptr) return true;  // on its way out
  const auto& segments = found->allocation().adapter->caps().segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if ((found->allocation().tenant.wishes.segments >> i & 1) != 0 &&
        segments[i].Flags.Aperture != 0)
      return true;
  }
  return false;
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

// U-075: what the driver makes for an encoder it has to report for the format.
void Device::check_encoder(const ResourceSpec& spec) {
  UINT count = 0;
  D3DDDIARG_GETCAPS ask{D3DDDICAPS_GETFORMATCOUNT, nullptr, &count, sizeof count};
  constexpr UINT kMostFormats = 1 << 12;
  std::vector<FORMATOP> formats;
  if (SUCCEEDED(adapter_->get_caps(ask)) && count <= kMostFormats) {
    formats.resize(count);
    ask = {D3DDDICAPS_GETFORMATDATA, nullptr, formats.data(),
           static_cast<UINT>(count * sizeof(FORMATOP))};
    if (FAILED(adapter_->get_caps(ask))) formats.clear();
  }
  const bool is_reported = std::ranges::any_of(formats, [&](const FORMATOP& each) {
    return each.Format == spec.format &&
           (each.Operations & (FORMATOP_CAPTURE | FORMATOP_VIDEO_ENCODER)) != 0;
  });
  if (is_reported) return;
  nt::report_about(driver().name(), "U-075",
                   fmt::format("CreateResource2 made a resource for an encoder in format {}, for "
                               "which GetCaps reports neither FORMATOP_CAPTURE nor "
                               "FORMATOP_VIDEO_ENCODER",
                               static_cast<UINT>(spec.format)));
}

}  // namespace drydock::d3d
