// Residency, budget, trim.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelResidency[] = {
    {.id = "K-276",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MakeResident names an allocation of another device",
     .text = "MakeResident: all allocations must belong to the device of hPagingQueue.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident.md",
     .lesson = {.why = "Residency is counted on the device whose queue is named; an allocation of "
                       "another device has no count there.",
                .check = "D3DKMTMakeResident looks every handle up on the queue's device before it "
                         "counts any, and answers STATUS_INVALID_PARAMETER when one is not there.",
                .wrong = R"(request.hPagingQueue = queueOfOneDevice;
request.AllocationList = &allocationOfAnother;
D3DKMTMakeResident(&request);)",
                .right = R"(request.hPagingQueue = queueOfTheDevice;
request.AllocationList = &allocationOfTheDevice;
D3DKMTMakeResident(&request);)"},
     .tests = {provokes("Residency.K276AllocationOfAnotherDeviceIsRefused"),
               stays_silent("Residency.K276AllocationsOfTheQueuesDeviceAreTaken")}},
    {.id = "K-277",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Residency is counted per device, and Evict takes away one count",
     .text = "MakeResident counts: each call adds one to the allocation's residency count on the "
             "device; Evict subtracts one; only at zero does it leave the residency list.",
     .outcome = "a defect of Drydock",
     .source = "display/residency-overview.md; d3dkmthk/nf-d3dkmthk-d3dkmtevict.md",
     .tests = {proves("Residency.K277CountsAreTheDevicesOwn"),
               proves("Residency.K277EachEvictTakesOneCountAway")}},
    {.id = "K-278",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "MakeResident makes all of its list resident or changes nothing",
     .text = "MakeResident is all-or-nothing: over budget it fails (STATUS_NO_MEMORY; "
             "E_OUTOFMEMORY at the runtime), no residency count changes and NumBytesToTrim is set.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; display/process-residency-budgets.md",
     .tests = {proves("Residency.K278OverBudgetNothingChanges")}},
    {.id = "K-279",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU uses an allocation before the fence of its MakeResident",
     .text = "STATUS_PENDING-class return: wait for PagingFenceValue on the queue's fence before "
             "GPU use.",
     .outcome = "GPU page fault, device removed",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident.md",
     .lesson = {.why = "STATUS_PENDING means that the memory is promised, not that it is there. "
                       "Work that runs earlier finds no pages.",
                .check = "D3DKMTRender looks at each allocation that it names: an operation that "
                         "has still to bring it in, and that neither the client nor the context "
                         "has waited for, is a finding.",
                .wrong = R"(if (D3DKMTMakeResident(&request) == STATUS_PENDING)
  D3DKMTRender(&render);)",
                .right = R"(if (D3DKMTMakeResident(&request) == STATUS_PENDING) {
  wait.MonitoredFenceValueArray = &request.PagingFenceValue;
  D3DKMTWaitForSynchronizationObjectFromGpu(&wait);
}
D3DKMTRender(&render);)"},
     .tests = {provokes("Residency.K279WorkBeforeTheFenceIsFound"),
               stays_silent("Residency.K279WorkBehindAWaitIsSilent")}},
    {.id = "K-280",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MustSucceed is set without CantTrimFurther",
     .text = "MustSucceed only together with CantTrimFurther; if it then cannot be satisfied the "
             "device is put in error.",
     .outcome = "STATUS_INVALID_PARAMETER / device error",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident_flags.md",
     .lesson = {.why = "A device that may not go on without the memory is lost when there is none. "
                       "Only who has given up everything else may ask for that.",
                .check = "D3DKMTMakeResident refuses MustSucceed without CantTrimFurther with "
                         "STATUS_INVALID_PARAMETER; with both, a request that cannot be met puts "
                         "the device in error.",
                .wrong = R"(request.Flags.MustSucceed = 1;
D3DKMTMakeResident(&request);)",
                .right = R"(EvictEverythingElse();
request.Flags.CantTrimFurther = 1;
request.Flags.MustSucceed = 1;
D3DKMTMakeResident(&request);)"},
     .tests = {provokes("Residency.K280MustSucceedNeedsCantTrimFurther"),
               stays_silent("Residency.K280MustSucceedThatFitsSucceeds")}},
    {.id = "K-281",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "CantTrimFurther may exceed the current budget but not the maximum",
     .text =
         "CantTrimFurther lets the request exceed the current budget but not the maximum budget.",
     .outcome = "a defect of Drydock; known from a comment of the public header alone",
     .source = "libdxg/d3dukmdt.h (D3DDDI_MAKERESIDENT_FLAGS)",
     .tests = {proves("Residency.K281CantTrimFurtherReachesTheMaximum")}},
    {.id = "K-282",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Evict names another device's allocation or one the GPU still uses",
     .text = "Evict: all allocations must have been created on hDevice; after the request is "
             "queued the GPU must not touch them.",
     .outcome = "STATUS_INVALID_PARAMETER / GPU page fault",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_evict.md; d3dkmthk/nf-d3dkmthk-d3dkmtevict.md",
     .lesson = {.why = "From the call on the memory may go at any moment, also under work that was "
                       "submitted before.",
                .check =
                    "D3DKMTEvict refuses handles that are none of hDevice, and raises a finding "
                    "for an allocation that leaves the list while submitted work names it.",
                .wrong = R"(D3DKMTRender(&render);
D3DKMTEvict(&evict);)",
                .right = R"(D3DKMTRender(&render);
WaitForTheFenceOf(render);
D3DKMTEvict(&evict);)"},
     .tests = {provokes("Residency.K282EvictOfAnothersOrOfWhatIsInUseIsFound"),
               stays_silent("Residency.K282EvictAfterTheWorkIsSilent")}},
    {.id = "K-283",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EvictOnlyIfNecessary waits for count zero, NotWrittenTo acts at once",
     .text = "EvictOnlyIfNecessary is ignored while the count stays above zero; NotWrittenTo takes "
             "effect at once on any evict of the series.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_evict_flags.md",
     .tests = {proves("Residency.K283EvictOnlyIfNecessaryWaitsForNeed"),
               proves("Residency.K283NotWrittenToCountsOnAnyEvict")}},
    {.id = "K-284",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A device's residency list is resident before any of its contexts runs",
     .text = "Before any context of a device runs, everything on that device's residency list is "
             "resident.",
     .outcome = "a defect of Drydock",
     .source = "display/residency-overview.md",
     .tests = {proves("Residency.K284TheWholeListIsThereBeforeAContextRuns")}},
    {.id = "K-285",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU accesses an allocation that is not resident",
     .text = "GPU access to a non-resident allocation is illegal. Physical engines: "
             "allocation-list reference -> submission rejected, device in error. GPU-VA engines: "
             "page fault -> engine reset, device in error.",
     .outcome = "device removed (STATUS_DEVICE_REMOVED afterwards)",
     .source = "display/access-to-non-resident-allocation.md; display/residency-overview.md",
     .lesson = {.why = "What is not on the list of the device has no memory that the GPU could "
                       "reach. Windows removes the device.",
                .check = "D3DKMTRender of a device that has a paging queue, or whose GPU has "
                         "virtual addresses, refuses an allocation list that names something else; "
                         "the device is in error from then on.",
                .wrong = R"(render.AllocationCount = 1;  // never made resident
D3DKMTRender(&render);)",
                .right = R"(D3DKMTMakeResident(&request);
WaitForFence(request.PagingFenceValue);
D3DKMTRender(&render);)"},
     .tests = {provokes("Residency.K285WorkThatNamesWhatIsNotResidentLosesItsDevice"),
               stays_silent("Residency.K285ResidentAllocationsAreUsed")}},
    {.id = "K-286",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocation lists never control residency in WDDM 2",
     .text =
         "In WDDM 2.x allocation/patch lists never control residency; with NoPatchingRequired only "
         "a 16-entry list for written primaries exists, and those must already be resident.",
     .outcome = "reference rejected",
     .source = "display/residency-overview.md",
     .tests = {proves("Residency.K286BeforeWddm2ListsBringMemoryIn"),
               proves("Residency.K286WithoutAQueueNothingIsResident"),
               proves("ResidencySet.K286AListBringsNothingBack"),
               proves("ResidencySet.K286PrimariesOfASubmissionAreOnTheList"),
               proves("ResidencySet.K286WithoutPatchesAListHasWrittenPrimaries")}},
    {.id = "K-287",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Evict, MakeResident and TrimToBudget report the bytes to trim",
     .text = "Budgets: Evict, failed MakeResident and TrimToBudget all report the current "
             "NumBytesToTrim; trimming that amount does not guarantee the next attempt (budget may "
             "shrink).",
     .outcome = "a defect of Drydock",
     .source =
         "display/process-residency-budgets.md; d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md",
     .tests = {proves("Residency.K287AShrunkenBudgetIsNotifiedAtOnce"),
               proves("Residency.K287EvictSaysWhatIsStillToTrim")}},
    {.id = "K-288",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Trim callback keeps allocations unused since the last periodic trim",
     .text = "Trim callback: PeriodicTrim and RestartPeriodicTrim are never both set; PeriodicTrim "
             "obliges evicting everything unused since the last periodic trim.",
     .outcome = "budget overrun; lint",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_trimresidencyset_flags.md",
     .lesson =
         {.why =
              "A periodic trim is how the system gets memory back that a client asked for and does "
              "not use. What stays on the list counts for its budget, and leaves less to others.",
          .check = "After a trim callback was called with PeriodicTrim, every allocation on the "
                   "device's residency list has been named by work, or asked for, since the "
                   "periodic trim before it. Devices with virtual contexts at work are not judged: "
                   "what their commands touch nobody knows.",
          .wrong = R"(if (notification->Flags.PeriodicTrim)
    return;  // there is plenty of memory)",
          .right = R"(if (notification->Flags.PeriodicTrim) {
    for (each = list; each != NULL; each = each->Next)
        if (each->LastFence <= fenceAtLastTrim)
            EvictOne(each);
    fenceAtLastTrim = completedFence;
})"},
     .tests = {provokes("ResidencySet.K288WhatStaysThroughAPeriodicTrimIsFound"),
               stays_silent("ResidencySet.K288EvictionOfUnusedAllocationsIsSilent"),
               stays_silent("ResidencySet.K288WorkOverTheEndOfAPeriodIsSilent")}},
    {.id = "K-289",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Budgeted segment lacks the ApplicationTarget flag",
     .text = "Segments that count for budgets must carry the ApplicationTarget flag.",
     .outcome = "budget wrong; Windows tolerates it",
     .source = "display/process-residency-budgets.md",
     .lesson = {.why =
                    "The size of the segments with ApplicationTarget is what applications are told "
                    "that they may use. When no segment has it, there is nothing to be told.",
                .check =
                    "The first D3DKMTMakeResident of a device looks whether a driver of WDDM 2 "
                    "marked at least one of its segments. Segments for special purposes may stay "
                    "unmarked; beside marked ones of their kind they count for no budget.",
                .wrong = R"(segment->Flags.CpuVisible = 1;
segment->Size = segment->CommitLimit = videoMemory;)",
                .right = R"(segment->Flags.CpuVisible = 1;
segment->Flags.ApplicationTarget = 1;
segment->Size = segment->CommitLimit = videoMemory;)"},
     .tests = {provokes("ResidencySet.K289NoSegmentForBudgetsIsFound"),
               stays_silent("ResidencySet.K289MarkedSegmentsAreSilent")}},
    {.id = "K-290",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Priority or residency query passes a list along with hResource",
     .text = "SetAllocationPriority / QueryAllocationResidency: hResource non-zero requires NULL "
             "list and count 0; a resource is 'not resident' if any member is not.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_setallocationpriority.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_queryallocationresidency.md",
     .lesson =
         {.why = "A resource stands for all of its members and has one answer; a list has one "
                 "answer each. With both, the kernel could not tell how many to write.",
          .check =
              "D3DKMTSetAllocationPriority and D3DKMTQueryAllocationResidency return "
              "STATUS_INVALID_PARAMETER when hResource comes with phAllocationList or a count.",
          .wrong = R"(query.hResource = resource;
query.phAllocationList = handles;
query.AllocationCount = count;
D3DKMTQueryAllocationResidency(&query);)",
          .right = R"(query.hResource = resource;
query.phAllocationList = NULL;
query.AllocationCount = 0;
D3DKMTQueryAllocationResidency(&query);)"},
     .tests = {provokes("Priority.K290ListBesideAResourceIsRefused"),
               stays_silent("Priority.K290ResourceOrListIsAccepted")}},
    {.id = "K-291",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "UpdateAllocationProperty changes only what the miniport agreed to",
     .text = "UpdateAllocationProperty changes supported/preferred segments or physical access of "
             "a live allocation asynchronously (paging fence) after the miniport's "
             "ValidateUpdateAllocationProperty agreed; only properties whose Set bit is on change.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_updateallocproperty.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_validateupdateallocproperty.md",
     .tests = {proves("AllocationProperty.K291ContentsComeAlong"),
               proves("AllocationProperty.K291OtherSegmentsMoveItBehindTheFence"),
               proves("AllocationProperty.K291PhysicalAccessIsGivenLater"),
               proves("AllocationProperty.K291WhatIsSoAlreadyIsIgnored"),
               proves("AllocationProperty.K291WithoutTheDriversConsentNothingChanges")}},
    {.id = "K-292",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Caches are not invalidated between CPU and GPU access",
     .text =
         "On platforms without I/O coherency the client must invalidate caches (InvalidateCache) "
         "between CPU write and GPU read, and between GPU write and CPU read.",
     .outcome = "stale data",
     .source = "display/allocation-usage-tracking.md",
     .reason =
         "caches of the host machine are coherent and the software GPU runs on its processor"},
    {.id = "K-293",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Tile pools stay resident while page-table updates are queued",
     .text = "Tile pools with queued page-table updates stay in the residency set whatever the "
             "client says.",
     .outcome = "a defect of Drydock",
     .source = "display/tile-resources.md",
     .tests = {proves("AddressUpdate.K293ADroppedUpdateHoldsNothing"),
               proves("AddressUpdate.K293ATilePoolStaysUntilItsUpdatesAreOver")}},
};

}  // namespace

Chapter residency() { return kKernelResidency; }

}  // namespace drydock::rules::kernel
