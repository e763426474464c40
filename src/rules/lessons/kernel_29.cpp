// Threading levels.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel29Lessons[] = {
    {.rule = "K-473",
     .why =
         "At level zero threads of several processes are in the driver at once. The system keeps "
         "only threads of one process apart, so what the driver shares it must lock itself.",
     .check = "A driver that was built with --races tells its accesses to globals and pool. Two in "
              "entry points that may run together, one of them a write, that nothing orders are "
              "found; what the levels themselves keep apart counts as ordered.",
     .wrong = R"(NTSTATUS CreateAllocation(HANDLE hAdapter, DXGKARG_CREATEALLOCATION* args) {
    InsertTailList(&g_Allocations, &allocation->Link);)",
     .right = R"(NTSTATUS CreateAllocation(HANDLE hAdapter, DXGKARG_CREATEALLOCATION* args) {
    ExAcquireFastMutex(&g_AllocationsLock);
    InsertTailList(&g_Allocations, &allocation->Link);
    ExReleaseFastMutex(&g_AllocationsLock);)"},
    {.rule = "K-474",
     .why = "At DISPATCH_LEVEL a page that is out cannot be brought in. It works as long as memory "
            "is plenty and stops the machine on the day it is not.",
     .check = "PAGED_CODE(), or a function in a pageable section, reached from an entry point that "
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
};

}  // namespace

Lessons kernel_29() { return kKernel29Lessons; }

}  // namespace drydock::rules::lessons
