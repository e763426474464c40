// Timeouts (TDR).
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelTimeouts[] = {
    {.id = "K-444",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A packet that outlasts the time-out is preempted first, then reset",
     .text = "A packet that neither completes nor preempts within the delay (default 2 s) triggers "
             "recovery; preemption is always tried first on Windows 8+.",
     .outcome = "a defect of Drydock",
     .source = "display/timeout-detection-and-recovery.md; display/gpu-preemption.md",
     .tests = {proves("TimeOut.AHungPacketIsPreemptedThenItsEngineReset")}},
    {.id = "K-445",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "More than five adapter resets within a minute stop the machine",
     .text = "More than five adapter resets within a minute end in a bugcheck; engine resets do "
             "not count but block the guilty process.",
     .outcome = "bugcheck 0x116",
     .source = "display/timeout-detection-and-recovery.md; display/tdr-registry-keys.md",
     .lesson = {.why = "A GPU that hangs again and again is not recovered by resets, and Windows "
                       "gives up. A driver that can reset one engine is not asked to reset all.",
                .check = "The resets of an adapter are counted; the sixth within a minute ends the "
                         "driver, and so does a GPU that hangs under a driver that cannot reset "
                         "it.",
                .wrong = R"(// The adapter is reset for each command that hangs.
caps->SupportPerEngineTDR = FALSE;)",
                .right = R"(// Only the engine that hangs is reset.
caps->SupportPerEngineTDR = TRUE;)"},
     .tests = {provokes("GpuRules.K445SixthResetIsTheEnd"),
               stays_silent("GpuRules.K448K450K452ResetThatGoesWellIsSilent")}},
    {.id = "K-446",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "A thread stays in the driver for longer than TdrDdiDelay at a reset",
     .text = "Threads inside the driver get 5 s (TdrDdiDelay) to leave at reset.",
     .outcome = "bugcheck 0x116",
     .source = "display/tdr-registry-keys.md",
     .lesson = {.why = "DxgkDdiResetFromTimeout runs alone in the driver. A thread that does not "
                       "come out keeps the GPU from being reset, and the machine stops.",
                .check = "When a reset waits for threads to leave the driver and one has not left "
                         "after five seconds, the driver's life ends.",
                .wrong = R"(while (ReadRegister(adapter, BUSY)) KeDelay(adapter);)",
                .right = R"(for (UINT tries = 0; ReadRegister(adapter, BUSY); ++tries) {
    if (tries == LIMIT) return STATUS_UNSUCCESSFUL;
    KeDelay(adapter);
})"},
     .tests = {provokes("SlowDriver.K446FiveSecondsAreTheMost"),
               stays_silent("SlowDriver.K446ResetWaitsForAThreadThatLeavesInTime")}},
    {.id = "K-447",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ResetFromTimeout runs alone in the driver",
     .text = "ResetFromTimeout runs alone in the driver (runtime power callbacks excepted), with "
             "applications cut off from the frame buffer; ISR and DPC may still run.",
     .outcome = "a defect of Drydock",
     .source = "display/thread-synchronization-and-tdr.md",
     .tests = {proves("GpuPromises.K447AdapterResetIsAlone")}},
    {.id = "K-448",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU still accesses memory after DxgkDdiResetFromTimeout",
     .text = "On return from ResetFromTimeout the GPU neither reads nor writes memory; the call "
             "must succeed.",
     .outcome = "bugcheck-class (restart)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_resetfromtimeout.md",
     .lesson = {.why = "After the reset the memory manager gives everything away. A GPU that still "
                       "writes destroys memory which belongs to other programs by then.",
                .check = "A failing status of DxgkDdiResetFromTimeout is reported, and system "
                         "memory that apertures showed is compared before and after the clean-up, "
                         "locked allocations left out. The GPU counts as reset in any case.",
                .wrong = R"(NTSTATUS ResetFromTimeout(HANDLE hAdapter) {
    WriteRegister(hAdapter, RESET, 1);
    return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS ResetFromTimeout(HANDLE hAdapter) {
    WriteRegister(hAdapter, BUS_MASTER, 0);
    WriteRegister(hAdapter, RESET, 1);
    while (ReadRegister(hAdapter, BUSY)) KeStallExecutionProcessor(10);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("GpuRules.K448FailedResetIsFound"),
               provokes("GpuRules.K448WriteAfterResetIsFound"),
               stays_silent("GpuRules.K448K450K452ResetThatGoesWellIsSilent"),
               stays_silent("GpuRules.K448WhatIsLockedMayChange")}},
    {.id = "K-449",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Evictions between reset and restart are announced without copies",
     .text = "Between reset and restart, evictions are announced without copies: Transfer with "
             "size 0 (memory segments), UnmapApertureSegment, ReleaseSwizzlingRange.",
     .outcome = "a defect of Drydock",
     .source = "display/thread-synchronization-and-tdr.md",
     .tests = {proves("TimeOut.WithoutEngineResetTheAdapterIsReset")}},
    {.id = "K-450",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU is touched before RestartFromTimeout, or the restart fails",
     .text = "During that clean-up the driver should not touch the GPU; RestartFromTimeout marks "
             "its end and must be implemented and succeed.",
     .outcome = "bugcheck-class",
     .source = "display/thread-synchronization-and-tdr.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_restartfromtimeout.md",
     .lesson =
         {.why = "Between reset and restart the GPU is in no defined state. Registers written then "
                 "are lost or undo the reset, and without the restart call the driver never learns "
                 "that it may go on.",
          .check = "The host watches registers while DxgkDdiBuildPagingBuffer is called for the "
                   "clean-up, the status of DxgkDdiRestartFromTimeout, and that a driver with the "
                   "reset has the restart too. The GPU counts as restarted in any case.",
          .wrong = R"(NTSTATUS BuildPagingBuffer(HANDLE hAdapter, DXGKARG_BUILDPAGINGBUFFER* args) {
    WriteRegister(hAdapter, TLB_FLUSH, 1);
    …)",
          .right = R"(NTSTATUS BuildPagingBuffer(HANDLE hAdapter, DXGKARG_BUILDPAGINGBUFFER* args) {
    KmAdapter* adapter = (KmAdapter*)hAdapter;
    if (!adapter->IsResetting) WriteRegister(hAdapter, TLB_FLUSH, 1);
    …)"},
     .tests = {provokes("GpuRules.K450FailedRestartIsFound"),
               provokes("GpuRules.K450RegistersTouchedInTheCleanUpAreFound"),
               provokes("GpuRules.K450ResetWithoutRestartIsFound"),
               stays_silent("GpuRules.K448K450K452ResetThatGoesWellIsSilent")}},
    {.id = "K-451",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An adapter reset purges all allocations from video memory",
     .text = "Adapter reset purges all allocations from video memory (content lost).",
     .outcome = "a defect of Drydock",
     .source = "display/timeout-detection-and-recovery.md",
     .tests = {proves("TimeOut.WithoutEngineResetTheAdapterIsReset")}},
    {.id = "K-452",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Completed fence lags behind the last submitted after an adapter reset",
     .text = "After adapter reset every node's completed fence becomes its last submitted fence.",
     .outcome = "0x119/1 later",
     .source = "display/tdr-changes-in-windows-8.md",
     .lesson =
         {.why = "Everything that was submitted is written off by the reset. A counter that stayed "
                 "behind reports those fences again later, and the kernel stops at a fence it "
                 "knows as done.",
          .check =
              "After DxgkDdiRestartFromTimeout each node is asked through "
              "DxgkDdiQueryCurrentFence; a value before the last submitted fence is reported, and "
              "the host counts all fences as completed.",
          .wrong = R"(NTSTATUS ResetFromTimeout(HANDLE hAdapter) {
    StopEngines(adapter);
    return STATUS_SUCCESS;
})",
          .right = R"(NTSTATUS ResetFromTimeout(HANDLE hAdapter) {
    StopEngines(adapter);
    for (UINT node = 0; node < adapter->NodeCount; ++node)
        adapter->CompletedFence[node] = adapter->SubmittedFence[node];
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("GpuRules.K452FenceThatStaysBehindIsFound"),
               stays_silent("GpuRules.K448K450K452ResetThatGoesWellIsSilent")}},
    {.id = "K-453",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiResetEngine returns early or with a bad LastAbortedFenceId",
     .text = "ResetEngine returns only when reset is done, the queue is empty and the node accepts "
             "work; LastAbortedFenceId lies between last completed and last submitted.",
     .outcome = "bugcheck 0x119/0xA",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_resetengine.md; display/tdr-changes-in-windows-8.md",
     .lesson = {.why = "The kernel completes what came before the fence and gives up the work "
                       "after it. A number outside leaves packets that are neither done nor lost.",
                .check =
                    "LastAbortedFenceId of a successful DxgkDdiResetEngine must lie between "
                    "the last fence that the node reported and the last that was submitted; "
                    "that the engine is really idle is not seen. A wrong value is reported, and "
                    "the host takes the last submitted fence for it.",
                .wrong = R"(ResetHardwareEngine(adapter, pResetEngine->NodeOrdinal);
pResetEngine->LastAbortedFenceId = 0;
return STATUS_SUCCESS;)",
                .right = R"(ResetHardwareEngine(adapter, pResetEngine->NodeOrdinal);
WaitForEmptyRing(adapter, pResetEngine->NodeOrdinal);
pResetEngine->LastAbortedFenceId = adapter->SubmittedFence[pResetEngine->NodeOrdinal];
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K453FenceBeyondTheLastIsFound"),
               provokes("HostileGpu.K453FenceThatWasNotSubmittedIsFound"),
               stays_silent("GpuRules.K453K455EngineResetThatGoesWellIsSilent")}},
    {.id = "K-454",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A failed engine reset is promoted to an adapter reset",
     .text = "A failed engine reset, or one that hit a paging packet, is promoted to an adapter "
             "reset; devices owning allocations of that paging packet go to error, the system "
             "device does not.",
     .outcome = "a defect of Drydock",
     .source = "display/tdr-changes-in-windows-8.md",
     .tests = {proves("TimeOut.AFailedEngineResetIsPromoted"),
               proves("TimeOut.HungPagingResetsTheAdapter")}},
    {.id = "K-455",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "QueryDependentEngineGroup fails or leaves out the reset node",
     .text = "QueryDependentEngineGroup includes the reset node itself in the mask, same engine "
             "ordinal for all; it and QueryEngineStatus always succeed.",
     .outcome = "bugcheck 0x119/8",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_querydependentenginegroup.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md",
     .lesson =
         {.why = "The mask says which engines lose their work when this one is reset. Without the "
                 "node itself nothing would be reset, and the hang goes on.",
          .check = "A failing status of either call, or a DependentNodeOrdinalMask without the "
                   "node that was asked about or with nodes that are not there, is reported; the "
                   "mask is then taken as it should have been. The engine ordinal is not compared.",
          .wrong =
              R"(args->DependentNodeOrdinalMask = args->NodeOrdinal == NODE_3D ? 1 << NODE_COPY : 0;
return STATUS_SUCCESS;)",
          .right = R"(args->DependentNodeOrdinalMask = 1 << args->NodeOrdinal;
if (args->NodeOrdinal == NODE_3D)
    args->DependentNodeOrdinalMask |= 1 << NODE_COPY;
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K455FailedQueryIsFound"),
               provokes("GpuRules.K455GroupWithoutItsNodeIsFound"),
               provokes("HostileGpu.K455NodesThatAreNotThereAreFound"),
               stays_silent("GpuRules.K453K455EngineResetThatGoesWellIsSilent")}},
    {.id = "K-456",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiCollectDbgInfo is not fit for the IRQL it runs at",
     .text = "CollectDbgInfo may run at any IRQL, except for TDR reasons where it is PASSIVE, "
             "pageable and level zero.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_collectdbginfo.md",
     .lesson =
         {.why = "Before a bug check the report is taken at whatever IRQL the machine stopped at. "
                 "Paged code that runs there faults, and the report of the real fault is lost.",
          .check =
              "DxgkDdiCollectDbgInfo is called at a high IRQL with a reason that is no time-out: "
              "PAGED_CODE() in it, or a function in a pageable section, ends the driver.",
          .wrong = R"(PAGED_CODE();
CopyEngineState(args->pBuffer, args->BufferSize);)",
          .right = R"(if (args->Reason == VIDEO_TDR_TIMEOUT_DETECTED)
    PAGED_CODE();
CopyEngineState(args->pBuffer, args->BufferSize);)"},
     .tests = {provokes("AdapterRules.K456PagedDebugInfoIsFound"),
               provokes("HostileGpu.K456PagedReportAtAHighIrqlIsFound"),
               stays_silent("AdapterRules.K456DebugInfoAtEachLevelIsSilent"),
               stays_silent("HostileGpu.K456ReportsAtTheirIrqlAreSilent")}},
};

}  // namespace

Chapter timeouts() { return kKernelTimeouts; }

}  // namespace drydock::rules::kernel
