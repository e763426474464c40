// Callbacks around interrupts: reports, DPCs, synchronisation.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/dxgk/frames/frames.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/work/native_fence.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {
namespace {

bool is_vsync(DXGK_INTERRUPT_TYPE type) {
  return type == DXGK_INTERRUPT_CRTC_VSYNC || type == DXGK_INTERRUPT_DISPLAYONLY_VSYNC ||
         type == DXGK_INTERRUPT_CRTC_VSYNC_WITH_MULTIPLANE_OVERLAY ||
         type == DXGK_INTERRUPT_CRTC_VSYNC_WITH_MULTIPLANE_OVERLAY2 ||
         type == DXGK_INTERRUPT_CRTC_VSYNC_WITH_MULTIPLANE_OVERLAY3;
}

// K-410: either the fence is valid, or it is 0 and exactly one reset is asked for. False when the
// report means nothing.
bool check_page_fault(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  const UINT flags = static_cast<UINT>(data.DmaPageFaulted.PageFaultFlags);
  const UINT fence = static_cast<UINT>(data.DmaPageFaulted.FaultedFenceId);
  const bool adapter_reset = (flags & DXGK_PAGE_FAULT_ADAPTER_RESET_REQUIRED) != 0;
  const bool engine_reset = (flags & DXGK_PAGE_FAULT_ENGINE_RESET_REQUIRED) != 0;
  const bool is_invalid = (flags & DXGK_PAGE_FAULT_FENCE_INVALID) != 0;
  std::string wrong;
  if (is_invalid && (fence != 0 || adapter_reset == engine_reset))
    wrong =
        fmt::format("FENCE_INVALID with FaultedFenceId {} and PageFaultFlags {:#x}", fence, flags);
  if (!is_invalid && fence == 0) wrong = "FaultedFenceId 0 without FENCE_INVALID";
  if (!is_invalid && adapter_reset && engine_reset)
    wrong = "both a reset of the adapter and of the engine";
  if (!rules::breaks("K-410", !wrong.empty())) return true;
  nt::Breach("K-410", nt::Offender::running())
      .message("DXGK_INTERRUPT_DMA_PAGE_FAULTED: {}", wrong)
      .raise();
  return false;
}

// False when the report means nothing: it is not looked at further.
bool check_report(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data, bool is_render_only) {
  const DXGK_INTERRUPT_TYPE type = data.InterruptType;
  if (rules::breaks("K-412", type == DXGK_INTERRUPT_DMA_FAULTED)) {
    nt::Breach("K-412", nt::Offender::running())
        .message("DxgkCbNotifyInterrupt: InterruptType DXGK_INTERRUPT_DMA_FAULTED is reserved")
        .raise();
    return false;
  }
  if (is_vsync(type) && rules::breaks("K-414", is_render_only)) {
    nt::Breach("K-414", nt::Offender::running())
        .message(
            "DxgkCbNotifyInterrupt: InterruptType {} on an adapter without "
            "video present sources",
            static_cast<int>(type))
        .raise();
    return false;
  }
  return type != DXGK_INTERRUPT_DMA_PAGE_FAULTED || check_page_fault(data);
}

// K-441: a report without an array is about all fences; a report with one must name live fences.
void check_signalled_fences(Hardware& device, const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  const auto& signalled = data.NativeFenceSignaled;
  if (signalled.pSignaledNativeFenceArray == nullptr) return;
  for (UINT i = 0; i < signalled.SignaledNativeFenceCount; ++i) {
    const HANDLE fence = signalled.pSignaledNativeFenceArray[i];
    auto life = NativeFences::Life::kNever;
    device.with_adapter([&](Adapter& adapter) { life = adapter.native_fences().life_of(fence); });
    if (!rules::breaks("K-441", life != NativeFences::Life::kThere)) continue;
    nt::Breach("K-441", nt::Offender::running())
        .message(
            "DXGK_INTERRUPT_NATIVE_FENCE_SIGNALED: pSignaledNativeFenceArray[{}] is "
            "{}, which {}",
            i, fence,
            life == NativeFences::Life::kOver ? "DxgkDdiDestroyNativeFence has destroyed"
                                              : "DxgkDdiCreateNativeFence was never given")
        .raise();
    return;
  }
}

// Copies what the host reads of a report, because the driver's structure may be an older and
// smaller one.
DXGKARGCB_NOTIFY_INTERRUPT_DATA copy_of(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  DXGKARGCB_NOTIFY_INTERRUPT_DATA out{};
  out.InterruptType = data.InterruptType;
  switch (data.InterruptType) {
    case DXGK_INTERRUPT_DMA_COMPLETED:
      out.DmaCompleted = data.DmaCompleted;
      break;
    case DXGK_INTERRUPT_DMA_PREEMPTED:
      out.DmaPreempted = data.DmaPreempted;
      break;
    case DXGK_INTERRUPT_DMA_PAGE_FAULTED:
      out.DmaPageFaulted = data.DmaPageFaulted;
      break;
    case DXGK_INTERRUPT_SUSPEND_CONTEXT_COMPLETED:
      out.SuspendContextCompleted = data.SuspendContextCompleted;
      break;
    case DXGK_INTERRUPT_DISPLAYONLY_PRESENT_PROGRESS:
      out.DisplayOnlyPresentProgress = data.DisplayOnlyPresentProgress;
      break;
    default:
      break;
  }
  return out;
}

void raise_bad_report(const sched::Scheduler::BadReport& bad) {
  if (bad.is_of_stopped) {
    nt::Breach("K-414", nt::Offender::running())
        .message(
            "DxgkCbNotifyInterrupt reported fence {} of node {}, whose engine was reset and "
            "has got nothing since",
            bad.fence, bad.node)
        .raise();
    return;
  }
  nt::Breach("K-399", nt::Offender::running())
      .message(
          "DxgkCbNotifyInterrupt reported fence {} of node {}; completed is {}, issued were "
          "fences up to {}",
          bad.fence, bad.node, bad.completed, bad.issued)
      .raise();
}

// Tells everybody of a report, and raises what is wrong with it.
void deliver(Hardware& device, const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  std::optional<sched::Scheduler::BadReport> bad;
  const char* wrong_progress = nullptr;
  device.with_adapter([&](Adapter& adapter) {
    if (data.InterruptType == DXGK_INTERRUPT_DISPLAYONLY_PRESENT_PROGRESS)
      wrong_progress = adapter.frames().note_progress(data.DisplayOnlyPresentProgress);
    if (adapter.notifications().interrupt) adapter.notifications().interrupt(data);
    if (adapter.scheduler() != nullptr) bad = adapter.scheduler()->interrupt(data);
  });
  if (data.InterruptType == DXGK_INTERRUPT_DMA_COMPLETED ||
      data.InterruptType == DXGK_INTERRUPT_DMA_PREEMPTED) {
    rules::evaluated("K-399");
    rules::evaluated("K-414");
  }
  if (bad) raise_bad_report(*bad);
  if (data.InterruptType == DXGK_INTERRUPT_DISPLAYONLY_PRESENT_PROGRESS &&
      rules::breaks("D-147", wrong_progress != nullptr)) {
    nt::Breach("D-147", nt::Offender::running())
        .message("DxgkCbNotifyInterrupt reports progress of a present of source {}, {}",
                 data.DisplayOnlyPresentProgress.VidPnSourceId, wrong_progress)
        .raise();
  }
}

VOID notify_interrupt(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARGCB_NOTIFY_INTERRUPT_DATA pData) {
  const char* const name = "DxgkCbNotifyInterrupt";
  std::shared_ptr<Hardware> hardware = Hardware::find(hAdapter);
  if (hardware == nullptr || &hardware->driver() != nt::current_driver()) {
    hardware.reset();
    callee(hAdapter, name, HIGH_LEVEL);
    return;
  }
  const bool mine = hardware->line().is_mine();
  const KIRQL irql = nt::self().irql;
  // The number of sources is known from the end of DxgkDdiStartDevice until the device stops.
  bool is_render_only = false, has_fences = false;
  ULONG fixed_message = 0;
  hardware->with_adapter([&](Adapter& adapter) {
    is_render_only = adapter.state() == Adapter::State::kStarted && adapter.caps().sources == 0;
    has_fences = has_native_fences(adapter);
    fixed_message = adapter.caps().driver.InterruptMessageNumber;
  });
  Hardware& device = *hardware;
  hardware.reset();  // the interrupt keeps it
  if (rules::breaks("K-403", !mine || irql <= DISPATCH_LEVEL)) {
    nt::Breach("K-403", nt::Offender::running())
        .message("{} is called at IRQL {}, {}", name, irql,
                 mine ? "which is no device's" : "outside the interrupt")
        .raise();
    return;
  }
  const ULONG message = device.reports.message.load(std::memory_order_relaxed);
  // Before it has started the driver has not been asked for the number.
  if (device.line().messages() > 1 && !is_inside(ddi::kStartDevice) &&
      rules::breaks("K-403", message != fixed_message)) {
    nt::Breach("K-403", nt::Offender::running())
        .message("{} is called for message {}, but InterruptMessageNumber is {}", name, message,
                 fixed_message)
        .survivable()
        .raise();
  }
  if (pData == nullptr) return;
  if (!check_report(*pData, is_render_only)) return;
  if (has_fences && pData->InterruptType == DXGK_INTERRUPT_NATIVE_FENCE_SIGNALED)
    check_signalled_fences(device, *pData);
  device.reports.interrupts.fetch_add(1, std::memory_order_acq_rel);
  const DXGKARGCB_NOTIFY_INTERRUPT_DATA data = copy_of(*pData);
  deliver(device, data);
}

VOID notify_dpc(IN_CONST_HANDLE hAdapter) {
  const char* const name = "DxgkCbNotifyDpc";
  auto hardware = callee(hAdapter, name, DISPATCH_LEVEL);
  if (hardware == nullptr) return;
  nt::require_irql_at_least(DISPATCH_LEVEL, name);
  Hardware::Reports& reports = hardware->reports;
  reports.interrupts_at_dpc.store(reports.interrupts.load(std::memory_order_acquire),
                                  std::memory_order_release);
  reports.dpcs.fetch_add(1, std::memory_order_acq_rel);
  hardware->with_adapter([](Adapter& adapter) {
    if (adapter.notifications().dpc) adapter.notifications().dpc();
    adapter.frames().note_dpc();
    if (adapter.scheduler() != nullptr) adapter.scheduler()->dpc();
  });
}

BOOLEAN queue_dpc(HANDLE DeviceHandle) {
  const auto hardware = Hardware::find(DeviceHandle);
  if (rules::breaks("K-051", hardware == nullptr)) {
    nt::Breach("K-051", nt::Offender::running())
        .message("DxgkCbQueueDpc: {} is not the DeviceHandle that DxgkDdiStartDevice got",
                 DeviceHandle)
        .raise();
    return FALSE;
  }
  return hardware->queue_dpc();
}

// K-408: returns the status with which the host refuses, or STATUS_SUCCESS.
NTSTATUS check_synchronization(Hardware& hardware, ULONG message) {
  const char* const name = "DxgkCbSynchronizeExecution";
  const KIRQL irql = nt::self().irql;
  if (rules::breaks("K-408", irql > DISPATCH_LEVEL)) {
    nt::Breach("K-408", nt::Offender::running())
        .message("{} is called at IRQL {}", name, irql)
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  const auto interrupt = hardware.model().interrupt();
  if (!interrupt || !hardware.line().is_connected()) return STATUS_UNSUCCESSFUL;
  if (message < hardware.line().messages()) return STATUS_SUCCESS;
  nt::Breach("K-408", nt::Offender::running())
      .message("{}: MessageNumber {} of a{} interrupt with {}", name, message,
               interrupt->message_based ? " message-based" : " line-based",
               hardware.line().messages())
      .raise();
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS synchronize_execution(HANDLE DeviceHandle, PKSYNCHRONIZE_ROUTINE SynchronizeRoutine,
                               PVOID Context, ULONG MessageNumber, PBOOLEAN ReturnValue) {
  const char* const name = "DxgkCbSynchronizeExecution";
  refuse_in_interrupt_routine(name);
  const auto hardware = callee(DeviceHandle, name, HIGH_LEVEL);
  if (hardware == nullptr || SynchronizeRoutine == nullptr || ReturnValue == nullptr)
    return STATUS_INVALID_PARAMETER;
  const NTSTATUS checked = check_synchronization(*hardware, MessageNumber);
  if (!NT_SUCCESS(checked)) return checked;
  BOOLEAN returned = FALSE;
  // The call crosses the border again, so that the host leaves the interrupt line even if the
  // driver ends inside.
  const bool done = hardware->line().synchronize([&] {
    hardware->reports.message.store(MessageNumber, std::memory_order_relaxed);
    call_back(name, [&] { returned = SynchronizeRoutine(Context); });
  });
  if (!done) return STATUS_UNSUCCESSFUL;
  *ReturnValue = returned;
  return STATUS_SUCCESS;
}

}  // namespace

void fill_interrupt_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbNotifyInterrupt = notify_interrupt;
  callbacks.DxgkCbNotifyDpc = notify_dpc;
  callbacks.DxgkCbQueueDpc = queue_dpc;
  callbacks.DxgkCbSynchronizeExecution = synchronize_execution;
}

}  // namespace drydock::dxgk
