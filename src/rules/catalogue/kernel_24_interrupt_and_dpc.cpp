// Interrupt and DPC.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel24[] = {
    {.id = "K-402",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Interrupt routine calls more than NotifyInterrupt and QueueDpc",
     .text = "The ISR may call only DxgkCbNotifyInterrupt and DxgkCbQueueDpc.",
     .outcome = "bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md"},
    {.id = "K-403",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkCbNotifyInterrupt is called at the wrong IRQL or re-entered",
     .text = "NotifyInterrupt is called at interrupt level, from one fixed IRQL/message number, "
             "never re-entrantly.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md"},
    {.id = "K-404",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NotifyInterrupt is not followed by a DPC that calls NotifyDpc",
     .text = "After NotifyInterrupt and before leaving the ISR a DPC must be queued, and the DPC "
             "must call NotifyDpc.",
     .outcome = "scheduler stalls -> TDR",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_dpc.md"},
    {.id = "K-405",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "One DPC per adapter is pending at most",
     .text = "One DPC per adapter can be pending; QueueDpc returns FALSE and does nothing if one "
             "is.",
     .outcome = "a defect of Drydock",
     .source =
         "dispmprt/nc-dispmprt-dxgkcb_queue_dpc.md; dispmprt/nc-dispmprt-dxgkddi_dpc_routine.md"},
    {.id = "K-406",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "CRTC interrupt is reported before a pending DMA interrupt",
     .text = "With several interrupts at once, DMA-type ones are reported before CRTC-type ones.",
     .outcome = "ordering bug",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md",
     .reason = "CRTC interrupts come from scan-out, which a render-only adapter does not have"},
    {.id = "K-407",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Interrupt routine claims a foreign interrupt or leaves its own undismissed",
     .text = "A line-based interrupt not from this adapter: return FALSE at once; own interrupts "
             "are dismissed on hardware before returning TRUE.",
     .outcome = "interrupt storm",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md"},
    {.id = "K-408",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "State shared with the interrupt routine is touched without synchronisation",
     .text = "State shared with the ISR is touched only under DxgkCbSynchronizeExecution (IRQL <= "
             "DISPATCH, message 0 for line-based).",
     .outcome = "race; STATUS_UNSUCCESSFUL if interrupt not connected",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md; "
               "dispmprt/nc-dispmprt-dxgkcb_synchronize_execution.md"},
    {.id = "K-409",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Interrupt routine touches pageable code or data",
     .text = "ISR code and data are non-pageable.",
     .outcome = "bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_interrupt_routine.md"},
    {.id = "K-410",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DMA_PAGE_FAULTED is reported with inconsistent fence or flags",
     .text = "DMA_PAGE_FAULTED: FaultedFenceId valid, or FENCE_INVALID set with id 0 and one "
             "reset-required bit; flags must be consistent.",
     .outcome = "bugcheck 0x119/0xD; fatal-hardware flag 0x119/0xC",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md; "
               "d3dkmdt/ne-d3dkmdt-_dxgk_page_fault_flags.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md"},
    {.id = "K-411",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A valid faulted fence id completes all earlier packets",
     .text = "A valid faulted fence id completes all earlier packets; the driver advances its "
             "completed id to it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmdt/ne-d3dkmdt-_dxgk_page_fault_flags.md"},
    {.id = "K-412",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Miniport reports the reserved interrupt type DMA_FAULTED",
     .text = "DXGK_INTERRUPT_DMA_FAULTED is reserved; drivers must not report it.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md"},
    {.id = "K-413",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiControlInterrupt accepts a type other than CRTC_VSYNC",
     .text = "ControlInterrupt: only CRTC_VSYNC is supported; any other type returns "
             "STATUS_NOT_IMPLEMENTED.",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_controlinterrupt.md"},
    {.id = "K-414",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Vsync on a render-only adapter, or an interrupt during an engine reset",
     .text = "A render-only adapter must not report vsync; no interrupts between engine reset and "
             "resume.",
     .outcome = "bugcheck 0x119/7, 0x119/0x10",
     .source = "debugger/bug-check-0x119---video-scheduler-internal-error.md"},
};

}  // namespace

Chapter kernel_24() { return kKernel24; }

}  // namespace drydock::rules::chapter
