// Video present networks: which are supported, how they can be completed, and the one that is
// committed.
#include "adapter.h"
#include "vidpn.h"

namespace {

// The pinned parts of a network. The others are open.
struct Constraints {
  D3DKMDT_VIDPN_PRESENT_PATH path;
  Choice source;
  Choice target;
};

NTSTATUS read(const VidPn& vidpn, Constraints& out) {
  NTSTATUS status = vidpn.read_path(out.path);
  if (NT_SUCCESS(status)) status = vidpn.read_source(out.source);
  if (NT_SUCCESS(status)) status = vidpn.read_target(out.target);
  return status;
}

// The sizes that are left: the pinned one, those of the pivot, or all that we have.
Sizes candidates(const Choice& choice, bool is_pivot, const Sizes& ours) {
  if (choice.is_pinned) {
    Sizes one;
    one.add(choice.pinned);
    return one;
  }
  return is_pivot ? choice.all : ours;
}

// Returns the modes of one end that go with a mode of the other end.
Sizes sources_for(const Sizes& sources, const Sizes& targets, Scaling scaling) {
  Sizes out;
  for (UINT s = 0; s < sources.count(); ++s) {
    for (UINT t = 0; t < targets.count(); ++t) {
      if (goes_with(sources[s], targets[t], scaling)) out.add(sources[s]);
    }
  }
  return out;
}

Sizes targets_for(const Sizes& sources, const Sizes& targets, Scaling scaling) {
  Sizes out;
  for (UINT t = 0; t < targets.count(); ++t) {
    for (UINT s = 0; s < sources.count(); ++s) {
      if (goes_with(sources[s], targets[t], scaling)) out.add(targets[t]);
    }
  }
  return out;
}

bool is_ours(const Choice& choice, const Sizes& ours) {
  return !choice.is_pinned || ours.has(choice.pinned);
}

// True when what is pinned can stay, and the rest can be pinned.
bool can_show(const Constraints& network, const ModeTable& modes) {
  const D3DKMDT_VIDPN_PRESENT_PATH_TRANSFORMATION& turn = network.path.ContentTransformation;
  if (!is_ours(network.source, modes.sources()) || !is_ours(network.target, modes.targets()))
    return false;
  const Sizes sources = candidates(network.source, false, modes.sources());
  const Sizes targets = candidates(network.target, false, modes.targets());
  return sources_for(sources, targets, turn.Scaling).count() != 0;
}

D3DKMDT_VIDPN_PRESENT_PATH_SCALING_SUPPORT scaling_for(const Sizes& sources, const Sizes& targets) {
  D3DKMDT_VIDPN_PRESENT_PATH_SCALING_SUPPORT out = {};
  out.Identity = sources_for(sources, targets, D3DKMDT_VPPS_IDENTITY).count() != 0;
  out.Centered = sources_for(sources, targets, D3DKMDT_VPPS_CENTERED).count() != 0;
  return out;
}

NTSTATUS enumerate(const VidPn& vidpn, const ModeTable& modes,
                   D3DKMDT_ENUMCOFUNCMODALITY_PIVOT_TYPE pivot) {
  Constraints network = {};
  NTSTATUS status = read(vidpn, network);
  if (!NT_SUCCESS(status)) return status;
  if (!can_show(network, modes)) return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  D3DKMDT_VIDPN_PRESENT_PATH_TRANSFORMATION& turn = network.path.ContentTransformation;
  const bool source_is_pivot = pivot == D3DKMDT_EPT_VIDPNSOURCE;
  const bool target_is_pivot = pivot == D3DKMDT_EPT_VIDPNTARGET;
  const Sizes sources = candidates(network.source, source_is_pivot, modes.sources());
  const Sizes targets = candidates(network.target, target_is_pivot, modes.targets());
  const Sizes left_sources = sources_for(sources, targets, turn.Scaling);
  const Sizes left_targets = targets_for(sources, targets, turn.Scaling);
  if (left_sources.count() == 0) return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  if (!network.source.is_pinned && !source_is_pivot)
    status = vidpn.write_source(left_sources, nullptr);
  if (NT_SUCCESS(status) && !network.target.is_pinned && !target_is_pivot)
    status = vidpn.write_target(left_targets, nullptr, modes.native());
  if (!NT_SUCCESS(status)) return status;
  const bool sets_scaling = pivot != D3DKMDT_EPT_SCALING && !is_pinned(turn.Scaling);
  const bool sets_rotation = pivot != D3DKMDT_EPT_ROTATION && !is_pinned(turn.Rotation);
  if (sets_scaling) turn.ScalingSupport = scaling_for(left_sources, left_targets);
  if (sets_rotation) turn.RotationSupport = {1, 1, 1, 1};
  return sets_scaling || sets_rotation ? vidpn.write_support(network.path) : STATUS_SUCCESS;
}

// The mode of a functional network.
NTSTATUS read_mode(const VidPn& vidpn, const ModeTable& modes, Mode& out) {
  Constraints network = {};
  const NTSTATUS status = read(vidpn, network);
  if (!NT_SUCCESS(status)) return status;
  const D3DKMDT_VIDPN_PRESENT_PATH_TRANSFORMATION& turn = network.path.ContentTransformation;
  if (!network.source.is_pinned || !network.target.is_pinned || !can_show(network, modes))
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  const Rotation rotation = is_pinned(turn.Rotation) ? turn.Rotation : D3DKMDT_VPPR_IDENTITY;
  out = {network.source.pinned, network.target.pinned, rotation};
  return STATUS_SUCCESS;
}

NTSTATUS recommend(const VidPn& vidpn, const Mode& mode) {
  Sizes source;
  source.add(mode.source);
  Sizes target;
  target.add(mode.target);
  NTSTATUS status = vidpn.add_path(mode.rotation);
  if (NT_SUCCESS(status)) status = vidpn.write_source(source, &mode.source);
  if (NT_SUCCESS(status)) status = vidpn.write_target(target, &mode.target, mode.target);
  return status;
}

}  // namespace

