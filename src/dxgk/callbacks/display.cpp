// Callbacks of display adapters: the picture that firmware left, networks, monitors. Overlays are
// not part of the system.
#include <fmt/format.h>

#include <algorithm>

#include "src/display/modes/mode_manager.h"
#include "src/display/vidpn/interfaces.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// Describes the picture of the firmware. Its width is 0 when the firmware used another device.
NTSTATUS take_post_display(const char* call, HANDLE device_handle,
                           PDXGK_DISPLAY_INFORMATION display_info) {
  auto hardware = callee(device_handle, call);
  if (hardware == nullptr || display_info == nullptr) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kDevice)) return STATUS_UNSUCCESSFUL;
  DXGK_DISPLAY_INFORMATION display{};
  display.TargetId = D3DDDI_ID_UNINITIALIZED;
  display = hardware->model().post_display().value_or(display);
  hardware.reset();
  *display_info = display;
  return STATUS_SUCCESS;
}

NTSTATUS acquire_post_display_ownership(HANDLE DeviceHandle,
                                        PDXGK_DISPLAY_INFORMATION DisplayInfo) {
  return take_post_display("DxgkCbAcquirePostDisplayOwnership", DeviceHandle, DisplayInfo);
}

NTSTATUS acquire_post_display_ownership2(HANDLE DeviceHandle, PDXGK_DISPLAY_INFORMATION DisplayInfo,
                                         PDXGK_DISPLAY_OWNERSHIP_FLAGS Flags) {
  const NTSTATUS status =
      take_post_display("DxgkCbAcquirePostDisplayOwnership2", DeviceHandle, DisplayInfo);
  if (!NT_SUCCESS(status)) return status;
  if (Flags == nullptr) return STATUS_INVALID_PARAMETER;
  Flags->Value = 0;
  Flags->FrameBufferState =
      DisplayInfo->Width != 0 ? FrameBufferStateInitializedByFirmware : FrameBufferStateUnknown;
  return STATUS_SUCCESS;
}

// D-031: only an output that senses its rotation by interrupts may be said to have turned.
bool may_rotate(const DXGK_CHILD_DESCRIPTOR& output) {
  return output.ChildDeviceType == TypeVideoOutput &&
         output.ChildCapabilities.Type.VideoOutput.MonitorOrientationAwareness ==
             D3DKMDT_MOA_INTERRUPTIBLE;
}

bool is_legal_status(const DXGK_CHILD_DESCRIPTOR& output, DXGK_CHILD_STATUS_TYPE type) {
  if (!rules::breaks("D-031", type == StatusRotation && !may_rotate(output))) return true;
  nt::Breach("D-031", nt::Offender::running())
      .message(
          "DxgkCbIndicateChildStatus: StatusRotation of child {:#x}, which does not declare "
          "D3DKMDT_MOA_INTERRUPTIBLE",
          output.ChildUid)
      .raise();
  return false;
}

NTSTATUS indicate_child_status(HANDLE DeviceHandle, PDXGK_CHILD_STATUS ChildStatus) {
  auto hardware = callee(DeviceHandle, "DxgkCbIndicateChildStatus", DISPATCH_LEVEL);
  if (hardware == nullptr || ChildStatus == nullptr) return STATUS_INVALID_PARAMETER;
  const DXGK_CHILD_STATUS indicated = *ChildStatus;
  std::vector<DXGK_CHILD_DESCRIPTOR> children;
  std::shared_ptr<display::ModeManager> modes;
  bool is_asked = false;  // for its children, when it started
  hardware->with_adapter([&](Adapter& adapter) {
    children = adapter.caps().child_descriptors;
    modes = adapter.modes();
    is_asked = adapter.is_working();
  });
  hardware.reset();
  const auto child =
      std::ranges::find(children, indicated.ChildUid, &DXGK_CHILD_DESCRIPTOR::ChildUid);
  const bool known = child != children.end();
  if (is_asked && rules::breaks("D-022", !known))
    nt::Breach("D-022", nt::Offender::running())
        .message(
            "DxgkCbIndicateChildStatus: ChildUid {:#x} is none of the {} children that "
            "DxgkDdiQueryChildRelations reported",
            indicated.ChildUid, children.size())
        .raise();
  if (!known || !is_legal_status(*child, indicated.Type)) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  if (modes != nullptr && indicated.Type == StatusConnection)
    modes->indicate_connection(indicated.ChildUid, indicated.HotPlug.Connected != FALSE);
  return STATUS_SUCCESS;
}

