#include "src/display/vidpn/mode_rules.h"

#include <fmt/format.h>

#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

std::optional<Complaint> same_id(UINT id, NTSTATUS status) {
  if (!rules::breaks("D-059", status == STATUS_GRAPHICS_MODE_ID_MUST_BE_UNIQUE)) return {};
  return Complaint{"D-059", fmt::format("another mode of the set has the identifier {:#x}", id)};
}

bool is_specified(const D3DDDI_RATIONAL& rate) {
  return rate.Numerator != D3DKMDT_FREQUENCY_NOTSPECIFIED &&
         rate.Denominator != D3DKMDT_FREQUENCY_NOTSPECIFIED;
}

// True when all or none of the frequencies are given, as the driver's control of vsync demands.
bool has_frequencies_as_declared(const D3DKMDT_VIDEO_SIGNAL_INFO& signal, bool wanted) {
  return is_specified(signal.VSyncFreq) == wanted && is_specified(signal.HSyncFreq) == wanted &&
         (signal.PixelRate != D3DKMDT_FREQUENCY_NOTSPECIFIED) == wanted;
}

}  // namespace

std::optional<Complaint> broken_by(const D3DKMDT_VIDPN_SOURCE_MODE& mode, NTSTATUS status,
                                   const DriverTraits& driver) {
  if (rules::breaks("D-059", mode.Type == D3DKMDT_RMT_UNINITIALIZED))
    return Complaint{"D-059", "the Type of the mode is still D3DKMDT_RMT_UNINITIALIZED"};
  if (rules::breaks("D-068", status == STATUS_GRAPHICS_INVALID_VISIBLEREGION_SIZE))
    return Complaint{"D-068", fmt::format("VisibleRegionSize is {} x {}, and PrimSurfSize {} x {}",
                                          mode.Format.Graphics.VisibleRegionSize.cx,
                                          mode.Format.Graphics.VisibleRegionSize.cy,
                                          mode.Format.Graphics.PrimSurfSize.cx,
                                          mode.Format.Graphics.PrimSurfSize.cy)};
  if (NT_SUCCESS(status) && driver.is_display_only && mode.Type == D3DKMDT_RMT_GRAPHICS) {
    const D3DDDIFORMAT format = mode.Format.Graphics.PixelFormat;
    if (rules::breaks("D-096", format != D3DDDIFMT_A8R8G8B8 && format != D3DDDIFMT_X8R8G8B8))
      return Complaint{"D-096", fmt::format("the mode has the pixel format {}, not one of 32 bits",
                                            static_cast<int>(format))};
  }
  return same_id(mode.Id, status);
}

std::optional<Complaint> broken_by(const D3DKMDT_VIDPN_TARGET_MODE& mode, NTSTATUS status,
                                   const DriverTraits& driver) {
  if (NT_SUCCESS(status) && driver.is_display_only &&
      rules::breaks("D-003",
                    !has_frequencies_as_declared(mode.VideoSignalInfo, driver.controls_vsync)))
    return Complaint{
        "D-003", driver.controls_vsync
                     ? "the driver controls vsync, and the mode lacks PixelRate, HSyncFreq or "
                       "VSyncFreq"
                     : "the driver does not control vsync, and the mode has PixelRate, HSyncFreq "
                       "or VSyncFreq other than D3DKMDT_FREQUENCY_NOTSPECIFIED"};
  return same_id(mode.Id, status);
}

std::optional<Complaint> broken_by(const D3DKMDT_MONITOR_SOURCE_MODE& mode, NTSTATUS status,
                                   const DriverTraits&) {
  return same_id(mode.Id, status);
}

std::optional<Complaint> mixed_ids(BorrowedObject& object, bool is_left) {
  ++(is_left ? object.left_ids : object.replaced_ids);
  if (!rules::breaks("D-059", object.left_ids > 0 && object.replaced_ids > 0)) return {};
  return Complaint{"D-059", fmt::format("of the modes of the {}, some have the identifier that "
                                        "pfnCreateNewModeInfo gave them, and some another",
                                        describe(object))};
}

}  // namespace drydock::display
