// Interrupt and DPC.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelInterrupts[] = {
    {.id = "K-402",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Interrupt routine calls more than NotifyInterrupt and QueueDpc",
     .text = "The ISR may call only DxgkCbNotifyInterrupt and DxgkCbQueueDpc.",
     .outcome = "bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md",
     .lesson =
         {.why = "The interrupt routine runs above everything else. Most callbacks take locks or "
                 "touch pageable memory, and at that level either one hangs or stops the machine.",
          .check = "Every callback but DxgkCbNotifyInterrupt, DxgkCbQueueDpc and small "
                   "DxgkCbLogEtwEvent events asks whether DxgkDdiInterruptRoutine is running on "
                   "this thread and reports itself.",
          .wrong = R"(BOOLEAN InterruptRoutine(PVOID Context, ULONG MessageNumber) {
    …
    Dxgk->DxgkCbIndicateChildStatus(Dxgk->DeviceHandle, &childStatus);
    return TRUE;
})",
          .right = R"(BOOLEAN InterruptRoutine(PVOID Context, ULONG MessageNumber) {
    …
    adapter->ChildChanged = TRUE;
    Dxgk->DxgkCbQueueDpc(Dxgk->DeviceHandle);  // the DPC indicates
    return TRUE;
})"},
     .tests = {provokes("InterruptRules.K402ServiceInTheRoutineIsFound"),
               stays_silent("InterruptRules.K402NotifyAndQueueAreSilent")}},
    {.id = "K-403",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkCbNotifyInterrupt is called at the wrong IRQL or re-entered",
     .text = "NotifyInterrupt is called at interrupt level, from one fixed IRQL/message number, "
             "never re-entrantly.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md",
     .lesson = {.why = "The scheduler's data are guarded by the interrupt's level alone. A report "
                       "from another level or message runs in the middle of one that is under way.",
                .check = "DxgkCbNotifyInterrupt must run inside the adapter's interrupt or its "
                         "synchronised routine, above DISPATCH_LEVEL, and from the message that "
                         "DRIVERCAPS named, or synchronised with it. Re-entry needs two levels or "
                         "messages, and so is found as such.",
                .wrong = R"(VOID DpcRoutine(PVOID Context) {
    Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);
    Dxgk->DxgkCbNotifyDpc(Dxgk->DeviceHandle);
})",
                .right = R"(BOOLEAN ReportFence(PVOID Context) {
    Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);
    return Dxgk->DxgkCbQueueDpc(Dxgk->DeviceHandle);
}
…
Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, ReportFence, adapter, 0, &done);)"},
     .tests = {provokes("InterruptRules.K403NotifyAtPassiveLevelIsFound"),
               provokes("InterruptRules.K403NotifyFromAnotherMessageIsFound"),
               provokes("InterruptRules.K403NotifySynchronizedWithAnotherMessageIsFound"),
               stays_silent("InterruptRules.K403NotifyFromTheFixedMessageIsSilent"),
               stays_silent("InterruptRules.K403NotifyInTheRoutineIsSilent"),
               stays_silent("InterruptRules.K403NotifySynchronizedWithTheFixedMessageIsSilent")}},
    {.id = "K-404",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NotifyInterrupt is not followed by a DPC that calls NotifyDpc",
     .text = "After NotifyInterrupt and before leaving the ISR a DPC must be queued, and the DPC "
             "must call NotifyDpc.",
     .outcome = "scheduler stalls -> TDR",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_dpc.md",
     .lesson = {.why = "The notification only notes what happened; the scheduler acts in the DPC. "
                       "Without it the GPU idles until the time-out.",
                .check = "After an interrupt that notified, a DPC must have been asked for, and "
                         "after the DPC routine DxgkCbNotifyDpc must have been called; each "
                         "omission is reported at the return.",
                .wrong = R"(Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);
return TRUE;)",
                .right = R"(Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);
Dxgk->DxgkCbQueueDpc(Dxgk->DeviceHandle);
return TRUE;)"},
     .tests = {provokes("InterruptRules.K404DpcWithoutNotifyIsFound"),
               provokes("InterruptRules.K404NoDpcIsFound"),
               stays_silent("InterruptRules.K404DpcThatNotifiesIsSilent"),
               stays_silent("InterruptRules.K404DpcOfADriverThatIsStillStartingIsSilent")}},
    {.id = "K-405",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "One DPC per adapter is pending at most",
     .text =
         "One DPC per adapter can be pending; QueueDpc returns FALSE and does nothing if one is.",
     .outcome = "a defect of Drydock",
     .source =
         "dispmprt/nc-dispmprt-dxgkcb_queue_dpc.md; dispmprt/nc-dispmprt-dxgkddi_dpc_routine.md",
     .tests = {proves("InterruptPromises.K405OneDpcIsPendingAtMost")}},
    {.id = "K-406",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "CRTC interrupt is reported before a pending DMA interrupt",
     .text = "With several interrupts at once, DMA-type ones are reported before CRTC-type ones.",
     .outcome = "ordering bug",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md",
     .reason = "the display book makes the same demand as D-124"},
    {.id = "K-407",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Interrupt routine claims a foreign interrupt or leaves its own undismissed",
     .text = "A line-based interrupt not from this adapter: return FALSE at once; own interrupts "
             "are dismissed on hardware before returning TRUE.",
     .outcome = "interrupt storm",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md",
     .lesson = {.why =
                    "A line is shared: who claims a foreign interrupt keeps its owner from hearing "
                    "of it, and a line that stays asserted interrupts again at once, for ever.",
                .check = "For line-based interrupts the model of the device is asked before and "
                         "after DxgkDdiInterruptRoutine whether it asserts the line, and the "
                         "answer is compared with TRUE or FALSE.",
                .wrong = R"(UINT cause = ReadRegister(adapter, IRQ_CAUSE);
HandleCause(adapter, cause);
return TRUE;)",
                .right = R"(UINT cause = ReadRegister(adapter, IRQ_CAUSE);
if (cause == 0) return FALSE;
WriteRegister(adapter, IRQ_ACK, cause);
HandleCause(adapter, cause);
return TRUE;)"},
     .tests = {provokes("InterruptRules.K407ForeignInterruptClaimedIsFound"),
               provokes("InterruptRules.K407InterruptLeftAssertedIsFound"),
               stays_silent("InterruptRules.K407OwnDismissedAndForeignRefusedIsSilent")}},
    {.id = "K-408",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "State shared with the interrupt routine is touched without synchronisation",
     .text = "State shared with the ISR is touched only under DxgkCbSynchronizeExecution (IRQL <= "
             "DISPATCH, message 0 for line-based).",
     .outcome = "race; STATUS_UNSUCCESSFUL if interrupt not connected",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md; "
               "dispmprt/nc-dispmprt-dxgkcb_synchronize_execution.md",
     .lesson =
         {.why = "The interrupt routine can run between any two instructions of the rest of the "
                 "driver. Shared fields read there are half of one state and half of another.",
          .check =
              "DxgkCbSynchronizeExecution reports a call above DISPATCH_LEVEL or with a message "
              "that the interrupt does not have. In a driver that was built with --races, state "
              "that the interrupt routine and another entry point touch without the call is found.",
          .wrong = R"(Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, CopyFences, adapter,
                                 1 /* of a line */, &done);)",
          .right = R"(Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, CopyFences, adapter,
                                 0, &done);)"},
     .tests = {provokes("InterruptRules.K408MessageOfALineIsFound"),
               provokes("InterruptRules.K408SynchronizeAboveDispatchLevelIsFound"),
               provokes("MiniportRaces.K408StateOfTheInterruptRoutineIsFound"),
               stays_silent("InterruptRules.K408SynchronizeAtPassiveLevelIsSilent"),
               stays_silent("MiniportRaces.K408SynchronizedStateIsSilent")}},
    {.id = "K-409",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Interrupt routine touches pageable code or data",
     .text = "ISR code and data are non-pageable.",
     .outcome = "bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md",
     .lesson = {.why = "At device level no page can be brought in. Code or data that happens to be "
                       "paged out when the interrupt comes stops the machine.",
                .check = "PAGED_CODE(), or a function in a pageable section, that is reached from "
                         "DxgkDdiInterruptRoutine raises it; paged data are not looked at.",
                .wrong = R"(VOID DecodeCause(KmAdapter* adapter, UINT cause) {
    PAGED_CODE();
    adapter->LastCause = cause;
})",
                .right = R"(VOID DecodeCause(KmAdapter* adapter, UINT cause) {  // stays resident
    adapter->LastCause = cause;
})"},
     .tests = {provokes("InterruptRules.K409PagedInterruptRoutineIsFound"),
               stays_silent("InterruptRules.K409ResidentInterruptRoutineIsSilent")}},
    {.id = "K-410",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DMA_PAGE_FAULTED is reported with inconsistent fence or flags",
     .text = "DMA_PAGE_FAULTED: FaultedFenceId valid, or FENCE_INVALID set with id 0 and one "
             "reset-required bit; flags must be consistent.",
     .outcome = "bugcheck 0x119/0xD; fatal-hardware flag 0x119/0xC",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md; "
               "d3dkmdt/ne-d3dkmdt-_dxgk_page_fault_flags.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md",
     .lesson =
         {.why = "The kernel decides by these fields which work faulted and how much to reset. If "
                 "they contradict each other it cannot recover and stops.",
          .check = "DxgkCbNotifyInterrupt looks at FaultedFenceId and PageFaultFlags of each "
                   "DMA_PAGE_FAULTED report: a fence, or FENCE_INVALID with 0 and exactly one "
                   "reset. Another report is not listened to.",
          .wrong = R"(data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
data.DmaPageFaulted.FaultedFenceId = 0;
data.DmaPageFaulted.PageFaultFlags = DXGK_PAGE_FAULT_WRITE;)",
          .right = R"(data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
data.DmaPageFaulted.FaultedFenceId = 0;
data.DmaPageFaulted.PageFaultFlags = DXGK_PAGE_FAULT_WRITE |
    DXGK_PAGE_FAULT_FENCE_INVALID | DXGK_PAGE_FAULT_ENGINE_RESET_REQUIRED;)"},
     .tests = {provokes("InterruptRules.K410PageFaultWithoutFenceIsFound"),
               stays_silent("InterruptRules.K410PageFaultWithFenceIsSilent")}},
    {.id = "K-411",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A valid faulted fence id completes all earlier packets",
     .text = "A valid faulted fence id completes all earlier packets; the driver advances its "
             "completed id to it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmdt/ne-d3dkmdt-_dxgk_page_fault_flags.md",
     .tests = {proves("Flight.K411AFaultCompletesWhatCameBefore")}},
    {.id = "K-412",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Miniport reports the reserved interrupt type DMA_FAULTED",
     .text = "DXGK_INTERRUPT_DMA_FAULTED is reserved; drivers must not report it.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md",
     .lesson = {.why = "The value was set aside and never served. The kernel does not know what to "
                       "do with the packet that it is about.",
                .check = "InterruptType is compared at each DxgkCbNotifyInterrupt; "
                         "DXGK_INTERRUPT_DMA_FAULTED is reported.",
                .wrong = R"(data.InterruptType = DXGK_INTERRUPT_DMA_FAULTED;
Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);)",
                .right = R"(data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
