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
  return device->Callbacks.pfnOfferAllocationsCb(device->hRuntime, &offer);
})",
     .right =
         R"(HRESULT APIENTRY OfferResources(HANDLE hDevice, const D3DDDIARG_OFFERRESOURCES* pArgs) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  return device->Callbacks.pfnOfferAllocationsCb(device->hRuntime, &offer);
})"},
    {.rule = "U-290",
     .why = "Its contents may be gone, and only the reclaim tells whether they are.",
     .check = "pfnRenderCb refuses a list that names an allocation which is offered; a lock of one "
              "comes under U-174.",
     .wrong = R"(device->Callbacks.pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)",
     .right = R"(device->Callbacks.pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->Callbacks.pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)"},
    {.rule = "U-292",
     .why = "The application takes the offer for done and keeps using a device that is gone.",
     .check = "Any failure of the two callbacks that the function does not return is told, and a "
              "result of OfferResources or ReclaimResources that its page does not list.",
     .wrong = R"(device->Callbacks.pfnOfferAllocationsCb(device->hRuntime, &offer);
return S_OK;)",
     .right = R"(return NeedsOffer(resource)
           ? device->Callbacks.pfnOfferAllocationsCb(device->hRuntime, &offer)
           : S_OK;)"},
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
    {.rule = "U-298",
     .why = "The object is the kernel's, and a process may hold only so many of them.",
     .check = "Objects of the device that live after DestroyDevice, or after a CreateDevice that "
              "failed, are named.",
     .wrong = R"(D3DDDICB_CREATESYNCHRONIZATIONOBJECT create = {};
device->Callbacks.pfnCreateSynchronizationObjectCb(device->hRuntime, &create);
device->hFence = create.hSyncObject;)",
     .right = R"(device->hFence = create.hSyncObject;
…
D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT destroy = {device->hFence};
device->Callbacks.pfnDestroySynchronizationObjectCb(device->hRuntime, &destroy);)"},
};

}  // namespace

Lessons user_mode_14() { return kUserMode14Lessons; }

}  // namespace drydock::rules::lessons
