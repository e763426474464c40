// Offer / Reclaim.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelOffer[] = {
    {.id = "K-266",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer or reclaim passes both pResources and HandleList",
     .text = "Use either pResources or HandleList; the other must be NULL.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_offerallocations.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_reclaimallocations.md",
     .lesson = {.why = "NumAllocations is the length of one list. With two the kernel could not "
                       "know which of them it counts.",
                .check = "D3DKMTOfferAllocations and D3DKMTReclaimAllocations return "
                         "STATUS_INVALID_PARAMETER when both pointers are set, or neither.",
                .wrong = R"(offer.pResources = resources;
offer.HandleList = allocations;
offer.NumAllocations = 2;
D3DKMTOfferAllocations(&offer);)",
                .right = R"(offer.pResources = resources;
offer.HandleList = NULL;
offer.NumAllocations = 2;
D3DKMTOfferAllocations(&offer);)"},
     .tests = {provokes("Offer.K266BothListsAreRefused"),
               stays_silent("Offer.K266EitherListIsAccepted")}},
    {.id = "K-267",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Presentable resource is offered by its resource handle",
     .text = "Resources created for presenting are offered by allocation handles, not by resource "
             "handle.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_offerallocations.md",
     .lesson = {.why = "The members of a presented resource are on the screen at different times. "
                       "Offering all of them at once would offer the one that is being shown.",
                .check =
                    "D3DKMTOfferAllocations looks for primaries among the members of each resource "
                    "in pResources and then refuses the whole call with STATUS_INVALID_PARAMETER.",
                .wrong = R"(offer.pResources = &swapChainResource;
offer.NumAllocations = 1;
D3DKMTOfferAllocations(&offer);)",
                .right = R"(offer.HandleList = &hiddenBufferAllocation;
offer.NumAllocations = 1;
D3DKMTOfferAllocations(&offer);)"},
     .tests = {provokes("ClientEnds.K267PresentableResourceIsNotOfferedByItsHandle"),
               stays_silent("ClientEnds.K267PresentableResourceIsOfferedByItsAllocations")}},
    {.id = "K-268",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer uses priority NONE",
     .text = "Priority NONE must not be used in an offer.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ne-d3dukmdt-_d3dddi_offer_priority.md",
     .lesson = {.why = "The priority decides in which order offered memory is taken. NONE means no "
                       "offer at all, so the request contradicts itself.",
                .check =
                    "D3DKMTOfferAllocations accepts the values from D3DKMT_OFFER_PRIORITY_LOW to "
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
     .tests = {provokes("Offer.K268PriorityMustBeOne"),
               stays_silent("Offer.K268EveryPriorityIsAccepted")}},
    {.id = "K-269",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offered allocation is locked or submitted before its reclaim",
     .text = "Between offer and reclaim the allocation must not be locked or submitted.",
     .outcome = "lock fails / submission rejected",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md",
     .lesson = {.why = "Between offer and reclaim the memory may be taken at any time. The CPU or "
                       "the GPU would then work on pages that hold something else.",
                .check = "D3DKMTRender looks at each allocation of its list and refuses an offered "
                         "one with STATUS_INVALID_PARAMETER; for a lock K-246 says the same.",
                .wrong = R"(D3DKMTOfferAllocations(&offer);
allocationList[0].hAllocation = allocation;
D3DKMTRender(&render);)",
                .right = R"(D3DKMTOfferAllocations(&offer);
…
D3DKMTReclaimAllocations(&reclaim);
allocationList[0].hAllocation = allocation;
D3DKMTRender(&render);)"},
     .tests = {provokes("ClientRules.K269OfferedAllocationIsNotSubmitted"),
               stays_silent("ClientRules.K269ReclaimedAllocationIsSubmitted")}},
    {.id = "K-270",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An offer takes effect after earlier rendering, without blocking",
     .text = "An offer takes effect only after earlier submitted rendering that uses the "
             "allocation; deferral is the kernel's job and does not block.",
     .outcome = "a defect of Drydock",
     .source = "display/offer-and-reclaim-changes.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md",
     .tests = {proves("Offer.K270UsedByTheGpuIsNotDiscarded")}},
    {.id = "K-271",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation is offered while commands that use it are still being built",
     .text = "An offer must come after the submission of DMA buffers that reference the resource, "
             "not while they are still being built.",
     .outcome = "content lost",
     .source = "display/offer-and-reclaim-changes.md",
     .lesson = {.why = "An offer takes effect when the work that was submitted before it is over. "
                       "Work that is still being built comes later, and finds its content gone.",
                .check = "D3DKMTOfferAllocations looks into the allocation list that each context "
                         "of the device has at that moment: an entry that was written since the "
                         "last D3DKMTRender and names what is offered is found.",
                .wrong = R"(AddToList(context, texture);
Offer(device, texture);
Render(context);)",
                .right = R"(AddToList(context, texture);
Render(context);
Offer(device, texture);)"},
     .tests = {provokes("ClientRules.K271OfferOfWhatIsInTheListIsFound"),
               stays_silent("ClientRules.K271OfferAfterTheSubmissionIsSilent")}},
    {.id = "K-272",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reclaim reports for each element whether its content was lost",
     .text = "Reclaim reports per element whether content was discarded; a NULL result array means "
             "the caller accepts loss.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_reclaimallocations.md",
     .tests = {proves("Offer.K272ContentsStayWithoutNeed"),
               proves("Offer.K272ScarceMemoryDiscardsAndReclaimReportsIt"),
               proves("Offer.K272ReclaimWithoutResultsAcceptsTheLoss")}},
    {.id = "K-273",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reclaim2 reports uncommitted memory and gives a fence for GPU use",
     .text = "Reclaim2 (WDDM 2.1+) can also report 'not committed'; backing store is valid and "
             "lockable on return, GPU use only after PagingFenceValue.",
     .outcome = "GPU page fault if used early",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_reclaimallocations2.md; "
               "display/offer-and-reclaim-changes.md",
     .tests = {proves("ResidencySet.K273BeforeWddm21NothingIsDecommitted"),
               proves("ResidencySet.K273ReclaimedMemoryIsLockedBeforeItsFence"),
               proves("ResidencySet.K273WhatHasNoMemoryIsNotCommittedAndStaysOffered"),
               proves("ResidencySet.K273WorkBeforeTheFenceOfAReclaimIsFound")}},
    {.id = "K-274",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reclaim pages in what is on the residency list",
     .text = "Reclaim pages the allocation in automatically if it is on the residency list.",
     .outcome = "a defect of Drydock",
     .source = "display/offer-and-reclaim-changes.md",
     .tests = {proves("Residency.K274ReclaimBringsBackWhatTheListHas")}},
    {.id = "K-275",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Offers through the allocation list exist before WDDM 2 only",
     .text = "Offer through the allocation list (OfferPriority) exists in WDDM 1.2/1.3 only: the "
             "allocation counts as offered once that DMA buffer is processed.",
     .outcome = "not supported in WDDM 2.x",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationlist.md; display/offer-and-reclaim-changes.md",
     .tests = {proves("ListOffer.K275OfferedWhenTheBufferIsProcessed"),
               proves("ListOffer.K275OthersThanWddm12And13HaveNone")}},
};

}  // namespace

Chapter offer() { return kKernelOffer; }

}  // namespace drydock::rules::kernel
