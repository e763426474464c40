// DxgkDdiBuildPagingBuffer.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel20[] = {
    {.id = "K-324",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiBuildPagingBuffer returns an illegal status",
     .text =
         "May return only STATUS_SUCCESS, STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER or "
         "STATUS_GRAPHICS_ALLOCATION_BUSY (the last only for transfer, discard and special-lock "
         "transfer).",
     .outcome = "bugcheck 0x10E/0xB",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md"},
    {.id = "K-325",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiBuildPagingBuffer writes past the end of its buffer",
     .text = "Must check remaining space before writing and advance pDmaBuffer past the last byte "
             "written.",
     .outcome = "overrun: bugcheck 0x10E/0x12 (DMA) or 0x13 (private data)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md"},
    {.id = "K-326",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A paging operation is repeated with a new buffer, keeping MultipassOffset",
     .text =
         "After INSUFFICIENT_DMA_BUFFER the same operation is repeated with a new buffer; "
         "MultipassOffset starts at 0 and is preserved between the repeats; partial buffers are "
         "submitted separately.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-327",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A busy paging operation is repeated once the allocation is idle",
     .text = "After ALLOCATION_BUSY the kernel waits for GPU idle on it and repeats with "
             "AllocationIsIdle set, guaranteeing idleness for the call.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-328",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "BuildPagingBuffer programs hardware for an allocation that may be busy",
     .text = "Without AllocationIsIdle the allocation must be assumed busy: no direct hardware "
             "programming that conflicts with running work.",
     .outcome = "corruption",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
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
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md"},
    {.id = "K-330",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Repeated TransferStart is taken for a new transfer",
     .text = "TransferStart can be seen several times for one transfer (buffer space ran out); it "
             "is not a new transfer.",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-331",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Transfer without hAllocation is not copied byte for byte",
     .text = "hAllocation NULL in a transfer: copy bytes without swizzling (DMA buffers and page "
             "tables have no driver handle).",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_updatepagetable.md"},
    {.id = "K-332",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Fill is used only on idle allocations in memory segments",
     .text = "Fill is used for initial content, only on memory segments and only on idle "
             "allocations.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-333",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Discard means an eviction without copying out",
     .text = "Discard means evicted with no copy-out.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-334",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Map-aperture operation programs other pages than it was given",
     .text = "Map-aperture: program exactly NumberOfPages at OffsetInPages; honour CacheCoherent; "
             "must not disturb the running GPU.",
     .outcome = "corruption",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-335",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Unmap-aperture operation does not point the range at the dummy page",
     .text = "Unmap-aperture: point the range at the given dummy page and keep GPU access enabled "
             "through it.",
     .outcome = "corruption undetectable; conformance failure",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md"},
    {.id = "K-336",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Aperture operations name the owner device of the allocation",
     .text = "For map/unmap-aperture: hDevice is the allocation's owner device (a chosen owner for "
             "shared ones), NULL for the primary; hAllocation NULL for DMA buffers.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md"},
    {.id = "K-337",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The CPU address of MAP_APERTURE_SEGMENT2 lives until the matching unmap",
     .text = "MAP_APERTURE_SEGMENT2's CPU address lives until the matching unmap of the same "
             "allocation.",
     .outcome = "a defect of Drydock; late use = bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md"},
    {.id = "K-338",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MAP_APERTURE_SEGMENT2 refuses one kind of address descriptor list",
     .text = "MAP_APERTURE_SEGMENT2 must accept both contiguous and page-array ADLs.",
     .outcome = "driver fault",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md; display/iommu-dma-remapping.md"},
    {.id = "K-339",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "InitContextResource comes before first use of a context allocation",
     .text = "InitContextResource initialises a context allocation before first use; its "
             "VirtualAddress is valid for the context allocation's life.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md"},
    {.id = "K-340",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "NotifyResidency comes once per commit and once per evict",
     .text =
         "NotifyResidency only for ExplicitResidencyNotification + AccessedPhysically: once per "
         "commit (after fill/transfer, Resident 1) and once per evict (before transfer, "
         "Resident 0, address 0,0).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_notifyresidency.md"},
    {.id = "K-341",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Page-table updates of the paging process run on the CPU at once",
     .text = "UpdatePageTable for the paging process itself uses CPU_VIRTUAL mode with pDmaBuffer "
             "NULL and must complete immediately.",
     .outcome = "driver must not write a buffer; bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_updatepagetable.md; "
               "display/system-paging-process.md"},
    {.id = "K-342",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "One UpdatePageTable covers sequential pages or repeats one entry",
     .text = "One UpdatePageTable covers sequential allocation pages; Repeat means one entry "
             "replicated; InitialUpdate marks first use, NotifyEviction a table about to leave.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_updatepagetable.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_updatepagetableflags.md"},
    {.id = "K-343",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FlushTlb with a zero range means the whole address space",
     .text = "FlushTlb with start = end = 0 means the whole address space.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_flushtlb.md"},
    {.id = "K-344",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "TransferVirtual adds its offsets to the virtual addresses",
     .text = "TransferVirtual offsets must not be added to the given virtual addresses.",
     .outcome = "corruption",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_buildpagingbuffer_transfervirtual.md"},
    {.id = "K-345",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SpecialLockTransfer serves UseAlternateVA locks only, never WDDM 2",
     .text = "SpecialLockTransfer only for UseAlternateVA locks being evicted or paged back; never "
             "in WDDM 2.x.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_buildpagingbuffer.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_buildpagingbuffer_operation.md"},
    {.id = "K-346",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Paging work is submitted as the system's, not the client's",
     .text = "Paging submissions carry a NULL device/context in legacy drivers; operations are "
             "system work, not the client's.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_submitcommand.md"},
    {.id = "K-347",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "BuildPagingBuffer fails an operation code it does not know",
     .text =
         "An unknown operation code must not fail the call (a failure is fatal); sample drivers "
         "record it and return success.",
     .outcome = "bugcheck 0x10E/0xB [S]",
     .source = "graphics-driver-samples/compute-only-sample/coskmd/CosKmdAdapter.cpp"},
};

}  // namespace

Chapter kernel_20() { return kKernel20; }

}  // namespace drydock::rules::chapter