NTSTATUS query_vidpn_interface(CONST D3DKMDT_HVIDPN hVidPn,
                               CONST DXGK_VIDPN_INTERFACE_VERSION version,
                               CONST DXGK_VIDPN_INTERFACE** ppVidPnInterface) {
  check_place("DxgkCbQueryVidPnInterface", APC_LEVEL);
  return display::query_vidpn_interface(hVidPn, version, ppVidPnInterface);
}

// An adapter whose driver sets no modes has no monitors.
NTSTATUS query_monitor_interface(IN_CONST_HANDLE hAdapter,
                                 CONST DXGK_MONITOR_INTERFACE_VERSION version,
                                 CONST DXGK_MONITOR_INTERFACE** ppMonitorInterface) {
  auto hardware = callee(hAdapter, "DxgkCbQueryMonitorInterface", APC_LEVEL);
  if (hardware == nullptr || ppMonitorInterface == nullptr) return STATUS_INVALID_PARAMETER;
  bool has_monitors = false;
  hardware->with_adapter([&](Adapter& adapter) { has_monitors = adapter.modes() != nullptr; });
  hardware.reset();
  if (!has_monitors) return refuse_unplayed(hAdapter, "DxgkCbQueryMonitorInterface");
  return display::query_monitor_interface(version, ppMonitorInterface);
}

NTSTATUS indicate_connector_change(IN_CONST_HANDLE hAdapter) {
  const char* const name = "DxgkCbIndicateConnectorChange";
  if (!is_device(hAdapter, name, DISPATCH_LEVEL)) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(hAdapter, name);
}

NTSTATUS unblock_frame_buffer_ranges(IN_CONST_HANDLE hAdapter,
                                     CONST DXGK_SEGMENTMEMORYSTATE* pSegmentMemoryState) {
  const char* const name = "DxgkCbUnblockUEFIFrameBufferRanges";
  if (!is_device(hAdapter, name) || pSegmentMemoryState == nullptr) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(hAdapter, name);
}

VOID multi_plane_overlay_disabled(IN_CONST_HANDLE hAdapter, UINT) {
  is_device(hAdapter, "DxgkCbMultiPlaneOverlayDisabled", DISPATCH_LEVEL);
}

NTSTATUS notify_cursor_support_change(IN_CONST_PDXGKARGCB_NOTIFYCURSORSUPPORTCHANGE pArgs) {
  const char* const name = "DxgkCbNotifyCursorSupportChange";
  check_place(name, PASSIVE_LEVEL);
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const HANDLE adapter = pArgs->DeviceHandle;
  if (!is_device(adapter, name)) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(adapter, name);
}

}  // namespace

void fill_display_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbIndicateChildStatus = indicate_child_status;
  callbacks.DxgkCbQueryVidPnInterface = query_vidpn_interface;
  callbacks.DxgkCbQueryMonitorInterface = query_monitor_interface;
  callbacks.DxgkCbAcquirePostDisplayOwnership = acquire_post_display_ownership;
  callbacks.DxgkCbAcquirePostDisplayOwnership2 = acquire_post_display_ownership2;
  callbacks.DxgkCbIndicateConnectorChange = indicate_connector_change;
  callbacks.DxgkCbUnblockUEFIFrameBufferRanges = unblock_frame_buffer_ranges;
  callbacks.DxgkCbMultiPlaneOverlayDisabled = multi_plane_overlay_disabled;
  callbacks.DxgkCbNotifyCursorSupportChange = notify_cursor_support_change;
}

}  // namespace drydock::dxgk
