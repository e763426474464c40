// Preemption, fences, cancel.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel23[] = {
    {.id = "K-395",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiPreemptCommand fails or does not report the preemption",
     .text = "PreemptCommand (DISPATCH, level one) must succeed; if all work is already complete "
             "and reported, report the preemption through NotifyInterrupt at interrupt level "
             "instead of submitting the preempt fence.",
     .outcome = "bugcheck 0x119/2",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_preemptcommand.md"},
    {.id = "K-396",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Preempted packets are exactly those after LastCompletedFenceId",
     .text = "A preempted notification means everything submitted after LastCompletedFenceId and "
             "before the preempt request was preempted and will be resubmitted.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md"},
    {.id = "K-397",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiCancelCommand fails",
     .text = "CancelCommand (PASSIVE; only with CancelCommandAware) cleans up a packet that never "
             "reached hardware because its device failed; it must succeed.",
     .outcome = "bugcheck 0x119/9",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_cancelcommand.md"},
    {.id = "K-398",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "QueryCurrentFence returns without reporting a completed fence",
     .text = "QueryCurrentFence: before returning, report any completed-but-unreported fence "
             "through NotifyInterrupt at interrupt level, only if newer than the last reported.",
     .outcome = "missed completion -> TDR",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_querycurrentfence.md"},
    {.id = "K-399",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Fence id is reported early, out of order or was never issued",
     .text = "A fence id is reported only after all work before it has retired to memory; ids per "
             "node never go backwards and must be ones the kernel issued.",
     .outcome = "bugcheck 0x119/1",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_querycurrentfence.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md"},
    {.id = "K-400",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A reported fence id completes every earlier packet on its node",
     .text = "Reported fence id N completes every earlier packet on that node.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md"},
    {.id = "K-401",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU state is not saved and restored at a split boundary",
     .text = "A preemption-aware driver saves/restores GPU state at every split boundary and does "
             "not alter split buffer content across LDA broadcasts.",
     .outcome = "corruption",
     .source = "display/gpu-preemption.md"},
};

}  // namespace

Chapter kernel_23() { return kKernel23; }

}  // namespace drydock::rules::chapter
