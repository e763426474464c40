// pfnRenderCb and pfnPresentCb.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeRender[] = {
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
         "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md; d3dumddi/ns-d3dumddi-_d3dddicb_render.md",
     .lesson = {.why = "The kernel copies as many bytes as it is told; more than the buffer holds "
                       "is whatever lies behind it.",
                .check = "Lengths, offset and counts are compared with the sizes that the last "
                         "callback gave, and the submission is refused.",
                .wrong = R"(render.CommandLength = device->Written;
render.NumAllocations = device->ListSize + 1;)",
                .right = R"(if (device->Used == device->ListSize) SubmitBatch(device);
render.CommandLength = device->Written;
render.NumAllocations = device->Used;)"},
     .tests = {provokes("CallbackRules.U129MoreThanThereIsRoomForIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-130",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Old command buffer or list used after pfnRenderCb",
     .text = "After pfnRenderCb the UMD must build its next batch in pNewCommandBuffer / "
             "pNewAllocationList / pNewPatchLocationList with the returned sizes. The old buffers "
             "are gone.",
     .outcome =
         "decided: lint, because Windows gives the same buffers again and Microsoft's sample "
         "counts on it; the host gives others until it sees that",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .lesson = {.why = "The old buffer is with the kernel, or unmapped; what is written there "
                       "reaches the GPU in the middle of another batch, or nowhere. Windows "
                       "happens to give the same buffer again as long as its size stays.",
                .check = "Each submission gives buffers at other addresses, and the next one looks "
                         "whether the old ones were written to. A driver that did so keeps them "
                         "from then on, so that its life goes on.",
                .wrong = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->Written = 0;)",
                .right = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->pCommands = render.pNewCommandBuffer;
device->CommandSize = render.NewCommandBufferSize;
device->pAllocations = render.pNewAllocationList;
device->pPatches = render.pNewPatchLocationList;
device->Written = 0;)"},
     .tests = {provokes("ResourceRules.U130WritingInBuffersThatWereReplacedIsFoundAndGoesOn"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-131",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Buffer sizes not re-read after pfnRenderCb",
     .text =
         "Re-read the three sizes whether or not the call succeeded (VidMm may refuse a resize).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .lesson = {.why = "The kernel may refuse a larger buffer, or give a smaller one than before; "
                       "by the old size the driver fills places that are not there.",
                .check = "A submission that is too large for its buffers, and would have fitted "
                         "those before, comes under this rule; by option every other submission "
                         "gives a shorter allocation list.",
                .wrong = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->pAllocations = render.pNewAllocationList;
device->Used = 0;)",
                .right = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->pAllocations = render.pNewAllocationList;
device->ListSize = render.NewAllocationListSize;
device->Used = 0;)"},
     .tests = {provokes("SubmissionRules.U131SizesThatAreNotReadAgainAreFound"),
               stays_silent("SubmissionRules.U131SizesThatAreReadAgainAreSilent")}},
    {.id = "U-132",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may ask pfnRenderCb for larger buffers",
     .text = "ResizeCommandBuffer / ResizeAllocationList / ResizePatchLocationList flags request "
             "new sizes via the New*Size members; they are requests only.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .tests = {proves("RuntimePromises.U132SizesAreAskedForAndAnswered")}},
    {.id = "U-133",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb with a context that is not of this device",
     .text = "hContext must be a context of this device obtained from pfnCreateContextCb. (NULL "
             "meaning \"default context\" is documented but contradicts U-047; decision list.)",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .lesson = {.why = "A context carries the state of one device's work; there is no default one, "
                       "and another device's has other memory.",
                .check =
                    "Each callback that takes a context looks it up among those of the device.",
                .wrong = R"(D3DDDICB_RENDER render = {};
render.CommandLength = device->Written;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
                .right = R"(D3DDDICB_RENDER render = {};
render.hContext = device->hContext;
render.CommandLength = device->Written;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("CallbackRules.U133NoContextIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-134",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb broadcast list too long or naming the owning context",
     .text = "At most 64 broadcast contexts; the owning context is not an element of the array. "
             "Present broadcast only for flips on MMIO-flip hardware.",
     .outcome = "generic: E_INVALIDARG",
     .source =
         "d3dumddi/ns-d3dumddi-_d3dddicb_render.md; d3dumddi/ns-d3dumddi-_d3dddicb_present.md",
     .lesson =
         {.why = "The array has sixty-four places, and a context that is listed besides owning the "
                 "batch would execute it twice.",
          .check = "The count and the entries of the broadcast array are looked at in pfnRenderCb.",
          .wrong = R"(render.hContext = device->Contexts[0];
render.BroadcastContextCount = 2;
render.BroadcastContext[0] = device->Contexts[0];
render.BroadcastContext[1] = device->Contexts[1];)",
          .right = R"(render.hContext = device->Contexts[0];
render.BroadcastContextCount = 1;
render.BroadcastContext[0] = device->Contexts[1];)"},
     .tests = {provokes("CallbackRules.U134BroadcastToItselfOrTooManyIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-135",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnRenderCb answers with its documented codes",
     .text =
         "Documented returns: S_OK, D3DDDIERR_PRIVILEGEDINSTRUCTION, D3DDDIERR_ILLEGALINSTRUCTION, "
         "D3DDDIERR_INVALIDHANDLE, D3DDDIERR_CANTRENDERLOCKEDALLOCATION, "
         "D3DDDIERR_INVALIDUSERBUFFER, E_OUTOFMEMORY, E_INVALIDARG, others.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .tests = {proves("RuntimePromises.StatusesBecomeTheResultsThatAreDocumented")}},
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
               "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationlist.md",
     .lesson = {.why = "The GPU would work on memory that belongs to somebody else by now; the "
                       "kernel refuses the whole batch.",
                .check = "All handles of the submitted list are looked up; one that is dead is "
                         "named with its history, the release included.",
                .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)",
                .right = R"(device->pAllocations[device->Used++].hAllocation = texture->hAllocation;
SubmitBatch(device);
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
     .tests = {provokes("CallbackRules.U136NumberInTheAllocationListIsFound"),
               provokes("ResourceRules.U004U124AndU136ReleaseBeforeTheBatchIsSubmittedIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-137",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnRenderCb references a locked allocation that cannot move",
     .text = "A locked allocation in the list is tolerated only if VidMm can move it to an "
             "AGP/system segment.",
     .outcome = "documented: D3DDDIERR_CANTRENDERLOCKEDALLOCATION",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson =
         {.why = "While the processor holds an allocation the GPU can use it only where both reach "
                 "it; what fits into no aperture cannot be moved there, and the batch is refused.",
          .check = "pfnRenderCb asks the kernel about every allocation of the list that pfnLockCb "
                   "holds; one that fits into no aperture segment is told and answered "
                   "D3DDDIERR_CANTRENDERLOCKEDALLOCATION.",
          .wrong = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
AddToBatch(device, lock.hAllocation);
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
          .right = R"(device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);
AddToBatch(device, lock.hAllocation);
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("KernelSide.U137LockedAllocationThatFitsIntoNoApertureIsFound"),
               stays_silent("KernelSide.U137LockedAllocationInTheApertureIsSilent")}},
    {.id = "U-138",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Cached lock kept on an allocation the batch references",
     .text = "Unlock all allocations referenced by the stream (cached no-overwrite locks) before "
             "pfnRenderCb, unless the application still holds the lock.",
     .outcome = "documented: VidMm may move them to AGP memory",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md",
     .lesson =
         {.why = "Memory that the processor has locked is moved to where both can reach it, and "
                 "the GPU draws from the slow end of the bus.",
          .check = "An allocation of a resource that is in the submitted list and locked, while no "
                   "application holds a lock on the resource, is mentioned. Buffers of the "
                   "driver's own may stay locked.",
          .wrong =
              R"(resource->pCached = LockOnce(device, resource);  // kept for the next NoOverwrite
…
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
          .right = R"(resource->pCached = LockOnce(device, resource);
…
UnlockCached(device);
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("ResourceRules.U138CachedLockIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys"),
               stays_silent("ResourceRules.U138BufferOfTheDriversOwnThatStaysLockedIsSilent")}},
    {.id = "U-139",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Batch writes an allocation not marked WriteOperation",
     .text = "WriteOperation must be set for an allocation that the batch writes; "
             "DoNotRetireInstance is rare; OfferPriority other than NONE makes the allocation "
             "offered after the buffer completes; Reserved zero.",
     .outcome = "decided: undeclared write = finding when the KMD model can see it",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationlist.md",
     .lesson = {.why = "The kernel orders batches and moves memory by what the list says; a write "
                       "it does not know of is lost in a move, or races with a reader.",
                .check =
                    "Reserved bits of an entry are refused. A batch without WriteOperation that "
                    "the kernel's driver refuses is offered to it once more, not to be executed, "
                    "with all entries written: if it takes that, the write was not declared.",
                .wrong = R"(D3DDDI_ALLOCATIONLIST* entry = &device->pAllocations[device->Used++];
entry->hAllocation = target->hAllocation;
entry->Value = 0;)",
                .right = R"(D3DDDI_ALLOCATIONLIST* entry = &device->pAllocations[device->Used++];
entry->hAllocation = target->hAllocation;
entry->Value = 0;
entry->WriteOperation = 1;)"},
     .tests = {provokes("SubmissionRules.U139ReservedBitsOfAnEntryAreFound"),
               provokes("SubmissionRules.U139WriteThatIsNotDeclaredIsFound"),
               stays_silent("KernelSide.U139BatchThatIsRefusedForAnotherReasonIsSilent"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-140",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Patch location given to pfnRenderCb points outside the allocation list",
     .text = "AllocationIndex of each patch entry indexes the allocation list; Reserved bits zero. "
             "(The strictly increasing SplitOffset order is stated for the list the KMD emits.)",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_patchlocationlist.md; display/splitting-a-dma-buffer.md",
     .lesson = {.why = "The kernel writes an address into the commands for each entry; an index "
                       "outside the list makes it write that of something else.",
                .check = "Every patch entry is compared with the number of allocations, and its "
                         "reserved bits with zero.",
                .wrong = R"(patch->AllocationIndex = device->Used;
patch->PatchOffset = offset;)",
                .right = R"(patch->AllocationIndex = device->Used;
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;
patch->PatchOffset = offset;)"},
     .tests = {provokes("CallbackRules.U140PatchOfNoAllocationIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-141",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Batch references an older instance of a renamed allocation",
     .text = "Once a batch uses a newer instance of a renamed allocation, older instances of it "
             "may not be referenced again.",
     .outcome = "documented: pfnRenderCb / pfnPresentCb fail",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson = {.why = "With the first batch that names the new instance the kernel lets the old "
                       "one go, and its memory may be another's by now.",
                .check = "pfnRenderCb keeps the newest instance that a batch has named; an entry "
                         "with an older one is told, and the batch refused.",
                .wrong = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
AddToBatch(device, lock.hAllocation);
…
AddToBatch(device, buffer->hAllocation);  // as pfnAllocateCb gave it)",
                .right = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
buffer->hAllocation = lock.hAllocation;
AddToBatch(device, buffer->hAllocation);
…
AddToBatch(device, buffer->hAllocation);)"},
     .tests = {provokes("Direct3D10Rules.U141AnOlderInstanceAfterANewerOneIsFound"),
               stays_silent("Direct3D10Rules.U141AndU175InstancesThatAreAdoptedAreNoFinding")}},
    {.id = "U-142",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "RenderCBSequence does not increase with every submission",
     .text = "RenderCBSequence increases with every submission on any engine (starts at 1, or "
             "0x80000001 for free-threaded DDIs).",
     .outcome = "decided: lint, for Windows and Microsoft's own sample do without",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_render.md",
     .lesson = {.why = "By this number a trace tells which batch a marker of the driver belongs "
                       "to; two batches of one number are mixed up.",
                .check = "From WDDM 1.3 on pfnRenderCb compares the number with the highest that "
                         "the device has used, whatever the context.",
                .wrong = R"(render.hContext = context->hContext;
render.RenderCBSequence = context->Sequence++;)",
                .right = R"(render.hContext = context->hContext;
render.RenderCBSequence = InterlockedIncrement(&device->Sequence);)"},
     .tests = {provokes("SubmissionRules.U142NumberThatDoesNotGrowIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-143",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NullRendering or a reserved pfnRenderCb flag is set",
     .text =
         "NullRendering only for performance investigation; reserved members and Flags bits zero.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_renderflags.md",
     .lesson = {.why = "Null rendering throws the batch away: a driver that ships with it set "
                       "draws nothing, and reserved bits are for later versions.",
                .check = "NullRendering and reserved bits in the flags of pfnRenderCb and "
                         "pfnSubmitCommandCb are refused.",
                .wrong = R"(render.Flags.Value = 0xFFFFFFFF;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
                .right = R"(render.Flags.Value = 0;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("CallbackRules.U143ReservedFlagsOfRenderAreFound"),
               provokes("CallbackRules.U143WorkThatIsNotToBeDoneIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
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
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_present.md; dxgiddi/ns-dxgiddi-dxgi_ddi_base_functions.md",
     .lesson = {.why = "The present overtakes the drawing, and the screen shows the picture "
                       "without its last objects.",
                .check = "pfnPresentCb searches the batches that are being built; a live "
                         "allocation in one of them is told.",
                .wrong =
                    R"(HRESULT APIENTRY Present(HANDLE hDevice, const D3DDDIARG_PRESENT* pArgs) {
  return device->pCallbacks->pfnPresentCb(device->hRuntime, &present);
})",
                .right =
                    R"(HRESULT APIENTRY Present(HANDLE hDevice, const D3DDDIARG_PRESENT* pArgs) {
  HRESULT hr = SubmitBatch(device);
  if (FAILED(hr)) return hr;
  return device->pCallbacks->pfnPresentCb(device->hRuntime, &present);
})"},
     .tests = {provokes("ResourceRules.U144PresentBeforeTheBatchIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-145",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Present passes a handle that is not a live kernel allocation",
     .text = "Present translates resource handles to live kernel allocation handles; hSrc NULL = "
             "colour fill, hDst NULL = destination chosen in kernel.",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_present.md",
     .lesson = {.why = "The kernel shows the allocation it is told; a handle of another kind is "
                       "refused, and the window stays as it was.",
                .check = "Source and destination of pfnPresentCb must be NULL or live allocations "
                         "of the device.",
                .wrong = R"(present.hSrcAllocation = (D3DKMT_HANDLE)(UINT_PTR)pArgs->hSrcResource;
present.hContext = device->hContext;)",
                .right = R"(present.hSrcAllocation =
    ((RESOURCE*)pArgs->hSrcResource)->Allocations[pArgs->SrcSubResourceIndex];
present.hContext = device->hContext;)"},
     .tests = {provokes("CallbackRules.U145PresentOfNoAllocationIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
};

}  // namespace

Chapter render() { return kUserModeRender; }

}  // namespace drydock::rules::user_mode
