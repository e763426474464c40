// Preemption, fences, cancel.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel23Lessons[] = {
    {.rule = "K-395",
     .why = "The scheduler wants the engine for somebody else and waits for the answer. A failure, "
            "or silence, ends as a time-out that resets the GPU.",
     .check = "A failing status of DxgkDdiPreemptCommand ends the driver at its return, and so "
              "does a preemption that is not reported before the time-out although all work is.",
     .wrong = R"(if (adapter->Idle)
    return STATUS_UNSUCCESSFUL;)",
     .right = R"(if (adapter->Idle)
    ReportPreempted(adapter, args->PreemptionFenceId);  // DxgkCbNotifyInterrupt
else
    SubmitPreemptFence(adapter, args->PreemptionFenceId);
return STATUS_SUCCESS;)"},
    {.rule = "K-397",
     .why = "The packet's device is gone and the packet with it; the call only lets the driver "
            "clean up. There is nobody to hear of a failure.",
     .check = "DxgkDdiCancelCommand that returns anything but STATUS_SUCCESS is reported and ends "
              "the driver.",
     .wrong = R"(QueueEntry* entry = FindEntry(adapter, args->pDmaBufferPrivateData);
if (entry == NULL) return STATUS_NOT_FOUND;)",
     .right = R"(QueueEntry* entry = FindEntry(adapter, args->pDmaBufferPrivateData);
if (entry != NULL) FreeEntry(adapter, entry);
return STATUS_SUCCESS;)"},
    {.rule = "K-398",
     .why = "The kernel asks because it suspects a lost interrupt. A driver that knows of the "
            "completion and keeps it to itself lets a healthy GPU be reset.",
     .check = "CurrentFence that DxgkDdiQueryCurrentFence returns is compared with the last one "
              "that the node reported; a later one is a finding, and so is a failing status.",
     .wrong = R"(args->CurrentFence = ReadRegister(adapter, FENCE);
return STATUS_SUCCESS;)",
     .right =
         R"(Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, ReportNewFence, adapter, 0, &done);
args->CurrentFence = adapter->LastReportedFence;
return STATUS_SUCCESS;)"},
    {.rule = "K-399",
     .why = "The kernel frees and reuses memory as soon as a fence is reported. A wrong number "
            "lets it reuse memory that the GPU still writes, or waits for ever.",
     .check = "Each fence in DxgkCbNotifyInterrupt must be a submitted one of its node and not "
              "before the last reported, and a preemption the one that was asked for; whether the "
              "work has really retired is not seen.",
     .wrong = R"(data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
data.DmaCompleted.SubmissionFenceId = ++adapter->CompletedCount;)",
     .right = R"(data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
data.DmaCompleted.SubmissionFenceId = ReadRegister(adapter, FENCE);)"},
    {.rule = "K-401",
     .why = "The parts of a split buffer run at different times, with other work "
            "between them, and in linked adapters on several engines. Who changes a "
            "part that is not submitted changes what another engine runs.",
     .check = "In runs with hostile arguments: DxgkDdiPatch for a part of a split DMA "
              "buffer must leave the other parts as they are. What the GPU saves and "
              "restores is not seen.",
     .wrong = R"(*(UINT*)args->pDmaBuffer = SKIP_TO(args->DmaBufferSubmissionStartOffset);)",
     .right = R"(ring->Start = args->DmaBufferSubmissionStartOffset;
ring->End = args->DmaBufferSubmissionEndOffset;)"},
};

}  // namespace

Lessons kernel_23() { return kKernel23Lessons; }

}  // namespace drydock::rules::lessons
