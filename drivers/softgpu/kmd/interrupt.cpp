// Engines report through the interrupt: they record what happened, synchronised with the interrupt
// routine, and make the device interrupt.
#include "interrupt.h"

namespace {

bool is_later(UINT fence, UINT than) { return static_cast<INT>(fence - than) > 0; }

void notify_completed(const DXGKRNL_INTERFACE& kernel, EngineReport& report, UINT fence) {
  if (!is_later(fence, report.reported)) return;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = fence;
  data.DmaCompleted.NodeOrdinal = report.node;
  report.reported = fence;
  kernel.DxgkCbNotifyInterrupt(kernel.DeviceHandle, &data);
}

void notify_preempted(const DXGKRNL_INTERFACE& kernel, EngineReport& report) {
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
  data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
  data.DmaPreempted.PreemptionFenceId = report.preemption_fence;
  data.DmaPreempted.LastCompletedFenceId = report.preempted_behind;
  data.DmaPreempted.NodeOrdinal = report.node;
  report.is_preempted = false;
  kernel.DxgkCbNotifyInterrupt(kernel.DeviceHandle, &data);
}

void notify_faulted(const DXGKRNL_INTERFACE& kernel, EngineReport& report) {
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
  data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
  data.DmaPageFaulted.FaultedFenceId = report.faulted_fence;
  data.DmaPageFaulted.FaultedPipelineStage = DXGK_RENDER_PIPELINE_STAGE_UNKNOWN;
  data.DmaPageFaulted.PageFaultFlags =
      report.is_faulted_write ? DXGK_PAGE_FAULT_WRITE : static_cast<DXGK_PAGE_FAULT_FLAGS>(0);
  data.DmaPageFaulted.FaultedVirtualAddress = report.faulted_address;
  data.DmaPageFaulted.NodeOrdinal = report.node;
  report.is_faulted = false;
  report.reported = report.faulted_fence;
  kernel.DxgkCbNotifyInterrupt(kernel.DeviceHandle, &data);
}

// Reports events in the order in which they happened. Returns false when there are none.
bool notify(const DXGKRNL_INTERFACE& kernel, EngineReport& report) {
  const bool is_news =
      report.is_faulted || report.is_preempted || is_later(report.completed, report.reported);
  if (report.is_faulted) {
    notify_completed(kernel, report, report.faulted_behind);
    notify_faulted(kernel, report);
  }
  if (report.is_preempted) {
    notify_completed(kernel, report, report.preempted_behind);
    notify_preempted(kernel, report);
  }
  notify_completed(kernel, report, report.completed);
  return is_news;
}

// Runs a function object as the interrupt routine runs.
template <typename Body>
bool synchronize(const DXGKRNL_INTERFACE& kernel, Body body) {
  BOOLEAN result = FALSE;
  const NTSTATUS status = kernel.DxgkCbSynchronizeExecution(
      kernel.DeviceHandle,
      [](PVOID erased) -> BOOLEAN {
        (*static_cast<Body*>(erased))();
        return TRUE;
      },
      &body, 0, &result);
  return NT_SUCCESS(status);
}

}  // namespace

void Adapter::record_completed(Engine& engine, UINT fence) {
  if (synchronize(kernel_, [&] { engine.report().completed = fence; })) raise_interrupt();
}

// One event of each kind is stored at a time, so an earlier one is reported first.
void Adapter::record_preempted(Engine& engine, UINT fence, UINT behind) {
  const auto note = [&] {
    EngineReport& report = engine.report();
    if (report.is_preempted || report.is_faulted) notify_all();
    report.is_preempted = true;
    report.preemption_fence = fence;
    report.preempted_behind = behind;
  };
  if (synchronize(kernel_, note)) raise_interrupt();
}

void Adapter::record_faulted(Engine& engine, UINT fence, UINT64 address, bool is_write) {
  const auto note = [&] {
    EngineReport& report = engine.report();
    if (report.is_preempted || report.is_faulted) notify_all();
    report.is_faulted = true;
    report.faulted_fence = fence;
    report.faulted_behind = report.completed;
    report.faulted_address = address;
    report.is_faulted_write = is_write;
    report.completed = fence;
  };
  if (synchronize(kernel_, note)) raise_interrupt();
}

void Adapter::drop_reports(Engine& engine, UINT fence) {
  synchronize(kernel_, [&] {
    EngineReport& report = engine.report();
    report.completed = report.reported = fence;
    report.is_preempted = report.is_faulted = false;
  });
}

void Adapter::notify_pending() {
  synchronize(kernel_, [&] { notify_all(); });
}

void Adapter::notify_all() {
  bool is_news = false;
  for (Engine& engine : engines_) is_news = notify(kernel_, engine.report()) || is_news;
  if (is_news) kernel_.DxgkCbQueueDpc(kernel_.DeviceHandle);
}

// The register does not exist after the device is removed.
void Adapter::raise_interrupt() {
  if (!is_removed()) WRITE_REGISTER_ULONG(interrupt_register_, 1);
}

// No other device shares the message.
BOOLEAN SoftGpuInterruptRoutine(CONST PVOID context, ULONG) {
  Adapter::from(context)->notify_all();
  return TRUE;
}

VOID SoftGpuDpcRoutine(CONST PVOID context) {
  const DXGKRNL_INTERFACE& kernel = Adapter::from(context)->kernel();
  kernel.DxgkCbNotifyDpc(kernel.DeviceHandle);
}

// There is no screen, hence no vertical blank.
NTSTATUS SoftGpuControlInterrupt(CONST HANDLE, CONST DXGK_INTERRUPT_TYPE, BOOLEAN) {
  return STATUS_NOT_IMPLEMENTED;
}
