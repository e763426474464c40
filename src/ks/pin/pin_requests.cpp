// The requests that a pin gets: streams, resets, and the automation table's.
#include <cstring>

#include "src/ks/automation/automation.h"
#include "src/ks/base/request.h"
#include "src/ks/pin/pin.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {

NTSTATUS read_reset(PIRP irp, KSRESET& value) {
  ULONG asked = 0;
  const NTSTATUS status = peek(irp, &asked, sizeof asked);
  if (!NT_SUCCESS(status)) return status;
  if (asked > KSRESET_END) return STATUS_INVALID_PARAMETER;
  value = static_cast<KSRESET>(asked);
  return STATUS_SUCCESS;
}

NTSTATUS Pin::control(PIRP irp) {
  const ULONG code = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.IoControlCode;
  irp->IoStatus.Information = 0;
  switch (code) {
    case IOCTL_KS_READ_STREAM:
    case IOCTL_KS_WRITE_STREAM:
      return stream(irp);
    case IOCTL_KS_RESET_STATE: {
      KSRESET value;
      const NTSTATUS status = read_reset(irp, value);
      if (NT_SUCCESS(status)) {
        const Holding held(control_mutex());
        reset(value);
      }
      return finish(irp, status);
    }
    default:
      return finish(irp, handle_request(irp, type_.automation->table(), events(), filter_.nodes()));
  }
}

// S-081: a change of format is no part of the stream, and takes no frame from it.
void Pin::check_format_change(const StreamRequest& request) {
  const Frame& frame = request.frames.front();
  if ((frame.header->OptionsFlags & KSSTREAM_HEADER_OPTIONSF_TYPECHANGED) == 0) return;
  for (const std::shared_ptr<Allocator>& one : live_allocators()) {
    if (!rules::breaks("S-081", one->is_out(frame.buffer))) continue;
    nt::Breach("S-081", nt::Offender::running())
        .message("a change of format comes in a frame of the connection's allocator")
        .raise();
  }
}

// Frames go past the control mutex: a state change may wait for the one that is processed.
NTSTATUS Pin::stream(PIRP irp) {
  const bool writes = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.IoControlCode ==
                      IOCTL_KS_WRITE_STREAM;
  if (writes != (face_.DataFlow == KSPIN_DATAFLOW_IN) || connection_.is_source()) {
    return finish(irp, STATUS_INVALID_DEVICE_REQUEST);
  }
  if (face_.ResetState == KSRESET_BEGIN) return finish(irp, STATUS_DEVICE_NOT_READY);
  const std::shared_ptr<Queue> queue = this->queue();
  if (queue == nullptr) return finish(irp, STATUS_INVALID_DEVICE_STATE);
  std::unique_ptr<StreamRequest> request;
  const NTSTATUS status = make_request(irp, writes, face_.StreamHeaderSize, request);
  if (!NT_SUCCESS(status)) return finish(irp, status);
  check_format_change(*request);
  for (Frame& frame : request->frames) {
    if (frame.vram != nullptr)
      frame.vram->is_too_late = surfaces_.has_ended(frame.vram->info()->VramPhysicalAddress);
  }
  IoMarkIrpPending(irp);
  const std::shared_ptr<std::atomic<bool>> pended = request->pended;
  queue->arrive(std::move(request));
  pended->store(true);
  return STATUS_PENDING;
}

}  // namespace drydock::ks
