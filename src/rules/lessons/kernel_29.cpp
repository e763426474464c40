// Threading levels.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel29Lessons[] = {
    {.rule = "K-474",
     .why = "At DISPATCH_LEVEL a page that is out cannot be brought in. It works as long as memory "
            "is plenty and stops the machine on the day it is not.",
     .check = "PAGED_CODE() reached from an entry point that is called above APC_LEVEL raises it, "
              "beside N-014; the interrupt routine and DxgkDdiResetDevice have rules of their own, "
              "and paged data are not looked at.",
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
