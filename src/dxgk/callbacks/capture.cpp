#include "src/dxgk/callbacks/capture.h"

#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/callbacks/driver_view.h"
#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/work/device.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {
namespace {

// Places and pins the allocation, on the scheduler's strand. From now on a capture driver may write
// to it, and the host does not see those writes.
NTSTATUS hold_in_place(vidmm::VideoMemory& memory, Binding& binding, CaptureBuffer& out) {
  vidmm::Tenant& tenant = binding.allocation().tenant;
  if (tenant.cpu.locks.load() != 0) return STATUS_GRAPHICS_ALLOCATION_BUSY;
  tenant.adopt(binding.device().driver());
  if (!tenant.place.is_captured && memory.make_resident(tenant) != vidmm::Placed::kYes)
    return STATUS_GRAPHICS_NO_VIDEO_MEMORY;
  if (!tenant.is_resident()) return STATUS_GRAPHICS_NO_VIDEO_MEMORY;
  tenant.place.is_captured = true;
  tenant.place.content.exposed();
  tenant.cpu.has_content.store(true, std::memory_order_relaxed);
  out.segment = tenant.place.segment();
  out.address.QuadPart = static_cast<LONGLONG>(tenant.place.address());
  std::shared_ptr<bridge::Capture>& capture = binding.allocation().capture;
  if (capture == nullptr) capture = std::make_shared<bridge::Capture>();
  out.capture = capture;
  return STATUS_SUCCESS;
}

// False in most entry points, because paging calls the driver and waits for those that are under
// way.
bool may_wait_for_paging() {
  const CallFrame* const frame = CallFrame::current();
  return frame == nullptr || &frame->ddi() == &ddi::kEscape;
}

}  // namespace

NTSTATUS find_capture_buffer(Adapter& adapter, D3DKMT_HANDLE handle, CaptureBuffer& out) {
  const BindingClaim claim = claim_allocation(adapter, handle);
  if (!claim || claim->allocation().flags.Capture == 0) return STATUS_INVALID_PARAMETER;
  sched::Scheduler* const gpu = adapter.scheduler();
  if (gpu == nullptr) return STATUS_GRAPHICS_NO_VIDEO_MEMORY;
  if (!may_wait_for_paging()) return STATUS_GRAPHICS_ALLOCATION_BUSY;
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  gpu->run_on_strand(
      [&](vidmm::VideoMemory& memory) { status = hold_in_place(memory, *claim, out); });
  return status;
}

}  // namespace drydock::dxgk
