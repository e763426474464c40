// Checks of a resource after CreateResource has succeeded.
#include <fmt/format.h>

#include "src/d3d/core/shared_resource.h"
#include "src/d3d/d3d9/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"

namespace drydock::d3d {

// U-071: kinds of video memory are hints.
void Device9::check_pool(const ResourceSpec& spec, const Resource& resource, HRESULT result) {
  const bool is_video = spec.pool == D3DDDIPOOL_VIDEOMEMORY ||
                        spec.pool == D3DDDIPOOL_LOCALVIDMEM ||
                        spec.pool == D3DDDIPOOL_NONLOCALVIDMEM;
  if (!is_video || sim::faults_failed() != 0 || !Call::current()->received().empty()) return;
  Resource anywhere({}, 0, Traits9{});
  anywhere.flags = resource.flags;
  anywhere.surfaces = resource.surfaces;
  std::vector<std::byte> kind = describe(anywhere);
  for (const UINT word : {static_cast<UINT>(spec.format), static_cast<UINT>(spec.flags2.Value)}) {
    const std::span bytes = std::as_bytes(std::span(&word, 1));
    kind.insert(kind.end(), bytes.begin(), bytes.end());
  }
  const UserDriver::Outcome now{static_cast<UINT>(spec.pool), result};
  const UserDriver::Outcome first = adapter_->user().note_outcome(kind, now);
  if (first.pool == now.pool || !rules::breaks("U-071", first.result != now.result)) return;
  nt::Breach("U-071", nt::Offender::running())
      .message(
          "CreateResource returned {} for pool {} and {} for the same resource in "
          "pool {}",
          name_of(now.result), now.pool, name_of(first.result), first.pool)
      .about({.object = resource.name()})
      .raise_later();
}

void Device9::check_made(const Resource& resource) {
  const nt::Concerning about{.object = resource.name(), .history = resource.history};
  const std::size_t count = resource.allocations.size();
  if (resource.flags.SharedResource != 0 && resource.pool != D3DDDIPOOL_SYSTEMMEM &&
      rules::breaks("U-061", count == 0))
    nt::Breach("U-061", nt::Offender::running())
        .message(
            "a shared resource has no allocation when CreateResource returns: who opens it "
            "finds nothing")
        .about(about)
        .raise_later();
  if (resource.flags2.CrossAdapter != 0 && rules::breaks("U-104", count != 1))
    nt::Breach("U-104", nt::Offender::running())
        .message("a resource of several adapters has {} allocations instead of one", count)
        .about(about)
        .raise_later();
  if (resource.flags.MightDrawFromLocked != 0 && rules::breaks("U-077", !fits_aperture(resource)))
    nt::Breach("U-077", nt::Offender::running())
        .message(
            "what may be drawn from while it is locked has an allocation that fits into no "
            "aperture")
        .about(about)
        .raise_later();
}

// U-075: what the driver makes for an encoder it has to report for the format.
void Device9::check_encoder(const ResourceSpec& spec) {
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
  if (!rules::breaks("U-075", !is_reported)) return;
  nt::Breach("U-075", driver())
      .message(
          "CreateResource2 made a resource for an encoder in format {}, for "
          "which GetCaps reports neither FORMATOP_CAPTURE nor "
          "FORMATOP_VIDEO_ENCODER",
          static_cast<UINT>(spec.format))
      .raise_later();
}

}  // namespace drydock::d3d
