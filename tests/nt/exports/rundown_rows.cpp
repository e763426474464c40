// Routines of rundown protection.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kRundownRows(
    "ExecutiveExports",
    {
        ROW(ExAcquireRundownProtection, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Rundown.CompletedAndReinitialised",
                      "Rundown.WaitWithoutReferencesReturnsAtOnce")),
        ROW(ExAcquireRundownProtectionCacheAware, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Rundown.CacheAwareForm")),
        ROW(ExAcquireRundownProtectionCacheAwareEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            works([] {
              const PEX_RUNDOWN_REF_CACHE_AWARE run =
                  ExAllocateCacheAwareRundownProtection(NonPagedPoolNx, 'wor1');
              EXPECT_TRUE(ExAcquireRundownProtectionCacheAwareEx(run, 2));
              ExReleaseRundownProtectionCacheAwareEx(run, 2);
              ExWaitForRundownProtectionReleaseCacheAware(run);
              EXPECT_FALSE(ExAcquireRundownProtectionCacheAwareEx(run, 1));
              ExFreeCacheAwareRundownProtection(run);
            })),
        ROW(ExAcquireRundownProtectionEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Rundown.CountedForms", "Rundown.WaitWithoutReferencesReturnsAtOnce")),
        ROW(ExAllocateCacheAwareRundownProtection, zeros(passes_with("N-010")), up_to(APC_LEVEL),
            proven_by("Rundown.CacheAwareForm")),
        ROW(ExFreeCacheAwareRundownProtection, up_to(APC_LEVEL), zeros(ends_by("N-003")),
            proven_by("Rundown.CacheAwareForm")),
        ROW(ExInitializeRundownProtection, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Rundown.CountedForms")),
        ROW(ExInitializeRundownProtectionCacheAware, up_to(APC_LEVEL), zeros(crash()), works([] {
              alignas(64) static UCHAR room[256];
              ASSERT_GE(sizeof room, ExSizeOfRundownProtectionCacheAware());
              auto* const run = reinterpret_cast<PEX_RUNDOWN_REF_CACHE_AWARE>(room);
              ExInitializeRundownProtectionCacheAware(run, sizeof room);
              EXPECT_TRUE(ExAcquireRundownProtectionCacheAware(run));
              ExReleaseRundownProtectionCacheAware(run);
              ExWaitForRundownProtectionReleaseCacheAware(run);
            })),
        ROW(ExReInitializeRundownProtection, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Rundown.CompletedAndReinitialised")),
        ROW(ExReInitializeRundownProtectionCacheAware, at_any_level(), zeros(crash()),
            proven_by("Rundown.CacheAwareForm")),
        ROW(ExReleaseRundownProtection, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("RundownRules.N035ReleaseWithoutAcquisitionIsFound")),
        ROW(ExReleaseRundownProtectionCacheAware, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Rundown.CacheAwareForm")),
        ROW(ExReleaseRundownProtectionCacheAwareEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            works([] {
              const PEX_RUNDOWN_REF_CACHE_AWARE run =
                  ExAllocateCacheAwareRundownProtection(NonPagedPoolNx, 'wor1');
              EXPECT_TRUE(ExAcquireRundownProtectionCacheAwareEx(run, 2));
              ExReleaseRundownProtectionCacheAwareEx(run, 2);
              ExWaitForRundownProtectionReleaseCacheAware(run);
              ExFreeCacheAwareRundownProtection(run);
            })),
        ROW(ExReleaseRundownProtectionEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Rundown.CountedForms")),
        ROW(ExRundownCompleted, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Rundown.CompletedAndReinitialised")),
        ROW(ExRundownCompletedCacheAware, at_any_level(), zeros(crash()), works([] {
              const PEX_RUNDOWN_REF_CACHE_AWARE run =
                  ExAllocateCacheAwareRundownProtection(NonPagedPoolNx, 'wor1');
              ExWaitForRundownProtectionReleaseCacheAware(run);
              ExRundownCompletedCacheAware(run);
              EXPECT_FALSE(ExAcquireRundownProtectionCacheAware(run));
              ExFreeCacheAwareRundownProtection(run);
            })),
        ROW(ExSizeOfRundownProtectionCacheAware, advised_up_to(APC_LEVEL), zeros(gives(64)),
            works([] {
              EXPECT_EQ(ExSizeOfRundownProtectionCacheAware() % 64, 0u);
              EXPECT_GT(ExSizeOfRundownProtectionCacheAware(), 0u);
            })),
        ROW(ExWaitForRundownProtectionRelease, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Rundown.CompletedAndReinitialised")),
        ROW(ExWaitForRundownProtectionReleaseCacheAware, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Rundown.CacheAwareForm")),
    });

}  // namespace
