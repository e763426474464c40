// Offer / Reclaim.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel15Lessons[] = {
    {.rule = "K-266",
     .why = "NumAllocations is the length of one list. With two the kernel could not know which of "
            "them it counts.",
     .check = "D3DKMTOfferAllocations and D3DKMTReclaimAllocations return STATUS_INVALID_PARAMETER "
              "when both pointers are set, or neither.",
     .wrong = R"(offer.pResources = resources;
offer.HandleList = allocations;
offer.NumAllocations = 2;
D3DKMTOfferAllocations(&offer);)",
     .right = R"(offer.pResources = resources;
offer.HandleList = NULL;
offer.NumAllocations = 2;
D3DKMTOfferAllocations(&offer);)"},
    {.rule = "K-267",
     .why = "The members of a presented resource are on the screen at different times. Offering "
            "all of them at once would offer the one that is being shown.",
     .check = "D3DKMTOfferAllocations looks for primaries among the members of each resource in "
              "pResources and then refuses the whole call with STATUS_INVALID_PARAMETER.",
     .wrong = R"(offer.pResources = &swapChainResource;
offer.NumAllocations = 1;
D3DKMTOfferAllocations(&offer);)",
     .right = R"(offer.HandleList = &hiddenBufferAllocation;
offer.NumAllocations = 1;
D3DKMTOfferAllocations(&offer);)"},
    {.rule = "K-268",
     .why = "The priority decides in which order offered memory is taken. NONE means no offer at "
            "all, so the request contradicts itself.",
     .check = "D3DKMTOfferAllocations accepts the values from D3DKMT_OFFER_PRIORITY_LOW to "
              "D3DKMT_OFFER_PRIORITY_AUTO and answers STATUS_INVALID_PARAMETER to the rest.",
     .wrong = R"(D3DKMT_OFFERALLOCATIONS offer = {};
offer.hDevice = device;
offer.HandleList = &allocation;
offer.NumAllocations = 1;)",
     .right = R"(D3DKMT_OFFERALLOCATIONS offer = {};
offer.hDevice = device;
offer.HandleList = &allocation;
offer.NumAllocations = 1;
offer.Priority = D3DKMT_OFFER_PRIORITY_NORMAL;)"},
    {.rule = "K-269",
     .why = "Between offer and reclaim the memory may be taken at any time. The CPU or the GPU "
            "would then work on pages that hold something else.",
     .check = "D3DKMTLock, D3DKMTLock2 and D3DKMTRender look at each allocation they name and "
              "refuse an offered one with STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTOfferAllocations(&offer);
allocationList[0].hAllocation = allocation;
D3DKMTRender(&render);)",
     .right = R"(D3DKMTOfferAllocations(&offer);
…
D3DKMTReclaimAllocations(&reclaim);
allocationList[0].hAllocation = allocation;
D3DKMTRender(&render);)"},
    {.rule = "K-271",
     .why = "An offer takes effect when the work that was submitted before it is "
            "over. Work that is still being built comes later, and finds its "
            "content gone.",
     .check = "D3DKMTOfferAllocations looks into the allocation list that each "
              "context of the device has at that moment: an entry that was written "
              "since the last D3DKMTRender and names what is offered is found.",
     .wrong = R"(AddToList(context, texture);
Offer(device, texture);
Render(context);)",
     .right = R"(AddToList(context, texture);
Render(context);
Offer(device, texture);)"},
};

}  // namespace

Lessons kernel_15() { return kKernel15Lessons; }

}  // namespace drydock::rules::lessons
