// The driver of an adapter, as the mode manager calls it.
#pragma once

#include "src/display/modes/mode_driver.h"
#include "src/dxgk/frames/frames.h"

namespace drydock::dxgk {

class Adapter;
struct Ddi;

// Calls in the name of the adapter's own seat. The adapter outlives it.
class DisplayDriver final : public display::ModeDriver {
 public:
  explicit DisplayDriver(Adapter& adapter) : adapter_(adapter) {}

  // Returns whether it has the entry points without which no mode is set.
  bool sets_modes() const;

  display::DriverTraits traits() const override;
  nt::Offender offender() override;
  display::PrimaryMaker* primaries() override { return nullptr; }  // it makes none

  NTSTATUS query_child_status(DXGK_CHILD_STATUS& status, bool non_destructive_only) override;
  NTSTATUS query_device_descriptor(ULONG child, DXGK_DEVICE_DESCRIPTOR& descriptor) override;
  NTSTATUS recommend_monitor_modes(const DXGKARG_RECOMMENDMONITORMODES& modes) override;

  NTSTATUS is_supported_vidpn(DXGKARG_ISSUPPORTEDVIDPN& vidpn) override;
  NTSTATUS recommend_functional_vidpn(const DXGKARG_RECOMMENDFUNCTIONALVIDPN& vidpn) override;
  NTSTATUS enum_cofunc_modality(const DXGKARG_ENUMVIDPNCOFUNCMODALITY& vidpn) override;
  NTSTATUS query_hw_capability(DXGKARG_QUERYVIDPNHWCAPABILITY& path) override;
  NTSTATUS commit_vidpn(const DXGKARG_COMMITVIDPN& vidpn) override;
  NTSTATUS update_active_path(const DXGKARG_UPDATEACTIVEVIDPNPRESENTPATH& path) override;
  NTSTATUS set_visibility(const DXGKARG_SETVIDPNSOURCEVISIBILITY& source) override;

 private:
  template <typename Entry, typename Arguments>
  NTSTATUS call(const Ddi& ddi, Entry entry, Arguments& arguments);
  // While the GPU is idle.
  template <typename Entry, typename Arguments>
  NTSTATUS call_idle(const Ddi& ddi, Entry entry, Arguments& arguments);
  template <typename Entry, typename Arguments>
  NTSTATUS call_idle(const Frames::Pause& held, const Ddi& ddi, Entry entry, Arguments& arguments);

  Adapter& adapter_;
};

}  // namespace drydock::dxgk
