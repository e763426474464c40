// Residency, paging queues, GPU virtual addresses (WDDM 2).
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeResidency[] = {
    {.id = "U-269",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnEvictCb more often than pfnMakeResidentCb",
     .text = "MakeResident/Evict keep a per-allocation reference count on the device residency "
             "list; n calls of one need n of the other.",
     .outcome = "decided: Evict below zero = finding",
     .source = "display/residency-overview.md; d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_evictcb.md",
     .lesson = {.why = "The count is the kernel's: one eviction too many takes away what another "
                       "part of the driver made resident, and its work runs without memory.",
                .check = "pfnEvictCb of an allocation whose pfnMakeResidentCb calls are all undone "
                         "is told and refused.",
                .wrong = R"(for (UINT i = 0; i < 2; ++i)
  device->pCallbacks->pfnEvictCb(device->hRuntime, &evict);  // made resident once)",
                .right = R"(device->pCallbacks->pfnEvictCb(device->hRuntime, &evict);)"},
     .tests = {provokes("ResidencyRules.U269OneEvictTooManyIsFound"),
               stays_silent("ResidencyRules.U269AsManyEvictsAsMakeResidentsAreSilent")}},
    {.id = "U-270",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnMakeResidentCb answers with its documented codes",
     .text =
         "pfnMakeResidentCb: S_OK (usable now), E_PENDING (success, fence pending), E_OUTOFMEMORY.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md",
     .tests = {proves("ResidencyRules.U270MakeResidentHasThreeAnswers")}},
    {.id = "U-271",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Work submitted before the pfnMakeResidentCb paging fence is reached",
     .text = "On E_PENDING wait (CPU or GPU) for PagingFenceValue on the paging queue fence before "
             "submitting work that uses the allocations. E_PENDING is a success here: pre-D3D12 "
             "functions do not report it as failure (D3D12 passes it on, U-307).",
     .outcome = "documented: GPU page fault possible",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md",
     .lesson = {.why = "E_PENDING is a success that has not happened yet. A batch that does not "
                       "wait may run before the memory is there.",
                .check = "pfnRenderCb looks at every allocation of its batch: when the paging "
                         "queue's fence has not come to the value that pfnMakeResidentCb gave and "
                         "the context does not wait for it either, that is a finding.",
                .wrong = R"(Callbacks->pfnMakeResidentCb(Device, &MakeResident);  // E_PENDING
Callbacks->pfnRenderCb(Device, &Render);)",
                .right = R"(if (Callbacks->pfnMakeResidentCb(Device, &MakeResident) == E_PENDING) {
  Wait.MonitoredFenceValueArray = &MakeResident.PagingFenceValue;
  Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
}
Callbacks->pfnRenderCb(Device, &Render);)"},
     .tests = {provokes("ResidencyRules.U271WorkBeforeThePagingFenceIsFound"),
               stays_silent("ResidencyRules.U271WorkBehindTheFenceIsSilent")}},
    {.id = "U-272",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A failed pfnMakeResidentCb changes nothing and says how much to trim",
     .text = "E_OUTOFMEMORY is all-or-nothing: no count changed; NumBytesToTrim says how much to "
             "evict.",
     .outcome = "decided: kernel-side bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md",
     .tests = {proves("ResidencyRules.U272AFailureChangesNothingAndSaysHowMuchToTrim")}},
    {.id = "U-273",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnMakeResidentCb not retried with trimming before giving up",
     .text = "Pre-D3D12: retry in a loop with trimming until success or nothing is left to trim; "
             "then a last attempt with CantTrimFurther.",
     .outcome = "documented: final failure puts the device in error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident_flags.md",
     .lesson = {.why = "The budget is shared with others and changes all the time: one refusal "
                       "says that this much has to go first, not that it cannot be had.",
                .check =
                    "When pfnMakeResidentCb has no room, the call of the runtime that the driver "
                    "is in is followed: a second request without a pfnEvictCb before it, or a "
                    "return without a request that succeeds or says CantTrimFurther, is a finding.",
                .wrong =
                    R"(if (Callbacks->pfnMakeResidentCb(Device, &MakeResident) == E_OUTOFMEMORY)
  return E_OUTOFMEMORY;)",
                .right = R"(HRESULT Result = Callbacks->pfnMakeResidentCb(Device, &MakeResident);
while (Result == E_OUTOFMEMORY && !MakeResident.Flags.CantTrimFurther) {
  MakeResident.Flags.CantTrimFurther = !EvictSome(MakeResident.NumBytesToTrim);
  Result = Callbacks->pfnMakeResidentCb(Device, &MakeResident);
})"},
     .tests = {provokes("AddressRules.U273AskingAgainWithoutTrimmingIsFound"),
               provokes("AddressRules.U273DriverThatDoesNotAskAgainIsFound"),
               stays_silent("AddressRules.U273TrimmingAndAskingAgainIsSilent")}},
    {.id = "U-274",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MustSucceed given to pfnMakeResidentCb without CantTrimFurther",
     .text = "MustSucceed only together with CantTrimFurther; failure puts the device in error.",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident_flags.md",
     .lesson =
         {.why =
              "Who says MustSucceed stakes the device. That is for who has nothing left to evict.",
          .check = "pfnMakeResidentCb with MustSucceed and without CantTrimFurther is a finding "
                   "and answers E_INVALIDARG.",
          .wrong = R"(MakeResident.Flags.MustSucceed = 1;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)",
          .right = R"(TrimEverything(Device);
MakeResident.Flags.CantTrimFurther = 1;
MakeResident.Flags.MustSucceed = 1;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)"},
     .tests = {provokes("ResidencyRules.U274MustSucceedAloneIsFound"),
               stays_silent("ResidencyRules.U274MustSucceedWithNothingToTrimIsSilent")}},
    {.id = "U-275",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Failed D3D12 MakeResident leaves part of the request resident",
     .text = "D3D12 MakeResident: no trimming by the UMD; on E_OUTOFMEMORY everything is as before "
             "and the fence value is to be ignored; a request split in several callbacks must be "
             "undone with matching pfnEvictCb calls and the error propagated.",
     .outcome = "decided: partial residency = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md",
     .lesson =
         {.why = "In Direct3D 12 the application decides what makes room. It takes a request that "
                 "failed for one that has not happened.",
          .check = "Counts of residency are taken before MakeResident and after it: those of heaps "
                   "are as before when it fails, and no allocation's is lower when it succeeds.",
          .wrong = R"(for (UINT i = 0; i < Count; ++i) {
  hr = MakeOneResident(Device, Allocations[i]);
  if (FAILED(hr) && hr != E_PENDING) return hr;
})",
          .right = R"(for (UINT i = 0; i < Count; ++i) {
  hr = MakeOneResident(Device, Allocations[i]);
  if (SUCCEEDED(hr) || hr == E_PENDING) continue;
  EvictThese(Device, Allocations, i);
  return hr;
})"},
     .tests = {provokes("Direct3D12Residency.U275RequestThatFailsInPartIsFound"),
               provokes("Direct3D12Residency.U275RoomThatIsMadeUnaskedIsFound"),
               stays_silent("Direct3D12Residency.U275RequestThatFailsAsAWholeIsSilent")}},
    {.id = "U-276",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnMakeResidentCb or pfnEvictCb mixes devices",
     .text = "All allocations and the paging queue belong to the same device.",
     .outcome = "decided: E_INVALIDARG",
     .source =
         "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident.md; d3dumddi/ns-d3dumddi-d3dddicb_evict.md",
     .lesson =
         {.why =
              "Counts and queues are a device's own. Handles of another device mean nothing here.",
          .check = "pfnMakeResidentCb and pfnEvictCb look up the queue and every allocation among "
                   "what the device was given; another one is a finding and answers E_INVALIDARG.",
          .wrong = R"(MakeResident.hPagingQueue = OtherDevice->PagingQueue;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)",
          .right = R"(MakeResident.hPagingQueue = ThisDevice->PagingQueue;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)"},
     .tests = {provokes("ResidencyRules.U276OtherQueuesAndAllocationsAreFound"),
               stays_silent("ResidencyRules.U276QueueAndAllocationsOfTheDeviceAreSilent")}},
    {.id = "U-277",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation used after pfnEvictCb queued its eviction",
     .text = "From the moment an eviction is queued the allocation may not be accessed.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_evictcb.md",
     .lesson = {.why = "An eviction may happen at once. What names the allocation later finds "
                       "other contents, or none.",
                .check = "pfnRenderCb of a batch that names what the last pfnEvictCb has taken off "
                         "the residency list is a finding, and the submission fails.",
                .wrong = R"(Callbacks->pfnEvictCb(Device, &Evict);
Callbacks->pfnRenderCb(Device, &RenderThatNamesIt);)",
                .right = R"(Callbacks->pfnRenderCb(Device, &RenderThatNamesIt);
WaitForGpu(Device);
Callbacks->pfnEvictCb(Device, &Evict);)"},
     .tests = {provokes("ResidencyRules.U277WorkOnWhatWasEvictedIsFound"),
               stays_silent("ResidencyRules.U149AndU277WorkOnWhatIsResidentIsSilent")}},
    {.id = "U-278",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnEvictCb promises NotWrittenTo for an allocation the GPU wrote",
     .text = "Evict flag NotWrittenTo promises that the GPU has not written since MakeResident; "
             "contents may be dropped.",
     .outcome = "decided: false promise = finding",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_evict_flags.md",
     .lesson =
         {.why = "With NotWrittenTo the kernel may throw the video memory's copy away and go back "
                 "to the one in system memory.",
          .check = "Submitted batches that write to an allocation are noted from its "
                   "pfnMakeResidentCb on; pfnEvictCb with NotWrittenTo of such a one is a finding.",
          .wrong = R"(AllocationList[0].WriteOperation = 1;
Callbacks->pfnRenderCb(Device, &Render);
Evict.Flags.NotWrittenTo = 1;
Callbacks->pfnEvictCb(Device, &Evict);)",
          .right = R"(AllocationList[0].WriteOperation = 1;
Callbacks->pfnRenderCb(Device, &Render);
Evict.Flags.NotWrittenTo = 0;
Callbacks->pfnEvictCb(Device, &Evict);)"},
     .tests = {provokes("ResidencyRules.U278FalseNotWrittenToIsFound"),
               stays_silent("ResidencyRules.U278TrueNotWrittenToIsSilent")}},
    {.id = "U-279",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnTrimResidencySet missing or does not trim as asked",
     .text = "pfnTrimResidencySet is mandatory for the residency model; PeriodicTrim and "
             "RestartPeriodicTrim exclude each other; TrimToBudget carries NumBytesToTrim.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_trimresidencyset.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_trimresidencyset_flags.md",
     .lesson =
         {.why = "Only the driver knows what it has made resident and needs no more. One that "
                 "cannot be asked leaves the kernel no choice but to suspend it.",
          .check = "A driver that creates a paging queue must have the function. After one that "
                   "was asked for bytes, what pfnEvictCb was given is compared with them; less is "
                   "a finding when something is left resident that no work uses.",
          .wrong =
              R"(HRESULT APIENTRY TrimResidencySet(HANDLE hDevice, D3DDDIARG_TRIMRESIDENCYSET* pArgs) {
  return S_OK;
})",
          .right =
              R"(HRESULT APIENTRY TrimResidencySet(HANDLE hDevice, D3DDDIARG_TRIMRESIDENCYSET* pArgs) {
  if (pArgs->TrimFlags.TrimToBudget) EvictSome(device, pArgs->NumBytesToTrim);
  return S_OK;
})"},
     .tests = {provokes("AddressRules.U279DriverThatCannotBeAskedToTrimIsFound"),
               provokes("AddressRules.U279DriverThatKeepsWhatNoWorkUsesIsFound"),
               stays_silent("AddressRules.U279DriverThatTrimsIsSilent")}},
    {.id = "U-280",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver writes to the read-only paging fence mapping",
     .text =
         "Several paging queues per device; the fence mapping is read-only for the CPU and 64-bit.",
     .outcome = "decided: write = fault",
     .source = "d3dumddi/ns-d3dumddi-d3dddicb_createpagingqueue.md",
     .lesson = {.why = "The page is the kernel's word about what is done. A driver that could "
                       "write there would tell itself that work is over which has not begun.",
                .check = "The page cannot be written to by drivers. When one ends at an address of "
                         "it, the paging queue is named.",
                .wrong = R"(volatile UINT64* Fence = CreateQueue.FenceValueCPUVirtualAddress;
*Fence = 0;  // start anew)",
                .right = R"(const volatile UINT64* Fence = CreateQueue.FenceValueCPUVirtualAddress;
if (*Fence < MakeResident.PagingFenceValue) WaitForPaging(device);)"},
     .tests = {provokes("AddressRules.U280WriteToTheFenceOfAQueueIsFound"),
               stays_silent("AddressRules.U280SeveralQueuesAreReadSilently")}},
    {.id = "U-281",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnMapGpuVirtualAddressCb with bad arguments or used before its fence",
     .text = "pfnMapGpuVirtualAddressCb: S_OK or E_PENDING (wait for the fence; zero value = "
             "already done). hAllocation must be NULL with NoAccess/Zero protection; BaseAddress "
             "range free or previously mapped/reserved; alignments 4 KB / CPU page.",
     .outcome = "documented: unrecoverable fault if used early",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_mapgpuvirtualaddresscb.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md",
     .lesson =
         {.why = "The address is the driver's at once, but the page tables are changed by a paging "
                 "queue. Commands that come first fault, and nothing brings that device back.",
          .check = "pfnMapGpuVirtualAddressCb looks at protection, allocation and alignment, and "
                   "the kernel at what the range is. pfnSubmitCommandCb looks where its commands "
                   "lie: when neither the fence nor a wait of the context has come to the "
                   "mapping's value, that is a finding.",
          .wrong = R"(Callbacks->pfnMapGpuVirtualAddressCb(Device, &Map);  // E_PENDING
Submit.Commands = Map.VirtualAddress;
Callbacks->pfnSubmitCommandCb(Device, &Submit);)",
          .right = R"(if (Callbacks->pfnMapGpuVirtualAddressCb(Device, &Map) == E_PENDING) {
  Wait.MonitoredFenceValueArray = &Map.PagingFenceValue;
  Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
}
Submit.Commands = Map.VirtualAddress;
Callbacks->pfnSubmitCommandCb(Device, &Submit);)"},
     .tests = {provokes("AddressRules.U281ArgumentsThatCannotBeAreFound"),
               provokes("AddressRules.U281CommandsBeforeTheFenceAreFound"),
               stays_silent("AddressRules.U281CommandsBehindTheFenceAreSilent")}},
    {.id = "U-282",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnFreeGpuVirtualAddressCb on a range still in use or already freed",
     .text =
         "pfnFreeGpuVirtualAddressCb is synchronous; no allocation used by current rendering may "
         "be mapped there; must be ordered against allocation destruction (double free otherwise).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_freegpuvirtualaddresscb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_mapgpuvirtualaddresscb.md",
     .lesson = {.why = "A range is free for others as soon as the call returns. Work that still "
                       "runs there, or a second free, hits whoever has got it since.",
                .check = "The runtime remembers every range that it gave: freed, gone with its "
                         "allocation, or holding commands that the GPU is not done with. A free of "
                         "such a range is a finding, and so are commands in one that is freed.",
                .wrong = R"(Callbacks->pfnDeallocateCb(Device, &Deallocate);
Callbacks->pfnFreeGpuVirtualAddressCb(Device, &Free);  // went with the allocation)",
                .right = R"(WaitForWork(device, resource->LastUse);
Callbacks->pfnFreeGpuVirtualAddressCb(Device, &Free);
Callbacks->pfnDeallocateCb(Device, &Deallocate);)"},
     .tests = {provokes("AddressRules.U282CommandsInWhatIsFreedAreFound"),
               provokes("AddressRules.U282FreeUnderWorkIsFound"),
               provokes("AddressRules.U282SecondFreesAreFound"),
               stays_silent("AddressRules.U282FreeAfterTheWorkAndBeforeTheReleaseIsSilent")}},
    {.id = "U-283",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnUpdateGpuVirtualAddressCb spans several reserved ranges",
     .text = "pfnUpdateGpuVirtualAddressCb: all destination ranges in one reserved range, all copy "
             "sources in one reserved range; more than 128 queued updates block the caller.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_updategpuvirtualaddresscb.md",
     .lesson = {.why = "One batch of page table updates is made for one reservation, and copies "
                       "from one; a range that spans two has no page tables that belong together.",
                .check = "When the kernel refuses pfnUpdateGpuVirtualAddressCb, the ranges of its "
                         "operations are held against the reservations: destinations in several, "
                         "or sources in several, are a finding.",
                .wrong = R"(Operations[0].Map.BaseAddress = FirstTexture->Reserved;
Operations[1].Map.BaseAddress = SecondTexture->Reserved;
Update.NumOperations = 2;
Callbacks->pfnUpdateGpuVirtualAddressCb(Device, &Update);)",
                .right = R"(Operations[0].Map.BaseAddress = FirstTexture->Reserved;
Operations[1].Map.BaseAddress = FirstTexture->Reserved + TILE_BYTES;
Update.NumOperations = 2;
Callbacks->pfnUpdateGpuVirtualAddressCb(Device, &Update);)"},
     .tests = {provokes("AddressRules.U283UpdatesOfSeveralReservationsAreFound"),
               stays_silent("AddressRules.U283TooManyUpdatesWaitForAnotherThread"),
               stays_silent("AddressRules.U283UpdatesOfOneReservationAreSilent")}},
    {.id = "U-284",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A tile pool stays resident while queued page-table updates need it",
     .text = "A tile pool referenced by queued page-table updates stays resident whatever the UMD "
             "says.",
     .outcome = "",
     .source = "display/tile-resources.md",
     .tests = {proves("AddressUpdate.K293ATilePoolStaysUntilItsUpdatesAreOver")}},
    {.id = "U-285",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Result of pfnUpdateAllocationPropertyCb used before its fence",
     .text = "pfnUpdateAllocationPropertyCb: pending result means wait for the fence; an invalid "
             "request may fail later and put the device in error.",
     .outcome = "documented: device in error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_updateallocationpropertycb.md",
     .lesson = {.why = "The allocation moves behind what its paging queue was asked for before. "
                       "Work that is submitted meanwhile finds it at neither place.",
                .check = "When pfnUpdateAllocationPropertyCb answered E_PENDING, a submission that "
                         "names the allocation, or has its commands in it, is a finding until the "
                         "fence has the value or the context waits for it.",
                .wrong = R"(Callbacks->pfnUpdateAllocationPropertyCb(Device, &Update);
Callbacks->pfnSubmitCommandCb(Device, &Submit);)",
                .right =
                    R"(if (Callbacks->pfnUpdateAllocationPropertyCb(Device, &Update) == E_PENDING) {
    WaitOnContext(Context, Queue->Fence, Update.PagingFenceValue);
}
Callbacks->pfnSubmitCommandCb(Device, &Submit);)"},
     .tests = {provokes("AddressRules.U285WorkBeforeTheNewPropertiesIsFound"),
               stays_silent("AddressRules.U285WorkBehindTheFenceIsSilent")}},
};

}  // namespace

Chapter residency() { return kUserModeResidency; }

}  // namespace drydock::rules::user_mode
