// Command submission.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-370",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation list names a handle not open on the submitting device",
     .text = "Each handle in an allocation list must be open on the submitting device.",
     .outcome = "STATUS_INVALID_HANDLE / STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtrender.md; d3dkmddi/nc-d3dkmddi-dxgkddi_render.md"},
    {.id = "K-371",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Invalidated primary is submitted again without being reopened",
     .text =
         "After STATUS_GRAPHICS_ALLOCATION_INVALID re-open or re-create the primary, fix the "
         "references and resubmit.",
     .outcome = "submission keeps failing",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtrender.md",
     .reason = "primaries turn invalid by display mode switches, which the host does not have"},
    {.id = "K-372",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Client keeps using buffers that D3DKMTRender has replaced",
     .text =
         "Re-read command buffer, allocation list and patch list pointers after every Render "
         "call; sizes are valid only on success.",
     .outcome = "writes into retired buffers",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtrender.md; d3dkmthk/ns-d3dkmthk-_d3dkmt_render.md"},
    {.id = "K-373",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Submission has too many or no broadcast contexts",
     .text =
         "At most 64 broadcast contexts (Render, excluding the owner); SubmitCommand needs "
         "BroadcastContextCount >= 1.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_render.md; d3dkmthk/ns-d3dkmthk-_d3dkmt_submitcommand.md"},
    {.id = "K-374",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Submission call does not match the context's addressing mode",
     .text = "GPU-VA contexts use SubmitCommand only; patch-mode contexts use Render only.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsubmitcommand.md"},
    {.id = "K-375",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SubmitCommand private data exceeds the size the miniport reported",
     .text =
         "SubmitCommand private data must not exceed the size the miniport reported at context "
         "creation; it flows one way.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_submitcommand.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgkarg_submitcommandvirtual.md"},
    {.id = "K-376",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "SubmitCommand omits a primary or back buffer it writes",
     .text = "SubmitCommand must list every primary and back buffer it writes.",
     .outcome = "tearing; reference rejected if not resident",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsubmitcommand.md; display/residency-overview.md",
     .reason = "the list serves scan-out and tearing control, which a render-only adapter lacks"},
    {.id = "K-377",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The allocation list reaches DxgkDdiRender validated and converted",
     .text =
         "The user allocation list is validated, copied and converted to DXGK_ALLOCATIONLIST "
         "with the device-specific handles; index and write bit are kept; SegmentId 0 = not "
         "paged in.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md"},
    {.id = "K-378",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiRender reads user memory without a guard",
     .text =
         "Render: command buffer and incoming patch list are raw user memory - guard every "
         "access, validate, then copy.",
     .outcome = "bugcheck-class if unguarded",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md"},
    {.id = "K-379",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiRender accepts privileged commands or foreign memory",
     .text =
         "Render must reject privileged commands and references beyond the process's own "
         "memory.",
     .outcome = "STATUS_PRIVILEGED_INSTRUCTION / ILLEGAL_INSTRUCTION",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md"},
    {.id = "K-380",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiRender leaves a reference unpatched or out of the patch list",
     .text =
         "Render must pre-patch every allocation whose SegmentId is non-zero and still list all "
         "references in the output patch list, since Patch may be skipped or repeated.",
     .outcome = "wrong addresses",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md"},
    {.id = "K-381",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Patch list is not in order of strictly rising SplitOffset",
     .text =
         "Patch-list SplitOffsets are strictly increasing in order of use; a NULL allocation "
         "entry unbinds a slot.",
     .outcome = "rejected by leak detection; 0x10E/0x27",
     .source =
         "display/splitting-a-dma-buffer.md; display/gpu-preemption.md; "
         "debugger/bug-check-0x10e---video-memory-management-internal.md"},
    {.id = "K-382",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiRender writes past its buffers or returns wrong end pointers",
     .text =
         "Before returning, pDmaBuffer and pPatchLocationListOut point just past the last item "
         "written; INSUFFICIENT_DMA_BUFFER keeps progress in MultipassOffset.",
     .outcome = "overrun 0x10E/0x12",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_render.md"},
    {.id = "K-383",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiRender asks for more space in guaranteed-contract mode",
     .text = "In guaranteed-contract mode Render must never report INSUFFICIENT_DMA_BUFFER.",
     .outcome = "bugcheck 0x10E/0x16",
     .source =
         "display/using-the-guaranteed-contract-dma-buffer-model.md; "
         "debugger/bug-check-0x10e---video-memory-management-internal.md"},
    {.id = "K-384",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A GPU exception from Render or Present loses the device",
     .text =
         "GRAPHICS_GPU_EXCEPTION_ON_DEVICE from Render/Present puts the device in the lost "
         "state.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md"},
    {.id = "K-385",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiPatch fails or changes the size of the DMA buffer",
     .text =
         "Patch must succeed and patch in place without changing size; it may run several times "
         "for one buffer.",
     .outcome = "bugcheck 0x119/3 (0x10E/0x19)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_patch.md"},
    {.id = "K-386",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiSubmitCommand fails",
     .text = "SubmitCommand must succeed.",
     .outcome = "bugcheck 0x119/2",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_submitcommand.md"},
    {.id = "K-387",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiSubmitCommandVirtual returns an illegal status",
     .text =
         "SubmitCommandVirtual may return SUCCESS or INVALID_PARAMETER (malformed user data: "
         "device goes to error, the fence counts as completed after earlier packets); anything "
         "else is fatal.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_submitcommandvirtual.md"},
    {.id = "K-388",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "ValidateSubmitCommand relies on the submitting process's context",
     .text =
         "ValidateSubmitCommand may be called in another process's context; private data must "
         "hold no user pointers or handles.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_validatesubmitcommand.md"},
    {.id = "K-389",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Patch and submit of one packet get the same fence id and offsets",
     .text =
         "Patch and Submit of one packet get the same SubmissionFenceId and the same start/end "
         "offsets.",
     .outcome = "a defect of Drydock",
     .source = "display/supplying-fence-identifiers.md; d3dkmddi/ns-d3dkmddi-_dxgkarg_patch.md"},
    {.id = "K-390",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DMA buffers are submitted after the paging they depend on",
     .text =
         "Order per submission: Render -> BuildPagingBuffer(s) -> submit paging buffers -> "
         "Patch -> SubmitCommand; a DMA buffer is submitted only when everything it references "
         "is in place.",
     .outcome = "a defect of Drydock",
     .source = "display/submitting-a-command-buffer.md; display/paging-video-memory-resources.md"},
    {.id = "K-391",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "NullRendering packets complete their fence without running",
     .text = "NullRendering packets still complete their fence without running.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_submitcommandflags.md"},
    {.id = "K-392",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A ContextSwitch packet precedes moving a running context's resource",
     .text =
         "Moving or evicting a resource of the running context first submits a zero-length "
         "packet with ContextSwitch set (plus Paging when a paging buffer ran).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_submitcommandflags.md"},
    {.id = "K-393",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Resubmission is set only after preemption, and paging packets keep their fence",
     .text =
         "Resubmission is 0 on first submission and 1 when resubmitted after preemption (WDDM "
         "2.x); paging packets keep their fence id and order, render packets get new ids.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_submitcommandflags.md; display/gpu-preemption.md"},
    {.id = "K-394",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiSubmitCommand relies on one process per device",
     .text = "SubmitCommand may be called for a device used by several processes at once.",
     .outcome = "race",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_submitcommand.md"},
};

}  // namespace

Chapter kernel_22() { return kRules; }

}  // namespace drydock::rules::chapter
