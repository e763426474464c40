// User mode: offering, priority and residency.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode14Lessons[] = {
    {.rule = "U-287",
     .why = "The count belongs to one of the arrays; with both the kernel cannot know to which.",
     .check = "The offer and reclaim callbacks want exactly one of the two pointers, and refuse "
              "none as well as both.",
     .wrong = R"(offer.pResources = &resource->hRuntime;
offer.HandleList = resource->Allocations;
offer.NumAllocations = 1;)",
     .right = R"(offer.pResources = &resource->hRuntime;
offer.HandleList = NULL;
offer.NumAllocations = 1;)"},
    {.rule = "U-288",
     .why = "The priority says how soon the memory may be taken; \"none\" is no answer to that.",
     .check = "pfnOfferAllocationsCb compares the priority with NONE and refuses.",
     .wrong = R"(D3DDDICB_OFFERALLOCATIONS offer = {};
offer.HandleList = resource->Allocations;
offer.NumAllocations = resource->Count;)",
     .right = R"(D3DDDICB_OFFERALLOCATIONS offer = {};
offer.HandleList = resource->Allocations;
offer.NumAllocations = resource->Count;
offer.Priority = D3DDDI_OFFER_PRIORITY_NORMAL;)"},
    {.rule = "U-289",
     .why = "The batch is submitted later and draws from memory that its owner has given away.",
     .check = "When something is offered, the batches that are being built are searched for its "
              "allocations.",
     .wrong =
         R"(HRESULT APIENTRY OfferResources(HANDLE hDevice, const D3DDDIARG_OFFERRESOURCES* pArgs) {
  return device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
})",
     .right =
         R"(HRESULT APIENTRY OfferResources(HANDLE hDevice, const D3DDDIARG_OFFERRESOURCES* pArgs) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  return device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
})"},
    {.rule = "U-290",
     .why = "Its contents may be gone, and only the reclaim tells whether they are.",
     .check = "pfnRenderCb refuses a list that names an allocation which is offered; a lock of one "
              "comes under U-174.",
     .wrong = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)",
     .right = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)"},
    {.rule = "U-291",
     .why = "Older instances go by themselves when the GPU has done with them; the memory that "
            "stays is the last one's.",
     .check = "pfnOfferAllocationsCb compares each handle of its list with the last instance of "
              "the allocation, and mentions an older one.",
     .wrong = R"(offer.HandleList = &buffer->hFirst;  // as pfnAllocateCb gave it
offer.NumAllocations = 1;)",
     .right = R"(offer.HandleList = &buffer->hAllocation;  // as the last Discard gave it
offer.NumAllocations = 1;)"},
    {.rule = "U-292",
     .why = "The application takes the offer for done and keeps using a device that is gone.",
     .check = "A removal that one of the two callbacks told and the function does not return is "
              "told, and a result of OfferResources or ReclaimResources that its page does not "
              "list; other failures come under U-230 and U-233.",
     .wrong = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
return S_OK;)",
     .right = R"(return NeedsOffer(resource)
           ? device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer)
           : S_OK;)"},
    {.rule = "U-293",
     .why = "The application draws from its contents again only if it may believe that they are "
            "there; kept from it, the loss shows as noise.",
     .check = "After a ReclaimResources with an array, FALSE for a resource is told when "
              "pfnReclaimAllocationsCb said TRUE for it, or was called without pDiscarded.",
     .wrong = R"(reclaim.pDiscarded = NULL;
hr = device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
if (pArgs->pDiscarded) pArgs->pDiscarded[0] = FALSE;)",
     .right = R"(BOOL discarded = TRUE;
reclaim.pDiscarded = &discarded;
hr = device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
if (pArgs->pDiscarded) pArgs->pDiscarded[0] = discarded;)"},
    {.rule = "U-294",
     .why = "Reclaiming gives the memory back for the CPU at once; for the GPU it is there when "
            "the queue says so.",
     .check = "pfnReclaimAllocations2Cb and pfnReclaimAllocations3Cb note the fence's value; "
              "pfnRenderCb of a batch that names the allocation before anybody has waited for it "
              "is a finding. pfnLock2Cb is not.",
     .wrong = R"(Callbacks->pfnReclaimAllocations2Cb(Device, &Reclaim);
Callbacks->pfnRenderCb(Device, &Render);)",
     .right = R"(Callbacks->pfnReclaimAllocations2Cb(Device, &Reclaim);
Wait.MonitoredFenceValueArray = &Reclaim.PagingFenceValue;
Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
Callbacks->pfnRenderCb(Device, &Render);)"},
    {.rule = "U-295",
     .why = "A kernel of WDDM 2 does not read the priority there; what the driver takes for "
            "offered keeps its memory.",
     .check = "pfnRenderCb of a driver of WDDM 2 or later mentions every entry of the allocation "
              "list with an OfferPriority.",
     .wrong = R"(entry->hAllocation = texture->hAllocation;
entry->OfferPriority = D3DDDI_OFFER_PRIORITY_LOW;)",
     .right = R"(entry->hAllocation = texture->hAllocation;
entry->OfferPriority = D3DDDI_OFFER_PRIORITY_NONE;)"},
    {.rule = "U-296",
     .why = "The kernel writes one answer for a resource and one for each allocation of a list; "
            "with both it could write past the array.",
     .check = "Both callbacks refuse a resource with a count or a list beside it.",
     .wrong = R"(priority.hResource = resource->hRuntime;
priority.NumAllocations = resource->Count;
priority.HandleList = resource->Allocations;)",
     .right = R"(priority.hResource = resource->hRuntime;
priority.NumAllocations = 0;
priority.HandleList = NULL;)"},
    {.rule = "U-297",
     .why = "The application asks whether drawing would have to wait; one allocation far away is "
            "enough for that, however near the others are.",
     .check = "What pfnQueryResidencyCb tells during the call is kept, and a success other than "
              "the farthest of it is told; so is a code that the page does not list.",
     .wrong = R"(hr = device->pCallbacks->pfnQueryResidencyCb(device->hRuntime, &query);
return SUCCEEDED(hr) ? S_OK : hr;)",
     .right = R"(hr = device->pCallbacks->pfnQueryResidencyCb(device->hRuntime, &query);
if (FAILED(hr)) return hr;
for (UINT i = 0; i < query.NumAllocations; ++i)
  farthest = Farther(farthest, ResultOf(query.pResidencyStatus[i]));
return farthest;)"},
    {.rule = "U-298",
     .why = "The object is the kernel's, and a process may hold only so many of them.",
     .check = "Objects of the device that live after DestroyDevice, or after a CreateDevice that "
              "failed, are named.",
     .wrong = R"(D3DDDICB_CREATESYNCHRONIZATIONOBJECT create = {};
device->pCallbacks->pfnCreateSynchronizationObjectCb(device->hRuntime, &create);
device->hFence = create.hSyncObject;)",
     .right = R"(device->hFence = create.hSyncObject;
…
D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT destroy = {device->hFence};
device->pCallbacks->pfnDestroySynchronizationObjectCb(device->hRuntime, &destroy);)"},
};

}  // namespace

Lessons user_mode_14() { return kUserMode14Lessons; }

}  // namespace drydock::rules::lessons
