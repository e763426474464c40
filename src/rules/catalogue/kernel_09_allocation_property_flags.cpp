// Allocation property flags (DXGK_ALLOCATIONINFOFLAGS*, FLAGS2).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-147",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation meant to be locked lacks CpuVisible",
     .text = "CpuVisible is required for any lock to succeed.",
     .outcome = "lock fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-148",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Only the creating process may lock a shared allocation",
     .text =
         "Only the process that created a shared allocation may lock it (exception: GDI "
         "non-managed primary).",
     .outcome = "lock fails",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md; "
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "K-149",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "PermanentSysMem is set without CpuVisible",
     .text = "PermanentSysMem requires CpuVisible.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-150",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Cached is set without CpuVisible or on a write-only allocation",
     .text = "Cached requires CpuVisible, and must not be set on write-only allocations.",
     .outcome = "creation fails / slow",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-151",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Primary carries a flag or segment that primaries may not have",
     .text =
         "PermanentSysMem, Cached, Protected, ExistingSysMem, ExistingKernelSysMem are "
         "forbidden on a primary; the primary's write segments must all be CPU accessible.",
     .outcome = "creation fails",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-152",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation combines memory-kind flags that exclude one another",
     .text =
         "Protected, PermanentSysMem, ExistingSysMem and ExistingKernelSysMem exclude one "
         "another.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-153",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Existing cacheable memory is not flagged Cached",
     .text = "Existing memory mapped cacheable must be flagged Cached.",
     .outcome = "cache corruption",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-154",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Existing-memory allocations lock as permanent backing store",
     .text =
         "ExistingSysMem/ExistingKernelSysMem allocations have permanent-backing-store lock "
         "semantics.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-155",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Locking a PermanentSysMem allocation always returns its backing store",
     .text =
         "PermanentSysMem: a lock always returns the backing store; an unlock while in a memory "
         "segment causes a normal paging update; a clean allocation is discarded on eviction "
         "instead of copied out.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-156",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Overlay and capture allocations stay pinned within their share of a segment",
     .text =
         "Overlay and Capture allocations are pinned; evicted only for TDR, PnP stop or "
         "level-three synchronisation; together at most the last 20% of a segment by default.",
     .outcome = "content of another allocation can be lost if violated",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .reason = "overlays are scan-out surfaces, which a render-only adapter does not have"},
    {.id = "K-157",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Allocations beside overlays take more than 80% of the eviction segment",
     .text =
         "Allocations sharing an aperture eviction segment with overlays must be limited to 80% "
         "of it.",
     .outcome = "eviction impossible, contents lost, owner cannot render",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .reason = "overlays are scan-out surfaces, which a render-only adapter does not have"},
    {.id = "K-158",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "UseAlternateVA is set on an allocation that is no primary",
     .text = "UseAlternateVA only on a primary.",
     .outcome = "allocation not created",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-159",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SynchronousPaging waits for the fences before and the paging after",
     .text =
         "SynchronousPaging: wait until all fences referencing the allocation are reported "
         "before paging it, and for the paging to finish before the next ordinary DMA buffer.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-160",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "HistoryBuffer allocation lacks CpuVisible or carries other flags",
     .text =
         "HistoryBuffer requires CpuVisible (and Cached where the aperture is cache coherent) "
         "and all other flags zero.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-161",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "ExplicitResidencyNotification is set without AccessedPhysically",
     .text = "ExplicitResidencyNotification only with AccessedPhysically.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "K-162",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation list of a physical engine names one without AccessedPhysically",
     .text =
         "AccessedPhysically is required before an allocation may appear in an allocation list "
         "of a physically addressed engine.",
     .outcome = "submission rejected",
     .source = "display/gpu-segments.md"},
    {.id = "K-163",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "AccessedPhysically allocations are contiguous or mapped while resident",
     .text =
         "AccessedPhysically allocations are contiguous in memory segments and mapped into the "
         "aperture whenever resident; primaries without it only while displayed; others only by "
         "GPU VA.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-segments.md"},
    {.id = "K-164",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "MapApertureCpuVisible is set without the MapAperture2Supported cap",
     .text =
         "MapApertureCpuVisible needs the MapAperture2Supported cap (and AccessedPhysically, or "
         "the allocation is moved to implicit system memory and never mapped).",
     .outcome = "DxgkDdiCreateAllocation path fails",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags_wddm2_0.md; "
         "display/iommu-dma-remapping.md"},
    {.id = "K-165",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "ShareBackingStoreWithKmd is set where the feature does not allow it",
     .text =
         "ShareBackingStoreWithKmd only if the feature query said enabled; allocation must be "
         "shared, system-memory/aperture only, not on existing system memory.",
     .outcome = "creation fails",
     .source =
         "d3dkmddi/ns-d3dkmddi-dxgk_allocationinfoflags2.md; "
         "display/sharing-backing-store-with-kmd.md"},
    {.id = "K-166",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A shared backing store's address stays valid until DestroyAllocation",
     .text =
         "With ShareBackingStoreWithKmd, DxgkDdiSetAllocationBackingStore is called during "
         "CreateAllocation; the address stays valid until DxgkDdiDestroyAllocation for it.",
     .outcome = "a defect of Drydock; use after destroy = bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setallocationbackingstore.md"},
    {.id = "K-167",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "An eviction or IOMMU unmap is announced before it happens",
     .text =
         "NotifyEviction / NotifyIoMmuUnmap (WDDM 3.2): a NOTIFY_ALLOC paging operation is "
         "built and run before the eviction / IOMMU unmap; sent only for aperture or implicit "
         "system memory; may repeat in chunks.",
     .outcome = "a defect of Drydock",
     .source = "display/allocation-notification.md"},
    {.id = "K-168",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Shared allocation is CPU visible outside an aperture segment",
     .text =
         "Shared allocations should not be CPU visible unless they live only in an aperture "
         "segment (sample guidance).",
     .outcome = "lint [S]",
     .source = "graphics-driver-samples/roskmd/RosKmdAdapter.cpp"},
};

}  // namespace

Chapter kernel_09() { return kRules; }

}  // namespace drydock::rules::chapter
