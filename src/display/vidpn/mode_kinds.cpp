#include "src/display/vidpn/mode_kinds.h"

namespace drydock::display {
namespace {

bool same_region(const D3DKMDT_2DREGION& a, const D3DKMDT_2DREGION& b) {
  return a.cx == b.cx && a.cy == b.cy;
}

bool same_rate(const D3DDDI_RATIONAL& a, const D3DDDI_RATIONAL& b) {
  return a.Numerator == b.Numerator && a.Denominator == b.Denominator;
}

bool is_size(const D3DKMDT_2DREGION& region) {
  return region.cx != 0 && region.cy != 0 && region.cx != D3DKMDT_DIMENSION_UNINITIALIZED &&
         region.cy != D3DKMDT_DIMENSION_UNINITIALIZED;
}

bool is_rate(const D3DDDI_RATIONAL& rate) {
  return rate.Denominator != 0 && rate.Numerator != D3DKMDT_FREQUENCY_UNINITIALIZED &&
         rate.Denominator != D3DKMDT_FREQUENCY_UNINITIALIZED;
}

// A total that is not specified contains everything.
bool contains(const D3DKMDT_2DREGION& total, const D3DKMDT_2DREGION& active) {
  return total.cx >= active.cx && total.cy >= active.cy;
}

D3DKMDT_VIDEO_SIGNAL_INFO no_signal() {
  const D3DKMDT_2DREGION none = {D3DKMDT_DIMENSION_UNINITIALIZED, D3DKMDT_DIMENSION_UNINITIALIZED};
  const D3DDDI_RATIONAL never = {D3DKMDT_FREQUENCY_UNINITIALIZED, D3DKMDT_FREQUENCY_UNINITIALIZED};
  D3DKMDT_VIDEO_SIGNAL_INFO signal{};
  signal.TotalSize = signal.ActiveSize = none;
  signal.VSyncFreq = signal.HSyncFreq = never;
  return signal;
}

}  // namespace

bool same_signal(const D3DKMDT_VIDEO_SIGNAL_INFO& a, const D3DKMDT_VIDEO_SIGNAL_INFO& b) {
  return a.VideoStandard == b.VideoStandard && same_region(a.TotalSize, b.TotalSize) &&
         same_region(a.ActiveSize, b.ActiveSize) && same_rate(a.VSyncFreq, b.VSyncFreq) &&
         same_rate(a.HSyncFreq, b.HSyncFreq) && a.PixelRate == b.PixelRate &&
         a.ScanLineOrdering == b.ScanLineOrdering;
}

NTSTATUS check_signal(const D3DKMDT_VIDEO_SIGNAL_INFO& signal, NTSTATUS invalid) {
  if (signal.VideoStandard == D3DKMDT_VSS_UNINITIALIZED) return invalid;
  if (!is_size(signal.ActiveSize)) return STATUS_GRAPHICS_INVALID_ACTIVE_REGION;
  if (!is_size(signal.TotalSize) || !contains(signal.TotalSize, signal.ActiveSize))
    return STATUS_GRAPHICS_INVALID_TOTAL_REGION;
  if (!is_rate(signal.VSyncFreq) || !is_rate(signal.HSyncFreq))
    return STATUS_GRAPHICS_INVALID_FREQUENCY;
  return STATUS_SUCCESS;
}

NTSTATUS ModeKind<D3DKMDT_VIDPN_SOURCE_MODE>::check(const Mode& mode) {
  if (mode.Type == D3DKMDT_RMT_TEXT) return STATUS_SUCCESS;
  if (mode.Type != D3DKMDT_RMT_GRAPHICS && mode.Type != D3DKMDT_RMT_GRAPHICS_STEREO &&
      mode.Type != D3DKMDT_RMT_GRAPHICS_STEREO_ADVANCED_SCAN)
    return kInvalidMode;
  const D3DKMDT_GRAPHICS_RENDERING_FORMAT& format = mode.Format.Graphics;
  if (!is_size(format.PrimSurfSize)) return STATUS_GRAPHICS_INVALID_PRIMARYSURFACE_SIZE;
  if (!same_region(format.PrimSurfSize, format.VisibleRegionSize))
    return STATUS_GRAPHICS_INVALID_VISIBLEREGION_SIZE;
  if (format.PixelFormat == D3DDDIFMT_UNKNOWN) return STATUS_GRAPHICS_INVALID_PIXELFORMAT;
  if (format.PixelValueAccessMode == D3DKMDT_PVAM_UNINITIALIZED)
    return STATUS_GRAPHICS_INVALID_PIXELVALUEACCESSMODE;
  return STATUS_SUCCESS;
}

bool ModeKind<D3DKMDT_VIDPN_SOURCE_MODE>::same(const Mode& a, const Mode& b) {
  if (a.Type != b.Type) return false;
  if (a.Type == D3DKMDT_RMT_TEXT) return a.Format.Text == b.Format.Text;
  const D3DKMDT_GRAPHICS_RENDERING_FORMAT& one = a.Format.Graphics;
  const D3DKMDT_GRAPHICS_RENDERING_FORMAT& other = b.Format.Graphics;
  return same_region(one.PrimSurfSize, other.PrimSurfSize) &&
         same_region(one.VisibleRegionSize, other.VisibleRegionSize) &&
         one.Stride == other.Stride && one.PixelFormat == other.PixelFormat &&
         one.ColorBasis == other.ColorBasis &&
         one.PixelValueAccessMode == other.PixelValueAccessMode;
}

D3DKMDT_VIDPN_SOURCE_MODE ModeKind<D3DKMDT_VIDPN_SOURCE_MODE>::make(UINT id) {
  Mode mode{};
  mode.Id = id;
  return mode;
}

NTSTATUS ModeKind<D3DKMDT_VIDPN_TARGET_MODE>::check(const Mode& mode) {
  return check_signal(mode.VideoSignalInfo, kInvalidMode);
}

bool ModeKind<D3DKMDT_VIDPN_TARGET_MODE>::same(const Mode& a, const Mode& b) {
  return same_signal(a.VideoSignalInfo, b.VideoSignalInfo);
}

D3DKMDT_VIDPN_TARGET_MODE ModeKind<D3DKMDT_VIDPN_TARGET_MODE>::make(UINT id) {
  Mode mode{};
  mode.Id = id;
  mode.VideoSignalInfo = no_signal();
  return mode;
}

NTSTATUS ModeKind<D3DKMDT_MONITOR_SOURCE_MODE>::check(const Mode& mode) {
  if (mode.Origin == D3DKMDT_MCO_UNINITIALIZED || mode.Preference == D3DKMDT_MP_UNINITIALIZED)
    return kInvalidMode;
  return check_signal(mode.VideoSignalInfo, kInvalidMode);
}

bool ModeKind<D3DKMDT_MONITOR_SOURCE_MODE>::same(const Mode& a, const Mode& b) {
  return same_signal(a.VideoSignalInfo, b.VideoSignalInfo);
}

D3DKMDT_MONITOR_SOURCE_MODE ModeKind<D3DKMDT_MONITOR_SOURCE_MODE>::make(UINT id) {
  Mode mode{};
  mode.Id = id;
  mode.VideoSignalInfo = no_signal();
  return mode;
}

void ModeKind<D3DKMDT_MONITOR_SOURCE_MODE>::settle_preference(std::vector<Mode>& modes) {
  if (modes.back().Preference != D3DKMDT_MP_PREFERRED) return;
  for (Mode& mode : modes) mode.Preference = D3DKMDT_MP_NOTPREFERRED;
  modes.back().Preference = D3DKMDT_MP_PREFERRED;
}

}  // namespace drydock::display
