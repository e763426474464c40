// Timeouts (TDR).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel27Lessons[] = {
    {.rule = "K-448",
     .why = "After the reset the memory manager gives everything away. A GPU that still writes "
            "destroys memory which belongs to other programs by then.",
     .check = "A failing status of DxgkDdiResetFromTimeout ends the driver; and system memory that "
              "apertures showed is compared before and after the clean-up, locked allocations left "
              "out.",
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
    {.rule = "K-450",
     .why = "Between reset and restart the GPU is in no defined state. Registers written then are "
            "lost or undo the reset, and without the restart call the driver never learns that it "
            "may go on.",
     .check = "The host watches registers while DxgkDdiBuildPagingBuffer is called for the "
              "clean-up, the status of DxgkDdiRestartFromTimeout, and that a driver with the reset "
              "has the restart too.",
     .wrong = R"(NTSTATUS BuildPagingBuffer(HANDLE hAdapter, DXGKARG_BUILDPAGINGBUFFER* args) {
    WriteRegister(hAdapter, TLB_FLUSH, 1);
    …)",
     .right = R"(NTSTATUS BuildPagingBuffer(HANDLE hAdapter, DXGKARG_BUILDPAGINGBUFFER* args) {
    KmAdapter* adapter = (KmAdapter*)hAdapter;
    if (!adapter->IsResetting) WriteRegister(hAdapter, TLB_FLUSH, 1);
    …)"},
    {.rule = "K-452",
     .why = "Everything that was submitted is written off by the reset. A counter that stayed "
            "behind reports those fences again later, and the kernel stops at a fence it knows as "
            "done.",
     .check = "After DxgkDdiRestartFromTimeout each node is asked through "
              "DxgkDdiQueryCurrentFence; a value before the last submitted fence ends the driver.",
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
    {.rule = "K-453",
     .why = "The kernel completes what came before the fence and gives up the work after it. A "
            "number outside leaves packets that are neither done nor lost.",
     .check = "LastAbortedFenceId of a successful DxgkDdiResetEngine must lie between the last "
              "fence that the node reported and the last that was submitted; that the engine is "
              "really idle is not seen.",
     .wrong = R"(ResetHardwareEngine(adapter, pResetEngine->NodeOrdinal);
pResetEngine->LastAbortedFenceId = 0;
return STATUS_SUCCESS;)",
     .right = R"(ResetHardwareEngine(adapter, pResetEngine->NodeOrdinal);
WaitForEmptyRing(adapter, pResetEngine->NodeOrdinal);
pResetEngine->LastAbortedFenceId = adapter->SubmittedFence[pResetEngine->NodeOrdinal];
return STATUS_SUCCESS;)"},
    {.rule = "K-455",
     .why = "The mask says which engines lose their work when this one is reset. Without the node "
            "itself nothing would be reset, and the hang goes on.",
     .check = "A failing status of either call, or a DependentNodeOrdinalMask without the node "
              "that was asked about or with nodes that are not there, ends the driver; the engine "
              "ordinal is not compared.",
     .wrong = R"(args->DependentNodeOrdinalMask = args->NodeOrdinal == NODE_3D ? 1 << NODE_COPY : 0;
return STATUS_SUCCESS;)",
     .right = R"(args->DependentNodeOrdinalMask = 1 << args->NodeOrdinal;
if (args->NodeOrdinal == NODE_3D)
    args->DependentNodeOrdinalMask |= 1 << NODE_COPY;
return STATUS_SUCCESS;)"},
    {.rule = "K-456",
     .why = "Before a bug check the report is taken at whatever IRQL the machine "
            "stopped at. Paged code that runs there faults, and the report of the "
            "real fault is lost.",
     .check = "DxgkDdiCollectDbgInfo is called at a high IRQL with a reason that is "
              "no time-out: PAGED_CODE() in it, or a function in a pageable section, ends "
              "the driver.",
     .wrong = R"(PAGED_CODE();
CopyEngineState(args->pBuffer, args->BufferSize);)",
     .right = R"(if (args->Reason == VIDEO_TDR_TIMEOUT_DETECTED)
    PAGED_CODE();
CopyEngineState(args->pBuffer, args->BufferSize);)"},
};

}  // namespace

Lessons kernel_27() { return kKernel27Lessons; }

}  // namespace drydock::rules::lessons
