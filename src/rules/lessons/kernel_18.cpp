// GPU virtual addresses.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel18Lessons[] = {
    {.rule = "K-299",
     .why = "Page tables lead from whole pages to whole pages, and an address has one meaning. A "
            "base that is taken by somebody else would change what his commands reach.",
     .check = "D3DKMTMapGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a base, or without "
              "one a limit, that is no multiple of 4 KB, and for a base that is neither free nor "
              "wholly inside a range that the process has.",
     .wrong = R"(map.BaseAddress = lastAddress + lastSize;  // 100 bytes long
map.SizeInPages = pages;
D3DKMTMapGpuVirtualAddress(&map);)",
     .right = R"(map.BaseAddress = 0;  // the kernel finds a place
map.SizeInPages = pages;
D3DKMTMapGpuVirtualAddress(&map);)"},
    {.rule = "K-300",
     .why =
         "Zeros and nothing are no memory: an allocation beside them has no meaning. A range that "
         "a map call got belongs to what it leads to, and goes with it.",
     .check =
         "D3DKMTMapGpuVirtualAddress with Protection.Zero or NoAccess answers "
         "STATUS_INVALID_PARAMETER when hAllocation is not 0, or the base lies in a range of an "
         "earlier map call; and so does a call for memory without an allocation.",
     .wrong = R"(map.hAllocation = allocation;
map.Protection.NoAccess = 1;
D3DKMTMapGpuVirtualAddress(&map);)",
     .right = R"(map.hAllocation = 0;
map.BaseAddress = reserved + tile * TILE_BYTES;
map.Protection.NoAccess = 1;
D3DKMTMapGpuVirtualAddress(&map);)"},
    {.rule = "K-301",
     .why = "Pages behind the end of the allocation are somebody else's memory.",
     .check =
         "D3DKMTMapGpuVirtualAddress compares OffsetInPages and SizeInPages with the size that "
         "the driver gave the allocation, and answers STATUS_INVALID_PARAMETER when they reach "
         "beyond it or name no page.",
     .wrong = R"(map.OffsetInPages = first;
map.SizeInPages = allocation->Bytes;  // bytes, not pages)",
     .right = R"(map.OffsetInPages = first;
map.SizeInPages = allocation->Bytes / 4096 - first;)"},
    {.rule = "K-302",
     .why =
         "The page tables change when the paging queue comes to it. Until then the address leads "
         "nowhere, or to what was there before, and the GPU faults beyond repair.",
     .check =
         "D3DKMTSubmitCommand of commands at an address that a map call gave, while the fence of "
         "its paging queue is not there yet and the context has no wait for it in its queue, is "
         "reported. What else the commands touch nobody can see.",
     .wrong = R"(D3DKMTMapGpuVirtualAddress(&map);
submit.Commands = map.VirtualAddress;
D3DKMTSubmitCommand(&submit);)",
     .right = R"(D3DKMTMapGpuVirtualAddress(&map);
wait.ObjectHandleArray = &pagingFence;
wait.FenceValueArray = &map.PagingFenceValue;
D3DKMTWaitForSynchronizationObjectFromCpu(&wait);
submit.Commands = map.VirtualAddress;
D3DKMTSubmitCommand(&submit);)"},
    {.rule = "K-304",
     .why = "The bit is the system's own, for mappings that it makes for itself. What it does to a "
            "client's mapping nobody promises.",
     .check =
         "D3DKMTMapGpuVirtualAddress answers STATUS_INVALID_PARAMETER for SystemUseOnly and for "
         "reserved bits of Protection.",
     .wrong = R"(map.Protection.Value = 0x1F;)",
     .right = R"(map.Protection.Value = 0;
map.Protection.Write = 1;)"},
    {.rule = "K-305",
     .why = "Reservations are made of 64 KB, so that they can be mapped with large pages; and no "
            "address is reserved twice.",
     .check =
         "D3DKMTReserveGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a size, a base, or "
         "without one a limit, that is no multiple of 64 KB, and for a base that is not free.",
     .wrong = R"(reserve.Size = width * height * 4;
D3DKMTReserveGpuVirtualAddress(&reserve);)",
     .right = R"(reserve.Size = (width * height * 4 + 0xFFFF) & ~0xFFFFull;
D3DKMTReserveGpuVirtualAddress(&reserve);)"},
    {.rule = "K-306",
     .why = "Memory with a unique driver protection is moved with that protection. With two there "
            "would be no telling which one its contents are in.",
     .check =
         "A mapping of pages that are mapped with D3DGPU_UNIQUE_DRIVER_PROTECTION and another "
         "value is answered STATUS_INVALID_PARAMETER, until those are mapped NoAccess or freed.",
     .wrong = R"(map.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | TILED;
D3DKMTMapGpuVirtualAddress(&map);
map.DriverProtection = LINEAR;
D3DKMTMapGpuVirtualAddress(&map);)",
     .right = R"(map.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | TILED;
D3DKMTMapGpuVirtualAddress(&map);
D3DKMTFreeGpuVirtualAddress(&tiled);
map.DriverProtection = LINEAR;
D3DKMTMapGpuVirtualAddress(&map);)"},
    {.rule = "K-308",
     .why = "A range that is freed can be another's a moment later, and work that still reads its "
            "commands there reads what the other one put there.",
     .check = "D3DKMTFreeGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a base or a size "
              "that is no multiple of 4 KB. A range in which commands lie that were submitted and "
              "are not over is reported; what else those commands use nobody but the client knows.",
     .wrong = R"(D3DKMTSubmitCommand(&submit);  // submit.Commands lies in the range
D3DKMTFreeGpuVirtualAddress(&range);)",
     .right = R"(D3DKMTSubmitCommand(&submit);
D3DKMTWaitForSynchronizationObjectFromCpu(&wait);
D3DKMTFreeGpuVirtualAddress(&range);)"},
    {.rule = "K-310",
     .why =
         "One call changes the page tables of one tiled resource between two pieces of its work. "
         "What lies elsewhere has other owners, who were not asked.",
     .check =
         "D3DKMTUpdateGpuVirtualAddress answers STATUS_INVALID_PARAMETER, and changes nothing, "
         "unless all destinations lie in one reservation, all sources of copies in one, every "
         "address and size is a multiple of 4 KB and the part of the allocation divides the "
         "range.",
     .wrong = R"(operations[0].Map.BaseAddress = textureA;
operations[1].Map.BaseAddress = textureB;
update.NumOperations = 2;)",
     .right = R"(operations[0].Map.BaseAddress = textureA;
operations[1].Map.BaseAddress = textureA + TILE_BYTES;
update.NumOperations = 2;)"},
    {.rule = "K-315",
     .why = "A root page table is memory of a segment, and segments are given in pages.",
     .check =
         "What DxgkDdiGetRootPageTableSize returns is no multiple of the page size of the "
         "segment that the root's level names, 64 KB with Use64KBPages and 4 KB else, or is 0.",
     .wrong = R"(return pArgs->NumberOfPte * sizeof(GPU_PTE);)",
     .right = R"(SIZE_T size = ROUND_TO_PAGES(pArgs->NumberOfPte * sizeof(GPU_PTE));
pArgs->NumberOfPte = (UINT)(size / sizeof(GPU_PTE));
return size;)"},
};

}  // namespace

Lessons kernel_18() { return kKernel18Lessons; }

}  // namespace drydock::rules::lessons
