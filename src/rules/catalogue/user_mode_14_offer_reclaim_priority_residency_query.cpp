// Offer / reclaim, priority, residency query.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode14[] = {
    {.id = "U-286",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Application offers reach the driver as OfferResources",
     .text = "Application offers arrive as OfferResources; the UMD forwards them as allocations or "
             "as runtime resource handles.",
     .outcome = "",
     .source = "display/video-memory-offer-and-reclaim.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_offerresources.md"},
    {.id = "U-287",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer or reclaim callback given both resources and allocations",
     .text = "pResources and HandleList exclude each other in offer and reclaim; resources created "
             "with BIND_PRESENT must be offered/reclaimed by allocation handle.",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_offerallocations.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_reclaimallocations.md"},
    {.id = "U-288",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Offer callback called with priority NONE",
     .text = "Offer priority NONE may not be passed to the callback.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_offerallocations.md"},
    {.id = "U-289",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Resource offered while the batch being built references it",
     .text = "If the resource has references in a buffer being built, the offer waits until that "
             "buffer is submitted; otherwise offer at once. Postponed offers are all processed by "
             "the next Flush/Present.",
     .outcome = "decided: offer with unsubmitted reference = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerresources.md; "
               "display/offer-and-reclaim-changes.md"},
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
               "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocations2cb.md"},
    {.id = "U-291",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Instance other than the last one offered under renaming",
     .text = "With VidMm renaming, offer the last instance.",
     .outcome = "decided: advice",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerresources.md"},
    {.id = "U-292",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Device removal reported by an offer or reclaim callback is swallowed",
     .text = "Offer/Reclaim callbacks: S_OK, E_INVALIDARG, D3DDDIERR_DEVICEREMOVED; DEVICEREMOVED "
             "is returned to the runtime; if no callback is needed return S_OK.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_reclaimresources.md"},
    {.id = "U-293",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Discarded contents not reported back by ReclaimResources",
     .text =
         "pDiscarded NULL means contents are assumed lost; otherwise TRUE per discarded element "
         "and it must be forwarded to the runtime array when that is non-NULL. "
         "ReclaimAllocations3 requires the result array.",
     .outcome = "decided: stale-content finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_reclaimallocations.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_reclaimresources.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_reclaimallocations3.md"},
    {.id = "U-294",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Paging fence of a reclaim callback ignored before GPU use",
     .text = "Reclaim2/3 return a paging fence to honour before GPU use; CPU access through "
             "pfnLock2Cb is allowed at once.",
     .outcome = "decided: finding",
     .source = "display/offer-and-reclaim-changes.md"},
    {.id = "U-295",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "OfferPriority set in the allocation list under WDDM 2",
     .text = "WDDM 2: offering through the allocation list is not supported; offering internal "
             "allocations is no longer required.",
     .outcome = "decided: OfferPriority ignored",
     .source = "display/offer-and-reclaim-changes.md"},
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
               "d3dumddi/ns-d3dumddi-_d3dddicb_queryresidency.md"},
    {.id = "U-297",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "QueryResourceResidency does not answer with the worst allocation",
     .text = "QueryResourceResidency combines per-allocation answers to the worst one "
             "(S_NOT_RESIDENT, S_RESIDENT_IN_SHARED_MEMORY, S_OK); never called for system-memory "
             "resources.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_queryresourceresidency.md"},
    {.id = "U-298",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Synchronization object never destroyed by the driver",
     .text = "Synchronization objects are created per device and destroyed by "
             "pfnDestroySynchronizationObjectCb; S_OK / E_INVALIDARG.",
     .outcome = "decided: leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroysynchronizationobjectcb.md"},
};

}  // namespace

Chapter user_mode_14() { return kUserMode14; }

}  // namespace drydock::rules::chapter