data.DmaPageFaulted.FaultedFenceId = fence;
Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);)"},
     .tests = {provokes("InterruptRules.K412ReservedTypeIsFound"),
               stays_silent("InterruptRules.K412DmaCompletedIsSilent")}},
    {.id = "K-413",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiControlInterrupt accepts a type other than CRTC_VSYNC",
     .text = "ControlInterrupt: only CRTC_VSYNC is supported; any other type returns "
             "STATUS_NOT_IMPLEMENTED.",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_controlinterrupt.md",
     .lesson =
         {.why = "Success says that the interrupt can now be switched. For a type the driver does "
                 "not serve, the kernel would wait for something that never comes. Windows asks "
                 "for vsync alone, so that nothing comes of it today.",
          .check =
              "DxgkDdiControlInterrupt that returns another status than STATUS_NOT_IMPLEMENTED for "
              "a type besides CRTC_VSYNC is reported at its return.",
          .wrong =
              R"(NTSTATUS ControlInterrupt(HANDLE Context, DXGK_INTERRUPT_TYPE Type, BOOLEAN Enable) {
    SetVsyncMask(Context, Enable);
    return STATUS_SUCCESS;
})",
          .right =
              R"(NTSTATUS ControlInterrupt(HANDLE Context, DXGK_INTERRUPT_TYPE Type, BOOLEAN Enable) {
    if (Type != DXGK_INTERRUPT_CRTC_VSYNC) return STATUS_NOT_IMPLEMENTED;
    SetVsyncMask(Context, Enable);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("AdapterRules.K413AnyInterruptAcceptedIsFound"),
               provokes("HostileGpu.K413OtherRefusalIsFound"),
               stays_silent("AdapterRules.K413OnlyVsyncIsSilent")}},
    {.id = "K-414",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Vsync on a render-only adapter, or an interrupt during an engine reset",
     .text = "A render-only adapter must not report vsync; no interrupts between engine reset and "
             "resume.",
     .outcome = "bugcheck 0x119/7, 0x119/0x10",
     .source = "debugger/bug-check-0x119---video-scheduler-internal-error.md",
     .lesson = {.why = "A vsync is about a display source, which a render-only adapter does not "
                       "have; the kernel looks for it and stops. An interrupt of an engine that is "
                       "being reset reports work already written off.",
                .check = "DxgkCbNotifyInterrupt reports each kind of vsync of an adapter that "
                         "declared no video present source when it started, and every report of a "
                         "node from the "
                         "return of DxgkDdiResetEngine until something is submitted to it again, "
                         "and does not listen to it.",
                .wrong = R"(*NumberOfVideoPresentSources = 0;
…
data.InterruptType = DXGK_INTERRUPT_CRTC_VSYNC;
Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);)",
                .right = R"(*NumberOfVideoPresentSources = 0;
…
if (cause & CAUSE_VSYNC) WriteRegister(adapter, IRQ_ACK, CAUSE_VSYNC);)"},
     .tests = {provokes("GpuRules.K414ReportOfAnEngineThatWasResetIsFound"),
               provokes("InterruptRules.K414VsyncOfARenderOnlyAdapterIsFound"),
               stays_silent("InterruptRules.K414VsyncBeforeTheSourcesAreKnownIsSilent"),
               stays_silent("GpuRules.K414ReportsOfWhatCameAfterAResetAreSilent"),
               stays_silent("InterruptRules.K414DmaCompletedIsSilent")}},
};

}  // namespace

Chapter interrupts() { return kKernelInterrupts; }

}  // namespace drydock::rules::kernel
