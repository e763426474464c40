// DxgkDdiBuildPagingBuffer.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelPagingBuffers[] = {
    {.id = "K-324",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiBuildPagingBuffer returns an illegal status",
     .text = "May return only STATUS_SUCCESS, STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER or "
             "STATUS_GRAPHICS_ALLOCATION_BUSY (the last only for transfer, discard and "
             "special-lock transfer).",
     .outcome = "bugcheck 0x10E/0xB",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .lesson =
         {.why = "The memory manager is in the middle of moving memory and has no plan for another "
                 "answer; Windows stops the machine.",
          .check = "The status is compared when DxgkDdiBuildPagingBuffer returns; "
                   "STATUS_GRAPHICS_ALLOCATION_BUSY counts only for a transfer or discard that is "
                   "not marked idle, and a buffer that is still empty may not be called too small. "
                   "The operation counts as failed.",
          .wrong = R"(if (KeReadStateSemaphore(&adapter->CopySlots) == 0)
    return STATUS_DEVICE_BUSY;)",
          .right = R"(if (args->DmaSize < sizeof(CopyCommand))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)"},
     .tests = {provokes("GpuRules.K324BusyAlthoughIdleIsFound"),
               provokes("GpuRules.K324BusyFillIsFound"),
               provokes("GpuRules.K324EmptyBufferThatIsTooSmallIsFound"),
               provokes("GpuRules.K324StrangeStatusIsFound"),
               stays_silent("GpuRules.K324AllThreeAnswersAreSilent")}},
    {.id = "K-325",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiBuildPagingBuffer writes past the end of its buffer",
     .text = "Must check remaining space before writing and advance pDmaBuffer past the last byte "
             "written.",
     .outcome = "overrun: bugcheck 0x10E/0x12 (DMA) or 0x13 (private data)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .lesson = {.why = "Behind the paging buffer lies other memory of the kernel. What is written "
                       "there corrupts it, and Windows finds out by a bug check.",
                .check =
                    "When DxgkDdiBuildPagingBuffer returns, pDmaBuffer and "
                    "pDmaBufferPrivateData must lie inside their buffers, the rest of the "
                    "buffer's last page must be untouched, and, in runs with hostile "
                    "arguments, nothing may be written where the pointer stands. A buffer that "
                    "breaks the rule is not submitted, and the operation fails.",
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
     .tests = {provokes("GpuRules.K325BufferOverrunIsFound"),
               provokes("GpuRules.K325PrivateDataOverrunIsFound"),
               provokes("HostileGpu.K325CommandsBehindThePointerAreFound"),
               provokes("HostileGpu.K325WritingBehindTheBufferIsFound"),
               stays_silent("GpuRules.K325WholeBufferIsSilent"),
               stays_silent("HostileGpu.K325K328PagingInAndOutIsSilent")}},
    {.id = "K-326",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A paging operation is repeated with a new buffer, keeping MultipassOffset",
     .text = "After INSUFFICIENT_DMA_BUFFER the same operation is repeated with a new buffer; "
             "MultipassOffset starts at 0 and is preserved between the repeats; partial buffers "
             "are submitted separately.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .tests = {proves("GpuPromises.K326MultipassOffsetComesBackAsTheDriverLeftIt"),
               proves("Paging.AnOperationGoesOnInTheNextBuffer")}},
    {.id = "K-327",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A busy paging operation is repeated once the allocation is idle",
     .text = "After ALLOCATION_BUSY the kernel waits for GPU idle on it and repeats with "
             "AllocationIsIdle set, guaranteeing idleness for the call.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .tests = {proves("GpuPromises.K327BusyMeansAWaitForTheGpu"),
               proves("Paging.ABusyAllocationIsWaitedForAndSaidToBeIdle")}},
    {.id = "K-328",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "BuildPagingBuffer programs hardware for an allocation that may be busy",
     .text = "Without AllocationIsIdle the allocation must be assumed busy: no direct hardware "
             "programming that conflicts with running work.",
     .outcome = "corruption",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .lesson = {.why = "Work that the GPU has not finished still writes to the allocation. Whoever "
                       "copies it with the processor, or programs the hardware for its new place, "
                       "takes what was there before.",
                .check = "In runs with hostile arguments: the destination in system memory of a "
                         "transfer without AllocationIsIdle must be the same before and after "
                         "DxgkDdiBuildPagingBuffer; registers are not looked at.",
                .wrong = R"(memcpy(systemMemory, videoMemory, args->Transfer.TransferSize);
return STATUS_SUCCESS;)",
                .right = R"(if (!args->Transfer.Flags.AllocationIsIdle)
    return STATUS_GRAPHICS_ALLOCATION_BUSY;
memcpy(systemMemory, videoMemory, args->Transfer.TransferSize);
return STATUS_SUCCESS;)"},
     .tests = {provokes("HostileGpu.K328CopyOfWhatMayBeBusyIsFound"),
               stays_silent("HostileGpu.K328CopyOfWhatIsIdleIsSilent")}},
    {.id = "K-329",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Transfers cover the whole allocation from TransferStart to TransferEnd",
     .text = "A transfer covers the whole allocation, possibly as several sub-transfers; first has "
             "TransferStart, last TransferEnd; a new transfer never starts before the previous one "
             "ended; TransferOffset is constant across repeats of one sub-transfer.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md",
     .tests = {proves("GpuPromises.K329TransfersCoverTheWholeAllocation")}},
    {.id = "K-330",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Repeated TransferStart is taken for a new transfer",
     .text = "TransferStart can be seen several times for one transfer (buffer space ran out); it "
             "is not a new transfer.",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .lesson = {.why = "A transfer that does not fit into one buffer is built in several calls, "
                       "and each of them has the flags of the first. A driver that begins again "
                       "with every TransferStart never ends, or leaves a hole.",
                .check = "`drydock verify` moves memory of its own in and out with paging buffers "
                         "of half the room: it must take few calls, and every byte must come back.",
                .wrong = R"(if (args->Transfer.Flags.TransferStart)
    args->MultipassOffset = 0;)",
                .right = R"(for (; args->MultipassOffset < pages; ++args->MultipassOffset) {
    if (!AddCopy(args, args->MultipassOffset))
        return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
})"},
     .tests = {provokes("HostileGpu.K330TransferThatBeginsAgainIsFound"),
               provokes("HostileGpu.K330TransferWithAHoleIsFound"),
               stays_silent("HostileGpu.K330ToK347ProbeOfAProperDriverIsSilent")}},
    {.id = "K-331",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Transfer without hAllocation is not copied byte for byte",
     .text = "hAllocation NULL in a transfer: copy bytes without swizzling (DMA buffers and page "
             "tables have no driver handle).",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_updatepagetable.md",
     .lesson = {.why = "DMA buffers and page tables have no object of the driver's. They are "
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
     .tests = {provokes("HostileGpu.K331BytesThatAreSwizzledAreFound"),
               stays_silent("HostileGpu.K330ToK347ProbeOfAProperDriverIsSilent")}},
    {.id = "K-332",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Fill is used only on idle allocations in memory segments",
     .text =
         "Fill is used for initial content, only on memory segments and only on idle allocations.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .tests = {proves("GpuPromises.K332FillIsForMemorySegments")}},
    {.id = "K-333",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Discard means an eviction without copying out",
     .text = "Discard means evicted with no copy-out.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .tests = {proves("Paging.WhatIsDestroyedIsDiscarded")}},
    {.id = "K-334",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Map-aperture operation programs other pages than it was given",
     .text = "Map-aperture: program exactly NumberOfPages at OffsetInPages; honour CacheCoherent; "
             "must not disturb the running GPU.",
     .outcome = "corruption",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .lesson = {.why = "The pages beside the range belong to others, and the GPU may be using them "
                       "at that moment.",
                .check = "`drydock verify` maps two neighbouring ranges of each aperture onto "
                         "memory of its own and writes through both: what arrives, and where, is "
                         "compared. Cache coherency is not looked at.",
                .wrong = R"(for (UINT i = 0; i <= map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i, PageOf(map->pMdl, map->MdlOffset + i));)",
                .right = R"(for (UINT i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i, PageOf(map->pMdl, map->MdlOffset + i));)"},
     .tests = {provokes("HostileGpu.K334MappingElsewhereIsFound"),
               stays_silent("HostileGpu.K330ToK347ProbeOfAProperDriverIsSilent")}},
    {.id = "K-335",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Unmap-aperture operation does not point the range at the dummy page",
     .text = "Unmap-aperture: point the range at the given dummy page and keep GPU access enabled "
             "through it.",
     .outcome = "corruption undetectable; conformance failure",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md",
     .lesson = {.why = "Windows looks at the dummy page to find work that reaches memory which is "
                       "not its own any more. An entry that is left as it was lets such work write "
                       "to pages of somebody else.",
                .check = "`drydock verify` writes through a range that it has unmapped: the bytes "
                         "must arrive in DummyPage, and nowhere else.",
                .wrong = R"(for (UINT i = 0; i < unmap->NumberOfPages; ++i)
    DisableEntry(unmap->OffsetInPages + i);)",
                .right = R"(for (UINT i = 0; i < unmap->NumberOfPages; ++i)
    WriteEntry(unmap->OffsetInPages + i, unmap->DummyPage);)"},
     .tests = {provokes("HostileGpu.K335RangeThatIsClosedIsFound"),
               provokes("HostileGpu.K335RangeThatStaysMappedIsFound"),
               stays_silent("HostileGpu.K330ToK347ProbeOfAProperDriverIsSilent")}},
    {.id = "K-336",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Aperture operations name the owner device of the allocation",
     .text = "For map/unmap-aperture: hDevice is the allocation's owner device (a chosen owner for "
             "shared ones), NULL for the primary; hAllocation NULL for DMA buffers.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md",
     .tests = {proves("GpuPromises.K336APrimaryHasNoOwner"),
               proves("GpuPromises.K336ApertureMappingsHaveAnOwner"),
               proves("Paging.K336DmaBuffersLieInTheAperture")}},
    {.id = "K-337",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The CPU address of MAP_APERTURE_SEGMENT2 lives until the matching unmap",
     .text = "MAP_APERTURE_SEGMENT2's CPU address lives until the matching unmap of the same "
             "allocation.",
     .outcome = "a defect of Drydock; late use = bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md",
     .tests = {proves("Apertures.K337LateUseEndsTheDriver"),
               proves("Apertures.K337TheAddressLivesAsLongAsTheMapping")}},
    {.id = "K-338",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MAP_APERTURE_SEGMENT2 refuses one kind of address descriptor list",
     .text = "MAP_APERTURE_SEGMENT2 must accept both contiguous and page-array ADLs.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md; display/iommu-dma-remapping.md",
     .lesson = {.why = "Pages that an IOMMU puts in a row come as one base page number, others as "
                       "an array. Which of them it is depends on the machine and on the "
                       "allocation, not on the driver.",
                .check = "A driver with MapAperture2Supported gets lists of both kinds. One that "
                         "it refuses is reported at once; `drydock verify` maps memory of its own "
                         "by one list of each kind, writes through both and compares what arrived.",
                .wrong = R"(for (SIZE_T i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i, map->Adl.Pages[map->AdlOffset + i]);)",
                .right = R"(for (SIZE_T i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->OffsetInPages + i,
               map->Adl.Flags.Contiguous ? map->Adl.BasePageNumber + map->AdlOffset + i
                                         : map->Adl.Pages[map->AdlOffset + i]);)"},
     .tests = {provokes("Apertures.K338ListThatIsMisreadIsFound"),
               provokes("Apertures.K338ListThatIsRefusedIsFound"),
               stays_silent("Apertures.K338ListsThatAreReadRightAreSilent")}},
    {.id = "K-339",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "InitContextResource comes before first use of a context allocation",
     .text = "InitContextResource initialises a context allocation before first use; its "
             "VirtualAddress is valid for the context allocation's life.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md",
     .tests = {proves("ContextAllocation.K359ToK361AreSilentForContextsAndDevices"),
               proves("ContextAllocation.K364AProtectedApertureGetsAnAddress")}},
    {.id = "K-340",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "NotifyResidency comes once per commit and once per evict",
     .text = "NotifyResidency only for ExplicitResidencyNotification + AccessedPhysically: once "
             "per commit (after fill/transfer, Resident 1) and once per evict (before transfer, "
             "Resident 0, address 0,0).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_notifyresidency.md",
     .tests = {proves("ResidencyNotice.K340AResetTakesEverythingOut"),
               proves("ResidencyNotice.K340AnApertureIsNoMemory"),
               proves("ResidencyNotice.K340OnceWhenItCameAndOnceBeforeItLeaves"),
               proves("ResidencyNotice.K340OthersHearNothing")}},
    {.id = "K-341",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Page-table updates of the paging process run on the CPU at once",
     .text = "UpdatePageTable for the paging process itself uses CPU_VIRTUAL mode with pDmaBuffer "
             "NULL and must complete immediately.",
     .outcome = "driver must not write a buffer; bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_updatepagetable.md; "
               "display/system-paging-process.md",
     .tests = {proves("VirtualPaging.K341TablesOfThePagingProcessAreWrittenAtOnceWithoutABuffer")}},
    {.id = "K-342",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "One UpdatePageTable covers sequential pages or repeats one entry",
     .text = "One UpdatePageTable covers sequential allocation pages; Repeat means one entry "
             "replicated; InitialUpdate marks first use, NotifyEviction a table about to leave.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_updatepagetable.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_updatepagetableflags.md",
     .tests = {proves("PageTableTest.K342PagesInARowAreOneOperationAndNothingIsOneEntry"),
               proves("PageTableTest.K342ATableThatLeavesIsAnnouncedAndWrittenAnewWhenItIsBack")}},
    {.id = "K-343",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FlushTlb with a zero range means the whole address space",
     .text = "FlushTlb with start = end = 0 means the whole address space.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_flushtlb.md",
     .tests = {proves("PageTableTest.K343OneChangeIsFlushedAloneAndManyAsAWhole")}},
    {.id = "K-344",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "TransferVirtual adds its offsets to the virtual addresses",
     .text = "TransferVirtual offsets must not be added to the given virtual addresses.",
     .outcome = "corruption",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_transfervirtual.md",
     .lesson =
         {.why = "SourceVirtualAddress and DestinationVirtualAddress are where the part begins "
                 "that is moved: the paging process maps no more than that. The offset only says "
                 "which part of the allocation it is, for surfaces that are not linear.",
          .check = "`drydock verify` moves memory of its own into each memory segment and out "
                   "again, page by page, when the driver's PageTableUpdateMode is "
                   "DXGK_PAGETABLEUPDATE_GPU_VIRTUAL; every byte must come back.",
          .wrong = R"(AddCopy(args, move->DestinationVirtualAddress + move->AllocationOffsetInBytes,
        move->SourceVirtualAddress + move->AllocationOffsetInBytes, move->TransferSizeInBytes);)",
          .right = R"(AddCopy(args, move->DestinationVirtualAddress, move->SourceVirtualAddress,
        move->TransferSizeInBytes);)"},
     .tests = {provokes("VirtualPaging.K344OffsetsThatAreAddedAreFound"),
               stays_silent("VirtualPaging.K344BytesComeBackPageByPageSilently")}},
    {.id = "K-345",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SpecialLockTransfer serves UseAlternateVA locks only, never WDDM 2",
     .text = "SpecialLockTransfer only for UseAlternateVA locks being evicted or paged back; never "
             "in WDDM 2.x.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_buildpagingbuffer_operation.md",
     .tests = {proves("HostileGpu.K345NoTransferIsOfASpecialLock")}},
    {.id = "K-346",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Paging work is submitted as the system's, not the client's",
     .text = "Paging submissions carry a NULL device/context in legacy drivers; operations are "
             "system work, not the client's.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_submitcommand.md",
     .tests = {proves("GpuPromises.K346PagingHasNoContext")}},
    {.id = "K-347",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "BuildPagingBuffer fails an operation code it does not know",
     .text = "An unknown operation code must not fail the call (a failure is fatal); sample "
             "drivers record it and return success.",
     .outcome = "bugcheck 0x10E/0xB; known from Microsoft's sample drivers alone",
     .source = "graphics-driver-samples/compute-only-sample/coskmd/CosKmdAdapter.cpp",
     .lesson = {.why = "A later Windows asks for operations that did not exist when the driver was "
                       "written. There is no failure that it could accept.",
                .check = "`drydock verify` sends an operation that no driver knows; any status but "
                         "STATUS_SUCCESS is reported.",
                .wrong = R"(default:
    return STATUS_NOT_SUPPORTED;)",
                .right = R"(default:
    LogUnknownOperation(args->Operation);
    return STATUS_SUCCESS;)"},
     .tests = {provokes("HostileGpu.K347UnknownOperationThatFailsIsFound"),
               stays_silent("HostileGpu.K330ToK347ProbeOfAProperDriverIsSilent")}},
};

}  // namespace

Chapter paging_buffers() { return kKernelPagingBuffers; }

}  // namespace drydock::rules::kernel