NTSTATUS PanelIsSupportedVidPn(CONST HANDLE context, DXGKARG_ISSUPPORTEDVIDPN* request) {
  PAGED_CODE();
  const Adapter& adapter = *Adapter::from(context);
  request->IsVidPnSupported = TRUE;
  if (request->hDesiredVidPn == nullptr) return STATUS_SUCCESS;
  request->IsVidPnSupported = FALSE;
  VidPn vidpn;
  SIZE_T paths = 0;
  NTSTATUS status = vidpn.open(adapter.kernel(), request->hDesiredVidPn);
  if (NT_SUCCESS(status)) status = vidpn.count_paths(paths);
  if (!NT_SUCCESS(status)) return STATUS_NO_MEMORY;
  Constraints network = {};
  if (paths == 0) {
    request->IsVidPnSupported = TRUE;
  } else {
    status = read(vidpn, network);
    if (status == STATUS_NO_MEMORY) return status;
    request->IsVidPnSupported = NT_SUCCESS(status) && can_show(network, adapter.modes());
  }
  return STATUS_SUCCESS;
}

// Recommends the mode that is on the screen now, or else the mode of the firmware.
NTSTATUS PanelRecommendFunctionalVidPn(CONST HANDLE context,
                                       CONST DXGKARG_RECOMMENDFUNCTIONALVIDPN* CONST request) {
  PAGED_CODE();
  const Adapter& adapter = *Adapter::from(context);
  VidPn vidpn;
  const NTSTATUS status = vidpn.open(adapter.kernel(), request->hRecommendedFunctionalVidPn);
  if (!NT_SUCCESS(status)) return STATUS_GRAPHICS_NO_RECOMMENDED_FUNCTIONAL_VIDPN;
  const Size native = adapter.modes().native();
  Mode mode = {native, native, D3DKMDT_VPPR_IDENTITY};
  if (adapter.is_active()) {
    mode = adapter.mode();
    mode.source = mode.target;
  }
  const NTSTATUS done = recommend(vidpn, mode);
  if (NT_SUCCESS(done) || done == STATUS_NO_MEMORY) return done;
  return STATUS_GRAPHICS_NO_RECOMMENDED_FUNCTIONAL_VIDPN;
}

