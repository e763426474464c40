// DxgkDdiCreateAllocation (miniport).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-127",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateAllocation trusts private data from user mode",
     .text =
         "Must validate all private data that came from user mode; bad data may fail the call "
         "but never crash, hang, assert or corrupt.",
     .outcome =
         "bugcheck-class if the driver crashes; STATUS_INVALID_PARAMETER is the right answer",
     .source = "display/validating-private-data-sent-from-user-mode-to-kernel-mode.md"},
    {.id = "K-128",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateAllocation returns an undocumented status",
     .text =
         "Returns only STATUS_SUCCESS, STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY or "
         "STATUS_GRAPHICS_DRIVER_MISMATCH.",
     .outcome = "other codes: driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md"},
    {.id = "K-129",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateAllocation succeeds without setting every hAllocation",
     .text =
         "On success hAllocation of every DXGK_ALLOCATIONINFO is set to the driver's own "
         "non-NULL tracking handle.",
     .outcome = "later DDIs pass garbage, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-130",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flags.Resource tells DxgkDdiCreateAllocation of a resource's allocations",
     .text =
         "Flags.Resource tells the driver whether the allocations belong to a resource; zero "
         "flags mean they belong to the device.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgkarg_createallocation.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgk_createallocationflags.md"},
    {.id = "K-131",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "hResource carries the driver's earlier value when a resource grows",
     .text =
         "hResource is NULL on the first creation for a resource and holds the driver's earlier "
         "value on later additions.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createallocation.md"},
    {.id = "K-132",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateAllocation may return or change a resource handle",
     .text =
         "May (need not) return a resource handle when Flags.Resource is set, and may change it "
         "on later CreateAllocation calls for the same resource.",
     .outcome = "",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md"},
    {.id = "K-133",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Adapter-level allocation data points at device data",
     .text =
         "Allocations and resources belong to the adapter: private allocation/resource data "
         "must never point at device data, because a shared one outlives its creating device.",
     .outcome = "use-after-free on cross-device use, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md"},
    {.id = "K-134",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Miniport keeps its own handle table instead of the handle callbacks",
     .text =
         "Should not keep a private handle table; use the handle callbacks (a private table "
         "goes stale on mode switch, unplug, user switch).",
     .outcome = "stale handle, driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md"},
    {.id = "K-135",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateAllocation returns an allocation of size zero",
     .text = "Size must be non-zero; the kernel rounds it up to host pages.",
     .outcome = "creation fails / assert [S]",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md; "
         "graphics-driver-samples/roskmd/RosKmdAdapter.cpp"},
    {.id = "K-136",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "PitchAlignedSize is non-zero but smaller than Size",
     .text = "PitchAlignedSize is 0, or >= Size.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-137",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "PreferredSegment names a segment outside the supported set",
     .text = "PreferredSegment may name only segments that are in the supported set.",
     .outcome = "VidMm assert, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-138",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SupportedReadSegmentSet is ignored from WDDM 2 on",
     .text =
         "WDDM 2.x: SupportedReadSegmentSet is ignored; only SupportedWriteSegmentSet is used.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-139",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "EvictionSegmentSet names a segment that is not an aperture",
     .text =
         "EvictionSegmentSet may name aperture segments only (0 = evict straight to locked "
         "system memory).",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-140",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateAllocation returns AllocationPriority 0",
     .text = "AllocationPriority must not be 0; use NORMAL when indifferent.",
     .outcome = "invalid initial priority",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-141",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Miniport fills Flags instead of FlagsWddm2, or the reverse",
     .text = "Use Flags below WDDM 2.0 and FlagsWddm2 from 2.0 on (they share storage).",
     .outcome = "misread flags",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-142",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation in a 64 KB page segment is not aligned to 64 KB",
     .text =
         "A segment with 64 KB pages in the supported set obliges Alignment to be a multiple of "
         "64 KB.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentflags.md"},
    {.id = "K-143",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "MaximumRenamingListLength caps the renaming list; zero means no cap",
     .text =
         "MaximumRenamingListLength non-zero caps the renaming list; 0 means unlimited. Same "
         "storage as PhysicalAdapterIndex in WDDM 2.x.",
     .outcome = "",
     .source =
         "display/requesting-to-rename-an-allocation.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-144",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Standard allocation data arrives as element 0's private driver data",
     .text = "Standard/shared-primary data is passed as element 0's pPrivateDriverData.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md"},
    {.id = "K-145",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Size of a CPU-visible GDI allocation leaves out its pitch",
     .text =
         "For GDI hardware acceleration allocations the returned Size must include pitch for "
         "CPU-visible ones.",
     .outcome = "wrong blits",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .reason = "GDI hardware acceleration belongs to the desktop, which the host does not have"},
    {.id = "K-146",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "No DestroyAllocation follows a failed DxgkDdiCreateAllocation",
     .text =
         "On a failed DxgkDdiCreateAllocation no DestroyAllocation is sent for it; the driver "
         "cleans its own partial work.",
     .outcome = "double free otherwise (inferred)",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md; "
         "graphics-driver-samples/roskmd/RosKmdAdapter.cpp"},
};

}  // namespace

Chapter kernel_08() { return kRules; }

}  // namespace drydock::rules::chapter
