#include "src/display/modes/enumeration_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/display/edid/additional_modes.h"
#include "src/display/modes/flag_bits.h"
#include "src/display/modes/mode_sizes.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

using RotationSupport = D3DKMDT_VIDPN_PRESENT_PATH_ROTATION_SUPPORT;

UINT count_of_rotations(const RotationSupport& support) {
  return support.Identity + support.Rotate90 + support.Rotate180 + support.Rotate270;
}

UINT count_of_offsets(const RotationSupport& support) {
  return support.Offset0 + support.Offset90 + support.Offset180 + support.Offset270;
}

bool is_rate_alike(const D3DDDI_RATIONAL& one, const D3DDDI_RATIONAL& other) {
  const UINT a = rounded_rate(one), b = rounded_rate(other);
  return a == 0 || b == 0 || a == b;
}

// A number that is not specified is like any.
bool is_signal_alike(const D3DKMDT_VIDEO_SIGNAL_INFO& one, const D3DKMDT_VIDEO_SIGNAL_INFO& other) {
  return is_same_size(one.ActiveSize, other.ActiveSize) &&
         is_rate_alike(one.VSyncFreq, other.VSyncFreq);
}

bool can_show(const Monitor& monitor, const D3DKMDT_VIDPN_TARGET_MODE& mode) {
  const auto is_it = [&](const D3DKMDT_VIDEO_SIGNAL_INFO& signal) {
    return is_signal_alike(signal, mode.VideoSignalInfo);
  };
  return std::ranges::any_of(monitor.modes->modes(), is_it,
                             &D3DKMDT_MONITOR_SOURCE_MODE::VideoSignalInfo) ||
         std::ranges::any_of(monitor.additional_modes, is_it,
                             [](const DXGK_TARGETMODE_DETAIL_TIMING& timing) {
                               return signal_of(timing_of(timing));
                             });
}

// The paths of a source and everything that is pinned in them.
std::string signature_of(const VidPn& network, UINT source) {
  const D3DKMDT_2DREGION size =
      network.source_modes(source)->pinned()->Format.Graphics.PrimSurfSize;
  std::string text = fmt::format("{} {}x{}", source, size.cx, size.cy);
  for (const Path& path : network.topology().paths()) {
    const D3DKMDT_VIDEO_SIGNAL_INFO& signal =
        network.target_modes(path.VidPnTargetId)->pinned()->VideoSignalInfo;
    text += fmt::format("; {} to {} {}x{} at {}, {} {}", path.VidPnSourceId, path.VidPnTargetId,
                        signal.ActiveSize.cx, signal.ActiveSize.cy, rounded_rate(signal.VSyncFreq),
                        static_cast<int>(path.ContentTransformation.Scaling),
                        static_cast<int>(path.ContentTransformation.Rotation));
  }
  return text;
}

}  // namespace

bool is_offered(D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling,
                const D3DKMDT_VIDPN_PRESENT_PATH_SCALING_SUPPORT& support) {
  switch (scaling) {
    case D3DKMDT_VPPS_IDENTITY:
      return support.Identity != 0;
    case D3DKMDT_VPPS_CENTERED:
      return support.Centered != 0;
    case D3DKMDT_VPPS_STRETCHED:
      return support.Stretched != 0;
    case D3DKMDT_VPPS_ASPECTRATIOCENTEREDMAX:
      return support.AspectRatioCenteredMax != 0;
    case D3DKMDT_VPPS_CUSTOM:
      return support.Custom != 0;
    default:
      return false;
  }
}

bool is_offered(D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation, const RotationSupport& support) {
  switch (rotation) {
    case D3DKMDT_VPPR_IDENTITY:
      return support.Identity != 0;
    case D3DKMDT_VPPR_ROTATE90:
      return support.Rotate90 != 0;
    case D3DKMDT_VPPR_ROTATE180:
      return support.Rotate180 != 0;
    case D3DKMDT_VPPR_ROTATE270:
      return support.Rotate270 != 0;
    default:
      return false;
  }
}

const Path* primary_path(const VidPn& network, UINT source) {
  const Path* primary = nullptr;
  for (const Path& path : network.topology().paths()) {
    if (path.VidPnSourceId == source &&
        (primary == nullptr || path.ImportanceOrdinal < primary->ImportanceOrdinal))
      primary = &path;
  }
  return primary;
}

void EnumerationChecks::raise_about_path(rules::RuleId rule, const Path& path, const char* what) {
  nt::Breach(rule, driver_.offender())
      .message("DxgkDdiEnumVidPnCofuncModality {} of the path from {} to {:#x}", what,
               path.VidPnSourceId, path.VidPnTargetId)
      .raise_later();
}