NTSTATUS PanelEnumVidPnCofuncModality(CONST HANDLE context,
                                      CONST DXGKARG_ENUMVIDPNCOFUNCMODALITY* CONST request) {
  PAGED_CODE();
  const Adapter& adapter = *Adapter::from(context);
  VidPn vidpn;
  SIZE_T paths = 0;
  NTSTATUS status = vidpn.open(adapter.kernel(), request->hConstrainingVidPn);
  if (NT_SUCCESS(status)) status = vidpn.count_paths(paths);
  if (!NT_SUCCESS(status) || paths == 0) return status;
  return enumerate(vidpn, adapter.modes(), request->EnumPivotType);
}

// Checks the whole network before it changes anything.
NTSTATUS PanelCommitVidPn(CONST HANDLE context, CONST DXGKARG_COMMITVIDPN* CONST request) {
  PAGED_CODE();
  Adapter& adapter = *Adapter::from(context);
  VidPn vidpn;
  SIZE_T paths = 0;
  NTSTATUS status = vidpn.open(adapter.kernel(), request->hFunctionalVidPn);
  if (NT_SUCCESS(status)) status = vidpn.count_paths(paths);
  if (!NT_SUCCESS(status)) return status;
  if (paths == 0) {
    adapter.show_nothing();
    return status;
  }
  Mode mode = {};
  status = read_mode(vidpn, adapter.modes(), mode);
  if (NT_SUCCESS(status)) adapter.set_mode(mode, request->Flags.PathPoweredOff == 0);
  return status;
}

NTSTATUS PanelUpdateActiveVidPnPresentPath(
    CONST HANDLE context, CONST DXGKARG_UPDATEACTIVEVIDPNPRESENTPATH* CONST request) {
  PAGED_CODE();
  Adapter& adapter = *Adapter::from(context);
  const D3DKMDT_VIDPN_PRESENT_PATH& path = request->VidPnPresentPathInfo;
  if (!adapter.is_active() || path.VidPnSourceId != kSource || path.VidPnTargetId != kTarget)
    return STATUS_GRAPHICS_PATH_NOT_IN_TOPOLOGY;
  const D3DKMDT_VIDPN_PRESENT_PATH_TRANSFORMATION& turn = path.ContentTransformation;
  const bool has_ramp = path.GammaRamp.Type != D3DDDI_GAMMARAMP_DEFAULT &&
                        path.GammaRamp.Type != D3DDDI_GAMMARAMP_UNINITIALIZED;
  if (has_ramp || !goes_with(adapter.mode().source, adapter.mode().target, turn.Scaling))
    return STATUS_GRAPHICS_PATH_CONTENT_GEOMETRY_TRANSFORMATION_NOT_SUPPORTED;
  if (is_pinned(turn.Rotation)) adapter.turn(turn.Rotation);
  return STATUS_SUCCESS;
}

NTSTATUS PanelSetVidPnSourceVisibility(CONST HANDLE context,
                                       CONST DXGKARG_SETVIDPNSOURCEVISIBILITY* request) {
  PAGED_CODE();
  if (request->VidPnSourceId != kSource) return STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;
  Adapter::from(context)->set_visible(request->Visible != FALSE);
  return STATUS_SUCCESS;
}

// The processor turns and centres the picture.
NTSTATUS PanelQueryVidPnHWCapability(CONST HANDLE, DXGKARG_QUERYVIDPNHWCAPABILITY* request) {
  PAGED_CODE();
  if (request->SourceId != kSource || request->TargetId != kTarget)
    return STATUS_GRAPHICS_PATH_NOT_IN_TOPOLOGY;
  request->VidPnHWCaps = {};
  request->VidPnHWCaps.DriverRotation = 1;
  request->VidPnHWCaps.DriverScaling = 1;
  return STATUS_SUCCESS;
}
