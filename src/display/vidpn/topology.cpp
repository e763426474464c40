#include "src/display/vidpn/topology.h"

#include <algorithm>

namespace drydock::display {
namespace {

constexpr UINT kMostTriggerBits = 3;

}  // namespace

NTSTATUS check_path(const Path& path) {
  if (path.CopyProtection.APSTriggerBits > kMostTriggerBits)
    return STATUS_GRAPHICS_INVALID_COPYPROTECTION_TYPE;
  if (path.GammaRamp.Type == D3DDDI_GAMMARAMP_DEFAULT &&
      (path.GammaRamp.DataSize != 0 || path.GammaRamp.Data.pRaw != nullptr))
    return STATUS_GRAPHICS_INVALID_GAMMA_RAMP;
  return STATUS_SUCCESS;
}

bool is_pinned(D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling) {
  return scaling >= D3DKMDT_VPPS_IDENTITY && scaling <= D3DKMDT_VPPS_CUSTOM;
}

bool is_pinned(D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation) {
  return rotation >= D3DKMDT_VPPR_IDENTITY && rotation <= D3DKMDT_VPPR_ROTATE270_OFFSET270;
}

std::optional<std::size_t> Topology::index_of(UINT source, UINT target) const {
  const auto at = std::ranges::find_if(paths_, [&](const Path& path) {
    return path.VidPnSourceId == source && path.VidPnTargetId == target;
  });
  if (at == paths_.end()) return std::nullopt;
  return static_cast<std::size_t>(at - paths_.begin());
}

const Path* Topology::find(UINT source, UINT target) const {
  const std::optional<std::size_t> at = index_of(source, target);
  return at ? &paths_[*at] : nullptr;
}

std::optional<UINT> Topology::source_of(UINT target) const {
  const auto at = std::ranges::find(paths_, target, &Path::VidPnTargetId);
  if (at == paths_.end()) return std::nullopt;
  return at->VidPnSourceId;
}

std::vector<UINT> Topology::targets_of(UINT source) const {
  std::vector<UINT> targets;
  for (const Path& path : paths_)
    if (path.VidPnSourceId == source) targets.push_back(path.VidPnTargetId);
  return targets;
}

D3DKMDT_VIDPN_PRESENT_PATH_IMPORTANCE Topology::free_importance() const {
  int importance = D3DKMDT_VPPI_PRIMARY;
  while (std::ranges::count(paths_, importance, [](const Path& path) {
           return static_cast<int>(path.ImportanceOrdinal);
         }) != 0)
    ++importance;
  return static_cast<D3DKMDT_VIDPN_PRESENT_PATH_IMPORTANCE>(importance);
}

NTSTATUS Topology::add(const Path& path) {
  const NTSTATUS status = check_path(path);
  if (!NT_SUCCESS(status)) return status;
  if (find(path.VidPnSourceId, path.VidPnTargetId) != nullptr)
    return STATUS_GRAPHICS_PATH_ALREADY_IN_TOPOLOGY;
  if (source_of(path.VidPnTargetId)) return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;
  if (path.ImportanceOrdinal == D3DKMDT_VPPI_UNINITIALIZED ||
      std::ranges::count(paths_, path.ImportanceOrdinal, &Path::ImportanceOrdinal) != 0)
    return STATUS_GRAPHICS_INVALID_PATH_IMPORTANCE_ORDINAL;
  paths_.push_back(path);
  return STATUS_SUCCESS;
}

bool Topology::remove(UINT source, UINT target) {
  const std::optional<std::size_t> at = index_of(source, target);
  if (at) paths_.erase(paths_.begin() + static_cast<std::ptrdiff_t>(*at));
  return at.has_value();
}

bool Topology::update_support(const Path& path) {
  const std::optional<std::size_t> at = index_of(path.VidPnSourceId, path.VidPnTargetId);
  if (!at) return false;
  Path& ours = paths_[*at];
  ours.ContentTransformation.ScalingSupport = path.ContentTransformation.ScalingSupport;
  ours.ContentTransformation.RotationSupport = path.ContentTransformation.RotationSupport;
  ours.CopyProtection.CopyProtectionSupport = path.CopyProtection.CopyProtectionSupport;
  return true;
}

void Topology::set_scaling(UINT target, D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling) {
  for (Path& path : paths_)
    if (path.VidPnTargetId == target) path.ContentTransformation.Scaling = scaling;
}

void Topology::set_rotation(UINT target, D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation) {
  for (Path& path : paths_)
    if (path.VidPnTargetId == target) path.ContentTransformation.Rotation = rotation;
}

}  // namespace drydock::display
