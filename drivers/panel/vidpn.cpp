#include "vidpn.h"

namespace {

bool is_end(NTSTATUS status) {
  return status == STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET ||
         status == STATUS_GRAPHICS_DATASET_IS_EMPTY;
}

// A panel without vertical blanks has no frequencies.
void fill_signal(D3DKMDT_VIDEO_SIGNAL_INFO& signal, const Size& size) {
  constexpr D3DDDI_RATIONAL kNone = {D3DKMDT_FREQUENCY_NOTSPECIFIED,
                                     D3DKMDT_FREQUENCY_NOTSPECIFIED};
  signal.VideoStandard = D3DKMDT_VSS_OTHER;
  signal.TotalSize = {size.width, size.height};
  signal.ActiveSize = {size.width, size.height};
  signal.VSyncFreq = kNone;
  signal.HSyncFreq = kNone;
  signal.PixelRate = D3DKMDT_FREQUENCY_NOTSPECIFIED;
  signal.ScanLineOrdering = D3DDDI_VSSLO_PROGRESSIVE;
}

void fill(D3DKMDT_VIDPN_SOURCE_MODE& mode, const Size& size) {
  mode.Type = D3DKMDT_RMT_GRAPHICS;
  mode.Format.Graphics.PrimSurfSize = {size.width, size.height};
  mode.Format.Graphics.VisibleRegionSize = {size.width, size.height};
  mode.Format.Graphics.Stride = size.width * kPixelBytes;
  mode.Format.Graphics.PixelFormat = D3DDDIFMT_A8R8G8B8;
  mode.Format.Graphics.ColorBasis = D3DKMDT_CB_SRGB;
  mode.Format.Graphics.PixelValueAccessMode = D3DKMDT_PVAM_DIRECT;
}

Size size_of(const D3DKMDT_VIDPN_SOURCE_MODE& mode) {
  if (mode.Type != D3DKMDT_RMT_GRAPHICS || mode.Format.Graphics.PixelFormat != D3DDDIFMT_A8R8G8B8)
    return {};
  return {mode.Format.Graphics.PrimSurfSize.cx, mode.Format.Graphics.PrimSurfSize.cy};
}

Size size_of(const D3DKMDT_VIDPN_TARGET_MODE& mode) {
  return {mode.VideoSignalInfo.ActiveSize.cx, mode.VideoSignalInfo.ActiveSize.cy};
}

// A mode of no size we have is pinned as 0 x 0, which goes with nothing.
template <typename Mode, typename Set, typename Api>
NTSTATUS read_set(Set set, const Api& api, Choice& out) {
  const Mode* mode = nullptr;
  NTSTATUS status = api.pfnAcquirePinnedModeInfo(set, &mode);
  if (NT_SUCCESS(status) && mode != nullptr) {
    out.is_pinned = true;
    out.pinned = size_of(*mode);
    api.pfnReleaseModeInfo(set, mode);
  }
  if (NT_SUCCESS(status)) status = api.pfnAcquireFirstModeInfo(set, &mode);
  while (NT_SUCCESS(status) && !is_end(status)) {
    out.all.add(size_of(*mode));
    const Mode* next = nullptr;
    status = api.pfnAcquireNextModeInfo(set, mode, &next);
    api.pfnReleaseModeInfo(set, mode);
    mode = next;
  }
  return is_end(status) ? STATUS_SUCCESS : status;
}

// Fills a new set, and pins the mode of a size.
template <typename Mode, typename Set, typename Api, typename Fill>
NTSTATUS fill_set(Set set, const Api& api, const Sizes& sizes, const Size* pinned, Fill fill_mode) {
  for (UINT i = 0; i < sizes.count(); ++i) {
    Mode* mode = nullptr;
    NTSTATUS status = api.pfnCreateNewModeInfo(set, &mode);
    if (!NT_SUCCESS(status)) return status;
    fill_mode(*mode, sizes[i]);
    const UINT id = mode->Id;
    status = api.pfnAddMode(set, mode);
    if (!NT_SUCCESS(status)) {
      api.pfnReleaseModeInfo(set, mode);
      return status;
    }
    if (pinned != nullptr && *pinned == sizes[i]) status = api.pfnPinMode(set, id);
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

// After a failed assignment the set is still the driver's only when the call did not take it: when
// it names a network, a source or a set that is none.
bool stays_with_driver(NTSTATUS status) {
  return status == STATUS_GRAPHICS_INVALID_VIDPN ||
         status == STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE ||
         status == STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET ||
         status == STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET ||
         status == STATUS_GRAPHICS_INVALID_VIDPN_TARGETMODESET;
}

}  // namespace

NTSTATUS MonitorModes::read(Sizes& out) const {
  const D3DKMDT_MONITOR_SOURCE_MODE* mode = nullptr;
  NTSTATUS status = api_.pfnAcquireFirstModeInfo(set_, &mode);
  while (NT_SUCCESS(status) && !is_end(status)) {
    out.add({mode->VideoSignalInfo.ActiveSize.cx, mode->VideoSignalInfo.ActiveSize.cy});
    const D3DKMDT_MONITOR_SOURCE_MODE* next = nullptr;
    status = api_.pfnAcquireNextModeInfo(set_, mode, &next);
    api_.pfnReleaseModeInfo(set_, mode);
    mode = next;
  }
  return is_end(status) ? STATUS_SUCCESS : status;
}

NTSTATUS MonitorModes::add(const Size& size) const {
  D3DKMDT_MONITOR_SOURCE_MODE* mode = nullptr;
  NTSTATUS status = api_.pfnCreateNewModeInfo(set_, &mode);
  if (!NT_SUCCESS(status)) return status;
  fill_signal(mode->VideoSignalInfo, size);
  mode->ColorBasis = D3DKMDT_CB_SRGB;
  mode->ColorCoeffDynamicRanges = {8, 8, 8, 0};
  mode->Origin = D3DKMDT_MCO_DRIVER;
  mode->Preference = D3DKMDT_MP_NOTPREFERRED;
  status = api_.pfnAddMode(set_, mode);
  if (!NT_SUCCESS(status)) api_.pfnReleaseModeInfo(set_, mode);
  return status == STATUS_GRAPHICS_MODE_ALREADY_IN_MODESET ? STATUS_SUCCESS : status;
}

NTSTATUS VidPn::open(const DXGKRNL_INTERFACE& kernel, D3DKMDT_HVIDPN handle) {
  handle_ = handle;
  const NTSTATUS status =
      kernel.DxgkCbQueryVidPnInterface(handle, DXGK_VIDPN_INTERFACE_VERSION_V1, &api_);
  if (!NT_SUCCESS(status)) return status;
  return api_->pfnGetTopology(handle, &topology_, &paths_);
}

NTSTATUS VidPn::count_paths(SIZE_T& out) const { return paths_->pfnGetNumPaths(topology_, &out); }

NTSTATUS VidPn::read_path(D3DKMDT_VIDPN_PRESENT_PATH& out) const {
  SIZE_T count = 0;
  NTSTATUS status = count_paths(count);
  if (!NT_SUCCESS(status)) return status;
  if (count != 1) return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;
  const D3DKMDT_VIDPN_PRESENT_PATH* path = nullptr;
  status = paths_->pfnAcquireFirstPathInfo(topology_, &path);
  if (!NT_SUCCESS(status)) return status;
  if (is_end(status)) return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;
  out = *path;
  status = paths_->pfnReleasePathInfo(topology_, path);
  if (NT_SUCCESS(status) && (out.VidPnSourceId != kSource || out.VidPnTargetId != kTarget))
    status = STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;
  return status;
}

NTSTATUS VidPn::write_support(const D3DKMDT_VIDPN_PRESENT_PATH& path) const {
  return paths_->pfnUpdatePathSupportInfo(topology_, &path);
}

NTSTATUS VidPn::add_path(Rotation rotation) const {
  D3DKMDT_VIDPN_PRESENT_PATH* path = nullptr;
  NTSTATUS status = paths_->pfnCreateNewPathInfo(topology_, &path);
  if (!NT_SUCCESS(status)) return status;
  path->VidPnSourceId = kSource;
  path->VidPnTargetId = kTarget;
  path->ImportanceOrdinal = D3DKMDT_VPPI_PRIMARY;
  path->ContentTransformation.Scaling = D3DKMDT_VPPS_IDENTITY;
  path->ContentTransformation.ScalingSupport.Identity = 1;
  path->ContentTransformation.Rotation = rotation;
  path->ContentTransformation.RotationSupport = {1, 1, 1, 1};
  path->VidPnTargetColorBasis = D3DKMDT_CB_SRGB;
  path->VidPnTargetColorCoeffDynamicRanges = {8, 8, 8, 0};
  path->Content = D3DKMDT_VPPC_GRAPHICS;
  path->CopyProtection.CopyProtectionType = D3DKMDT_VPPMT_NOPROTECTION;
  path->CopyProtection.CopyProtectionSupport.NoProtection = 1;
  path->GammaRamp.Type = D3DDDI_GAMMARAMP_DEFAULT;
  status = paths_->pfnAddPath(topology_, path);
  if (!NT_SUCCESS(status)) paths_->pfnReleasePathInfo(topology_, path);
  return status;
}

NTSTATUS VidPn::read_source(Choice& out) const {
  D3DKMDT_HVIDPNSOURCEMODESET set = nullptr;
  const DXGK_VIDPNSOURCEMODESET_INTERFACE* modes = nullptr;
  NTSTATUS status = api_->pfnAcquireSourceModeSet(handle_, kSource, &set, &modes);
  if (!NT_SUCCESS(status)) return status;
  status = read_set<D3DKMDT_VIDPN_SOURCE_MODE>(set, *modes, out);
  api_->pfnReleaseSourceModeSet(handle_, set);
  return status;
}

NTSTATUS VidPn::read_target(Choice& out) const {
  D3DKMDT_HVIDPNTARGETMODESET set = nullptr;
  const DXGK_VIDPNTARGETMODESET_INTERFACE* modes = nullptr;
  NTSTATUS status = api_->pfnAcquireTargetModeSet(handle_, kTarget, &set, &modes);
  if (!NT_SUCCESS(status)) return status;
  status = read_set<D3DKMDT_VIDPN_TARGET_MODE>(set, *modes, out);
  api_->pfnReleaseTargetModeSet(handle_, set);
  return status;
}

NTSTATUS VidPn::write_source(const Sizes& sizes, const Size* pinned) const {
  D3DKMDT_HVIDPNSOURCEMODESET set = nullptr;
  const DXGK_VIDPNSOURCEMODESET_INTERFACE* modes = nullptr;
  NTSTATUS status = api_->pfnCreateNewSourceModeSet(handle_, kSource, &set, &modes);
  if (!NT_SUCCESS(status)) return status;
  status = fill_set<D3DKMDT_VIDPN_SOURCE_MODE>(set, *modes, sizes, pinned, fill);
  if (!NT_SUCCESS(status)) {
    api_->pfnReleaseSourceModeSet(handle_, set);
    return status;
  }
  status = api_->pfnAssignSourceModeSet(handle_, kSource, set);
  if (stays_with_driver(status)) api_->pfnReleaseSourceModeSet(handle_, set);
  return status;
}

NTSTATUS VidPn::write_target(const Sizes& sizes, const Size* pinned, const Size& native) const {
  D3DKMDT_HVIDPNTARGETMODESET set = nullptr;
  const DXGK_VIDPNTARGETMODESET_INTERFACE* modes = nullptr;
  NTSTATUS status = api_->pfnCreateNewTargetModeSet(handle_, kTarget, &set, &modes);
  if (!NT_SUCCESS(status)) return status;
  const auto fill_target = [&native](D3DKMDT_VIDPN_TARGET_MODE& mode, const Size& size) {
    fill_signal(mode.VideoSignalInfo, size);
    mode.Preference = size == native ? D3DKMDT_MP_PREFERRED : D3DKMDT_MP_NOTPREFERRED;
  };
  status = fill_set<D3DKMDT_VIDPN_TARGET_MODE>(set, *modes, sizes, pinned, fill_target);
  if (!NT_SUCCESS(status)) {
    api_->pfnReleaseTargetModeSet(handle_, set);
    return status;
  }
  status = api_->pfnAssignTargetModeSet(handle_, kTarget, set);
  if (stays_with_driver(status)) api_->pfnReleaseTargetModeSet(handle_, set);
  return status;
}
