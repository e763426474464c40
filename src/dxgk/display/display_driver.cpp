#include "src/dxgk/display/display_driver.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/idle_call.h"
#include "src/dxgk/adapter/seat.h"

namespace drydock::dxgk {
namespace {

using EntryTable = DRIVER_INITIALIZATION_DATA;

}  // namespace

template <typename Entry, typename Arguments>
NTSTATUS DisplayDriver::call(const Ddi& ddi, Entry entry, Arguments& arguments) {
  const auto function = adapter_.table().*entry;
  if (function == nullptr) return STATUS_NOT_SUPPORTED;
  return adapter_.call(ddi, adapter_.system_seat(),
                       [&] { return function(adapter_.context(), &arguments); });
}

template <typename Entry, typename Arguments>
NTSTATUS DisplayDriver::call_idle(const Ddi& ddi, Entry entry, Arguments& arguments) {
  return call_idle(Frames::Pause(adapter_.frames()), ddi, entry, arguments);
}

template <typename Entry, typename Arguments>
NTSTATUS DisplayDriver::call_idle(const Frames::Pause& /*held*/, const Ddi& ddi, Entry entry,
                                  Arguments& arguments) {
  const auto function = adapter_.table().*entry;
  if (function == nullptr) return STATUS_NOT_SUPPORTED;
  return dxgk::call_idle(adapter_, ddi, adapter_.system_seat(), sched::Scheduler::Idle::kHardware,
                         [&] { return function(adapter_.context(), &arguments); });
}

bool DisplayDriver::sets_modes() const {
  const EntryTable& table = adapter_.table();
  return adapter_.caps().sources != 0 && table.DxgkDdiIsSupportedVidPn != nullptr &&
         table.DxgkDdiEnumVidPnCofuncModality != nullptr && table.DxgkDdiCommitVidPn != nullptr;
}

display::DriverTraits DisplayDriver::traits() const {
  const EntryTable& table = adapter_.table();
  return {.is_display_only = adapter_.miniport().display_only,
          .controls_vsync =
              table.DxgkDdiControlInterrupt != nullptr && table.DxgkDdiGetScanLine != nullptr,
          .version = adapter_.version()};
}

nt::Offender DisplayDriver::offender() { return adapter_.offender(); }

NTSTATUS DisplayDriver::query_child_status(DXGK_CHILD_STATUS& status, bool non_destructive_only) {
  const auto entry = adapter_.table().DxgkDdiQueryChildStatus;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  return adapter_.call(ddi::kQueryChildStatus, adapter_.system_seat(), [&] {
    return entry(adapter_.context(), &status, non_destructive_only ? TRUE : FALSE);
  });
}

NTSTATUS DisplayDriver::query_device_descriptor(ULONG child, DXGK_DEVICE_DESCRIPTOR& descriptor) {
  const auto entry = adapter_.table().DxgkDdiQueryDeviceDescriptor;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  return adapter_.call(ddi::kQueryDeviceDescriptor, adapter_.system_seat(),
                       [&] { return entry(adapter_.context(), child, &descriptor); });
}

NTSTATUS DisplayDriver::recommend_monitor_modes(const DXGKARG_RECOMMENDMONITORMODES& modes) {
  return call_idle(ddi::kRecommendMonitorModes, &EntryTable::DxgkDdiRecommendMonitorModes, modes);
}

NTSTATUS DisplayDriver::is_supported_vidpn(DXGKARG_ISSUPPORTEDVIDPN& vidpn) {
  return call(ddi::kIsSupportedVidPn, &EntryTable::DxgkDdiIsSupportedVidPn, vidpn);
}

NTSTATUS DisplayDriver::recommend_functional_vidpn(const DXGKARG_RECOMMENDFUNCTIONALVIDPN& vidpn) {
  return call_idle(ddi::kRecommendFunctionalVidPn, &EntryTable::DxgkDdiRecommendFunctionalVidPn,
                   vidpn);
}

NTSTATUS DisplayDriver::enum_cofunc_modality(const DXGKARG_ENUMVIDPNCOFUNCMODALITY& vidpn) {
  return call(ddi::kEnumVidPnCofuncModality, &EntryTable::DxgkDdiEnumVidPnCofuncModality, vidpn);
}

NTSTATUS DisplayDriver::query_hw_capability(DXGKARG_QUERYVIDPNHWCAPABILITY& path) {
  return call(ddi::kQueryVidPnHwCapability, &EntryTable::DxgkDdiQueryVidPnHWCapability, path);
}

NTSTATUS DisplayDriver::commit_vidpn(const DXGKARG_COMMITVIDPN& vidpn) {
  return call_idle(ddi::kCommitVidPn, &EntryTable::DxgkDdiCommitVidPn, vidpn);
}

NTSTATUS DisplayDriver::update_active_path(const DXGKARG_UPDATEACTIVEVIDPNPRESENTPATH& path) {
  return call_idle(ddi::kUpdateActiveVidPnPresentPath,
                   &EntryTable::DxgkDdiUpdateActiveVidPnPresentPath, path);
}

NTSTATUS DisplayDriver::set_visibility(const DXGKARG_SETVIDPNSOURCEVISIBILITY& source) {
  Frames::Pause pause(adapter_.frames());
  const NTSTATUS status = call_idle(pause, ddi::kSetVidPnSourceVisibility,
                                    &EntryTable::DxgkDdiSetVidPnSourceVisibility, source);
  if (NT_SUCCESS(status)) pause.note_visibility(source.VidPnSourceId, source.Visible != FALSE);
  return status;
}

}  // namespace drydock::dxgk
