// Preemption, fences, cancel.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelPreemption[] = {
    {.id = "K-395",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiPreemptCommand fails or does not report the preemption",
     .text = "PreemptCommand (DISPATCH, level one) must succeed; if all work is already complete "
             "and reported, report the preemption through NotifyInterrupt at interrupt level "
             "instead of submitting the preempt fence.",
     .outcome = "bugcheck 0x119/2",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_preemptcommand.md",
     .lesson =
         {.why = "The scheduler wants the engine for somebody else and waits for the answer. A "
                 "failure, or silence, ends as a time-out that resets the GPU.",
          .check =
              "A failing status of DxgkDdiPreemptCommand is reported at its return, and so is a "
              "preemption that is not reported before the time-out although all work is. The "
              "request counts as withdrawn then.",
          .wrong = R"(if (adapter->Idle)
    return STATUS_UNSUCCESSFUL;)",
          .right = R"(if (adapter->Idle)
    ReportPreempted(adapter, args->PreemptionFenceId);  // DxgkCbNotifyInterrupt
else
    SubmitPreemptFence(adapter, args->PreemptionFenceId);
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K395FailedPreemptionIsFound"),
               provokes("HostileGpu.K395UnansweredPreemptionIsFound"),
               stays_silent("GpuRules.K395K397PreemptionAndCancelAreSilent")}},
    {.id = "K-396",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Preempted packets are exactly those after LastCompletedFenceId",
     .text = "A preempted notification means everything submitted after LastCompletedFenceId and "
             "before the preempt request was preempted and will be resubmitted.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md",
     .tests = {proves("Flight.PreemptedWorkKeepsItsReferences"),
               proves("GpuPromises.K393PreemptedWorkIsSubmittedAgain"),
               proves("GpuPromises.K396WhatCameAfterTheRequestGoesOn")}},
    {.id = "K-397",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCancelCommand fails",
     .text = "CancelCommand (PASSIVE; only with CancelCommandAware) cleans up a packet that never "
             "reached hardware because its device failed; it must succeed.",
     .outcome = "bugcheck 0x119/9",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_cancelcommand.md",
     .lesson = {.why = "The packet's device is gone and the packet with it; the call only lets the "
                       "driver clean up. There is nobody to hear of a failure.",
                .check = "DxgkDdiCancelCommand that returns anything but STATUS_SUCCESS is "
                         "reported; the packet counts as cancelled.",
                .wrong = R"(QueueEntry* entry = FindEntry(adapter, args->pDmaBufferPrivateData);
if (entry == NULL) return STATUS_NOT_FOUND;)",
                .right = R"(QueueEntry* entry = FindEntry(adapter, args->pDmaBufferPrivateData);
if (entry != NULL) FreeEntry(adapter, entry);
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K397FailedCancelIsFound"),
               stays_silent("GpuRules.K395K397PreemptionAndCancelAreSilent")}},
    {.id = "K-398",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "QueryCurrentFence returns without reporting a completed fence",
     .text = "QueryCurrentFence: before returning, report any completed-but-unreported fence "
             "through NotifyInterrupt at interrupt level, only if newer than the last reported.",
     .outcome = "missed completion -> TDR",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_querycurrentfence.md",
     .lesson =
         {.why = "The kernel asks because it suspects a lost interrupt. A driver that knows of the "
                 "completion and keeps it to itself lets a healthy GPU be reset.",
          .check =
              "CurrentFence that DxgkDdiQueryCurrentFence returns is compared with the last one "
              "that the node reported; a later one is a finding, and so is a failing status.",
          .wrong = R"(args->CurrentFence = ReadRegister(adapter, FENCE);
return STATUS_SUCCESS;)",
          .right =
              R"(Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, ReportNewFence, adapter, 0, &done);
args->CurrentFence = adapter->LastReportedFence;
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K398FenceKnownButNotReportedIsFound"),
               stays_silent("GpuRules.K398FenceReportedOnAskingIsSilent")}},
    {.id = "K-399",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Fence id is reported early, out of order or was never issued",
     .text = "A fence id is reported only after all work before it has retired to memory; ids per "
             "node never go backwards and must be ones the kernel issued.",
     .outcome = "bugcheck 0x119/1",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_querycurrentfence.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md",
     .lesson =
         {.why = "The kernel frees and reuses memory as soon as a fence is reported. A wrong "
                 "number lets it reuse memory that the GPU still writes, or waits for ever.",
          .check =
              "Each fence in DxgkCbNotifyInterrupt must be a submitted one of its node and not "
              "before the last reported, and a preemption the one that was asked for; another "
              "report is not listened to. Whether the work has really retired is not seen.",
          .wrong = R"(data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
data.DmaCompleted.SubmissionFenceId = ++adapter->CompletedCount;)",
          .right = R"(data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
data.DmaCompleted.SubmissionFenceId = ReadRegister(adapter, FENCE);)"},
     .tests = {provokes("GpuRules.K399FenceThatGoesBackIsFound"),
               provokes("GpuRules.K399FenceThatWasNotIssuedIsFound"),
               provokes("GpuRules.K399PreemptionThatWasNotRequestedIsFound"),
               provokes("HostileGpu.K399FenceThatWasNotSubmittedIsFound"),
               stays_silent("GpuRules.K399FencesInOrderAreSilent")}},
    {.id = "K-400",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A reported fence id completes every earlier packet on its node",
     .text = "Reported fence id N completes every earlier packet on that node.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md",
     .tests = {proves("GpuPromises.K400AFenceCompletesEverythingBeforeIt")}},
    {.id = "K-401",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU state is not saved and restored at a split boundary",
     .text = "A preemption-aware driver saves/restores GPU state at every split boundary and does "
             "not alter split buffer content across LDA broadcasts.",
     .outcome = "corruption",
     .source = "display/gpu-preemption.md",
     .lesson =
         {.why = "The parts of a split buffer run at different times, with other work between "
                 "them, and in linked adapters on several engines. Who changes a part that is not "
                 "submitted changes what another engine runs.",
          .check =
              "In runs with hostile arguments: DxgkDdiPatch for a part of a split DMA buffer must "
              "leave the other parts as they are. What the GPU saves and restores is not seen.",
          .wrong = R"(*(UINT*)args->pDmaBuffer = SKIP_TO(args->DmaBufferSubmissionStartOffset);)",
          .right = R"(ring->Start = args->DmaBufferSubmissionStartOffset;
ring->End = args->DmaBufferSubmissionEndOffset;)"},
     .tests = {provokes("HostileGpu.K401ChangeOfAnotherPartIsFound"),
               stays_silent("HostileGpu.K401WorkThatIsTooLargeRunsInParts")}},
};

}  // namespace

Chapter preemption() { return kKernelPreemption; }

}  // namespace drydock::rules::kernel
