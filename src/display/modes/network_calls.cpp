#include "src/display/modes/network_calls.h"

#include <algorithm>

#include "src/display/modes/flag_bits.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"

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

// Statuses that say that the network cannot be; others tell of memory or of the device.
bool is_refusal(NTSTATUS status) {
  switch (status) {
    case STATUS_GRAPHICS_INVALID_VIDPN:
    case STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY:
    case STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED:
    case STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE:
    case STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET:
    case STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE:
    case STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET_MODE:
    case STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET:
    case STATUS_GRAPHICS_INVALID_VIDPN_TARGETMODESET:
    case STATUS_GRAPHICS_INVALID_VIDPN_PRESENT_PATH:
    case STATUS_GRAPHICS_PATH_CONTENT_GEOMETRY_TRANSFORMATION_NOT_SUPPORTED:
    case STATUS_INVALID_PARAMETER:
    case STATUS_NOT_SUPPORTED:
    case STATUS_NOT_IMPLEMENTED:
      return true;
    default:
      return false;
  }
}

// Takes the choice back that the pivot stands for.
void unpin(VidPn& network, const Pivot& pivot) {
  if (pivot.type == D3DKMDT_EPT_VIDPNSOURCE) network.source_modes(pivot.source)->unpin();
  if (pivot.type == D3DKMDT_EPT_VIDPNTARGET) network.target_modes(pivot.target)->unpin();
  if (pivot.type == D3DKMDT_EPT_SCALING)
    network.topology().set_scaling(pivot.target, D3DKMDT_VPPS_UNPINNED);
  if (pivot.type == D3DKMDT_EPT_ROTATION)
    network.topology().set_rotation(pivot.target, D3DKMDT_VPPR_UNPINNED);
}

// Makes the choice of another network once more, if it is listed.
template <typename Mode>
bool pin_again(ModeSet<Mode>& set, const ModeSet<Mode>& before) {
  const Mode* const chosen = before.pinned();
  const Mode* const same = chosen == nullptr ? nullptr : set.find_same(*chosen);
  return same != nullptr && set.pin(same->Id);
}

bool pin_again(VidPn& network, const VidPn& before, const Pivot& pivot) {
  if (pivot.type == D3DKMDT_EPT_VIDPNSOURCE)
    return pin_again(*network.source_modes(pivot.source), *before.source_modes(pivot.source));
  if (pivot.type == D3DKMDT_EPT_VIDPNTARGET)
    return pin_again(*network.target_modes(pivot.target), *before.target_modes(pivot.target));
  const Path* const chosen = before.topology().find(pivot.source, pivot.target);
  const Path* const offered = network.topology().find(pivot.source, pivot.target);
  if (chosen == nullptr || offered == nullptr) return false;
  const auto& way = chosen->ContentTransformation;
  if (pivot.type == D3DKMDT_EPT_SCALING) {
    if (!is_offered(way.Scaling, offered->ContentTransformation.ScalingSupport)) return false;
    network.topology().set_scaling(pivot.target, way.Scaling);
  } else {
    if (!is_offered(way.Rotation, offered->ContentTransformation.RotationSupport)) return false;
    network.topology().set_rotation(pivot.target, way.Rotation);
  }
  return true;
}

const char* name_of_pivot(const Pivot& pivot) {
  switch (pivot.type) {
    case D3DKMDT_EPT_VIDPNSOURCE:
      return "source mode";
    case D3DKMDT_EPT_VIDPNTARGET:
      return "target mode";
    case D3DKMDT_EPT_SCALING:
      return "scaling";
    default:
      return "rotation";
  }
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
  checks_.check_recommended(vidpn);
  const bool is_accepted = is_supported(&vidpn);
  if (rules::breaks("D-077", !is_accepted))
    nt::Breach("D-077", driver_.offender())
        .message("DxgkDdiIsSupportedVidPn refuses what DxgkDdiRecommendFunctionalVidPn recommends")
        .raise_later();
  return is_accepted;
}

