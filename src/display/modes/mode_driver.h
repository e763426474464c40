// The driver of an adapter, as the mode manager sees it.
//
// Owner: the graphics kernel implements it and owns it; it outlives the mode manager. A call
// returns when the driver's entry point has returned, with its status; STATUS_DEVICE_REMOVED when
// the driver has failed; STATUS_NOT_SUPPORTED when it has no such entry point. The levels of the
// entry points are the implementation's to keep. Threads: any, one at a time. Cost: a virtual
// call for each call of the driver.
#pragma once

#include "src/display/modes/primaries.h"
#include "src/display/vidpn/driver_call.h"
#include "src/wdk/graphics.h"

namespace drydock::display {

class ModeDriver {
 public:
  ModeDriver() = default;
  virtual ~ModeDriver() = default;
  ModeDriver(const ModeDriver&) = delete;
  ModeDriver& operator=(const ModeDriver&) = delete;

  virtual DriverTraits traits() const = 0;
  // The offender of findings that are raised when a call is over.
  virtual nt::Offender offender() = 0;
  // Makes the allocations that its sources are scanned from; null for a display-only driver. A full
  // driver gets no commit without it.
  virtual PrimaryMaker* primaries() = 0;

  // Children.
  virtual NTSTATUS query_child_status(DXGK_CHILD_STATUS& status, bool non_destructive_only) = 0;
  virtual NTSTATUS query_device_descriptor(ULONG child, DXGK_DEVICE_DESCRIPTOR& descriptor) = 0;
  virtual NTSTATUS recommend_monitor_modes(const DXGKARG_RECOMMENDMONITORMODES& modes) = 0;

  // Networks.
  virtual NTSTATUS is_supported_vidpn(DXGKARG_ISSUPPORTEDVIDPN& vidpn) = 0;
  virtual NTSTATUS recommend_functional_vidpn(const DXGKARG_RECOMMENDFUNCTIONALVIDPN& vidpn) = 0;
  virtual NTSTATUS enum_cofunc_modality(const DXGKARG_ENUMVIDPNCOFUNCMODALITY& vidpn) = 0;
  virtual NTSTATUS query_hw_capability(DXGKARG_QUERYVIDPNHWCAPABILITY& path) = 0;
  virtual NTSTATUS commit_vidpn(const DXGKARG_COMMITVIDPN& vidpn) = 0;
  virtual NTSTATUS update_active_path(const DXGKARG_UPDATEACTIVEVIDPNPRESENTPATH& path) = 0;
  virtual NTSTATUS set_visibility(const DXGKARG_SETVIDPNSOURCEVISIBILITY& source) = 0;
};

}  // namespace drydock::display
