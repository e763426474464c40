// Command submission.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel22Lessons[] = {
    {.rule = "K-370",
     .why = "The kernel makes resident what the list names. A handle of another device is not open "
            "here, so its memory could be anywhere when the GPU reads it.",
     .check = "D3DKMTRender looks each handle of the allocation list up on the submitting device "
              "before the driver is called; one that is not there gives STATUS_INVALID_HANDLE.",
     .wrong = R"(allocationList[0].hAllocation = allocationOfOtherDevice;
render.AllocationCount = 1;
D3DKMTRender(&render);)",
     .right = R"(open.hDevice = device;
D3DKMTOpenResource2(&open);
allocationList[0].hAllocation = infos[0].hAllocation;
render.AllocationCount = 1;
D3DKMTRender(&render);)"},
    {.rule = "K-372",
     .why = "After the call the old buffer belongs to the kernel, which may still be reading it. "
            "Commands written there are lost, or change work that is under way.",
     .check =
         "The beginning of the replaced command buffer and of both lists is compared at the next "
         "D3DKMTRender; a change is counted and told when the device goes. Writes further "
         "behind are not seen.",
     .wrong = R"(D3DKMTRender(&render);
memcpy(commandBuffer, next, nextSize);)",
     .right = R"(D3DKMTRender(&render);
commandBuffer = render.pNewCommandBuffer;
allocationList = render.pNewAllocationList;
patchList = render.pNewPatchLocationList;
memcpy(commandBuffer, next, nextSize);)"},
    {.rule = "K-373",
     .why = "The request has room for 64 contexts; a larger number would make the kernel read past "
            "its end. A submission to no context runs nowhere.",
     .check = "D3DKMTRender and the signals refuse more than 64 with STATUS_INVALID_PARAMETER, "
              "D3DKMTSubmitCommand also none.",
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
    {.rule = "K-374",
     .why = "A context is set up for one of the two ways: either the kernel patches addresses into "
            "the commands, or the commands hold GPU addresses already. The other way has no "
            "buffers.",
     .check =
         "D3DKMTSubmitCommand on a context that is patched, and D3DKMTRender on a virtual one, "
         "answer STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTCreateContext(&create);
submit.BroadcastContextCount = 1;
submit.BroadcastContext[0] = create.hContext;
D3DKMTSubmitCommand(&submit);)",
     .right = R"(D3DKMTCreateContext(&create);
render.hContext = create.hContext;
render.CommandLength = length;
D3DKMTRender(&render);)"},
    {.rule = "K-375",
     .why =
         "The kernel keeps room for the private data of each submission, as much as the miniport "
         "asked for when the context was made. More would be cut off or overwrite something.",
     .check =
         "D3DKMTSubmitCommand compares PrivateDriverDataSize with the DmaBufferPrivateDataSize "
         "of its context and answers STATUS_INVALID_PARAMETER when it is more. The driver gets "
         "a copy, and the client never sees what becomes of it.",
     .wrong = R"(submit.pPrivateDriverData = &whole;
submit.PrivateDriverDataSize = sizeof whole;  // the miniport asked for 64 bytes)",
     .right = R"(static_assert(sizeof(SubmitHeader) <= SUBMIT_PRIVATE_BYTES);
submit.pPrivateDriverData = &header;
submit.PrivateDriverDataSize = sizeof header;)"},
    {.rule = "K-378",
     .why = "The program can free or change the buffer while the driver reads it. Without a guard "
            "the access violation happens in the kernel and stops the machine.",
     .check = "When the driver crashed in DxgkDdiRender and the client's command buffer or patch "
              "list is not readable any more, this is reported beside the crash.",
     .wrong = R"(Header header = *(const Header*)args->pCommand;
memcpy(args->pDmaBuffer, (const BYTE*)args->pCommand + sizeof header, header.Size);)",
     .right = R"(__try {
    header = *(const Header*)args->pCommand;
    if (!IsPossible(&header, args)) return STATUS_INVALID_PARAMETER;
    memcpy(args->pDmaBuffer, (const BYTE*)args->pCommand + sizeof header, header.Size);
} __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_PARAMETER;
})"},
    {.rule = "K-379",
     .why = "A command buffer is written by a program. What the driver copies from "
            "it unread, the GPU does: also to memory of another process.",
     .check = "In runs with hostile arguments, when a packet ran alone: memory that "
              "the aperture shows and that no entry of its allocation list names must "
              "not have changed. What is only read is not seen.",
     .wrong = R"(memcpy(args->pDmaBuffer, commands, bytes);)",
     .right = R"(for (UINT i = 0; i < count; ++i) {
    if (!IsAllowed(&commands[i]))
        return STATUS_PRIVILEGED_INSTRUCTION;
    if (commands[i].Target >= args->AllocationListSize)
        return STATUS_ILLEGAL_INSTRUCTION;
})"},
    {.rule = "K-380",
     .why = "Windows calls DxgkDdiPatch only when something has moved. A buffer "
            "without addresses then goes to the GPU as it is.",
     .check = "When an allocation is still where DxgkDdiRender was told that it is, "
              "the eight bytes at its PatchOffset must be the same before and after "
              "DxgkDdiPatch. References that are in no list are not found.",
     .wrong = R"(AddPatchLocation(args, index, offset);)",
     .right = R"(AddPatchLocation(args, index, offset);
if (args->pAllocationList[index].SegmentId != 0)
    WriteAddress(dma + offset, args->pAllocationList[index].PhysicalAddress);)"},
    {.rule = "K-381",
     .why = "The kernel splits a DMA buffer at these offsets when not everything fits into memory. "
            "Out of order it patches one allocation's address into another's command.",
     .check = "The list that DxgkDdiRender leaves is walked: an offset that goes back, lies "
              "outside the buffer, or an index, slot or list entry that is not there ends the "
              "driver. Equal offsets are let pass.",
     .wrong = R"(patch[0].SplitOffset = 64;
patch[0].PatchOffset = 68;
patch[1].SplitOffset = 0;
patch[1].PatchOffset = 4;)",
     .right = R"(patch[0].SplitOffset = 0;
