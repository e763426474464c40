// DxgkDdiBuildPagingBuffer.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel20Lessons[] = {
    {.rule = "K-324",
     .why = "The memory manager is in the middle of moving memory and has no plan for another "
            "answer; Windows stops the machine.",
     .check = "The status is compared when DxgkDdiBuildPagingBuffer returns; "
              "STATUS_GRAPHICS_ALLOCATION_BUSY counts only for a transfer or discard that is not "
              "marked idle, and a buffer that is still empty may not be called too small.",
     .wrong = R"(if (KeReadStateSemaphore(&adapter->CopySlots) == 0)
    return STATUS_DEVICE_BUSY;)",
     .right = R"(if (args->DmaSize < sizeof(CopyCommand))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)"},
    {.rule = "K-325",
     .why = "Behind the paging buffer lies other memory of the kernel. What is written there "
            "corrupts it, and Windows finds out by a bug check.",
     .check =
         "When DxgkDdiBuildPagingBuffer returns, pDmaBuffer and pDmaBufferPrivateData must "
         "lie inside their buffers, the rest of the buffer's last page must be untouched, and, "
         "in runs with hostile arguments, nothing may be written where the pointer stands.",
     .wrong = R"(CopyCommand* command = (CopyCommand*)args->pDmaBuffer;
FillCopy(command, &args->Transfer);
args->pDmaBuffer = command + 1;
return STATUS_SUCCESS;)",
     .right = R"(if (args->DmaSize < sizeof(CopyCommand))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
CopyCommand* command = (CopyCommand*)args->pDmaBuffer;
FillCopy(command, &args->Transfer);
args->pDmaBuffer = command + 1;
return STATUS_SUCCESS;)"},
    {.rule = "K-328",
     .why = "Work that the GPU has not finished still writes to the allocation. "
            "Whoever copies it with the processor, or programs the hardware for its "
            "new place, takes what was there before.",
     .check = "In runs with hostile arguments: the destination in system memory of a "
              "transfer without AllocationIsIdle must be the same before and after "
              "DxgkDdiBuildPagingBuffer; registers are not looked at.",
     .wrong = R"(memcpy(systemMemory, videoMemory, args->Transfer.TransferSize);
return STATUS_SUCCESS;)",
     .right = R"(if (!args->Transfer.Flags.AllocationIsIdle)
    return STATUS_GRAPHICS_ALLOCATION_BUSY;
memcpy(systemMemory, videoMemory, args->Transfer.TransferSize);
return STATUS_SUCCESS;)"},
    {.rule = "K-330",
     .why = "A transfer that does not fit into one buffer is built in several "
            "calls, and each of them has the flags of the first. A driver that "
            "begins again with every TransferStart never ends, or leaves a hole.",
     .check = "`drydock verify` moves memory of its own in and out with paging "
              "buffers of half the room: it must take few calls, and every byte must "
              "come back.",
     .wrong = R"(if (args->Transfer.Flags.TransferStart)
    args->MultipassOffset = 0;)",
     .right = R"(for (; args->MultipassOffset < pages; ++args->MultipassOffset) {
    if (!AddCopy(args, args->MultipassOffset))
        return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
})"},
    {.rule = "K-331",
     .why = "DMA buffers and page tables have no object of the driver's. They are "
            "bytes, whose order matters to whoever reads them next.",
     .check = "`drydock verify` moves memory of its own, without an hAllocation, into "
              "each memory segment and out again; every byte must come back.",
     .wrong = R"(const SURFACE* surface = (SURFACE*)args->Transfer.hAllocation;
AddTiledCopy(args, surface->Pitch);)",
     .right = R"(const SURFACE* surface = (SURFACE*)args->Transfer.hAllocation;
if (surface == NULL)
    AddLinearCopy(args);
else
    AddTiledCopy(args, surface->Pitch);)"},
    {.rule = "K-334",
     .why = "The pages beside the range belong to others, and the GPU may be using "
            "them at that moment.",
     .check = "`drydock verify` maps two neighbouring ranges of each aperture onto "
              "memory of its own and writes through both: what arrives, and where, is "
              "compared. Cache coherency is not looked at.",
     .wrong = R"(for (UINT i = 0; i <= map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i, PageOf(map->pMdl, map->MdlOffset + i));)",
     .right = R"(for (UINT i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i, PageOf(map->pMdl, map->MdlOffset + i));)"},
    {.rule = "K-335",
     .why = "Windows looks at the dummy page to find work that reaches memory which "
            "is not its own any more. An entry that is left as it was lets such "
            "work write to pages of somebody else.",
     .check = "`drydock verify` writes through a range that it has unmapped: the "
              "bytes must arrive in DummyPage, and nowhere else.",
     .wrong = R"(for (UINT i = 0; i < unmap->NumberOfPages; ++i)
    DisableEntry(unmap->OffsetInPages + i);)",
     .right = R"(for (UINT i = 0; i < unmap->NumberOfPages; ++i)
    WriteEntry(unmap->OffsetInPages + i, unmap->DummyPage);)"},
    {.rule = "K-338",
     .why = "Pages that an IOMMU puts in a row come as one base page number, others as an array. "
            "Which of them it is depends on the machine and on the allocation, not on the driver.",
     .check = "A driver with MapAperture2Supported gets lists of both kinds. One that it refuses "
              "is reported at once; `drydock verify` maps memory of its own by one list of each "
              "kind, writes through both and compares what arrived.",
     .wrong = R"(for (SIZE_T i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i, map->Adl.Pages[map->AdlOffset + i]);)",
     .right = R"(for (SIZE_T i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i,
               map->Adl.Flags.Contiguous ? map->Adl.BasePageNumber + map->AdlOffset + i
                                         : map->Adl.Pages[map->AdlOffset + i]);)"},
    {.rule = "K-344",
     .why = "SourceVirtualAddress and DestinationVirtualAddress are where the part begins that is "
            "moved: the paging process maps no more than that. The offset only says which part of "
            "the allocation it is, for surfaces that are not linear.",
     .check = "`drydock verify` moves memory of its own into each memory segment and out again, "
              "page by page, when the driver's PageTableUpdateMode is "
              "DXGK_PAGETABLEUPDATE_GPU_VIRTUAL; every byte must come back.",
     .wrong = R"(AddCopy(args, move->DestinationVirtualAddress + move->AllocationOffsetInBytes,
        move->SourceVirtualAddress + move->AllocationOffsetInBytes, move->TransferSizeInBytes);)",
     .right = R"(AddCopy(args, move->DestinationVirtualAddress, move->SourceVirtualAddress,
        move->TransferSizeInBytes);)"},
    {.rule = "K-347",
     .why = "A later Windows asks for operations that did not exist when the driver "
            "was written. There is no failure that it could accept.",
     .check = "`drydock verify` sends an operation that no driver knows; any status "
              "but STATUS_SUCCESS ends the driver.",
     .wrong = R"(default:
    return STATUS_NOT_SUPPORTED;)",
     .right = R"(default:
    LogUnknownOperation(args->Operation);
    return STATUS_SUCCESS;)"},
};

}  // namespace

Lessons kernel_20() { return kKernel20Lessons; }

}  // namespace drydock::rules::lessons
