// Flush, pfnRenderCb, pfnSubmitCommandCb, contexts.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode07[] = {
    {.id = "U-123",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush returns a code its page does not list",
     .text = "Flush: S_OK or E_OUTOFMEMORY (plus passed-through codes).",
     .outcome = "decided: undocumented-return finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_flush.md"},
    {.id = "U-124",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush makes the driver submit invalid commands",
     .text = "Flush may be called at any time and must never make the UMD submit invalid commands "
             "(for example half a packet, or commands naming a released allocation).",
     .outcome = "decided: KMD rejects; finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_flush.md"},
    {.id = "U-125",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Commands still held by the driver after Flush",
     .text = "After Flush every previously issued command has left the UMD; nothing depends on the "
             "application thread any more (stated for D3D10+).",
     .outcome = "decided: leftover commands = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_flush.md"},
    {.id = "U-126",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush1 trim does not free memory or risks running out of it",
     .text = "Flush1 (WDDM 1.3) with D3DDDI_TRIM_MEMORY: free as much as possible, keep what is "
             "needed to go on, create no new out-of-memory opportunity, and do not offer/reclaim "
             "memory that was freed.",
     .outcome = "decided: finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_flush1.md; d3dumddi/ne-d3dumddi-d3dddi_flush_flags.md"},
    {.id = "U-127",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush submits an empty batch or answers the wrong BOOL",
     .text = "D3D11.1 Flush with FLUSH_UNLESS_NO_COMMANDS: no submission when nothing was recorded "
             "since the last one; returns TRUE/FALSE. Deferred destruction still runs (U-208).",
     .outcome = "decided: finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d11_1ddi_flush.md; "
               "d3d10umddi/ne-d3d10umddi-d3d11_1_ddi_flush_flags.md"},
    {.id = "U-128",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock, Flush or Present does not submit the pending batch",
     .text = "Command submission is triggered by Present, Flush, Lock of a resource used in the "
             "current batch, and by a full buffer.",
     .outcome = "decided: Lock of a batched resource without submission = finding",
     .source = "display/submitting-a-command-buffer.md"},
    {.id = "U-129",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb counts or lengths exceed the current buffers",
     .text = "pfnRenderCb input: CommandLength counted from offset zero, CommandOffset, "
             "NumAllocations, NumPatchLocations, hContext; counts may not exceed the current list "
             "sizes.",
     .outcome = "generic: E_INVALIDARG",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md; d3dumddi/ns-d3dumddi-_d3dddicb_render.md"},
    {.id = "U-130",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Old command buffer or list used after pfnRenderCb",
     .text = "After pfnRenderCb the UMD must build its next batch in pNewCommandBuffer / "
             "pNewAllocationList / pNewPatchLocationList with the returned sizes. The old buffers "
             "are gone.",
     .outcome =
         "decided: harness makes the old buffers inaccessible and always returns different ones",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-131",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Buffer sizes not re-read after pfnRenderCb",
     .text = "Re-read the three sizes whether or not the call succeeded (VidMm may refuse a "
             "resize).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-132",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may ask pfnRenderCb for larger buffers",
     .text = "ResizeCommandBuffer / ResizeAllocationList / ResizePatchLocationList flags request "
             "new sizes via the New*Size members; they are requests only.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-133",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb with a context that is not of this device",
     .text = "hContext must be a context of this device obtained from pfnCreateContextCb. (NULL "
             "meaning \"default context\" is documented but contradicts U-047; decision list.)",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-134",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb broadcast list too long or naming the owning context",
     .text = "At most 64 broadcast contexts; the owning context is not an element of the array. "
             "Present broadcast only for flips on MMIO-flip hardware.",
     .outcome = "generic: E_INVALIDARG",
     .source =
         "d3dumddi/ns-d3dumddi-_d3dddicb_render.md; d3dumddi/ns-d3dumddi-_d3dddicb_present.md"},
    {.id = "U-135",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnRenderCb answers with its documented codes",
     .text = "Documented returns: S_OK, D3DDDIERR_PRIVILEGEDINSTRUCTION, "
             "D3DDDIERR_ILLEGALINSTRUCTION, D3DDDIERR_INVALIDHANDLE, "
             "D3DDDIERR_CANTRENDERLOCKEDALLOCATION, D3DDDIERR_INVALIDUSERBUFFER, E_OUTOFMEMORY, "
             "E_INVALIDARG, others.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-136",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb submits a dead or foreign allocation handle",
     .text = "Every handle in the allocation list must be a live allocation created or opened on "
             "this device.",
     .outcome = "documented: D3DDDIERR_INVALIDHANDLE (page attributes the detection to the KMD); "
                "decided: use-after-free finding names the DestroyResource that released it",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationlist.md"},
    {.id = "U-137",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb references a locked allocation that cannot move",
     .text = "A locked allocation in the list is tolerated only if VidMm can move it to an "
             "AGP/system segment.",
     .outcome = "documented: D3DDDIERR_CANTRENDERLOCKEDALLOCATION",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "U-138",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Cached lock kept on an allocation the batch references",
     .text = "Unlock all allocations referenced by the stream (cached no-overwrite locks) before "
             "pfnRenderCb, unless the application still holds the lock.",
     .outcome = "documented: VidMm may move them to AGP memory",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md"},
    {.id = "U-139",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Batch writes an allocation not marked WriteOperation",
     .text = "WriteOperation must be set for an allocation that the batch writes; "
             "DoNotRetireInstance is rare; OfferPriority other than NONE makes the allocation "
             "offered after the buffer completes; Reserved zero.",
     .outcome = "decided: undeclared write = finding when the KMD model can see it",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationlist.md"},
    {.id = "U-140",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Patch location given to pfnRenderCb points outside the allocation list",
     .text = "AllocationIndex of each patch entry indexes the allocation list; Reserved bits zero. "
             "(The strictly increasing SplitOffset order is stated for the list the KMD emits.)",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_patchlocationlist.md; display/splitting-a-dma-buffer.md"},
    {.id = "U-141",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Batch references an older instance of a renamed allocation",
     .text =
         "Once a batch uses a newer instance of a renamed allocation, older instances of it may "
         "not be referenced again.",
     .outcome = "documented: pfnRenderCb / pfnPresentCb fail",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "U-142",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "RenderCBSequence does not increase with every submission",
     .text = "RenderCBSequence increases with every submission on any engine (starts at 1, or "
             "0x80000001 for free-threaded DDIs).",
     .outcome = "decided: finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_render.md"},
    {.id = "U-143",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NullRendering or a reserved pfnRenderCb flag is set",
     .text = "NullRendering only for performance investigation; reserved members and Flags bits "
             "zero.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_renderflags.md"},
    {.id = "U-144",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnPresentCb called with outstanding commands unsubmitted",
     .text = "pfnPresentCb must be preceded by submission of outstanding commands. DDI version < "
             "0x0C: the runtime calls Flush first. >= 0x0C and windowed: same. >= 0x0C and full "
             "screen: the UMD must call pfnRenderCb itself. DXGI: PresentDXGI always submits "
             "partial buffers first.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_present.md; "
               "dxgiddi/ns-dxgiddi-dxgi_ddi_base_functions.md"},
    {.id = "U-145",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Present passes a handle that is not a live kernel allocation",
     .text = "Present translates resource handles to live kernel allocation handles; hSrc NULL = "
             "colour fill, hDst NULL = destination chosen in kernel.",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_present.md"},
    {.id = "U-146",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Submission callback does not match the kind of context",
     .text =
         "Contexts with GPU virtual addressing are created by pfnCreateContextVirtualCb and "
         "submit only through pfnSubmitCommandCb; patch-mode contexts only through pfnRenderCb.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_submitcommandcb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_createcontextvirtualcb.md"},
    {.id = "U-147",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSubmitCommandCb without a target context or with oversized data",
     .text = "BroadcastContextCount >= 1 (the first element is the target context, unlike "
             "pfnRenderCb); private data size within what the KMD asked for; private data is "
             "one-way.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_submitcommand.md"},
    {.id = "U-148",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSubmitCommandCb does not declare a written primary",
     .text = "WrittenPrimaries lists every primary and every swap-chain back buffer written by the "
             "submission (at most 16); D3D11 marks them with MISC_DISPLAYABLE_SURFACE at creation.",
     .outcome = "decided: undeclared = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_submitcommand.md; libdxg/d3dukmdt.h"},
    {.id = "U-149",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Submission uses an allocation that was not made resident",
     .text = "WDDM 2: any reference to an allocation not on the device residency list is illegal.",
     .outcome = "documented: submission rejected or page fault, device put in error / removed",
     .source = "display/access-to-non-resident-allocation.md; display/residency-overview.md"},
    {.id = "U-150",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Context callbacks answer with their documented codes",
     .text = "pfnCreateContextVirtualCb: S_OK, E_OUTOFMEMORY, E_INVALIDARG, others. "
             "pfnDestroyContextCb: S_OK, E_INVALIDARG, others. (The pfnCreateContextCb page is an "
             "empty stub; take the first set.)",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createcontextvirtualcb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md"},
    {.id = "U-151",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnDestroyContextCb returns only after the context's work is done",
     .text = "pfnDestroyContextCb blocks until the work queued on that context is finished.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md"},
    {.id = "U-152",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Context destroyed while it owns a synchronization object",
     .text = "A context that owns a synchronization object may not be destroyed.",
     .outcome = "documented: pfnDestroyContextCb returns an error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md"},
    {.id = "U-153",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver never destroys a context it created",
     .text =
         "The UMD destroys each context it created (normally in DestroyDevice). (Inference: the "
         "buffers returned by context creation and render belong to the runtime side and are "
         "never freed by the UMD.)",
     .outcome = "decided: context leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md"},
    {.id = "U-154",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnEscapeCb with the wrong adapter, device, context or flags",
     .text = "pfnEscapeCb: S_OK, E_OUTOFMEMORY, E_INVALIDARG, D3DDDIERR_DEVICEREMOVED; first "
             "argument is the *adapter* handle; hContext non-NULL requires hDevice non-NULL and "
             "owning it; HardwareAccess, DeviceStatusQuery and ChangeFrameLatency exclude each "
             "other.",
     .outcome = "generic: E_INVALIDARG",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_escapecb.md; d3dumddi/ns-d3dumddi-_d3dddicb_escape.md; "
         "d3dukmdt/ns-d3dukmdt-_d3dddi_escapeflags.md"},
};

}  // namespace

Chapter user_mode_07() { return kUserMode07; }

}  // namespace drydock::rules::chapter
