#include "src/display/modes/network_calls.h"

#include <fmt/format.h>

#include <cstring>

#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

constexpr BOOLEAN kNotAnswered = 0x5a;
constexpr UINT kHwBits = 6;

// The member that the driver must set is poisoned before, and the status says what it may hold.
bool is_consistent(NTSTATUS status, BOOLEAN answer) {
  if (NT_SUCCESS(status)) return answer != kNotAnswered;
  return status != STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY || answer == FALSE ||
         answer == kNotAnswered;
}

bool is_legal_support_status(NTSTATUS status) {
  return status == STATUS_SUCCESS || status == STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY ||
         status == STATUS_NO_MEMORY || status == STATUS_DEVICE_REMOVED;
}

template <typename T>
UINT bits_of(const T& flags) {
  static_assert(sizeof flags == sizeof(UINT));
  UINT bits = 0;
  std::memcpy(&bits, &flags, sizeof bits);
  return bits;
}

UINT rotations(const Path& path) {
  const auto& support = path.ContentTransformation.RotationSupport;
  return support.Identity + support.Rotate90 + support.Rotate180 + support.Rotate270;
}

}  // namespace

void NetworkCalls::finish(DriverCall& call, NTSTATUS status) {
  if (status != STATUS_DEVICE_REMOVED) call.end([this] { return driver_.offender(); });
}

bool NetworkCalls::is_supported(VidPn* vidpn) {
  const bool is_nothing = vidpn == nullptr || vidpn->topology().is_empty();
  DriverCall call(driver_.traits(), Purpose::kSupport);
  DXGKARG_ISSUPPORTEDVIDPN arguments{};
  arguments.hDesiredVidPn = vidpn == nullptr ? nullptr : call.handle_of(*vidpn);
  arguments.IsVidPnSupported = kNotAnswered;
  const NTSTATUS status = driver_.is_supported_vidpn(arguments);
  finish(call, status);
  if (status == STATUS_DEVICE_REMOVED) return false;
  const BOOLEAN answer = arguments.IsVidPnSupported;
  if (rules::breaks("D-070", !is_legal_support_status(status) || !is_consistent(status, answer))) {
    nt::Breach("D-070", driver_.offender())
        .message("DxgkDdiIsSupportedVidPn returned {:#010x} with IsVidPnSupported {}",
                 static_cast<ULONG>(status),
                 answer == kNotAnswered ? "not set" : (answer == FALSE ? "FALSE" : "TRUE"))
        .raise_later();
    return false;
  }
  const bool is_yes = NT_SUCCESS(status) && answer != FALSE;
  if (is_nothing && rules::breaks("D-069", !is_yes && status != STATUS_NO_MEMORY))
    nt::Breach("D-069", driver_.offender())
        .message("DxgkDdiIsSupportedVidPn does not support {}",
                 vidpn == nullptr ? "hDesiredVidPn 0" : "a VidPn with an empty topology")
        .raise_later();
  return is_yes;
}

bool NetworkCalls::recommend(VidPn& vidpn, DXGK_RECOMMENDFUNCTIONALVIDPN_REASON reason) {
  DriverCall call(driver_.traits(), Purpose::kRecommend);
  DXGKARG_RECOMMENDFUNCTIONALVIDPN arguments{};
  arguments.hRecommendedFunctionalVidPn = call.handle_of(vidpn);
  arguments.RequestReason = reason;
  const NTSTATUS status = driver_.recommend_functional_vidpn(arguments);
  finish(call, status);
  const bool is_legal = status == STATUS_SUCCESS || status == STATUS_NO_MEMORY ||
                        status == STATUS_GRAPHICS_NO_RECOMMENDED_FUNCTIONAL_VIDPN;
  if (status == STATUS_DEVICE_REMOVED || status == STATUS_NOT_SUPPORTED) return false;
  if (rules::breaks("D-076", !is_legal))
    nt::Breach("D-076", driver_.offender())
        .message("DxgkDdiRecommendFunctionalVidPn returned {:#010x}", static_cast<ULONG>(status))
        .tolerated()
        .raise_later();
  if (!NT_SUCCESS(status)) return false;
  if (rules::breaks("D-076", !vidpn.is_functional())) {
    nt::Breach("D-076", driver_.offender())
        .message(
            "DxgkDdiRecommendFunctionalVidPn succeeded with {} paths, and not every source and "
            "target of them has a pinned mode",
            vidpn.topology().paths().size())
        .raise_later();
    return false;
  }
  const bool is_accepted = is_supported(&vidpn);
  if (rules::breaks("D-077", !is_accepted))
    nt::Breach("D-077", driver_.offender())
        .message("DxgkDdiIsSupportedVidPn refuses what DxgkDdiRecommendFunctionalVidPn recommends")
        .raise_later();
  return is_accepted;
}

NTSTATUS NetworkCalls::enumerate(VidPn& vidpn, const Pivot& pivot) {
  const VidPn before = vidpn;
  DriverCall call(driver_.traits(), Purpose::kEnumerate);
  DXGKARG_ENUMVIDPNCOFUNCMODALITY arguments{};
  arguments.hConstrainingVidPn = call.handle_of(vidpn);
  arguments.EnumPivotType = pivot.type;
  arguments.EnumPivot = {pivot.source, pivot.target};
  const NTSTATUS status = driver_.enum_cofunc_modality(arguments);
  finish(call, status);
  if (NT_SUCCESS(status)) check_enumerated(before, vidpn, pivot);
  return status;
}

