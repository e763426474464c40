// Routines of physical memory.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kPhysicalRows(
    "ExecutiveExports",
    {
        ROW(MmAllocateContiguousMemory, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("Physical.ContiguousMemoryThatCannotBe")),
        ROW(MmAllocateContiguousMemoryEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Holds.MemoryThatIsMappedForARoutine")),
        ROW(MmAllocateContiguousMemorySpecifyCache, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("Physical.ContiguousMemoryThatCannotBe")),
        ROW(MmAllocateContiguousMemorySpecifyCacheNode, up_to(DISPATCH_LEVEL),
            zeros(gives(nullptr)), works([] {
              PHYSICAL_ADDRESS low{}, high{}, boundary{};
              high.QuadPart = 0xFFFFFFFF;
              const PVOID got = MmAllocateContiguousMemorySpecifyCacheNode(
                  PAGE_SIZE, low, high, boundary, MmCached, MM_ANY_NODE_OK);
              EXPECT_NE(got, nullptr);
              EXPECT_LE(MmGetPhysicalAddress(got).QuadPart, high.QuadPart);
              MmFreeContiguousMemory(got);
            })),
        ROW(MmAllocateContiguousNodeMemory, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)), works([] {
              PHYSICAL_ADDRESS low{}, high{}, boundary{};
              high.QuadPart = 0xFFFFFFFF;
              const PVOID got = MmAllocateContiguousNodeMemory(PAGE_SIZE, low, high, boundary,
                                                               PAGE_READWRITE, MM_ANY_NODE_OK);
              EXPECT_NE(got, nullptr);
              EXPECT_LE(MmGetPhysicalAddress(got).QuadPart, high.QuadPart);
              MmFreeContiguousMemory(got);
            })),
        ROW(MmAllocateNonCachedMemory, up_to(APC_LEVEL), zeros(gives(nullptr)),
            proven_by("Physical.NonCachedMemory")),
        ROW(MmCopyMemory, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Physical.CopyStopsAtWhatIsNotThere")),
        ROW(MmFreeContiguousMemory, zeros(passes_with("N-057")), up_to(DISPATCH_LEVEL),
            proven_by("PhysicalRules.N057FreedIsSilent")),
        ROW(MmFreeContiguousMemorySpecifyCache, zeros(passes_with("N-057")), up_to(DISPATCH_LEVEL),
            proven_by("Physical.ContiguousMemoryObeysItsLimits")),
        ROW(MmFreeNonCachedMemory, zeros(passes_with("N-057")), up_to(APC_LEVEL),
            proven_by("Physical.NonCachedMemory")),
        ROW(MmGetPhysicalAddress, at_any_level(), zeros(gives(nullptr)),
            proven_by("Physical.AddressesAreStableAndKeepTheOffset",
                      "Physical.NoMemoryHasNoAddress")),
        ROW(MmGetPhysicalMemoryRanges, up_to(PASSIVE_LEVEL), zeros(passes()),
            proven_by("Physical.MemoryRangesHoldEveryAddress")),
        ROW(MmGetPhysicalMemoryRangesEx, up_to(PASSIVE_LEVEL), zeros(passes()), works([] {
              const PPHYSICAL_MEMORY_RANGE ranges = MmGetPhysicalMemoryRangesEx(nullptr);
              EXPECT_GT(ranges[0].NumberOfBytes.QuadPart, 0);
              ExFreePool(ranges);
            })),
        ROW(MmGetPhysicalMemoryRangesEx2, up_to(PASSIVE_LEVEL), zeros(passes()), works([] {
              const PPHYSICAL_MEMORY_RANGE ranges = MmGetPhysicalMemoryRangesEx2(nullptr, 0);
              EXPECT_GT(ranges[0].NumberOfBytes.QuadPart, 0);
              ExFreePool(ranges);
            })),
        ROW(MmGetVirtualForPhysical, at_any_level(), zeros(gives(nullptr)),
            proven_by("Physical.AddressesAreStableAndKeepTheOffset")),
        ROW(MmIsAddressValid, up_to(DISPATCH_LEVEL), zeros(gives(FALSE)),
            proven_by("Physical.NoMemoryHasNoAddress")),
    });

}  // namespace
