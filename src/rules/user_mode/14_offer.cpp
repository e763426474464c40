// Offer / reclaim, priority, residency query.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeOffer[] = {
    {.id = "U-286",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Application offers reach the driver as OfferResources",
     .text = "Application offers arrive as OfferResources; the UMD forwards them as allocations or "
             "as runtime resource handles.",
     .outcome = "",
     .source = "display/video-memory-offer-and-reclaim.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_offerresources.md",
     .tests = {proves("ProperDriver.OffersAndReclaims")}},
    {.id = "U-287",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer or reclaim callback given both resources and allocations",
     .text = "pResources and HandleList exclude each other in offer and reclaim; resources created "
             "with BIND_PRESENT must be offered/reclaimed by allocation handle.",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_offerallocations.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_reclaimallocations.md",
     .lesson =
         {.why =
              "The count belongs to one of the arrays; with both the kernel cannot know to which.",
          .check = "The offer and reclaim callbacks want exactly one of the two pointers, and "
                   "refuse none as well as both.",
          .wrong = R"(offer.pResources = &resource->hRuntime;
offer.HandleList = resource->Allocations;
offer.NumAllocations = 1;)",
          .right = R"(offer.pResources = &resource->hRuntime;
offer.HandleList = NULL;
offer.NumAllocations = 1;)"},
     .tests = {provokes("CallbackRules.U287ResourcesAndAllocationsAreFound"),
               stays_silent("ProperDriver.CallsBack"),
               stays_silent("ProperDriver.OffersAndReclaims")}},
    {.id = "U-288",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer callback called with priority NONE",
     .text = "Offer priority NONE may not be passed to the callback.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_offerallocations.md",
     .lesson =
         {.why =
              "The priority says how soon the memory may be taken; \"none\" is no answer to that.",
          .check = "pfnOfferAllocationsCb compares the priority with NONE and refuses.",
          .wrong = R"(D3DDDICB_OFFERALLOCATIONS offer = {};
offer.HandleList = resource->Allocations;
offer.NumAllocations = resource->Count;)",
          .right = R"(D3DDDICB_OFFERALLOCATIONS offer = {};
offer.HandleList = resource->Allocations;
offer.NumAllocations = resource->Count;
offer.Priority = D3DDDI_OFFER_PRIORITY_NORMAL;)"},
     .tests = {provokes("CallbackRules.U288OfferWithoutAPriorityIsFound"),
               stays_silent("ProperDriver.CallsBack"),
               stays_silent("ProperDriver.OffersAndReclaims")}},
    {.id = "U-289",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Resource offered while the batch being built references it",
     .text = "If the resource has references in a buffer being built, the offer waits until that "
             "buffer is submitted; otherwise offer at once. Postponed offers are all processed by "
             "the next Flush/Present.",
     .outcome = "decided: offer with unsubmitted reference = finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_offerresources.md; display/offer-and-reclaim-changes.md",
     .lesson =
         {.why =
              "The batch is submitted later and draws from memory that its owner has given away.",
          .check = "When something is offered, the batches that are being built are searched for "
                   "its allocations.",
          .wrong =
              R"(HRESULT APIENTRY OfferResources(HANDLE hDevice, const D3DDDIARG_OFFERRESOURCES* pArgs) {
  return device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
})",
          .right =
              R"(HRESULT APIENTRY OfferResources(HANDLE hDevice, const D3DDDIARG_OFFERRESOURCES* pArgs) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  return device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
})"},
     .tests = {provokes("ResourceRules.U289AndU292OfferThatIsTooEarlyOrFailsIsFound"),
               stays_silent("ProperDriver.OffersAndReclaims")}},
    {.id = "U-290",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offered allocation used before the matching reclaim callback",
     .text = "An offered allocation must be reclaimed before it is locked or submitted again "
             "(pairs: OfferAllocationsCb with ReclaimAllocationsCb/2; OfferAllocations2Cb with "
             "ReclaimAllocations3Cb).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocations2cb.md",
     .lesson = {.why = "Its contents may be gone, and only the reclaim tells whether they are.",
                .check = "pfnRenderCb refuses a list that names an allocation which is offered; a "
                         "lock of one comes under U-174.",
                .wrong = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)",
                .right = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)"},
     .tests = {provokes("CallbackRules.U174AndU290OtherUsesOfWhatIsOfferedAreFound"),
               provokes("ResourceRules.U290UseOfWhatIsOfferedIsFound"),
               stays_silent("ProperDriver.OffersAndReclaims")}},
    {.id = "U-291",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Instance other than the last one offered under renaming",
     .text = "With VidMm renaming, offer the last instance.",
     .outcome = "decided: advice",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerresources.md",
     .lesson = {.why = "Older instances go by themselves when the GPU has done with them; the "
                       "memory that stays is the last one's.",
                .check = "pfnOfferAllocationsCb compares each handle of its list with the last "
                         "instance of the allocation, and mentions an older one.",
                .wrong = R"(offer.HandleList = &buffer->hFirst;  // as pfnAllocateCb gave it
offer.NumAllocations = 1;)",
                .right = R"(offer.HandleList = &buffer->hAllocation;  // as the last Discard gave it
offer.NumAllocations = 1;)"},
     .tests = {provokes("Direct3D10Rules.U291AnOlderInstanceThatIsOfferedIsFound"),
               stays_silent("SoftGpuUmd.PriorityOffersAndResidencyReachTheKernel")}},
    {.id = "U-292",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Device removal reported by an offer or reclaim callback is swallowed",
     .text = "Offer/Reclaim callbacks: S_OK, E_INVALIDARG, D3DDDIERR_DEVICEREMOVED; DEVICEREMOVED "
             "is returned to the runtime; if no callback is needed return S_OK.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_reclaimresources.md",
     .lesson =
         {.why = "The application takes the offer for done and keeps using a device that is gone.",
          .check = "A removal that one of the two callbacks told and the function does not return "
                   "is told, and a result of OfferResources or ReclaimResources that its page does "
                   "not list; other failures come under U-230 and U-233.",
          .wrong = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
return S_OK;)",
          .right = R"(return NeedsOffer(resource)
           ? device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer)
           : S_OK;)"},
     .tests = {provokes("ResourceRules.U289AndU292OfferThatIsTooEarlyOrFailsIsFound"),
               stays_silent("ProperDriver.OffersAndReclaims"),
               stays_silent("ResourceRules.U292OfferThatIsRefusedIsNoLostDevice")}},
    {.id = "U-293",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Discarded contents not reported back by ReclaimResources",
     .text = "pDiscarded NULL means contents are assumed lost; otherwise TRUE per discarded "
             "element and it must be forwarded to the runtime array when that is non-NULL. "
             "ReclaimAllocations3 requires the result array.",
     .outcome = "decided: stale-content finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_reclaimallocations.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_reclaimresources.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_reclaimallocations3.md",
     .lesson = {.why = "The application draws from its contents again only if it may believe that "
                       "they are there; kept from it, the loss shows as noise.",
                .check =
                    "After a ReclaimResources with an array, FALSE for a resource is told when "
                    "pfnReclaimAllocationsCb said TRUE for it, or was called without pDiscarded.",
                .wrong = R"(reclaim.pDiscarded = NULL;
hr = device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
if (pArgs->pDiscarded) pArgs->pDiscarded[0] = FALSE;)",
                .right = R"(BOOL discarded = TRUE;
reclaim.pDiscarded = &discarded;
hr = device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
if (pArgs->pDiscarded) pArgs->pDiscarded[0] = discarded;)"},
     .tests = {provokes("SubmissionRules.U293LossThatIsNotReportedIsFound"),
               stays_silent("ProperDriver.OffersAndReclaims")}},
    {.id = "U-294",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Paging fence of a reclaim callback ignored before GPU use",
     .text = "Reclaim2/3 return a paging fence to honour before GPU use; CPU access through "
             "pfnLock2Cb is allowed at once.",
     .outcome = "decided: finding",
     .source = "display/offer-and-reclaim-changes.md",
     .lesson = {.why = "Reclaiming gives the memory back for the CPU at once; for the GPU it is "
                       "there when the queue says so.",
                .check = "pfnReclaimAllocations2Cb and pfnReclaimAllocations3Cb note the fence's "
                         "value; pfnRenderCb of a batch that names the allocation before anybody "
                         "has waited for it is a finding. pfnLock2Cb is not.",
                .wrong = R"(Callbacks->pfnReclaimAllocations2Cb(Device, &Reclaim);
Callbacks->pfnRenderCb(Device, &Render);)",
                .right = R"(Callbacks->pfnReclaimAllocations2Cb(Device, &Reclaim);
Wait.MonitoredFenceValueArray = &Reclaim.PagingFenceValue;
Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
Callbacks->pfnRenderCb(Device, &Render);)"},
     .tests = {provokes("ResidencyRules.U294WorkBeforeTheReclaimsFenceIsFound"),
               stays_silent("ResidencyRules.U294WorkBehindTheReclaimsFenceIsSilent")}},
    {.id = "U-295",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "OfferPriority set in the allocation list under WDDM 2",
     .text = "WDDM 2: offering through the allocation list is not supported; offering internal "
             "allocations is no longer required.",
     .outcome = "decided: OfferPriority ignored",
     .source = "display/offer-and-reclaim-changes.md",
     .lesson = {.why = "A kernel of WDDM 2 does not read the priority there; what the driver takes "
                       "for offered keeps its memory.",
                .check = "pfnRenderCb of a driver of WDDM 2 or later mentions every entry of the "
                         "allocation list with an OfferPriority.",
                .wrong = R"(entry->hAllocation = texture->hAllocation;
entry->OfferPriority = D3DDDI_OFFER_PRIORITY_LOW;)",
                .right = R"(entry->hAllocation = texture->hAllocation;
entry->OfferPriority = D3DDDI_OFFER_PRIORITY_NONE;)"},
     .tests = {provokes("SubmissionRules.U295OfferInTheAllocationListIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-296",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSetPriorityCb or pfnQueryResidencyCb given both resource and list",
     .text = "pfnSetPriorityCb / pfnQueryResidencyCb: hResource non-NULL requires NumAllocations 0 "
             "and HandleList NULL (stricter than pfnDeallocateCb) and a single-element "
             "output/priority array.",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_setpriority.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_queryresidency.md",
     .lesson = {.why = "The kernel writes one answer for a resource and one for each allocation of "
                       "a list; with both it could write past the array.",
                .check = "Both callbacks refuse a resource with a count or a list beside it.",
                .wrong = R"(priority.hResource = resource->hRuntime;
priority.NumAllocations = resource->Count;
priority.HandleList = resource->Allocations;)",
                .right = R"(priority.hResource = resource->hRuntime;
priority.NumAllocations = 0;
priority.HandleList = NULL;)"},
     .tests = {provokes("CallbackRules.U296ResourceWithAListIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-297",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "QueryResourceResidency does not answer with the worst allocation",
     .text =
         "QueryResourceResidency combines per-allocation answers to the worst one (S_NOT_RESIDENT, "
         "S_RESIDENT_IN_SHARED_MEMORY, S_OK); never called for system-memory resources.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_queryresourceresidency.md",
     .lesson = {.why = "The application asks whether drawing would have to wait; one allocation "
                       "far away is enough for that, however near the others are.",
                .check =
                    "What pfnQueryResidencyCb tells during the call is kept, and a success other "
                    "than the farthest of it is told; so is a code that the page does not list.",
                .wrong = R"(hr = device->pCallbacks->pfnQueryResidencyCb(device->hRuntime, &query);
return SUCCEEDED(hr) ? S_OK : hr;)",
                .right = R"(hr = device->pCallbacks->pfnQueryResidencyCb(device->hRuntime, &query);
if (FAILED(hr)) return hr;
for (UINT i = 0; i < query.NumAllocations; ++i)
  farthest = Farther(farthest, ResultOf(query.pResidencyStatus[i]));
return farthest;)"},
     .tests = {provokes("SubmissionRules.U297NearerThanTheFarthestIsFound"),
               stays_silent("SubmissionRules.U297FarthestIsSilent")}},
    {.id = "U-298",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Synchronization object never destroyed by the driver",
     .text = "Synchronization objects are created per device and destroyed by "
             "pfnDestroySynchronizationObjectCb; S_OK / E_INVALIDARG.",
     .outcome = "decided: leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroysynchronizationobjectcb.md",
     .lesson = {.why = "The object is the kernel's, and a process may hold only so many of them.",
                .check = "Objects of the device that live after DestroyDevice, or after a "
                         "CreateDevice that failed, are named.",
                .wrong = R"(D3DDDICB_CREATESYNCHRONIZATIONOBJECT create = {};
device->pCallbacks->pfnCreateSynchronizationObjectCb(device->hRuntime, &create);
device->hFence = create.hSyncObject;)",
                .right = R"(device->hFence = create.hSyncObject;
…
D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT destroy = {device->hFence};
device->pCallbacks->pfnDestroySynchronizationObjectCb(device->hRuntime, &destroy);)"},
     .tests = {provokes("DeviceRules.U298SynchronizationObjectThatIsLeftIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
};

}  // namespace

Chapter offer() { return kUserModeOffer; }

}  // namespace drydock::rules::user_mode