void EnumerationChecks::check(const VidPn& before, const VidPn& after, const Pivot& pivot) {
  for (const Path& path : before.topology().paths()) {
    const UINT source = path.VidPnSourceId, target = path.VidPnTargetId;
    const bool is_target = pivot.type == D3DKMDT_EPT_VIDPNTARGET && pivot.target == target;
    check_set(*before.source_modes(source), *after.source_modes(source),
              pivot.type == D3DKMDT_EPT_VIDPNSOURCE && pivot.source == source);
    check_set(*before.target_modes(target), *after.target_modes(target), is_target);
    if (before.target_modes(target)->pinned() == nullptr && !is_target)
      check_against_monitor(*after.target_modes(target));
    const Path* const now = after.topology().find(source, target);
    if (now == nullptr) continue;
    check_support(path, *now, pivot);
    if (pivot.type != D3DKMDT_EPT_SCALING) check_scaling(after, *now);
    if (pivot.type != D3DKMDT_EPT_ROTATION) check_offsets(after, *now);
  }
  note_scalings(after);
}

void EnumerationChecks::note_scalings(const VidPn& network) {
  for (const Path& path : network.topology().paths()) {
    const auto& support = path.ContentTransformation.ScalingSupport;
    offers_custom_scaling_ |= support.AspectRatioCenteredMax != 0 || support.Custom != 0;
  }
  if (!leaves_scaling_unspecified_) return;
  if (!rules::breaks("D-091", offers_custom_scaling_)) return;
  leaves_scaling_unspecified_ = false;  // raised once
  nt::Breach("D-091", driver_.offender())
      .message(
          "DxgkDdiRecommendFunctionalVidPn leaves a path with D3DKMDT_VPPS_NOTSPECIFIED, and the "
          "driver offers AspectRatioCenteredMax or Custom")
      .raise_later();
}

void EnumerationChecks::check_recommended(const VidPn& network) {
  rules::evaluated("D-091");
  leaves_scaling_unspecified_ |=
      std::ranges::any_of(network.topology().paths(), [](const Path& path) {
        return path.ContentTransformation.Scaling == D3DKMDT_VPPS_NOTSPECIFIED;
      });
  note_scalings(network);
}

void EnumerationChecks::check_methods(const VidPn& functional) {
  for (UINT source = 0; source < functional.sources(); ++source) {
    if (functional.topology().targets_of(source).empty()) continue;
    const std::string signature = signature_of(functional, source);
    if (!functional.methods(source).empty()) with_methods_.insert(signature);
    if (!rules::breaks("D-093",
                       functional.methods(source).empty() && with_methods_.contains(signature)))
      continue;
    nt::Breach("D-093", driver_.offender())
        .message(
            "DxgkDdiEnumVidPnCofuncModality reports no multisampling methods of source {}, and did "
            "so before for the same modes",
            source)
        .raise_later();
  }
}

template <typename Mode>
void EnumerationChecks::check_set(const ModeSet<Mode>& before, const ModeSet<Mode>& after,
                                  bool is_pivot) {
  const bool is_same = before.has_same_modes(after);
  const auto raise = [&](rules::RuleId rule, const char* what) {
    nt::Breach(rule, driver_.offender())
        .message(
            "DxgkDdiEnumVidPnCofuncModality {} the {} set of {:#x}, which has {} modes now "
            "and had {}",
            what, ModeKind<Mode>::kName, before.owner(), after.modes().size(),
            before.modes().size())
        .raise_later();
  };
  if (before.pinned() != nullptr && rules::breaks("D-085", !is_same)) {
    raise("D-085", "changed, although a mode of it is pinned,");
  } else if (is_pivot && rules::breaks("D-086", !is_same)) {
    raise("D-086", "changed, although it is the pivot,");
  } else if (!is_pivot && rules::breaks("D-084", after.is_empty())) {
    raise("D-084", "left nothing in");
  }
}

// D-092: one page wants the modes that the monitor can show, another all that the output has.
void EnumerationChecks::check_against_monitor(const TargetModeSet& set) {
  const std::shared_ptr<Monitor> monitor = monitors_.at(set.owner());
  if (monitor == nullptr) return;
  const auto strange = std::ranges::find_if_not(
      set.modes(), [&](const D3DKMDT_VIDPN_TARGET_MODE& mode) { return can_show(*monitor, mode); });
  if (!rules::breaks("D-092", strange != set.modes().end())) return;
  const D3DKMDT_VIDEO_SIGNAL_INFO& signal = strange->VideoSignalInfo;
  nt::Breach("D-092", driver_.offender())
      .message(
          "DxgkDdiEnumVidPnCofuncModality lists {} x {} at {} Hz for target {:#x}, which neither "
          "the monitor's modes nor the additional ones have",
          signal.ActiveSize.cx, signal.ActiveSize.cy, rounded_rate(signal.VSyncFreq), set.owner())
      .tolerated()
      .raise_later();
}

