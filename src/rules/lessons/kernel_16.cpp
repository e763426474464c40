// Residency, budget, trim.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel16Lessons[] = {
    {.rule = "K-276",
     .why = "Residency is counted on the device whose queue is named; an allocation of another "
            "device has no count there.",
     .check = "D3DKMTMakeResident looks every handle up on the queue's device before it counts "
              "any, and answers STATUS_INVALID_PARAMETER when one is not there.",
     .wrong = R"(request.hPagingQueue = queueOfOneDevice;
request.AllocationList = &allocationOfAnother;
D3DKMTMakeResident(&request);)",
     .right = R"(request.hPagingQueue = queueOfTheDevice;
request.AllocationList = &allocationOfTheDevice;
D3DKMTMakeResident(&request);)"},
    {.rule = "K-279",
     .why = "STATUS_PENDING means that the memory is promised, not that it is there. Work that "
            "runs earlier finds no pages.",
     .check =
         "D3DKMTRender looks at each allocation that it names: an operation that has still to "
         "bring it in, and that neither the client nor the context has waited for, is a finding.",
     .wrong = R"(if (D3DKMTMakeResident(&request) == STATUS_PENDING)
  D3DKMTRender(&render);)",
     .right = R"(if (D3DKMTMakeResident(&request) == STATUS_PENDING) {
  wait.MonitoredFenceValueArray = &request.PagingFenceValue;
  D3DKMTWaitForSynchronizationObjectFromGpu(&wait);
}
D3DKMTRender(&render);)"},
    {.rule = "K-280",
     .why = "A device that may not go on without the memory is lost when there is none. Only who "
            "has given up everything else may ask for that.",
     .check = "D3DKMTMakeResident refuses MustSucceed without CantTrimFurther with "
              "STATUS_INVALID_PARAMETER; with both, a request that cannot be met puts the device "
              "in error.",
     .wrong = R"(request.Flags.MustSucceed = 1;
D3DKMTMakeResident(&request);)",
     .right = R"(EvictEverythingElse();
request.Flags.CantTrimFurther = 1;
request.Flags.MustSucceed = 1;
D3DKMTMakeResident(&request);)"},
    {.rule = "K-282",
     .why = "From the call on the memory may go at any moment, also under work that was submitted "
            "before.",
     .check = "D3DKMTEvict refuses handles that are none of hDevice, and raises a finding for an "
              "allocation that leaves the list while submitted work names it.",
     .wrong = R"(D3DKMTRender(&render);
D3DKMTEvict(&evict);)",
     .right = R"(D3DKMTRender(&render);
WaitForTheFenceOf(render);
D3DKMTEvict(&evict);)"},
    {.rule = "K-285",
     .why = "What is not on the list of the device has no memory that the GPU could reach. Windows "
            "removes the device.",
     .check = "D3DKMTRender of a device that has a paging queue, or whose GPU has virtual "
              "addresses, refuses an allocation list that names something else; the device is in "
              "error from then on.",
     .wrong = R"(render.AllocationCount = 1;  // never made resident
D3DKMTRender(&render);)",
     .right = R"(D3DKMTMakeResident(&request);
WaitForFence(request.PagingFenceValue);
D3DKMTRender(&render);)"},
    {.rule = "K-288",
     .why = "A periodic trim is how the system gets memory back that a client asked for and does "
            "not use. What stays on the list counts for its budget, and leaves less to others.",
     .check = "After a trim callback was called with PeriodicTrim, every allocation on the "
              "device's residency list has been named by work, or asked for, since the periodic "
              "trim before it. Devices with virtual contexts at work are not judged: what their "
              "commands touch nobody knows.",
     .wrong = R"(if (notification->Flags.PeriodicTrim)
    return;  // there is plenty of memory)",
     .right = R"(if (notification->Flags.PeriodicTrim) {
    for (each = list; each != NULL; each = each->Next)
        if (each->LastFence <= fenceAtLastTrim)
            EvictOne(each);
    fenceAtLastTrim = completedFence;
})"},
    {.rule = "K-289",
     .why = "The size of the segments with ApplicationTarget is what applications are told that "
            "they may use. When no segment has it, there is nothing to be told.",
     .check = "The first D3DKMTMakeResident of a device looks whether a driver of WDDM 2 marked "
              "at least one of its segments. Segments for special purposes may stay unmarked; "
              "beside marked ones of their kind they count for no budget.",
     .wrong = R"(segment->Flags.CpuVisible = 1;
segment->Size = segment->CommitLimit = videoMemory;)",
     .right = R"(segment->Flags.CpuVisible = 1;
segment->Flags.ApplicationTarget = 1;
segment->Size = segment->CommitLimit = videoMemory;)"},
    {.rule = "K-290",
     .why = "A resource stands for all of its members and has one answer; a list has one answer "
            "each. With both, the kernel could not tell how many to write.",
     .check = "D3DKMTSetAllocationPriority and D3DKMTQueryAllocationResidency return "
              "STATUS_INVALID_PARAMETER when hResource comes with phAllocationList or a count.",
     .wrong = R"(query.hResource = resource;
query.phAllocationList = handles;
query.AllocationCount = count;
D3DKMTQueryAllocationResidency(&query);)",
     .right = R"(query.hResource = resource;
query.phAllocationList = NULL;
query.AllocationCount = 0;
D3DKMTQueryAllocationResidency(&query);)"},
};

}  // namespace

Lessons kernel_16() { return kKernel16Lessons; }

}  // namespace drydock::rules::lessons
