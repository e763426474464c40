// Routines of memory descriptor lists.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

void allocates_pages() {
  PHYSICAL_ADDRESS low{}, high{}, skip{};
  high.QuadPart = -1;
  const PMDL mdl = MmAllocateNodePagesForMdlEx(low, high, skip, 2 * PAGE_SIZE, MmCached, 0, 0);
  ASSERT_NE(mdl, nullptr);
  EXPECT_EQ(MmGetMdlByteCount(mdl), 2u * PAGE_SIZE);
  MmFreePagesFromMdlEx(mdl, 0);
  ExFreePool(mdl);
}

const ExportRows kMdlRows(
    "ExecutiveExports",
    {
        ROW(IoAllocateMdl, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("Mdl.AllocationFailsAtAFaultPoint", "Mdl.TooLargeIsRefused")),
        ROW(IoBuildPartialMdl, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mdl.PartialDescribesASubrange")),
        ROW(IoFreeMdl, up_to(DISPATCH_LEVEL), zeros(ends_by("N-003")),
            proven_by("Mdl.LockRaisesOnBadPages")),
        ROW(MmAdvanceMdl, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mdl.AdvanceMovesTheStart")),
        ROW(MmAllocateMappingAddress, up_to(APC_LEVEL), zeros(gives(nullptr)),
            proven_by("Holds.SmallAnswers")),
        ROW(MmAllocateMappingAddressEx, up_to(APC_LEVEL), zeros(gives(nullptr)), works([] {
              const PVOID room = MmAllocateMappingAddressEx(PAGE_SIZE, 'wor1', 0);
              EXPECT_NE(room, nullptr);
              MmFreeMappingAddress(room, 'wor1');
            })),
        ROW(MmAllocateNodePagesForMdlEx, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            works(allocates_pages)),
        ROW(MmAllocatePagesForMdl, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("Mdl.NoPagesInTheRange")),
        ROW(MmAllocatePagesForMdlEx, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("Mdl.ContiguousChunks")),
        ROW(MmBuildMdlForNonPagedPool, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mdl.NonPagedPoolIsMappedAlready")),
        ROW(MmFreeMappingAddress, up_to(APC_LEVEL), zeros(ends_by("N-060")),
            proven_by("Mdl.MapsIntoReservedAddresses")),
        ROW(MmFreePagesFromMdl, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            proven_by("Mdl.ContiguousChunks")),
        ROW(MmFreePagesFromMdlEx, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            works(allocates_pages)),
        ROW(MmMapLockedPages, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              alignas(PAGE_SIZE) static UCHAR page[PAGE_SIZE];
              page[3] = 9;
              const PMDL mdl = IoAllocateMdl(page, PAGE_SIZE, FALSE, FALSE, nullptr);
              MmBuildMdlForNonPagedPool(mdl);
              auto* const mapped = static_cast<UCHAR*>(MmMapLockedPages(mdl, KernelMode));
              EXPECT_EQ(mapped[3], 9);
              IoFreeMdl(mdl);
            })),
        ROW(MmMapLockedPagesSpecifyCache, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mdl.PagesOfItsOwn")),
        ROW(MmMapLockedPagesWithReservedMapping, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            proven_by("Mdl.MapsIntoReservedAddresses")),
        ROW(MmMapMdl, up_to(DISPATCH_LEVEL), zeros(gives(STATUS_INVALID_PAGE_PROTECTION)),
            proven_by("Holds.MemoryThatIsMappedForARoutine")),
        ROW(MmProbeAndLockPages, up_to(DISPATCH_LEVEL), zeros(ends_by("N-053")),
            proven_by("Mdl.LockRaisesOnBadPages", "Mdl.UserModeLockNeedsUserMemory")),
        ROW(MmProbeAndLockProcessPages, up_to(DISPATCH_LEVEL), zeros(ends_by("N-053")),
            is_ended_by("N-053",
                        [] {
                          alignas(PAGE_SIZE) static UCHAR page[PAGE_SIZE];
                          const PMDL mdl = IoAllocateMdl(page, PAGE_SIZE, FALSE, FALSE, nullptr);
                          MmProbeAndLockProcessPages(mdl, PsGetCurrentProcess(), KernelMode,
                                                     IoReadAccess);
                        })),
        ROW(MmProtectMdlSystemAddress, up_to(DISPATCH_LEVEL),
            zeros(gives(STATUS_INVALID_PAGE_PROTECTION)), proven_by("Mdl.ProtectsAMapping")),
        ROW(MmSizeOfMdl, at_any_level(), zeros(gives(48)), proven_by("Mdl.DescribesABuffer")),
        ROW(MmUnlockPages, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("History.AnMdlSaysThatItWasLockedAndMapped")),
        ROW(MmUnmapLockedPages, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mdl.PagesOfItsOwn")),
        ROW(MmUnmapReservedMapping, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            proven_by("Mdl.MapsIntoReservedAddresses")),
    });

}  // namespace
