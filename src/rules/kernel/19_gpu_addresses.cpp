// GPU virtual addresses.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelGpuAddresses[] = {
    {.id = "K-299",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MapGpuVirtualAddress asks for a taken or misaligned base",
     .text =
         "MapGpuVirtualAddress: fixed base must be free or inside a range from a previous "
         "map/reserve; base page aligned; min/max 4 KB aligned and ignored when a base is given.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md",
     .lesson =
         {.why =
              "Page tables lead from whole pages to whole pages, and an address has one meaning. A "
              "base that is taken by somebody else would change what his commands reach.",
          .check = "D3DKMTMapGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a base, or "
                   "without one a limit, that is no multiple of 4 KB, and for a base that is "
                   "neither free nor wholly inside a range that the process has.",
          .wrong = R"(map.BaseAddress = lastAddress + lastSize;  // 100 bytes long
map.SizeInPages = pages;
D3DKMTMapGpuVirtualAddress(&map);)",
          .right = R"(map.BaseAddress = 0;  // the kernel finds a place
map.SizeInPages = pages;
D3DKMTMapGpuVirtualAddress(&map);)"},
     .tests = {provokes("GpuAddress.K299TakenAndCrookedBasesAreRefused"),
               stays_silent("GpuAddress.K299FreeBasesAndThoseOfRangesAreMapped")}},
    {.id = "K-300",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Zero or NoAccess mapping names an allocation or an already mapped range",
     .text = "Protection Zero or NoAccess requires hAllocation zero and a range that did not come "
             "from a map call.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddigpuvirtualaddress_protection_type.md",
     .lesson =
         {.why = "Zeros and nothing are no memory: an allocation beside them has no meaning. A "
                 "range that a map call got belongs to what it leads to, and goes with it.",
          .check =
              "D3DKMTMapGpuVirtualAddress with Protection.Zero or NoAccess answers "
              "STATUS_INVALID_PARAMETER when hAllocation is not 0, or the base lies in a range of "
              "an earlier map call; and so does a call for memory without an allocation.",
          .wrong = R"(map.hAllocation = allocation;
map.Protection.NoAccess = 1;
D3DKMTMapGpuVirtualAddress(&map);)",
          .right = R"(map.hAllocation = 0;
map.BaseAddress = reserved + tile * TILE_BYTES;
map.Protection.NoAccess = 1;
D3DKMTMapGpuVirtualAddress(&map);)"},
     .tests = {provokes("GpuAddress.K300NothingOfAnAllocationOrAMappedRangeIsRefused"),
               stays_silent("GpuAddress.K300NothingInsideAReservationIsServed")}},
    {.id = "K-301",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Mapped pages lie outside the allocation",
     .text = "OffsetInPages + SizeInPages are 4 KB pages and must lie in the allocation.",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md",
     .lesson = {.why = "Pages behind the end of the allocation are somebody else's memory.",
                .check = "D3DKMTMapGpuVirtualAddress compares OffsetInPages and SizeInPages with "
                         "the size that the driver gave the allocation, and answers "
                         "STATUS_INVALID_PARAMETER when they reach beyond it or name no page.",
                .wrong = R"(map.OffsetInPages = first;
map.SizeInPages = allocation->Bytes;  // bytes, not pages)",
                .right = R"(map.OffsetInPages = first;
map.SizeInPages = allocation->Bytes / 4096 - first;)"},
     .tests = {provokes("GpuAddress.K301PagesBeyondTheAllocationAreRefused"),
               stays_silent("GpuAddress.K301AnyPagesOfItAreMapped")}},
    {.id = "K-302",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU uses a mapping before its paging fence",
     .text = "Mapping is asynchronous: wait for PagingFenceValue (0 = done) before GPU access.",
     .outcome = "unrecoverable GPU fault",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md",
     .lesson =
         {.why = "The page tables change when the paging queue comes to it. Until then the address "
                 "leads nowhere, or to what was there before, and the GPU faults beyond repair.",
          .check = "D3DKMTSubmitCommand of commands at an address that a map call gave, while the "
                   "fence of its paging queue is not there yet and the context has no wait for it "
                   "in its queue, is reported. What else the commands touch nobody can see.",
          .wrong = R"(D3DKMTMapGpuVirtualAddress(&map);
submit.Commands = map.VirtualAddress;
D3DKMTSubmitCommand(&submit);)",
          .right = R"(D3DKMTMapGpuVirtualAddress(&map);
wait.ObjectHandleArray = &pagingFence;
wait.FenceValueArray = &map.PagingFenceValue;
D3DKMTWaitForSynchronizationObjectFromCpu(&wait);
submit.Commands = map.VirtualAddress;
D3DKMTSubmitCommand(&submit);)"},
     .tests = {provokes("EarlyWork.K302CommandsBeforeTheFenceAreFound"),
               stays_silent("EarlyWork.K302CommandsBehindAWaitAreSilent")}},
    {.id = "K-303",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every GPU mapping can be read, Write and Execute come on top",
     .text = "Read access always exists; Write and Execute are additive.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md",
     .tests = {proves("PageTableTest.K303WhatIsMappedCanBeReadAndTheRestIsAsked")}},
    {.id = "K-304",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU mapping sets the SystemUseOnly protection bit",
     .text = "SystemUseOnly protection bit must be zero.",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddigpuvirtualaddress_protection_type.md",
     .lesson = {.why = "The bit is the system's own, for mappings that it makes for itself. What "
                       "it does to a client's mapping nobody promises.",
                .check = "D3DKMTMapGpuVirtualAddress answers STATUS_INVALID_PARAMETER for "
                         "SystemUseOnly and for reserved bits of Protection.",
                .wrong = R"(map.Protection.Value = 0x1F;)",
                .right = R"(map.Protection.Value = 0;
map.Protection.Write = 1;)"},
     .tests = {provokes("GpuAddress.K304BitsOfTheSystemAreRefused"),
               stays_silent("GpuAddress.K304WriteAndExecuteAreAClients")}},
    {.id = "K-305",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ReserveGpuVirtualAddress is not in multiples of 64 KB or hits a taken base",
     .text =
         "Reserve: base, min, max and size are multiples of 64 KB; an occupied fixed base fails.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_reservegpuvirtualaddress.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtreservegpuvirtualaddress.md",
     .lesson = {.why = "Reservations are made of 64 KB, so that they can be mapped with large "
                       "pages; and no address is reserved twice.",
                .check = "D3DKMTReserveGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a "
                         "size, a base, or without one a limit, that is no multiple of 64 KB, and "
                         "for a base that is not free.",
                .wrong = R"(reserve.Size = width * height * 4;
D3DKMTReserveGpuVirtualAddress(&reserve);)",
                .right = R"(reserve.Size = (width * height * 4 + 0xFFFF) & ~0xFFFFull;
D3DKMTReserveGpuVirtualAddress(&reserve);)"},
     .tests = {provokes("GpuAddress.K305CrookedAndTakenReservationsAreRefused"),
               stays_silent("GpuAddress.K305ReservationsLieWhereTheyMay")}},
    {.id = "K-306",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Range with unique driver protection is mapped with another value",
     .text = "Unique driver protection (top bit): a range of an allocation mapped so cannot be "
             "mapped with another value until mapped NoAccess.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "display/driver-protection.md",
     .lesson = {.why = "Memory with a unique driver protection is moved with that protection. With "
                       "two there would be no telling which one its contents are in.",
                .check = "A mapping of pages that are mapped with D3DGPU_UNIQUE_DRIVER_PROTECTION "
                         "and another value is answered STATUS_INVALID_PARAMETER, until those are "
                         "mapped NoAccess or freed.",
                .wrong = R"(map.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | TILED;
D3DKMTMapGpuVirtualAddress(&map);
map.DriverProtection = LINEAR;
D3DKMTMapGpuVirtualAddress(&map);)",
                .right = R"(map.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | TILED;
D3DKMTMapGpuVirtualAddress(&map);
D3DKMTFreeGpuVirtualAddress(&tiled);
map.DriverProtection = LINEAR;
D3DKMTMapGpuVirtualAddress(&map);)"},
     .tests = {provokes("GpuAddress.K306AnotherProtectionThanTheUniqueOneIsRefused"),
               stays_silent("GpuAddress.K306TheSameOneAndOneAfterNoAccessAreServed")}},
    {.id = "K-307",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Driver protection applies to level-0 page-table entries only",
     .text = "Driver protection applies to level-0 entries only (0 elsewhere) and is 0 in paging "
             "mappings unless unique.",
     .outcome = "a defect of Drydock",
     .source = "display/driver-protection.md",
     .tests = {proves("PageTableTest.K307TheDriversProtectionIsThatOfLeaves"),
               proves("VirtualPaging.K307MovesHaveTheDriversProtectionOnlyWhenItIsTheOnlyOne")}},
    {.id = "K-308",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "FreeGpuVirtualAddress frees a misaligned range or one in use",
     .text = "FreeGpuVirtualAddress: base and size 4 KB aligned; the range must not be in use by "
             "running work.",
     .outcome = "STATUS_INVALID_PARAMETER / GPU fault",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_freegpuvirtualaddress.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_freegpuvirtualaddresscb.md",
     .lesson =
         {.why = "A range that is freed can be another's a moment later, and work that still reads "
                 "its commands there reads what the other one put there.",
          .check =
              "D3DKMTFreeGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a base or a size "
              "that is no multiple of 4 KB. A range in which commands lie that were submitted and "
              "are not over is reported; what else those commands use nobody but the client knows.",
          .wrong = R"(D3DKMTSubmitCommand(&submit);  // submit.Commands lies in the range
D3DKMTFreeGpuVirtualAddress(&range);)",
          .right = R"(D3DKMTSubmitCommand(&submit);
D3DKMTWaitForSynchronizationObjectFromCpu(&wait);
D3DKMTFreeGpuVirtualAddress(&range);)"},
     .tests = {provokes("PageTableTest.K308CommandsThatAreFreedUnderTheGpuAreFound"),
               stays_silent("PageTableTest.K308WhatNoWorkRunsInIsFreedSilently")}},
    {.id = "K-309",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FreeGpuVirtualAddress is synchronous and drops pending operations",
     .text = "Free is synchronous; pending map/update operations on the range are dropped; the "
             "range may be re-allocated at once.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtfreegpuvirtualaddress.md",
     .tests = {proves("AddressUpdate.K309AFreedRangeIsFreeAtOnce")}},
    {.id = "K-310",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "UpdateGpuVirtualAddress spans several reserved ranges or is misaligned",
     .text = "UpdateGpuVirtualAddress: all destinations in one reserved range, all copy sources in "
             "one (possibly other) reserved range; 4 KB aligned; AllocationSizeInBytes divides "
             "SizeInBytes.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtupdategpuvirtualaddress.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_updategpuvirtualaddress_operation.md",
     .lesson = {.why = "One call changes the page tables of one tiled resource between two pieces "
                       "of its work. What lies elsewhere has other owners, who were not asked.",
                .check = "D3DKMTUpdateGpuVirtualAddress answers STATUS_INVALID_PARAMETER, and "
                         "changes nothing, unless all destinations lie in one reservation, all "
                         "sources of copies in one, every address and size is a multiple of 4 KB "
                         "and the part of the allocation divides the range.",
                .wrong = R"(operations[0].Map.BaseAddress = textureA;
operations[1].Map.BaseAddress = textureB;
update.NumOperations = 2;)",
                .right = R"(operations[0].Map.BaseAddress = textureA;
operations[1].Map.BaseAddress = textureA + TILE_BYTES;
update.NumOperations = 2;)"},
     .tests = {provokes("AddressUpdate.K310WhatLeavesAReservationIsRefused"),
               stays_silent("AddressUpdate.K310OneReservationToWriteAndOneToReadAreServed")}},
    {.id = "K-311",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GPU address updates run in order between two fence values",
     .text = "Updates run on the context's paging companion after hFenceObject reaches FenceValue, "
             "in order, then signal FenceValue + 1; over 128 queued updates the caller blocks.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtupdategpuvirtualaddress.md",
     .tests = {proves("AddressUpdate.K311UpdatesWaitForTheirFenceAndStayInOrder"),
               proves("AddressUpdate.K311ClientThatIsFarAheadWaits")}},
    {.id = "K-312",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A GPU address stays constant for the life of its allocation",
     .text = "Allocations need not be resident when mapped; a GPU VA stays constant for the "
             "allocation's life in that process.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ne-d3dukmdt-_d3dddi_updategpuvirtualaddress_operation_type.md; "
               "display/gpu-virtual-memory-in-wddm-2-0.md",
     .tests = {proves("GpuAddress.K312AnAddressStaysWhereverTheAllocationIs")}},
    {.id = "K-313",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Page tables are implicit allocations whose new entries are invalid",
     .text =
         "Page-table allocations are implicit: no UMD or KMD handle; new entries start invalid.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-virtual-address.md",
     .tests = {proves("PageTableTest.K313EveryEntryOfANewTableIsInvalidFirst")}},
    {.id = "K-314",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SetRootPageTable is called with the context idle and after every move",
     .text = "SetRootPageTable is called with the context idle (level one) before it first runs "
             "and whenever its root table moves or is resized.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setrootpagetable.md; display/gpu-virtual-address.md",
     .tests = {proves("PageTableTest.K314AContextHasItsRootBeforeItRunsAndWheneverThatMoves")}},
    {.id = "K-315",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetRootPageTableSize returns a size that is not whole pages",
     .text = "GetRootPageTableSize returns a multiple of the segment page size (two-level tables "
             "only).",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getrootpagetablesize.md",
     .lesson = {.why = "A root page table is memory of a segment, and segments are given in pages.",
                .check = "What DxgkDdiGetRootPageTableSize returns is no multiple of the page size "
                         "of the segment that the root's level names, 64 KB with Use64KBPages and "
                         "4 KB else, or is 0.",
                .wrong = R"(return pArgs->NumberOfPte * sizeof(GPU_PTE);)",
                .right = R"(SIZE_T size = ROUND_TO_PAGES(pArgs->NumberOfPte * sizeof(GPU_PTE));
pArgs->NumberOfPte = (UINT)(size / sizeof(GPU_PTE));
return size;)"},
     .tests = {provokes("PageTableTest.K315ARootOfNoWholePagesIsFound"),
               stays_silent("PageTableTest.K315WholePagesAreSilentHoweverManyEntriesTheyHave")}},
};

}  // namespace

Chapter gpu_addresses() { return kKernelGpuAddresses; }

}  // namespace drydock::rules::kernel