NTSTATUS NetworkCalls::call_enumeration(VidPn& vidpn, const Pivot& pivot) {
  DriverCall call(driver_.traits(), Purpose::kEnumerate);
  DXGKARG_ENUMVIDPNCOFUNCMODALITY arguments{};
  arguments.hConstrainingVidPn = call.handle_of(vidpn);
  arguments.EnumPivotType = pivot.type;
  arguments.EnumPivot = {pivot.source, pivot.target};
  const NTSTATUS status = driver_.enum_cofunc_modality(arguments);
  finish(call, status);
  return status;
}

NTSTATUS NetworkCalls::enumerate(VidPn& vidpn, const Pivot& pivot) {
  const VidPn before = vidpn;
  const NTSTATUS status = call_enumeration(vidpn, pivot);
  if (!NT_SUCCESS(status)) {
    check_refusal(before, pivot, status);
    return status;
  }
  checks_.check(before, vidpn, pivot);
  if (pivot.type != D3DKMDT_EPT_VIDPNSOURCE && pivot.type != D3DKMDT_EPT_VIDPNTARGET) return status;
  for (const Path& path : before.topology().paths()) {
    if (path.VidPnSourceId != pivot.source)
      check_growth<D3DKMDT_VIDPN_SOURCE_MODE>(before, vidpn, pivot, path.VidPnSourceId);
    if (path.VidPnTargetId != pivot.target)
      check_growth<D3DKMDT_VIDPN_TARGET_MODE>(before, vidpn, pivot, path.VidPnTargetId);
  }
  return status;
}

std::optional<VidPn> NetworkCalls::enumerated_without(const VidPn& before, const Pivot& pivot) {
  VidPn open = before;
  unpin(open, pivot);
  if (!NT_SUCCESS(call_enumeration(open, {}))) return std::nullopt;
  return open;
}

// The outputs may have changed since the choice was listed, so that the driver is asked once more.
void NetworkCalls::check_refusal(const VidPn& before, const Pivot& pivot, NTSTATUS status) {
  if (pivot.type == D3DKMDT_EPT_NOPIVOT || !is_refusal(status) || sim::faults_failed() != 0) return;
  std::optional<VidPn> again = enumerated_without(before, pivot);
  if (!again || !pin_again(*again, before, pivot)) return;
  const bool is_mode =
      pivot.type == D3DKMDT_EPT_VIDPNSOURCE || pivot.type == D3DKMDT_EPT_VIDPNTARGET;
  const rules::RuleId rule = is_mode ? "D-084"_rule : "D-089"_rule;
  if (rules::breaks(rule, is_refusal(call_enumeration(*again, pivot))))
    nt::Breach(rule, driver_.offender())
        .message(
            "DxgkDdiEnumVidPnCofuncModality returned {:#010x} for a network with a {} pinned that "
            "it has listed itself",
            static_cast<ULONG>(status), name_of_pivot(pivot))
        .raise_later();
}

template <typename Mode>
void NetworkCalls::check_growth(const VidPn& before, const VidPn& after, const Pivot& pivot,
                                UINT owner) {
  const std::shared_ptr<ModeSet<Mode>> had = before.modes_of<Mode>(owner);
  if (had->is_empty() || had->pinned() != nullptr || sim::faults_failed() != 0) return;
  const auto modes = after.modes_of<Mode>(owner)->modes();
  const auto grown = std::ranges::find_if(
      modes, [&](const Mode& mode) { return had->find_same(mode) == nullptr; });
  rules::evaluated("D-084");
  if (grown == modes.end()) return;
  const std::optional<VidPn> again = enumerated_without(before, pivot);
  if (!again || again->template modes_of<Mode>(owner)->find_same(*grown) != nullptr) return;
  nt::Breach("D-084", driver_.offender())
      .message(
          "DxgkDdiEnumVidPnCofuncModality lists a {} of {:#x} with a {} pinned, and did not list "
          "it with all of them open",
          ModeKind<Mode>::kName, owner, name_of_pivot(pivot))
      .raise_later();
}

void NetworkCalls::check_promise(const char* call, NTSTATUS status) {
  if (sim::faults_failed() != 0) return;
  if (rules::breaks("D-071", is_refusal(status)))
    nt::Breach("D-071", driver_.offender())
        .message("{} returned {:#010x} for a VidPn that DxgkDdiIsSupportedVidPn accepts", call,
                 static_cast<ULONG>(status))
        .raise_later();
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
