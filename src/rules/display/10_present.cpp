// Presents of full drivers: copy, flip, fill.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayPresent[] = {
    {.id = "D-152",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent comes at PASSIVE_LEVEL for the driver's context or device",
     .text = "DxgkDdiPresent is a PASSIVE_LEVEL, level-zero DDI; hContext is the driver's "
             "context handle, its device handle if it has no contexts, NULL with "
             "SupportContextlessPresent.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_drivercaps.md; "
               "display/threading-and-synchronization-zero-level.md"},
    {.id = "D-153",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Source and destination of DxgkDdiPresent have their documented places",
     .text = "DxgkDdiPresent: pAllocationList element 0 is empty, element 1 the source, element "
             "2 the destination, all as handles from OpenAllocation, NULL where absent.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_present.md"},
    {.id = "D-154",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent lists what its kind of present needs",
     .text = "DxgkDdiPresent lists for a copy source and destination, for a flip the source "
             "only, for a colour fill the destination only; source equal to destination is a "
             "copy within the screen.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-155",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flags of DxgkDdiPresent are consistent with each other and with the driver's "
              "capabilities",
     .text = "DxgkDdiPresent: at most one of ColorFill, SrcColorKey, DstColorKey is set; "
             "screen-to-screen or overlapping copies do not come with NoScreenToScreenBlt or "
             "NoOverlapScreenBlt, FlipWithNoWait only with FlipOnVSyncWithNoWait.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_presentflags.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_presentationcaps.md"},
    {.id = "D-156",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent writes commands for a flip that has no DMA buffer",
     .text = "For an MMIO flip pDmaBuffer is NULL: the driver validates the source and writes no "
             "commands; the flip itself arrives as SetVidPnSourceAddress.",
     .outcome = "NULL dereference, Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-157",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent leaves its buffer or patch list",
     .text = "On return from DxgkDdiPresent pDmaBuffer is the first byte not written and "
             "pPatchLocationListOut the first element not used, neither beyond its given size "
             "(one past the end meaning full).",
     .outcome = "buffer overrun, Windows stops the machine",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_present.md"},
    {.id = "D-158",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent asks for another buffer without progress",
     .text = "STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER asks for a further call with a new buffer "
             "and the same rectangles; progress is kept in MultipassOffset, 0 at first and never "
             "changed by the kernel. A buffer of DmaBufferSize holds at least one rectangle.",
     .outcome = "no progress in a pass: a finding (endless present)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md; d3dkmddi/ns-d3dkmddi-_dxgkarg_present.md"},
    {.id = "D-159",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Pre-patched addresses of DxgkDdiPresent are missing in the patch list",
     .text = "Addresses given beforehand to DxgkDdiPresent (SegmentId not 0) are used as final, "
             "and every allocation reference still goes into the patch-location list.",
     .outcome = "unpatched address after a move: GPU reads the wrong memory, Windows stops the "
                "machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-160",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Sub-rectangles of DxgkDdiPresent are clipped",
     .text = "pDstSubRects are already clipped to DstRect and the screen; the driver copies "
             "those and takes SrcRect and DstRect for the stretch factor only.",
     .outcome = "a defect of Drydock; copying DstRect instead: a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_present.md"},
    {.id = "D-161",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent rotates the primary target without being asked",
     .text = "Content is rotated for the primary target only with Flags.Rotate; in clone view "
             "other targets are rotated whenever they differ from the orientation of the content.",
     .outcome = "a finding",
     .source = "display/supporting-rotation-in-a-display-miniport-driver.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_presentflags.md"},
    {.id = "D-162",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flip to the allocation on screen is not queued",
     .text = "A flip to the allocation already on screen is still a flip: it is queued like any "
             "other (it serves as a wait for vertical blank).",
     .outcome = "a finding: lost wait",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-163",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiPresent returns another status than documented",
     .text = "DxgkDdiPresent results are those of the table of present results; "
             "STATUS_GRAPHICS_CANNOTCOLORCONVERT fails the client's present, "
             "STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE loses the device.",
     .outcome = "other statuses: a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-164",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The target of a present does not change until its buffer ends",
     .text = "From DxgkDdiPresent to the end of its buffer the target, its format and clipping "
             "do not change.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-165",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiDescribeAllocation does not describe a primary, or its attribute misleads "
              "flips",
     .text = "DescribeAllocation answers for every primary and every possible present source; "
             "PrivateDriverFormatAttribute is equal for two surfaces exactly if their layouts "
             "are interchangeable (the same as K-177), A8R8G8B8 and X8R8G8B8 alike.",
     .outcome = "a finding: wrong flips",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_describeallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_describeallocation.md"},
    {.id = "D-166",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Size of a CPU-visible GDI surface leaves out its pitch",
     .text = "CPU-visible allocations for GDI acceleration get their Pitch set, and a Size that "
             "includes it. (The same demand as K-145.)",
     .outcome = "a finding: wrong copies",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getstandardallocationdriverdata.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .reason = "the kernel book makes the same demands as K-145 and K-173"},
};

}  // namespace

Chapter present() { return kDisplayPresent; }

}  // namespace drydock::rules::display