patch[0].PatchOffset = 4;
patch[1].SplitOffset = 64;
patch[1].PatchOffset = 68;)"},
    {.rule = "K-382",
     .why = "The kernel submits what lies before the returned pointers. Too far, and the GPU runs "
            "whatever lies behind; not moved, and the work is lost.",
     .check = "After DxgkDdiRender each pointer must lie inside its buffer, a call for more room "
              "must have made progress, the rest of the buffer's last page must be untouched, and "
              "nothing may be written where the pointers stand.",
     .wrong = R"(memcpy(args->pDmaBuffer, commands, commandBytes);
args->pDmaBuffer = (BYTE*)args->pDmaBuffer + commandBytes;
return STATUS_SUCCESS;)",
     .right = R"(if (commandBytes > args->DmaSize)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
memcpy(args->pDmaBuffer, commands, commandBytes);
args->pDmaBuffer = (BYTE*)args->pDmaBuffer + commandBytes;
args->pPatchLocationListOut += patchCount;
return STATUS_SUCCESS;)"},
    {.rule = "K-383",
     .why = "Under the contract user mode promises to fit its commands, and the kernel relies on a "
            "single pass. A request for more room breaks what both agreed on.",
     .check = "STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER from DxgkDdiRender is reported when "
              "DXGK_DEVICEINFO had GuaranteedDmaBufferContract set; that is asked only of drivers "
              "without contexts.",
     .wrong = R"(pCreateDevice->pInfo->Flags.GuaranteedDmaBufferContract = 1;
…
if (translatedBytes > args->DmaSize)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)",
     .right = R"(pCreateDevice->pInfo->Flags.GuaranteedDmaBufferContract = 0;
…
if (translatedBytes > args->DmaSize)
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)"},
    {.rule = "K-385",
     .why = "The buffer is about to go to the hardware and may be patched again after an eviction. "
            "There is no way back from a failure, and no room for more commands.",
     .check =
         "Any status but STATUS_SUCCESS ends the driver when DxgkDdiPatch returns, and in runs "
         "with hostile arguments so does a change of the buffer outside of what is submitted.",
     .wrong = R"(if (allocation->SegmentId == 0)
    return STATUS_INVALID_PARAMETER;
*(UINT*)(dma + patch->PatchOffset) = allocation->PhysicalAddress.LowPart;)",
     .right = R"(if (allocation->SegmentId != 0)
    *(UINT*)(dma + patch->PatchOffset) = allocation->PhysicalAddress.LowPart;
return STATUS_SUCCESS;)"},
    {.rule = "K-386",
     .why = "The scheduler has already counted the packet as submitted and waits for its fence. A "
            "packet that was refused never completes, and Windows stops the machine.",
     .check = "A status other than STATUS_SUCCESS is reported when DxgkDdiSubmitCommand returns "
              "and ends the driver's life.",
     .wrong = R"(if (RingIsFull(adapter))
    return STATUS_DEVICE_BUSY;)",
     .right = R"(QueueEntry* entry = TakeReservedEntry(adapter);
entry->Fence = args->SubmissionFenceId;
PushToRing(adapter, entry);
return STATUS_SUCCESS;)"},
    {.rule = "K-387",
     .why =
         "Nobody has looked at the client's data before, so the driver may call it malformed. For "
         "everything else it has no excuse: the packet counts as submitted, and Windows stops the "
         "machine.",
     .check =
         "STATUS_INVALID_PARAMETER puts the client's device into error, and its fence counts as "
         "complete when the packets before it are. Any other failure of "
         "DxgkDdiSubmitCommandVirtual is reported and ends the driver's life.",
     .wrong = R"(if (!IsPossible(args->pDmaBufferPrivateData))
    return STATUS_UNSUCCESSFUL;)",
     .right = R"(if (!IsPossible(args->pDmaBufferPrivateData)) {
    CompleteAfterEarlierWork(adapter, args->SubmissionFenceId);
    return STATUS_INVALID_PARAMETER;
})"},
    {.rule = "K-388",
     .why =
         "The call may come on a thread of another process. A pointer of the client's leads there "
         "to nothing, or to memory of somebody else.",
     .check = "DxgkDdiValidateSubmitCommand is called in no client's process. In runs with hostile "
              "arguments every word of the private data that is an address of memory leads nowhere "
              "during the call; a driver that dies of one is reported.",
     .wrong = R"(const SubmitHeader* header = (const SubmitHeader*)args->pPrivateDriverData;
if (header->pBatch->Size > MAX_BATCH)
    return STATUS_INVALID_USER_BUFFER;)",
     .right = R"(const SubmitHeader* header = (const SubmitHeader*)args->pPrivateDriverData;
if (header->BatchSize > MAX_BATCH)
    return STATUS_INVALID_USER_BUFFER;)"},
};

}  // namespace

Lessons kernel_22() { return kKernel22Lessons; }

}  // namespace drydock::rules::lessons
