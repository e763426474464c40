// The tables of mode sets: DXGK_VIDPNSOURCEMODESET_INTERFACE, DXGK_VIDPNTARGETMODESET_INTERFACE,
// DXGK_MONITORSOURCEMODESET_INTERFACE.
#include "src/display/vidpn/mode_functions.h"

#include "src/display/vidpn/interfaces.h"

namespace drydock::display {

DXGK_VIDPNSOURCEMODESET_INTERFACE source_mode_functions() {
  using Functions = ModeFunctions<D3DKMDT_VIDPN_SOURCE_MODE>;
  return {.pfnGetNumModes = Functions::get_num_modes,
          .pfnAcquireFirstModeInfo = Functions::acquire_first,
          .pfnAcquireNextModeInfo = Functions::acquire_next,
          .pfnAcquirePinnedModeInfo = Functions::acquire_pinned,
          .pfnReleaseModeInfo = Functions::release,
          .pfnCreateNewModeInfo = Functions::create,
          .pfnAddMode = Functions::add,
          .pfnPinMode = Functions::pin};
}

DXGK_VIDPNTARGETMODESET_INTERFACE target_mode_functions() {
  using Functions = ModeFunctions<D3DKMDT_VIDPN_TARGET_MODE>;
  return {.pfnGetNumModes = Functions::get_num_modes,
          .pfnAcquireFirstModeInfo = Functions::acquire_first,
          .pfnAcquireNextModeInfo = Functions::acquire_next,
          .pfnAcquirePinnedModeInfo = Functions::acquire_pinned,
          .pfnReleaseModeInfo = Functions::release,
          .pfnCreateNewModeInfo = Functions::create,
          .pfnAddMode = Functions::add,
          .pfnPinMode = Functions::pin};
}

DXGK_MONITORSOURCEMODESET_INTERFACE monitor_mode_functions() {
  using Functions = ModeFunctions<D3DKMDT_MONITOR_SOURCE_MODE>;
  return {.pfnGetNumModes = Functions::get_num_modes,
          .pfnAcquirePreferredModeInfo = Functions::acquire_preferred,
          .pfnAcquireFirstModeInfo = Functions::acquire_first,
          .pfnAcquireNextModeInfo = Functions::acquire_next,
          .pfnCreateNewModeInfo = Functions::create,
          .pfnAddMode = Functions::add,
          .pfnReleaseModeInfo = Functions::release};
}

}  // namespace drydock::display
