// Command submission.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelSubmission[] = {
    {.id = "K-370",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation list names a handle not open on the submitting device",
     .text = "Each handle in an allocation list must be open on the submitting device.",
     .outcome = "STATUS_INVALID_HANDLE / STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtrender.md; d3dkmddi/nc-d3dkmddi-dxgkddi_render.md",
     .lesson =
         {.why = "The kernel makes resident what the list names. A handle of another device is not "
                 "open here, so its memory could be anywhere when the GPU reads it.",
          .check =
              "D3DKMTRender looks each handle of the allocation list up on the submitting device "
              "before the driver is called; one that is not there gives STATUS_INVALID_HANDLE.",
          .wrong = R"(allocationList[0].hAllocation = allocationOfOtherDevice;
render.AllocationCount = 1;
D3DKMTRender(&render);)",
          .right = R"(open.hDevice = device;
D3DKMTOpenResource2(&open);
allocationList[0].hAllocation = infos[0].hAllocation;
render.AllocationCount = 1;
D3DKMTRender(&render);)"},
     .tests = {provokes("GpuRules.K370HandleOfAnotherDeviceIsRefused"),
               stays_silent("GpuRules.K370HandlesOfTheDeviceAreAccepted")}},
    {.id = "K-371",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Invalidated primary is submitted again without being reopened",
     .text = "After STATUS_GRAPHICS_ALLOCATION_INVALID re-open or re-create the primary, fix the "
             "references and resubmit.",
     .outcome = "submission keeps failing",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtrender.md",
     .reason = "the display book makes the same demand as D-193"},
    {.id = "K-372",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Client keeps using buffers that D3DKMTRender has replaced",
     .text = "Re-read command buffer, allocation list and patch list pointers after every Render "
             "call; sizes are valid only on success.",
     .outcome = "writes into retired buffers",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtrender.md; d3dkmthk/ns-d3dkmthk-_d3dkmt_render.md",
     .lesson =
         {.why = "After the call the old buffer belongs to the kernel, which may still be reading "
                 "it. Commands written there are lost, or change work that is under way.",
          .check = "The beginning of the replaced command buffer and of both lists is compared at "
                   "the next D3DKMTRender; a change is a finding. "
                   "Writes further behind are not seen.",
          .wrong = R"(D3DKMTRender(&render);
memcpy(commandBuffer, next, nextSize);)",
          .right = R"(D3DKMTRender(&render);
commandBuffer = render.pNewCommandBuffer;
allocationList = render.pNewAllocationList;
patchList = render.pNewPatchLocationList;
memcpy(commandBuffer, next, nextSize);)"},
     .tests = {provokes("ClientRules.K372ReplacedBufferThatIsWrittenIsFound"),
               provokes("ClientRules.K372ReplacedPatchListThatIsWrittenIsFound"),
               stays_silent("ClientRules.K372BuffersThatAreReadAgainAreSilent")}},
    {.id = "K-373",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Submission has too many or no broadcast contexts",
     .text = "At most 64 broadcast contexts (Render, excluding the owner); SubmitCommand needs "
             "BroadcastContextCount >= 1.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_render.md; d3dkmthk/ns-d3dkmthk-_d3dkmt_submitcommand.md",
     .lesson = {.why = "The request has room for 64 contexts; a larger number would make the "
                       "kernel read past its end. A submission to no context runs nowhere.",
                .check = "D3DKMTRender and the signals refuse more than 64 with "
                         "STATUS_INVALID_PARAMETER, D3DKMTSubmitCommand also none.",
                .wrong = R"(D3DKMT_SUBMITCOMMAND submit = {};
submit.Commands = commandBufferAddress;
submit.CommandLength = length;
D3DKMTSubmitCommand(&submit);)",
                .right = R"(D3DKMT_SUBMITCOMMAND submit = {};
submit.Commands = commandBufferAddress;
submit.CommandLength = length;
submit.BroadcastContextCount = 1;
submit.BroadcastContext[0] = context;
D3DKMTSubmitCommand(&submit);)"},
     .tests = {provokes("GpuRules.K373TooManyBroadcastContextsAreRefused"),
               stays_silent("GpuRules.K373NoBroadcastContextIsAccepted")}},
    {.id = "K-374",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Submission call does not match the context's addressing mode",
     .text = "GPU-VA contexts use SubmitCommand only; patch-mode contexts use Render only.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsubmitcommand.md",
     .lesson = {.why = "A context is set up for one of the two ways: either the kernel patches "
                       "addresses into the commands, or the commands hold GPU addresses already. "
                       "The other way has no buffers.",
                .check = "D3DKMTSubmitCommand on a context that is patched, and D3DKMTRender on a "
                         "virtual one, answer STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMTCreateContext(&create);
submit.BroadcastContextCount = 1;
submit.BroadcastContext[0] = create.hContext;
D3DKMTSubmitCommand(&submit);)",
                .right = R"(D3DKMTCreateContext(&create);
render.hContext = create.hContext;
render.CommandLength = length;
D3DKMTRender(&render);)"},
     .tests = {provokes("ClientRules.K374SubmitCommandOnAPatchedContextIsRefused"),
               provokes("VirtualContext.K374EachKindOfContextHasItsOwnCall"),
               stays_silent("ClientRules.K374RenderOnAPatchedContextIsServed")}},
    {.id = "K-375",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SubmitCommand private data exceeds the size the miniport reported",
     .text = "SubmitCommand private data must not exceed the size the miniport reported at context "
             "creation; it flows one way.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_submitcommand.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_submitcommandvirtual.md",
     .lesson =
         {.why = "The kernel keeps room for the private data of each submission, as much as the "
                 "miniport asked for when the context was made. More would be cut off or overwrite "
                 "something.",
          .check =
              "D3DKMTSubmitCommand compares PrivateDriverDataSize with the "
              "DmaBufferPrivateDataSize of its context and answers STATUS_INVALID_PARAMETER when "
              "it is more. The driver gets a copy, and the client never sees what becomes of it.",
          .wrong = R"(submit.pPrivateDriverData = &whole;
submit.PrivateDriverDataSize = sizeof whole;  // the miniport asked for 64 bytes)",
          .right = R"(static_assert(sizeof(SubmitHeader) <= SUBMIT_PRIVATE_BYTES);
submit.pPrivateDriverData = &header;
submit.PrivateDriverDataSize = sizeof header;)"},
     .tests = {provokes("VirtualContext.K375MorePrivateDataThanTheDriverAskedForIsRefused"),
               stays_silent("VirtualContext.K375AsMuchAsTheDriverAskedForIsServedAndFlowsOneWay")}},
    {.id = "K-376",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "SubmitCommand omits a primary or back buffer it writes",
     .text = "SubmitCommand must list every primary and back buffer it writes.",
     .outcome = "tearing; reference rejected if not resident",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsubmitcommand.md; display/residency-overview.md",
     .reason = "the display book makes the same demand as D-194"},
    {.id = "K-377",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The allocation list reaches DxgkDdiRender validated and converted",
     .text =
         "The user allocation list is validated, copied and converted to DXGK_ALLOCATIONLIST with "
         "the device-specific handles; index and write bit are kept; SegmentId 0 = not paged in.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md",
     .tests = {proves("GpuPromises.K377ListsAreConverted")}},
    {.id = "K-378",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiRender reads user memory without a guard",
     .text = "Render: command buffer and incoming patch list are raw user memory - guard every "
             "access, validate, then copy.",
     .outcome = "bugcheck-class if unguarded",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md",
     .lesson = {.why =
                    "The program can free or change the buffer while the driver reads it. Without "
                    "a guard the access violation happens in the kernel and stops the machine.",
                .check =
                    "When the driver crashed in DxgkDdiRender and the client's command buffer or "
                    "patch list is not readable any more, this is reported beside the crash.",
                .wrong = R"(Header header = *(const Header*)args->pCommand;
memcpy(args->pDmaBuffer, (const BYTE*)args->pCommand + sizeof header, header.Size);)",
                .right = R"(__try {
    header = *(const Header*)args->pCommand;
    if (!IsPossible(&header, args)) return STATUS_INVALID_PARAMETER;
    memcpy(args->pDmaBuffer, (const BYTE*)args->pCommand + sizeof header, header.Size);
} __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_PARAMETER;
})"},
     .tests = {provokes("CarelessDriver.K378DriverThatReadsCommandsUnguardedIsFound"),
               provokes("GpuRules.K378UnguardedReadIsFound"),
               stays_silent("GpuRules.K378GuardedReadIsSilent")}},
    {.id = "K-379",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiRender accepts privileged commands or foreign memory",
     .text =
         "Render must reject privileged commands and references beyond the process's own memory.",
     .outcome = "STATUS_PRIVILEGED_INSTRUCTION / ILLEGAL_INSTRUCTION",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md",
     .lesson = {.why = "A command buffer is written by a program. What the driver copies from it "
                       "unread, the GPU does: also to memory of another process.",
                .check = "In runs with hostile arguments, when a packet ran alone: memory that the "
                         "aperture shows and that no entry of its allocation list names must not "
                         "have changed. What is only read is not seen.",
                .wrong = R"(memcpy(args->pDmaBuffer, commands, bytes);)",
                .right = R"(for (UINT i = 0; i < count; ++i) {
    if (!IsAllowed(&commands[i]))
        return STATUS_PRIVILEGED_INSTRUCTION;
    if (commands[i].Target >= args->AllocationListSize)
        return STATUS_ILLEGAL_INSTRUCTION;
})"},
     .tests = {provokes("HostileGpu.K379WorkThatReachesOthersIsFound"),
               stays_silent("HostileGpu.K379WorkOnWhatItNamesIsSilent")}},
    {.id = "K-380",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiRender leaves a reference unpatched or out of the patch list",
     .text = "Render must pre-patch every allocation whose SegmentId is non-zero and still list "
             "all references in the output patch list, since Patch may be skipped or repeated.",
     .outcome = "wrong addresses",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md",
     .lesson = {.why = "Windows calls DxgkDdiPatch only when something has moved. A buffer without "
                       "addresses then goes to the GPU as it is.",
                .check = "When an allocation is still where DxgkDdiRender was told that it is, the "
                         "eight bytes at its PatchOffset must be the same before and after "
                         "DxgkDdiPatch. References that are in no list are not found.",
                .wrong = R"(AddPatchLocation(args, index, offset);)",
                .right = R"(AddPatchLocation(args, index, offset);
if (args->pAllocationList[index].SegmentId != 0)
    WriteAddress(dma + offset, args->pAllocationList[index].PhysicalAddress);)"},
     .tests = {provokes("HostileGpu.K380PlaceThatIsLeftToPatchIsFound"),
               stays_silent("HostileGpu.K380PlacesThatAreKnownAreSilent")}},
    {.id = "K-381",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Patch list is not in order of strictly rising SplitOffset",
     .text = "Patch-list SplitOffsets are strictly increasing in order of use; a NULL allocation "
             "entry unbinds a slot.",
     .outcome = "rejected by leak detection; 0x10E/0x27",
     .source = "display/splitting-a-dma-buffer.md; display/gpu-preemption.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .lesson =
         {.why = "The kernel splits a DMA buffer at these offsets when not everything fits into "
                 "memory. Out of order it patches one allocation's address into another's command.",
          .check = "The list that DxgkDdiRender leaves is walked: an offset that goes back, lies "
                   "outside the buffer, or an index, slot or list entry that is not there is "
                   "reported, and nothing is submitted. Equal offsets are let pass.",
          .wrong = R"(patch[0].SplitOffset = 64;
patch[0].PatchOffset = 68;
patch[1].SplitOffset = 0;
patch[1].PatchOffset = 4;)",
          .right = R"(patch[0].SplitOffset = 0;
patch[0].PatchOffset = 4;
patch[1].SplitOffset = 64;
patch[1].PatchOffset = 68;)"},
     .tests = {provokes("GpuRules.K381EntryThatTheDriverMadeUpIsFound"),
               provokes("GpuRules.K381ReferenceToNothingIsFound"),
               provokes("GpuRules.K381SlotThatIsNotThereIsFound"),
               provokes("GpuRules.K381SplitOffsetsOutOfOrderAreFound"),
               stays_silent("GpuRules.K381NullUnbindsASlot"),
               stays_silent("GpuRules.K381OrderOfUseIsSilent")}},
    {.id = "K-382",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiRender writes past its buffers or returns wrong end pointers",
     .text = "Before returning, pDmaBuffer and pPatchLocationListOut point just past the last item "
             "written; INSUFFICIENT_DMA_BUFFER keeps progress in MultipassOffset.",
     .outcome = "overrun 0x10E/0x12",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_render.md",
     .lesson = {.why = "The kernel submits what lies before the returned pointers. Too far, and "
                       "the GPU runs whatever lies behind; not moved, and the work is lost.",
                .check = "After DxgkDdiRender each pointer must lie inside its buffer, a call for "
                         "more room must have made progress, the rest of the buffer's last page "
                         "must be untouched, and nothing may be written where the pointers stand. "
                         "Otherwise nothing is submitted.",
                .wrong = R"(memcpy(args->pDmaBuffer, commands, commandBytes);
args->pDmaBuffer = (BYTE*)args->pDmaBuffer + commandBytes;
return STATUS_SUCCESS;)",
                .right = R"(if (commandBytes > args->DmaSize)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
memcpy(args->pDmaBuffer, commands, commandBytes);
args->pDmaBuffer = (BYTE*)args->pDmaBuffer + commandBytes;
args->pPatchLocationListOut += patchCount;
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K382DmaBufferOverrunIsFound"),
               provokes("GpuRules.K382PatchListOverrunIsFound"),
               provokes("GpuRules.K382PatchesOfNothingWrittenAreFound"),
               provokes("GpuRules.K382PointerThatMovedBackIsFound"),
               provokes("HostileGpu.K382CommandsBehindThePointerAreFound"),
               provokes("HostileGpu.K382OneWriteBehindTheBufferIsFoundOnce"),
               provokes("HostileGpu.K382PatchLocationBehindThePointerIsFound"),
               provokes("HostileGpu.K382WritingBehindTheBufferIsFound"),
               stays_silent("GpuRules.K382FullBuffersAreSilent")}},
    {.id = "K-383",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiRender asks for more space in guaranteed-contract mode",
     .text = "In guaranteed-contract mode Render must never report INSUFFICIENT_DMA_BUFFER.",
     .outcome = "bugcheck 0x10E/0x16",
     .source = "display/using-the-guaranteed-contract-dma-buffer-model.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .lesson = {.why =
                    "Under the contract user mode promises to fit its commands, and the kernel "
                    "relies on a single pass. A request for more room breaks what both agreed on.",
                .check = "STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER from DxgkDdiRender is reported "
                         "when DXGK_DEVICEINFO had GuaranteedDmaBufferContract set; that is asked "
                         "only of drivers without contexts.",
                .wrong = R"(pCreateDevice->pInfo->Flags.GuaranteedDmaBufferContract = 1;
…
if (translatedBytes > args->DmaSize)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)",
                .right = R"(pCreateDevice->pInfo->Flags.GuaranteedDmaBufferContract = 0;
