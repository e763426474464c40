// Interrupt and DPC.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel24Lessons[] = {
    {.rule = "K-402",
     .why = "The interrupt routine runs above everything else. Most callbacks take locks or touch "
            "pageable memory, and at that level either one hangs or stops the machine.",
     .check = "Every callback but DxgkCbNotifyInterrupt, DxgkCbQueueDpc and small "
              "DxgkCbLogEtwEvent events asks whether DxgkDdiInterruptRoutine is running on this "
              "thread and reports itself.",
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
    {.rule = "K-403",
     .why = "The scheduler's data are guarded by the interrupt's level alone. A report from "
            "another level or message runs in the middle of one that is under way.",
     .check =
         "DxgkCbNotifyInterrupt must run inside the adapter's interrupt or its synchronised "
         "routine, above DISPATCH_LEVEL, and from the message that DRIVERCAPS named, or "
         "synchronised with it. Re-entry needs two levels or messages, and so is found as such.",
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
    {.rule = "K-404",
     .why = "The notification only notes what happened; the scheduler acts in the DPC. Without it "
            "the GPU idles until the time-out.",
     .check = "After an interrupt that notified, a DPC must have been asked for, and after the DPC "
              "routine DxgkCbNotifyDpc must have been called; each omission is reported at the "
              "return.",
     .wrong = R"(Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);
return TRUE;)",
     .right = R"(Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);
Dxgk->DxgkCbQueueDpc(Dxgk->DeviceHandle);
return TRUE;)"},
    {.rule = "K-407",
     .why = "A line is shared: who claims a foreign interrupt keeps its owner from hearing of it, "
            "and a line that stays asserted interrupts again at once, for ever.",
     .check = "For line-based interrupts the model of the device is asked before and after "
              "DxgkDdiInterruptRoutine whether it asserts the line, and the answer is compared "
              "with TRUE or FALSE.",
     .wrong = R"(UINT cause = ReadRegister(adapter, IRQ_CAUSE);
HandleCause(adapter, cause);
return TRUE;)",
     .right = R"(UINT cause = ReadRegister(adapter, IRQ_CAUSE);
if (cause == 0) return FALSE;
WriteRegister(adapter, IRQ_ACK, cause);
HandleCause(adapter, cause);
return TRUE;)"},
    {.rule = "K-408",
     .why = "The interrupt routine can run between any two instructions of the rest of the driver. "
            "Shared fields read there are half of one state and half of another.",
     .check = "DxgkCbSynchronizeExecution reports a call above DISPATCH_LEVEL or with a message "
              "that the interrupt does not have. In a driver that was built with --races, state "
              "that the interrupt routine and another entry point touch without the call is found.",
     .wrong = R"(Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, CopyFences, adapter,
                                 1 /* of a line */, &done);)",
     .right = R"(Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, CopyFences, adapter,
                                 0, &done);)"},
    {.rule = "K-409",
     .why = "At device level no page can be brought in. Code or data that happens to be paged out "
            "when the interrupt comes stops the machine.",
     .check = "PAGED_CODE(), or a function in a pageable section, that is reached from "
              "DxgkDdiInterruptRoutine raises it; paged data are not looked at.",
     .wrong = R"(VOID DecodeCause(KmAdapter* adapter, UINT cause) {
    PAGED_CODE();
    adapter->LastCause = cause;
})",
     .right = R"(VOID DecodeCause(KmAdapter* adapter, UINT cause) {  // stays resident
    adapter->LastCause = cause;
})"},
    {.rule = "K-410",
     .why = "The kernel decides by these fields which work faulted and how much to reset. If they "
            "contradict each other it cannot recover and stops.",
     .check = "DxgkCbNotifyInterrupt looks at FaultedFenceId and PageFaultFlags of each "
              "DMA_PAGE_FAULTED report: a fence, or FENCE_INVALID with 0 and exactly one reset.",
     .wrong = R"(data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
data.DmaPageFaulted.FaultedFenceId = 0;
data.DmaPageFaulted.PageFaultFlags = DXGK_PAGE_FAULT_WRITE;)",
     .right = R"(data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
data.DmaPageFaulted.FaultedFenceId = 0;
data.DmaPageFaulted.PageFaultFlags = DXGK_PAGE_FAULT_WRITE |
    DXGK_PAGE_FAULT_FENCE_INVALID | DXGK_PAGE_FAULT_ENGINE_RESET_REQUIRED;)"},
    {.rule = "K-412",
     .why = "The value was set aside and never served. The kernel does not know what to do with "
            "the packet that it is about.",
     .check = "InterruptType is compared at each DxgkCbNotifyInterrupt; DXGK_INTERRUPT_DMA_FAULTED "
              "is reported.",
     .wrong = R"(data.InterruptType = DXGK_INTERRUPT_DMA_FAULTED;
Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);)",
     .right = R"(data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
data.DmaPageFaulted.FaultedFenceId = fence;
Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);)"},
    {.rule = "K-413",
     .why = "Success says that the interrupt can now be switched. For a type the driver does not "
            "serve, the kernel then waits for something that never comes.",
     .check =
         "DxgkDdiControlInterrupt that returns another status than STATUS_NOT_IMPLEMENTED for a "
         "type besides CRTC_VSYNC is reported at its return.",
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
    {.rule = "K-414",
     .why = "A vsync is about a display source, which a render-only adapter does not have; the "
            "kernel looks for it and stops. An interrupt of an engine that is being reset reports "
            "work already written off.",
     .check = "DxgkCbNotifyInterrupt reports each kind of vsync of an adapter that declared no "
              "video present source, and every report of a node from the return of "
              "DxgkDdiResetEngine until something is submitted to it again.",
     .wrong = R"(*NumberOfVideoPresentSources = 0;
…
data.InterruptType = DXGK_INTERRUPT_CRTC_VSYNC;
Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &data);)",
     .right = R"(*NumberOfVideoPresentSources = 0;
…
if (cause & CAUSE_VSYNC) WriteRegister(adapter, IRQ_ACK, CAUSE_VSYNC);)"},
};

}  // namespace

Lessons kernel_24() { return kKernel24Lessons; }

}  // namespace drydock::rules::lessons