void NetworkCalls::check_enumerated(const VidPn& before, const VidPn& after, const Pivot& pivot) {
  for (const Path& path : before.topology().paths()) {
    const UINT source = path.VidPnSourceId, target = path.VidPnTargetId;
    check_set(*before.source_modes(source), *after.source_modes(source),
              pivot.type == D3DKMDT_EPT_VIDPNSOURCE && pivot.source == source);
    check_set(*before.target_modes(target), *after.target_modes(target),
              pivot.type == D3DKMDT_EPT_VIDPNTARGET && pivot.target == target);
    const Path* const now = after.topology().find(source, target);
    if (now != nullptr) check_path(path, *now, pivot);
  }
}

template <typename Mode>
void NetworkCalls::check_set(const ModeSet<Mode>& before, const ModeSet<Mode>& after,
                             bool is_pivot) {
  const bool is_same = before.has_same_modes(after);
  const auto accuse = [&](rules::RuleId rule, const char* what) {
    nt::Breach(rule, driver_.offender())
        .message(
            "DxgkDdiEnumVidPnCofuncModality {} the {} set of {:#x}, which has {} modes now "
            "and had {}",
            what, ModeKind<Mode>::kName, before.owner(), after.modes().size(),
            before.modes().size())
        .raise_later();
  };
  if (before.pinned() != nullptr && rules::breaks("D-085", !is_same)) {
    accuse("D-085", "changed, although a mode of it is pinned,");
  } else if (is_pivot && rules::breaks("D-086", !is_same)) {
    accuse("D-086", "changed, although it is the pivot,");
  } else if (!is_pivot && rules::breaks("D-084", after.is_empty())) {
    accuse("D-084", "left nothing in");
  }
}

void NetworkCalls::check_path(const Path& before, const Path& after, const Pivot& pivot) {
  const auto& old_way = before.ContentTransformation;
  const auto& new_way = after.ContentTransformation;
  const bool is_pivot =
      pivot.source == before.VidPnSourceId && pivot.target == before.VidPnTargetId;
  const auto accuse = [&](rules::RuleId rule, const char* what) {
    nt::Breach(rule, driver_.offender())
        .message("DxgkDdiEnumVidPnCofuncModality {} of the path from {} to {:#x}", what,
                 before.VidPnSourceId, before.VidPnTargetId)
        .raise_later();
  };
  if (is_pivot && pivot.type == D3DKMDT_EPT_SCALING) {
    if (rules::breaks("D-087", bits_of(old_way.ScalingSupport) != bits_of(new_way.ScalingSupport)))
      accuse("D-087", "changed the ScalingSupport, which is the pivot,");
  } else if (old_way.Scaling == D3DKMDT_VPPS_UNPINNED &&
             rules::breaks("D-089", bits_of(new_way.ScalingSupport) == 0)) {
    accuse("D-089", "left no ScalingSupport");
  }
  if (is_pivot && pivot.type == D3DKMDT_EPT_ROTATION) {
    if (rules::breaks("D-087",
                      bits_of(old_way.RotationSupport) != bits_of(new_way.RotationSupport)))
      accuse("D-087", "changed the RotationSupport, which is the pivot,");
  } else if (old_way.Rotation == D3DKMDT_VPPR_UNPINNED &&
             rules::breaks("D-089", rotations(after) == 0)) {
    accuse("D-089", "left no RotationSupport");
  }
}

void NetworkCalls::query_hw_capabilities(VidPn& vidpn) {
  for (const Path& path : vidpn.topology().paths()) {
    DriverCall call(driver_.traits(), Purpose::kCommit);
    DXGKARG_QUERYVIDPNHWCAPABILITY arguments{};
    arguments.hFunctionalVidPn = call.handle_of(vidpn);
    arguments.SourceId = path.VidPnSourceId;
    arguments.TargetId = path.VidPnTargetId;
    const NTSTATUS status = driver_.query_hw_capability(arguments);
    finish(call, status);
    if (!NT_SUCCESS(status)) continue;
    if (rules::breaks("D-097", bits_of(arguments.VidPnHWCaps) >> kHwBits != 0))
      nt::Breach("D-097", driver_.offender())
          .message(
              "DxgkDdiQueryVidPnHWCapability left VidPnHWCaps {:#x} for the path from {} to "
              "{:#x}: Reserved is not 0",
              bits_of(arguments.VidPnHWCaps), path.VidPnSourceId, path.VidPnTargetId)
          .raise_later();
  }
}

NTSTATUS NetworkCalls::commit(VidPn& vidpn, UINT source) {
  DriverCall call(driver_.traits(), Purpose::kCommit);
  DXGKARG_COMMITVIDPN arguments{};
  arguments.hFunctionalVidPn = call.handle_of(vidpn);
  arguments.AffectedVidPnSourceId = source;
  arguments.MonitorConnectivityChecks = D3DKMDT_MCC_IGNORE;
  const NTSTATUS status = driver_.commit_vidpn(arguments);
  finish(call, status);
  return status;
}

}  // namespace drydock::display
