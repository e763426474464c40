#pragma once

#include "board.h"
#include "modes.h"
#include "panel.h"
#include "worker.h"

// The context of every entry point.
//
// Level two calls, which set modes and power, have the driver to themselves. Presents may come
// beside each other, and take turns.
class Adapter {
 public:
  Adapter();

  static Adapter* from(const VOID* context) {
    return static_cast<Adapter*>(const_cast<VOID*>(context));
  }

  NTSTATUS start(const DXGKRNL_INTERFACE& kernel);
  void stop();
  // Stops, and leaves a black picture for the next driver.
  NTSTATUS stop_keeping_display(D3DDDI_VIDEO_PRESENT_TARGET_ID target,
                                DXGK_DISPLAY_INFORMATION& display);
  NTSTATUS set_power(ULONG device, DEVICE_POWER_STATE state, POWER_ACTION action);
  BOOLEAN interrupt();

  const DXGKRNL_INTERFACE& kernel() const { return kernel_; }
  const Board& board() const { return board_; }
  const ModeTable& modes() const { return modes_; }
  const UCHAR (&edid() const)[128] { return edid_; }

  // The picture on the screen: none, or a mode. Both functions set it as a whole.
  bool is_active() const { return is_active_; }
  const Mode& mode() const { return mode_; }
  void show_nothing();
  void set_mode(const Mode& mode, bool is_powered);
  // The same in another rotation.
  void turn(Rotation rotation);
  void set_visible(bool is_visible);

  NTSTATUS present(const DXGKARG_PRESENT_DISPLAYONLY& frame);

  // The machine has stopped.
  NTSTATUS take_screen(D3DDDI_VIDEO_PRESENT_TARGET_ID target, Size& size);
  void write(const Image& image, UINT x, UINT y);

 private:
  bool is_lit() const { return is_active_ && is_visible_ && is_powered_ && is_monitor_on_; }
  void light();
  NTSTATUS present_in_turn(const DXGKARG_PRESENT_DISPLAYONLY& frame);
  void build_edid();

  DXGKRNL_INTERFACE kernel_{};
  Board board_;
  ModeTable modes_;
  Worker worker_;
  UCHAR edid_[128] = {};
  bool is_active_ = false;
  Mode mode_{};
  bool is_visible_ = false;
  bool is_powered_ = true;
  bool is_monitor_on_ = true;
  bool is_hibernating_ = false;
  bool needs_whole_ = false;  // the next frame is copied as a whole
  volatile LONG is_over_ = FALSE;
  FAST_MUTEX turn_;
};

// adapter.cpp
DXGKDDI_ADD_DEVICE PanelAddDevice;
DXGKDDI_START_DEVICE PanelStartDevice;
DXGKDDI_STOP_DEVICE PanelStopDevice;
DXGKDDI_REMOVE_DEVICE PanelRemoveDevice;
DXGKDDI_RESET_DEVICE PanelResetDevice;
DXGKDDI_UNLOAD PanelUnload;
DXGKDDI_DISPATCH_IO_REQUEST PanelDispatchIoRequest;
DXGKDDI_SET_POWER_STATE PanelSetPowerState;
DXGKDDI_QUERYADAPTERINFO PanelQueryAdapterInfo;
DXGKDDI_INTERRUPT_ROUTINE PanelInterruptRoutine;
DXGKDDI_DPC_ROUTINE PanelDpcRoutine;
DXGKDDI_STOP_DEVICE_AND_RELEASE_POST_DISPLAY_OWNERSHIP
PanelStopDeviceAndReleasePostDisplayOwnership;
// output.cpp
DXGKDDI_QUERY_CHILD_RELATIONS PanelQueryChildRelations;
DXGKDDI_QUERY_CHILD_STATUS PanelQueryChildStatus;
DXGKDDI_QUERY_DEVICE_DESCRIPTOR PanelQueryDeviceDescriptor;
DXGKDDI_GET_CHILD_CONTAINER_ID PanelGetChildContainerId;
DXGKDDI_RECOMMENDMONITORMODES PanelRecommendMonitorModes;
// modeset.cpp
DXGKDDI_ISSUPPORTEDVIDPN PanelIsSupportedVidPn;
DXGKDDI_RECOMMENDFUNCTIONALVIDPN PanelRecommendFunctionalVidPn;
DXGKDDI_ENUMVIDPNCOFUNCMODALITY PanelEnumVidPnCofuncModality;
DXGKDDI_COMMITVIDPN PanelCommitVidPn;
DXGKDDI_UPDATEACTIVEVIDPNPRESENTPATH PanelUpdateActiveVidPnPresentPath;
DXGKDDI_SETVIDPNSOURCEVISIBILITY PanelSetVidPnSourceVisibility;
DXGKDDI_QUERYVIDPNHWCAPABILITY PanelQueryVidPnHWCapability;
// present.cpp
DXGKDDI_PRESENTDISPLAYONLY PanelPresentDisplayOnly;
DXGKDDI_SETPOINTERPOSITION PanelSetPointerPosition;
DXGKDDI_SETPOINTERSHAPE PanelSetPointerShape;
// bugcheck.cpp
DXGKDDI_SYSTEM_DISPLAY_ENABLE PanelSystemDisplayEnable;
DXGKDDI_SYSTEM_DISPLAY_WRITE PanelSystemDisplayWrite;
