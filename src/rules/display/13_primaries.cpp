// Primaries, displayed allocations and their end.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayPrimaries[] = {
    {.id = "D-182",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The shared primary is made by the graphics kernel at a mode change",
     .text = "The shared primary is made by the kernel at a mode change: "
             "GetStandardAllocationDriverData(SHAREDPRIMARYSURFACE), then CreateAllocation with "
             "that data as element 0 (K-144), in the unrotated size of the source mode, with its "
             "VidPnSourceId.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtgetsharedprimaryhandle.md; "
               "display/supporting-rotation-in-a-display-miniport-driver.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md"},
    {.id = "D-183",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The shared primary stays in video memory as long as it is one",
     .text = "The shared primary is pinned in video memory as long as it is one, and several "
             "processes may lock it. (The same demand as K-175.)",
     .outcome = "a defect of Drydock",
     .source = "d3dkmdt/ns-d3dkmdt-_d3dkmdt_sharedprimarysurfacedata.md"},
    {.id = "D-184",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Creating a primary starts scan-out",
     .text = "Primaries obey K-118, K-151 and K-158; creating one starts no scan-out (the same "
             "as U-078; at the miniport inferred).",
     .outcome = "K rules' outcomes; scan-out started: a finding",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "D-185",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A displayed allocation lies contiguously or has an aperture mapping",
     .text = "Before it is displayed an allocation lies contiguously in one memory segment or "
             "has an aperture mapping; a primary without AccessedPhysically has that mapping "
             "only while displayed.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-segments.md; display/iommu-model.md"},
    {.id = "D-186",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "An allocation counts as displayed until every target shows another",
     .text = "An allocation counts as displayed from the SetVidPnSourceAddress, overlay or plane "
             "call that names it until a vsync of every target of that source shows another "
             "address, or the source is made invisible or leaves the topology (inferred).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddress.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_setvidpnsourcevisibility.md"},
    {.id = "D-187",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A displayed allocation is neither freed nor moved",
     .text = "The last reference to a displayed allocation is never dropped, and it is not "
             "evicted, moved or unmapped: a client's destroy waits until it is no longer "
             "displayed (documented for the last reference and for the pinned shared primary, "
             "otherwise inferred).",
     .outcome = "0x10E/0x2A; a defect of Drydock",
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md; K-235"},
    {.id = "D-188",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A queued flip holds its allocation",
     .text = "A flip that is queued but not yet shown holds its allocation in the same way "
             "(inferred from the queue semantics).",
     .outcome = "a defect of Drydock",
     .source = "display/hardware-flip-queue.md; d3dkmddi/ns-d3dkmddi-_dxgk_drivercaps.md"},
    {.id = "D-189",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Memory of a destroyed allocation is scanned or reported",
     .text = "After DestroyAllocation of an allocation no plane scans its memory and no vsync "
             "report carries its address (inferred).",
     .outcome = "scan-out of freed memory: Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md"},
    {.id = "D-190",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Overlay allocations stay in memory until time-out, stop or reset",
     .text = "Overlay allocations are pinned and leave memory only for TDR, PnP stop or level "
             "three, before which overlays are normally destroyed; they get the last 20 % of a "
             "segment unless told otherwise.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "D-191",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocations beside overlays take more than 80 % of an aperture segment",
     .text = "If an overlay may lie in an aperture segment, allocations that use it for eviction "
             "stay within 80 % of it. (The same demand as K-157.)",
     .outcome = "eviction impossible: a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md"},
    {.id = "D-192",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Overlay calls never come together, and each overlay is destroyed once",
     .text = "CreateOverlay, UpdateOverlay, FlipOverlay and DestroyOverlay (PASSIVE_LEVEL) never "
             "overlap; each overlay handle is destroyed once (inferred), and overlay and shown "
             "allocation live independently (the same as U-218), under D-187.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-first-level.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_createoverlay.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyoverlay.md"},
    {.id = "D-193",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Client uses a primary that a mode change made invalid",
     .text = "A mode change may invalidate primary handles: on "
             "STATUS_GRAPHICS_ALLOCATION_INVALID get the primary anew (open or create), replace "
             "the references and submit again. (The same demand as K-371, K-466.)",
     .outcome = "STATUS_GRAPHICS_ALLOCATION_INVALID until done",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpresent.md; d3dkmthk/nf-d3dkmthk-d3dkmtrender.md"},
    {.id = "D-194",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Submission does not list a primary that it writes",
     .text = "SubmitCommand lists every primary the buffer writes, and they are on the residency "
             "list; the kernel orders that work against flips by it. (The same demand as K-376.)",
     .outcome = "reference rejected, or tearing",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsubmitcommand.md; display/residency-overview.md"},
    {.id = "D-195",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiSetDisplayPrivateDriverFormat answers otherwise than documented",
     .text = "SetDisplayPrivateDriverFormat (PASSIVE_LEVEL) changes how the source is scanned, "
             "never an allocation; PrimaryAllocation 0 means the source shows nothing. It "
             "returns STATUS_SUCCESS or STATUS_UNSUCCESSFUL.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setdisplayprivatedriverformat.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_setdisplayprivatedriverformat.md",
     .lesson = {.why = "The caller repaints by what it is told. Any other status leaves it in "
                       "doubt which format is scanned out now.",
                .check =
                    "The status of each DxgkDdiSetDisplayPrivateDriverFormat is compared with the "
                    "two that the page lists. What the display hardware does then cannot be seen.",
                .wrong = R"(if (format >= kFormats) return STATUS_INVALID_PARAMETER;)",
                .right = R"(if (format >= kFormats) return STATUS_UNSUCCESSFUL;)"},
     .tests = {provokes("SourceFormats.D195AnotherStatusOfTheDriverIsReported"),
               stays_silent("SourceFormats.D216FormatOfAnOwnSourceReachesTheDriver")}},
    {.id = "D-196",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flips are drained and sources hidden before video memory is evicted",
     .text = "Before stop, power-down or reset (level three) all video memory is evicted, "
             "primaries included; so visibility is off or an empty topology committed, and flips "
             "are drained, first (order inferred).",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-third-level.md; "
               "display/hardware-flip-queue.md"},
    {.id = "D-197",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A primary is named again after power returned",
     .text = "After return to D0 a primary is paged in and named again by SetVidPnSourceAddress "
             "before visibility is set; the driver uses no address from before (inferred).",
     .outcome = "a defect of Drydock; stale address: a finding",
     .source = "display/plug-and-play--pnp--start-and-stop-cases.md; "
               "dispmprt/nc-dispmprt-dxgkddi_set_power_state.md"},
};

}  // namespace

Chapter primaries() { return kDisplayPrimaries; }

}  // namespace drydock::rules::display
