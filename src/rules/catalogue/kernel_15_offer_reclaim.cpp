// Offer / Reclaim.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel15[] = {
    {.id = "K-266",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer or reclaim passes both pResources and HandleList",
     .text = "Use either pResources or HandleList; the other must be NULL.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_offerallocations.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_reclaimallocations.md"},
    {.id = "K-267",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Presentable resource is offered by its resource handle",
     .text = "Resources created for presenting are offered by allocation handles, not by resource "
             "handle.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_offerallocations.md"},
    {.id = "K-268",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer uses priority NONE",
     .text = "Priority NONE must not be used in an offer.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ne-d3dukmdt-_d3dddi_offer_priority.md"},
    {.id = "K-269",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offered allocation is locked or submitted before its reclaim",
     .text = "Between offer and reclaim the allocation must not be locked or submitted.",
     .outcome = "lock fails / submission rejected",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md"},
    {.id = "K-270",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An offer takes effect after earlier rendering, without blocking",
     .text = "An offer takes effect only after earlier submitted rendering that uses the "
             "allocation; deferral is the kernel's job and does not block.",
     .outcome = "a defect of Drydock",
     .source = "display/offer-and-reclaim-changes.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md"},
    {.id = "K-271",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation is offered while commands that use it are still being built",
     .text = "An offer must come after the submission of DMA buffers that reference the resource, "
             "not while they are still being built.",
     .outcome = "content lost",
     .source = "display/offer-and-reclaim-changes.md"},
    {.id = "K-272",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reclaim reports for each element whether its content was lost",
     .text = "Reclaim reports per element whether content was discarded; a NULL result array means "
             "the caller accepts loss.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_reclaimallocations.md"},
    {.id = "K-273",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reclaim2 reports uncommitted memory and gives a fence for GPU use",
     .text = "Reclaim2 (WDDM 2.1+) can also report 'not committed'; backing store is valid and "
             "lockable on return, GPU use only after PagingFenceValue.",
     .outcome = "GPU page fault if used early",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_reclaimallocations2.md; "
               "display/offer-and-reclaim-changes.md"},
    {.id = "K-274",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reclaim pages in what is on the residency list",
     .text = "Reclaim pages the allocation in automatically if it is on the residency list.",
     .outcome = "a defect of Drydock",
     .source = "display/offer-and-reclaim-changes.md"},
    {.id = "K-275",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Offers through the allocation list exist before WDDM 2 only",
     .text = "Offer through the allocation list (OfferPriority) exists in WDDM 1.2/1.3 only: the "
             "allocation counts as offered once that DMA buffer is processed.",
     .outcome = "not supported in WDDM 2.x",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationlist.md; display/offer-and-reclaim-changes.md"},
};

}  // namespace

Chapter kernel_15() { return kKernel15; }

}  // namespace drydock::rules::chapter
