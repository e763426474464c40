#include "adapter.h"

Adapter::Adapter() { ExInitializeFastMutex(&turn_); }

NTSTATUS Adapter::start(const DXGKRNL_INTERFACE& kernel) {
  kernel_ = kernel;
  is_active_ = is_visible_ = needs_whole_ = false;
  is_powered_ = is_monitor_on_ = true;
  NTSTATUS status = board_.start(kernel_);
  if (!NT_SUCCESS(status)) return status;
  modes_.fill(board_.screen().size, board_.settable_bytes());
  build_edid();
  if (board_.has_registers()) status = worker_.start(kernel_, board_, is_over_);
  if (!NT_SUCCESS(status)) board_.stop();
  return status;
}

void Adapter::stop() {
  worker_.stop();
  board_.stop();
}

NTSTATUS Adapter::stop_keeping_display(D3DDDI_VIDEO_PRESENT_TARGET_ID target,
                                       DXGK_DISPLAY_INFORMATION& display) {
  if (target != kTarget) return STATUS_NOT_SUPPORTED;
  worker_.stop();
  board_.blank();
  board_.show();
  board_.describe(display);
  board_.stop();
  return STATUS_SUCCESS;
}

NTSTATUS Adapter::set_power(ULONG device, DEVICE_POWER_STATE state, POWER_ACTION action) {
  const bool is_on = state == PowerDeviceD0;
  worker_.wait_idle();
  if (device != DISPLAY_ADAPTER_HW_ID) {
    is_monitor_on_ = is_on;
    light();
    return STATUS_SUCCESS;
  }
  is_powered_ = is_on;
  if (is_on) {
    // Black until the graphics kernel makes the source visible again.
    is_visible_ = false;
    return board_.wake(is_hibernating_);
  }
  is_hibernating_ = action == PowerActionHibernate;
  board_.blank();
  return STATUS_SUCCESS;
}

// The screen follows what was asked for. A picture that was dark is copied as a whole.
void Adapter::light() {
  if (is_lit() == board_.is_visible()) return;
  needs_whole_ = true;
  if (is_lit())
    board_.show();
  else
    board_.blank();
}

void Adapter::show_nothing() {
  worker_.wait_idle();
  is_active_ = false;
  board_.blank();
}

void Adapter::set_mode(const Mode& mode, bool is_powered) {
  worker_.wait_idle();
  mode_ = mode;
  is_active_ = true;
  is_monitor_on_ = is_powered;
  needs_whole_ = true;
  board_.set_mode(mode.target);
  light();
}

void Adapter::turn(Rotation rotation) {
  worker_.wait_idle();
  mode_.rotation = rotation;
  needs_whole_ = true;
}

void Adapter::set_visible(bool is_visible) {
  worker_.wait_idle();
  is_visible_ = is_visible;
  light();
}

BOOLEAN Adapter::interrupt() {
  if (!board_.take_interrupt()) return FALSE;
  worker_.report();
  kernel_.DxgkCbQueueDpc(kernel_.DeviceHandle);
  return TRUE;
}

NTSTATUS PanelAddDevice(CONST PDEVICE_OBJECT, PVOID* context) {
  PAGED_CODE();
  *context = new (NonPagedPoolNx) Adapter();
  return *context == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS PanelStartDevice(CONST PVOID context, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel,
                          PULONG sources, PULONG children) {
  PAGED_CODE();
  *sources = 1;
  *children = 1;
  return Adapter::from(context)->start(*kernel);
}

NTSTATUS PanelStopDevice(CONST PVOID context) {
  PAGED_CODE();
  Adapter::from(context)->stop();
  return STATUS_SUCCESS;
}

NTSTATUS PanelStopDeviceAndReleasePostDisplayOwnership(PVOID context,
                                                       D3DDDI_VIDEO_PRESENT_TARGET_ID target,
                                                       PDXGK_DISPLAY_INFORMATION display) {
  PAGED_CODE();
  return Adapter::from(context)->stop_keeping_display(target, *display);
}

NTSTATUS PanelRemoveDevice(CONST PVOID context) {
  PAGED_CODE();
  delete Adapter::from(context);
  return STATUS_SUCCESS;
}

// The picture needs no hardware to be brought back: it is overwritten by the next owner.
VOID PanelResetDevice(CONST PVOID) {}

VOID PanelUnload() { PAGED_CODE(); }

NTSTATUS PanelDispatchIoRequest(CONST PVOID, ULONG, PVIDEO_REQUEST_PACKET) {
  PAGED_CODE();
  return STATUS_NOT_SUPPORTED;
}

NTSTATUS PanelSetPowerState(CONST PVOID context, ULONG device, DEVICE_POWER_STATE state,
                            POWER_ACTION action) {
  PAGED_CODE();
  return Adapter::from(context)->set_power(device, state, action);
}

NTSTATUS PanelQueryAdapterInfo(CONST HANDLE, CONST DXGKARG_QUERYADAPTERINFO* query) {
  PAGED_CODE();
  if (query->Type != DXGKQAITYPE_DRIVERCAPS) return STATUS_NOT_SUPPORTED;
  if (query->OutputDataSize < sizeof(DXGK_DRIVERCAPS)) return STATUS_BUFFER_TOO_SMALL;
  auto* const caps = static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
  RtlZeroMemory(caps, sizeof *caps);
  caps->WDDMVersion = DXGKDDI_WDDMv1_2;
  caps->HighestAcceptableAddress.QuadPart = -1;
  caps->SupportNonVGA = TRUE;
  caps->SupportSmoothRotation = TRUE;
  return STATUS_SUCCESS;
}

BOOLEAN PanelInterruptRoutine(CONST PVOID context, ULONG) {
  return Adapter::from(context)->interrupt();
}

VOID PanelDpcRoutine(CONST PVOID context) {
  const DXGKRNL_INTERFACE& kernel = Adapter::from(context)->kernel();
  kernel.DxgkCbNotifyDpc(kernel.DeviceHandle);
}
