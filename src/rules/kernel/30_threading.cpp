// Threading levels.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelThreading[] = {
    {.id = "K-469",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Level-zero DDIs never run two threads of one process at once",
     .text = "Level zero: re-entrant; many threads, but never two of the same process at once.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-zero-level.md",
     .tests = {proves("ThreadingPromises.K469NoTwoThreadsOfAProcessAreInAtLevelZero"),
               proves("ThreadingPromises.K469ThreadsOfTwoProcessesAreInTogether")}},
    {.id = "K-470",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Level-one DDIs run one thread per class",
     .text = "Level one: one thread per class; classes run in parallel with each other and with "
             "level zero, again no two threads of one process.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-first-level.md",
     .tests = {proves("ThreadingPromises.K470ClassesAndLevelZeroAreInTogether"),
               proves("ThreadingPromises.K470OneThreadOfAClassIsIn")}},
    {.id = "K-471",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "At most one DDI of the GPU-scheduler class executes at a time",
     .text = "GPU-scheduler class = BuildPagingBuffer, Patch, PreemptCommand, "
             "QueryDependentEngineGroup, QueryEngineStatus, ResetEngine, SubmitCommand: at most "
             "one of them executing.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-first-level.md",
     .tests = {proves("ThreadingPromises.K471OneEntryPointOfTheSchedulerClassRuns")}},
    {.id = "K-472",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Level two has one thread and an idle GPU; level three adds full eviction",
     .text = "Level two: single thread in the driver, GPU idle, no DMA buffers in flight; level "
             "three adds full eviction to system memory.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-second-level.md; "
               "display/threading-and-synchronization-third-level.md",
     .tests = {proves("IdleCalls.K057K472LevelThreeFindsVideoMemoryEmpty"),
               proves("IdleCalls.K472LevelTwoFindsTheGpuIdle")}},
    {.id = "K-473",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Miniport's global data is unprotected under level-zero concurrency",
     .text = "The driver must protect its own global data under level zero.",
     .outcome = "race, bugcheck-class",
     .source = "display/threading-and-synchronization-zero-level.md",
     .lesson =
         {.why = "At level zero threads of several processes are in the driver at once. The system "
                 "keeps only threads of one process apart, so what the driver shares it must lock "
                 "itself.",
          .check = "A driver that was built with --races tells its accesses to globals and pool. "
                   "Two in entry points that may run together, one of them a write, that nothing "
                   "orders are found; what the levels themselves keep apart counts as ordered.",
          .wrong = R"(NTSTATUS CreateAllocation(HANDLE hAdapter, DXGKARG_CREATEALLOCATION* args) {
    InsertTailList(&g_Allocations, &allocation->Link);)",
          .right = R"(NTSTATUS CreateAllocation(HANDLE hAdapter, DXGKARG_CREATEALLOCATION* args) {
    ExAcquireFastMutex(&g_AllocationsLock);
    InsertTailList(&g_Allocations, &allocation->Link);
    ExReleaseFastMutex(&g_AllocationsLock);)"},
     .tests = {provokes("MiniportRaces.K473GlobalUnderLevelZeroIsFound"),
               stays_silent("MiniportRaces.K473EntryPointsThatAreAloneAreSilent"),
               stays_silent("MiniportRaces.K473ProtectedGlobalIsSilent")}},
    {.id = "K-474",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DDI that runs at DISPATCH_LEVEL or above touches pageable memory",
     .text = "PASSIVE-level DDIs are pageable; DISPATCH and above must be non-pageable in code and "
             "data.",
     .outcome = "bugcheck-class",
     .source = "DDI pages",
     .lesson =
         {.why = "At DISPATCH_LEVEL a page that is out cannot be brought in. It works as long as "
                 "memory is plenty and stops the machine on the day it is not.",
          .check =
              "PAGED_CODE(), or a function in a pageable section, reached from an entry point that "
              "is called above APC_LEVEL raises it, beside N-014; the interrupt routine and "
              "DxgkDdiResetDevice have rules of their own, and paged data are not looked at.",
          .wrong = R"(VOID DpcRoutine(PVOID Context) {
    PAGED_CODE();
    adapter->Dxgk.DxgkCbNotifyDpc(adapter->Dxgk.DeviceHandle);
})",
          .right = R"(#pragma code_seg()
VOID DpcRoutine(PVOID Context) {
    adapter->Dxgk.DxgkCbNotifyDpc(adapter->Dxgk.DeviceHandle);
})"},
     .tests = {provokes("InterruptRules.K474PagedDpcIsFound"),
               stays_silent("InterruptRules.K474ResidentDpcIsSilent")}},
};

}  // namespace

Chapter threading() { return kKernelThreading; }

}  // namespace drydock::rules::kernel
