// Residency, paging queues, GPU virtual addresses (WDDM 2).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode13Lessons[] = {
    {.rule = "U-271",
     .why = "E_PENDING is a success that has not happened yet. A batch that does not wait may run "
            "before the memory is there.",
     .check = "pfnRenderCb looks at every allocation of its batch: when the paging queue's fence "
              "has not come to the value that pfnMakeResidentCb gave and the context does not wait "
              "for it either, that is a finding.",
     .wrong = R"(Callbacks->pfnMakeResidentCb(Device, &MakeResident);  // E_PENDING
Callbacks->pfnRenderCb(Device, &Render);)",
     .right = R"(if (Callbacks->pfnMakeResidentCb(Device, &MakeResident) == E_PENDING) {
  Wait.MonitoredFenceValueArray = &MakeResident.PagingFenceValue;
  Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
}
Callbacks->pfnRenderCb(Device, &Render);)"},
    {.rule = "U-274",
     .why = "Who says MustSucceed stakes the device. That is for who has nothing left to evict.",
     .check = "pfnMakeResidentCb with MustSucceed and without CantTrimFurther is a finding and "
              "answers E_INVALIDARG.",
     .wrong = R"(MakeResident.Flags.MustSucceed = 1;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)",
     .right = R"(TrimEverything(Device);
MakeResident.Flags.CantTrimFurther = 1;
MakeResident.Flags.MustSucceed = 1;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)"},
    {.rule = "U-276",
     .why = "Counts and queues are a device's own. Handles of another device mean nothing here.",
     .check = "pfnMakeResidentCb and pfnEvictCb look up the queue and every allocation among what "
              "the device was given; another one is a finding and answers E_INVALIDARG.",
     .wrong = R"(MakeResident.hPagingQueue = OtherDevice->PagingQueue;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)",
     .right = R"(MakeResident.hPagingQueue = ThisDevice->PagingQueue;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)"},
    {.rule = "U-277",
     .why = "An eviction may happen at once. What names the allocation later finds other contents, "
            "or none.",
     .check = "pfnRenderCb of a batch that names what the last pfnEvictCb has taken off the "
              "residency list is a finding, and the submission fails.",
     .wrong = R"(Callbacks->pfnEvictCb(Device, &Evict);
Callbacks->pfnRenderCb(Device, &RenderThatNamesIt);)",
     .right = R"(Callbacks->pfnRenderCb(Device, &RenderThatNamesIt);
WaitForGpu(Device);
Callbacks->pfnEvictCb(Device, &Evict);)"},
    {.rule = "U-278",
     .why = "With NotWrittenTo the kernel may throw the video memory's copy away and go back to "
            "the one in system memory.",
     .check = "Submitted batches that write to an allocation are noted from its pfnMakeResidentCb "
              "on; pfnEvictCb with NotWrittenTo of such a one is a finding.",
     .wrong = R"(AllocationList[0].WriteOperation = 1;
Callbacks->pfnRenderCb(Device, &Render);
Evict.Flags.NotWrittenTo = 1;
Callbacks->pfnEvictCb(Device, &Evict);)",
     .right = R"(AllocationList[0].WriteOperation = 1;
Callbacks->pfnRenderCb(Device, &Render);
Evict.Flags.NotWrittenTo = 0;
Callbacks->pfnEvictCb(Device, &Evict);)"},
};

}  // namespace

Lessons user_mode_13() { return kUserMode13Lessons; }

}  // namespace drydock::rules::lessons