…
if (translatedBytes > args->DmaSize)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)"},
     .tests = {provokes("GpuRules.K383BrokenGuaranteeIsFound"),
               stays_silent("GpuRules.K383GuaranteeThatHoldsIsSilent")}},
    {.id = "K-384",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A GPU exception from Render or Present loses the device",
     .text =
         "GRAPHICS_GPU_EXCEPTION_ON_DEVICE from Render/Present puts the device in the lost state.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_render.md",
     .tests = {proves("GpuPromises.K384AnExceptionOnTheDeviceLosesIt")}},
    {.id = "K-385",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiPatch fails or changes the size of the DMA buffer",
     .text = "Patch must succeed and patch in place without changing size; it may run several "
             "times for one buffer.",
     .outcome = "bugcheck 0x119/3 (0x10E/0x19)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_patch.md",
     .lesson = {.why =
                    "The buffer is about to go to the hardware and may be patched again after an "
                    "eviction. There is no way back from a failure, and no room for more commands.",
                .check = "Any status but STATUS_SUCCESS is reported when DxgkDdiPatch returns; the "
                         "packet is dropped and its device is in error. In runs with hostile "
                         "arguments so is a change of the buffer outside of what is submitted.",
                .wrong = R"(if (allocation->SegmentId == 0)
    return STATUS_INVALID_PARAMETER;
*(UINT*)(dma + patch->PatchOffset) = allocation->PhysicalAddress.LowPart;)",
                .right = R"(if (allocation->SegmentId != 0)
    *(UINT*)(dma + patch->PatchOffset) = allocation->PhysicalAddress.LowPart;
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K385FailedPatchIsFound"),
               provokes("HostileGpu.K385PatchBehindTheEndIsFound"),
               stays_silent("GpuRules.K385K386WorkThatGoesWellIsSilent")}},
    {.id = "K-386",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiSubmitCommand fails",
     .text = "SubmitCommand must succeed.",
     .outcome = "bugcheck 0x119/2",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_submitcommand.md",
     .lesson =
         {.why = "The scheduler has already counted the packet as submitted and waits for its "
                 "fence. A packet that was refused never completes, and Windows stops the machine.",
          .check = "A status other than STATUS_SUCCESS is reported when DxgkDdiSubmitCommand "
                   "returns. The packet's device is in error, and its fence counts as complete "
                   "when the packets before it are.",
          .wrong = R"(if (RingIsFull(adapter))
    return STATUS_DEVICE_BUSY;)",
          .right = R"(QueueEntry* entry = TakeReservedEntry(adapter);
entry->Fence = args->SubmissionFenceId;
PushToRing(adapter, entry);
return STATUS_SUCCESS;)"},
     .tests = {provokes("GpuRules.K386FailedSubmitIsFound"),
               provokes("GpuRules.K386TheDriverGoesOnAfterAFailedSubmit"),
               stays_silent("GpuRules.K385K386WorkThatGoesWellIsSilent")}},
    {.id = "K-387",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiSubmitCommandVirtual returns an illegal status",
     .text = "SubmitCommandVirtual may return SUCCESS or INVALID_PARAMETER (malformed user data: "
             "device goes to error, the fence counts as completed after earlier packets); anything "
             "else is fatal.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_submitcommandvirtual.md",
     .lesson = {.why = "Nobody has looked at the client's data before, so the driver may call it "
                       "malformed. For everything else it has no excuse: the packet counts as "
                       "submitted, and Windows stops the machine.",
                .check =
                    "STATUS_INVALID_PARAMETER puts the client's device into error, and its fence "
                    "counts as complete when the packets before it are. Any other failure of "
                    "DxgkDdiSubmitCommandVirtual is reported, and the packet ends in the same way.",
                .wrong = R"(if (!IsPossible(args->pDmaBufferPrivateData))
    return STATUS_UNSUCCESSFUL;)",
                .right = R"(if (!IsPossible(args->pDmaBufferPrivateData)) {
    CompleteAfterEarlierWork(adapter, args->SubmissionFenceId);
    return STATUS_INVALID_PARAMETER;
})"},
     .tests = {provokes("VirtualContext.K387AnotherFailureIsFound"),
               stays_silent("VirtualContext.K387MalformedWorkLosesItsDeviceSilently")}},
    {.id = "K-388",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "ValidateSubmitCommand relies on the submitting process's context",
     .text = "ValidateSubmitCommand may be called in another process's context; private data must "
             "hold no user pointers or handles.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_validatesubmitcommand.md",
     .lesson =
         {.why = "The call may come on a thread of another process. A pointer of the client's "
                 "leads there to nothing, or to memory of somebody else.",
          .check = "DxgkDdiValidateSubmitCommand is called in no client's process. In runs with "
                   "hostile arguments every word of the private data that is an address of memory "
                   "leads nowhere during the call; a driver that dies of one is reported.",
          .wrong = R"(const SubmitHeader* header = (const SubmitHeader*)args->pPrivateDriverData;
if (header->pBatch->Size > MAX_BATCH)
    return STATUS_INVALID_USER_BUFFER;)",
          .right = R"(const SubmitHeader* header = (const SubmitHeader*)args->pPrivateDriverData;
if (header->BatchSize > MAX_BATCH)
    return STATUS_INVALID_USER_BUFFER;)"},
     .tests = {provokes("VirtualContext.K388DriverThatFollowsAPointerIsFound"),
               stays_silent("VirtualContext.K388APointerThatIsNotFollowedIsData")}},
    {.id = "K-389",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Patch and submit of one packet get the same fence id and offsets",
     .text = "Patch and Submit of one packet get the same SubmissionFenceId and the same start/end "
             "offsets.",
     .outcome = "a defect of Drydock",
     .source = "display/supplying-fence-identifiers.md; d3dkmddi/ns-d3dkmddi-_dxgkarg_patch.md",
     .tests = {proves("GpuPromises.K389PatchAndSubmitAgree")}},
    {.id = "K-390",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DMA buffers are submitted after the paging they depend on",
     .text = "Order per submission: Render -> BuildPagingBuffer(s) -> submit paging buffers -> "
             "Patch -> SubmitCommand; a DMA buffer is submitted only when everything it references "
             "is in place.",
     .outcome = "a defect of Drydock",
     .source = "display/submitting-a-command-buffer.md; display/paging-video-memory-resources.md",
     .tests = {proves("Submission.WorkIsPagedInPatchedSubmittedAndOver")}},
    {.id = "K-391",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "NullRendering packets complete their fence without running",
     .text = "NullRendering packets still complete their fence without running.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_submitcommandflags.md",
     .tests = {proves("GpuPromises.K391NullRenderingCompletesItsFence")}},
    {.id = "K-392",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A ContextSwitch packet precedes moving a running context's resource",
     .text = "Moving or evicting a resource of the running context first submits a zero-length "
             "packet with ContextSwitch set (plus Paging when a paging buffer ran).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_submitcommandflags.md",
     .tests = {proves("GpuPromises.K392BeforeWindows8NoContextIsSwitched"),
               proves("GpuPromises.K392OthersAreNotSwitched"),
               proves("GpuPromises.K392PagingIsSwitchedAwayFromToo"),
               proves("GpuPromises.K392TheRunningContextIsSwitchedAwayFromFirst")}},
    {.id = "K-393",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Resubmission is set only after preemption, and paging packets keep their fence",
     .text = "Resubmission is 0 on first submission and 1 when resubmitted after preemption (WDDM "
             "2.x); paging packets keep their fence id and order, render packets get new ids.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_submitcommandflags.md; display/gpu-preemption.md",
     .tests = {proves("GpuPromises.K393PreemptedPagingKeepsItsFence"),
               proves("GpuPromises.K393PreemptedWorkIsSubmittedAgain")}},
    {.id = "K-394",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiSubmitCommand relies on one process per device",
     .text = "SubmitCommand may be called for a device used by several processes at once.",
     .outcome = "race",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_submitcommand.md",
     .tests = {proves("Submission.K394ProcessesTakeTurnsWithoutIdleBetween"),
               proves("VirtualContext.K394ProcessesTakeTurnsWithoutIdleBetween")}},
};

}  // namespace

Chapter submission() { return kKernelSubmission; }

}  // namespace drydock::rules::kernel
