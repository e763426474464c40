// Routines of resources.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kResourceRows(
    "ExecutiveExports",
    {
        ROW(ExAcquireResourceExclusiveLite, up_to(APC_LEVEL), zeros(ends_by("N-033")),
            proven_by("ResourceLock.ExclusiveIsRecursiveAndExcludes",
                      "ResourceLock.OwnerPointerTakesOver")),
        ROW(ExAcquireResourceSharedLite, up_to(APC_LEVEL), zeros(ends_by("N-033")),
            proven_by("ResourceLock.ExclusiveWaiterHoldsOffNewSharers", "ResourceLock.ManyShare")),
        ROW(ExAcquireSharedStarveExclusive, up_to(APC_LEVEL), zeros(ends_by("N-033")),
            proven_by("ResourceLock.ExclusiveIsRecursiveAndExcludes",
                      "ResourceLock.ExclusiveWaiterHoldsOffNewSharers")),
        ROW(ExAcquireSharedWaitForExclusive, up_to(APC_LEVEL), zeros(ends_by("N-033")),
            proven_by("ResourceLock.ExclusiveWaiterHoldsOffNewSharers")),
        ROW(ExConvertExclusiveToSharedLite, up_to(DISPATCH_LEVEL), zeros(ends_by("N-021")),
            proven_by("ResourceLock.ConvertLetsSharersIn")),
        ROW(ExDeleteResourceLite, up_to(APC_LEVEL), zeros(ends_by("N-021")),
            proven_by("ResourceLockRegion.CombinedFormsEnterAndLeave")),
        ROW(ExEnterCriticalRegionAndAcquireResourceExclusive, up_to(APC_LEVEL),
            zeros(ends_by("N-021")), proven_by("ResourceLockRegion.CombinedFormsEnterAndLeave")),
        ROW(ExEnterCriticalRegionAndAcquireResourceShared, up_to(APC_LEVEL),
            zeros(ends_by("N-021")), proven_by("ResourceLockRegion.CombinedFormsEnterAndLeave")),
        ROW(ExEnterCriticalRegionAndAcquireSharedWaitForExclusive, up_to(APC_LEVEL),
            zeros(ends_by("N-021")), works([] {
              ERESOURCE resource;
              ExInitializeResourceLite(&resource);
              ExEnterCriticalRegionAndAcquireSharedWaitForExclusive(&resource);
              EXPECT_EQ(ExIsResourceAcquiredSharedLite(&resource), 1u);
              ExReleaseResourceAndLeaveCriticalRegion(&resource);
              EXPECT_FALSE(KeAreApcsDisabled());
              ExDeleteResourceLite(&resource);
            })),
        ROW(ExGetExclusiveWaiterCount, advised_up_to(DISPATCH_LEVEL), zeros(gives(0)), works([] {
              ERESOURCE resource;
              ExInitializeResourceLite(&resource);
              EXPECT_EQ(ExGetExclusiveWaiterCount(&resource), 0u);
              ExDeleteResourceLite(&resource);
            })),
        ROW(ExGetSharedWaiterCount, advised_up_to(DISPATCH_LEVEL), zeros(gives(0)),
            proven_by("ResourceLock.ConvertLetsSharersIn")),
        ROW(ExInitializeResourceLite, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("ResourceLockTable.KnowsWhatLiesInARange")),
        ROW(ExIsResourceAcquiredExclusiveLite, advised_up_to(DISPATCH_LEVEL), zeros(gives(FALSE)),
            proven_by("ResourceLock.ExclusiveIsRecursiveAndExcludes", "ResourceLock.ManyShare")),
        ROW(ExIsResourceAcquiredSharedLite, advised_up_to(DISPATCH_LEVEL), zeros(gives(0)),
            proven_by("ResourceLock.ConvertLetsSharersIn",
                      "ResourceLock.ExclusiveIsRecursiveAndExcludes")),
        ROW(ExReinitializeResourceLite, up_to(DISPATCH_LEVEL), zeros(ends_by("N-021")), works([] {
              ERESOURCE resource;
              ExInitializeResourceLite(&resource);
              EXPECT_EQ(ExReinitializeResourceLite(&resource), STATUS_SUCCESS);
              EXPECT_EQ(ExDeleteResourceLite(&resource), STATUS_SUCCESS);
            })),
        ROW(ExReleaseResourceAndLeaveCriticalRegion, up_to(APC_LEVEL), zeros(ends_by("N-021")),
            proven_by("ResourceLockRegion.CombinedFormsEnterAndLeave")),
        ROW(ExReleaseResourceForThreadLite, up_to(DISPATCH_LEVEL), zeros(ends_by("N-021")),
            proven_by("ResourceLock.OwnerPointerTakesOver")),
        ROW(ExReleaseResourceLite, up_to(DISPATCH_LEVEL), zeros(ends_by("N-021")),
            proven_by("ResourceLock.ConvertLetsSharersIn")),
        ROW(ExSetResourceOwnerPointer, up_to(DISPATCH_LEVEL), zeros(ends_by("N-021")),
            proven_by("ResourceLock.OwnerPointerTakesOver")),
        ROW(ExSetResourceOwnerPointerEx, up_to(DISPATCH_LEVEL), zeros(ends_by("N-021")), works([] {
              ERESOURCE resource;
              ExInitializeResourceLite(&resource);
              KeEnterCriticalRegion();
              EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, TRUE));
              static ULONGLONG owner[2];
              void* const by = reinterpret_cast<void*>(reinterpret_cast<ULONG_PTR>(owner) | 3);
              ExSetResourceOwnerPointerEx(&resource, by, 0);
              ExReleaseResourceForThreadLite(&resource, reinterpret_cast<ERESOURCE_THREAD>(by));
              KeLeaveCriticalRegion();
              ExDeleteResourceLite(&resource);
            })),
    });

}  // namespace