void EnumerationChecks::check_support(const Path& before, const Path& after, const Pivot& pivot) {
  const auto& old_way = before.ContentTransformation;
  const auto& new_way = after.ContentTransformation;
  const bool is_pivot =
      pivot.source == before.VidPnSourceId && pivot.target == before.VidPnTargetId;
  if (is_pivot && pivot.type == D3DKMDT_EPT_SCALING) {
    if (rules::breaks("D-087", bits_of(old_way.ScalingSupport) != bits_of(new_way.ScalingSupport)))
      raise_about_path("D-087", before, "changed the ScalingSupport, which is the pivot,");
  } else if (old_way.Scaling == D3DKMDT_VPPS_UNPINNED &&
             rules::breaks("D-089", bits_of(new_way.ScalingSupport) == 0)) {
    raise_about_path("D-089", before, "left no ScalingSupport");
  }
  if (is_pivot && pivot.type == D3DKMDT_EPT_ROTATION) {
    if (rules::breaks("D-087",
                      bits_of(old_way.RotationSupport) != bits_of(new_way.RotationSupport)))
      raise_about_path("D-087", before, "changed the RotationSupport, which is the pivot,");
  } else if (old_way.Rotation == D3DKMDT_VPPR_UNPINNED &&
             rules::breaks("D-089", count_of_rotations(new_way.RotationSupport) == 0)) {
    raise_about_path("D-089", before, "left no RotationSupport");
  }
}

// D-090: which scalings there can be follows from the two sizes, when both are pinned.
void EnumerationChecks::check_scaling(const VidPn& network, const Path& path) {
  const auto* const source = network.source_modes(path.VidPnSourceId)->pinned();
  const auto* const target = network.target_modes(path.VidPnTargetId)->pinned();
  if (source == nullptr || target == nullptr || source->Type == D3DKMDT_RMT_TEXT ||
      path.ContentTransformation.Scaling != D3DKMDT_VPPS_UNPINNED)
    return;
  const D3DKMDT_2DREGION from = source->Format.Graphics.PrimSurfSize;
  const D3DKMDT_2DREGION to = target->VideoSignalInfo.ActiveSize;
  const auto& support = path.ContentTransformation.ScalingSupport;
  const bool has_others = support.Centered != 0 || support.Stretched != 0 ||
                          support.AspectRatioCenteredMax != 0 || support.Custom != 0;
  const bool is_same = is_same_size(from, to);
  const bool is_misfit = is_same ? has_others
                                 : support.Identity != 0 || (support.AspectRatioCenteredMax != 0 &&
                                                             is_same_aspect(from, to));
  if (!rules::breaks("D-090", is_misfit)) return;
  nt::Breach("D-090", driver_.offender())
      .message(
          "DxgkDdiEnumVidPnCofuncModality leaves ScalingSupport {:#x} in the path from {} to "
          "{:#x}, "
          "which shows {} x {} in {} x {}",
          bits_of(support), path.VidPnSourceId, path.VidPnTargetId, from.cx, from.cy, to.cx, to.cy)
      .raise_later();
}

// D-094: offsets against the primary path of a clone view.
void EnumerationChecks::check_offsets(const VidPn& network, const Path& path) {
  if (path.ContentTransformation.Rotation != D3DKMDT_VPPR_UNPINNED) return;
  const RotationSupport& support = path.ContentTransformation.RotationSupport;
  const UINT offsets = count_of_offsets(support);
  if (driver_.traits().version < DXGKDDI_INTERFACE_VERSION_WDDM1_3_PATH_INDEPENDENT_ROTATION) {
    if (rules::breaks("D-094", offsets != 0))
      nt::Breach("D-094", driver_.offender())
          .message(
              "DxgkDdiEnumVidPnCofuncModality sets offsets in RotationSupport of the path from {} "
              "to {:#x}, which the driver's interface version {:#x} does not have",
              path.VidPnSourceId, path.VidPnTargetId, driver_.traits().version)
          .tolerated()
          .raise_later();
    return;
  }
  if (network.topology().targets_of(path.VidPnSourceId).size() < 2) return;
  const bool is_primary = primary_path(network, path.VidPnSourceId) == &path;
  if (is_primary && rules::breaks("D-094", support.Offset0 == 0 || offsets != 1))
    raise_about_path("D-094", path, "leaves other offsets than Offset0 in the RotationSupport");
  if (!is_primary && rules::breaks("D-094", offsets == 0))
    raise_about_path("D-094", path, "leaves no offset in the RotationSupport");
}

}  // namespace drydock::display
