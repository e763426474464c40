#include "src/display/modes/fitting.h"

#include <algorithm>
#include <vector>

#include "src/display/modes/mode_sizes.h"

namespace drydock::display {
namespace {

using SourceMode = D3DKMDT_VIDPN_SOURCE_MODE;
using TargetMode = D3DKMDT_VIDPN_TARGET_MODE;

std::uint64_t pixels(const D3DKMDT_2DREGION& size) { return std::uint64_t{size.cx} * size.cy; }

bool is_wished(const SourceMode& mode, const ModeWish& wish) {
  const D3DKMDT_GRAPHICS_RENDERING_FORMAT& format = mode.Format.Graphics;
  return mode.Type != D3DKMDT_RMT_TEXT &&
         (wish.width == 0 || format.PrimSurfSize.cx == wish.width) &&
         (wish.height == 0 || format.PrimSurfSize.cy == wish.height) &&
         (wish.format == D3DDDIFMT_UNKNOWN || format.PixelFormat == wish.format);
}

// The mode of the size that suits best, else the largest.
const SourceMode* choose(const SourceModeSet& set, const ModeWish& wish,
                         const std::optional<D3DKMDT_2DREGION>& best) {
  const SourceMode* chosen = nullptr;
  for (const SourceMode& mode : set.modes()) {
    if (!is_wished(mode, wish)) continue;
    const D3DKMDT_2DREGION size = mode.Format.Graphics.PrimSurfSize;
    if (best && is_same_size(size, *best)) return &mode;
    if (chosen == nullptr || pixels(size) > pixels(chosen->Format.Graphics.PrimSurfSize))
      chosen = &mode;
  }
  return chosen;
}

// How well a target mode suits: the size of the source first, then the driver's preference.
int merit(const TargetMode& mode, const D3DKMDT_2DREGION& source) {
  int merit = 0;
  if (is_same_size(mode.VideoSignalInfo.ActiveSize, source)) merit += 4;
  if (mode.Preference == D3DKMDT_MP_PREFERRED) merit += 2;
  if (rounded_rate(mode.VideoSignalInfo.VSyncFreq) == 60) merit += 1;
  return merit;
}

const TargetMode* choose(const TargetModeSet& set, const ModeWish& wish,
                         const D3DKMDT_2DREGION& source) {
  const TargetMode* chosen = nullptr;
  for (const TargetMode& mode : set.modes()) {
    const UINT rate = rounded_rate(mode.VideoSignalInfo.VSyncFreq);
    if (wish.rate != 0 && rate != 0 && rate != wish.rate) continue;
    if (chosen == nullptr || merit(mode, source) > merit(*chosen, source)) chosen = &mode;
  }
  return chosen;
}

// A picture that fills the screen in both directions is stretched, whatever else is offered.
D3DKMDT_VIDPN_PRESENT_PATH_SCALING choose_scaling(
    const D3DKMDT_VIDPN_PRESENT_PATH_SCALING_SUPPORT& support, const D3DKMDT_2DREGION& from,
    const D3DKMDT_2DREGION& to) {
  if (is_same_size(from, to) && support.Identity) return D3DKMDT_VPPS_IDENTITY;
  if (support.AspectRatioCenteredMax && !is_same_aspect(from, to))
    return D3DKMDT_VPPS_ASPECTRATIOCENTEREDMAX;
  if (support.Stretched) return D3DKMDT_VPPS_STRETCHED;
  if (support.Centered) return D3DKMDT_VPPS_CENTERED;
  if (support.Custom) return D3DKMDT_VPPS_CUSTOM;
  return D3DKMDT_VPPS_IDENTITY;
}

}  // namespace

Path open_path(const VidPn& vidpn, UINT source, UINT target) {
  Path path = vidpn.new_path();
  path.VidPnSourceId = source;
  path.VidPnTargetId = target;
  path.ContentTransformation = {};
  path.ContentTransformation.Scaling = D3DKMDT_VPPS_UNPINNED;
  path.ContentTransformation.Rotation = D3DKMDT_VPPR_UNPINNED;
  return path;
}

std::optional<D3DKMDT_2DREGION> Fitting::preferred_size(UINT target) const {
  const std::shared_ptr<Monitor> monitor = monitors_.at(target);
  if (monitor == nullptr) return std::nullopt;
  for (const D3DKMDT_MONITOR_SOURCE_MODE& mode : monitor->modes->modes())
    if (mode.Preference == D3DKMDT_MP_PREFERRED) return mode.VideoSignalInfo.ActiveSize;
  return std::nullopt;
}

bool Fitting::fit(VidPn& vidpn, const ModeWish& wish) {
  const NTSTATUS status = calls_.enumerate(vidpn, {});
  calls_.check_promise("DxgkDdiEnumVidPnCofuncModality", status);
  if (!NT_SUCCESS(status)) return false;
  const std::vector<Path> paths(vidpn.topology().paths().begin(), vidpn.topology().paths().end());
  const auto each = [&](auto&& step) { return std::ranges::all_of(paths, step); };
  const bool is_done =
      each([&](const Path& path) { return pin_source(vidpn, path.VidPnSourceId, wish); }) &&
      each([&](const Path& path) { return pin_target(vidpn, path, wish); }) &&
      each([&](const Path& path) { return pin_transformation(vidpn, path); }) &&
      vidpn.is_functional();
  if (is_done) calls_.note_functional(vidpn);
  return is_done;
}

bool Fitting::pin_source(VidPn& vidpn, UINT source, const ModeWish& wish) {
  const std::shared_ptr<SourceModeSet> set = vidpn.source_modes(source);
  if (set->pinned() != nullptr) return true;
  std::optional<D3DKMDT_2DREGION> best;
  for (const UINT target : vidpn.topology().targets_of(source))
    if (!best) best = preferred_size(target);
  const SourceMode* const mode = choose(*set, wish, best);
  if (mode == nullptr) return false;
  set->pin(mode->Id);
  return NT_SUCCESS(calls_.enumerate(vidpn, {.type = D3DKMDT_EPT_VIDPNSOURCE, .source = source}));
}

bool Fitting::pin_target(VidPn& vidpn, const Path& path, const ModeWish& wish) {
  const std::shared_ptr<TargetModeSet> set = vidpn.target_modes(path.VidPnTargetId);
  if (set->pinned() != nullptr) return true;
  const SourceMode* const source = vidpn.source_modes(path.VidPnSourceId)->pinned();
  const TargetMode* const mode =
      source == nullptr ? nullptr : choose(*set, wish, source->Format.Graphics.PrimSurfSize);
  if (mode == nullptr) return false;
  set->pin(mode->Id);
  return NT_SUCCESS(
      calls_.enumerate(vidpn, {.type = D3DKMDT_EPT_VIDPNTARGET, .target = path.VidPnTargetId}));
}

bool Fitting::pin_transformation(VidPn& vidpn, const Path& path) {
  const UINT source = path.VidPnSourceId, target = path.VidPnTargetId;
  const SourceMode* const from = vidpn.source_modes(source)->pinned();
  const TargetMode* const to = vidpn.target_modes(target)->pinned();
  const Path* now = vidpn.topology().find(source, target);
  if (from == nullptr || to == nullptr || now == nullptr) return false;
  if (!is_pinned(now->ContentTransformation.Scaling)) {
    const auto scaling =
        choose_scaling(now->ContentTransformation.ScalingSupport,
                       from->Format.Graphics.PrimSurfSize, to->VideoSignalInfo.ActiveSize);
    vidpn.topology().set_scaling(target, scaling);
    if (!NT_SUCCESS(calls_.enumerate(vidpn, {D3DKMDT_EPT_SCALING, source, target}))) return false;
    now = vidpn.topology().find(source, target);
  }
  if (is_pinned(now->ContentTransformation.Rotation)) return true;
  vidpn.topology().set_rotation(target, D3DKMDT_VPPR_IDENTITY);
  return NT_SUCCESS(calls_.enumerate(vidpn, {D3DKMDT_EPT_ROTATION, source, target}));
}

}  // namespace drydock::display
