// Routines of the pool.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

// A block that was allocated at a lower IRQL than the caller's.
PVOID block_for_level() {
  const KIRQL irql = KeGetCurrentIrql();
  KeLowerIrql(PASSIVE_LEVEL);
  const PVOID block = ExAllocatePoolWithTag(NonPagedPoolNx, 8, 'wor1');
  KIRQL old;
  KeRaiseIrql(irql, &old);
  return block;
}

const ExportRows kPoolRows(
    "ExecutiveExports",
    {
        ROW(ExAllocatePool, zeros(passes_with("N-009")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] { ExFreePool(ExAllocatePool(NonPagedPoolNx, 8)); }),
            proven_by("NewerRoutines.OldOnesWereAlwaysThere")),
        ROW(ExAllocatePool2, zeros(gives(nullptr, "N-010")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] { ExFreePool(ExAllocatePool2(POOL_FLAG_NON_PAGED, 8, 'wor1')); }),
            proven_by("Pool.AllocatePool2RefusesBadFlagsAndNoTag")),
        ROW(ExAllocatePool3, zeros(gives(nullptr, "N-010")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] {
                       ExFreePool(ExAllocatePool3(POOL_FLAG_NON_PAGED, 8, 'wor1', nullptr, 0));
                     }),
            proven_by("Pool.AllocatePool3TakesPriorityAndRefusesTheUnknown")),
        ROW(ExAllocatePoolWithQuota, zeros(passes_with("N-009")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] { ExFreePool(ExAllocatePoolWithQuota(NonPagedPoolNx, 8)); }),
            comes_to(passes_with("N-010"),
                     call_of([] { ExFreePool(ExAllocatePoolWithQuota(NonPagedPoolNx, 8)); }))),
        ROW(ExAllocatePoolWithQuotaTag, zeros(passes_with("N-009")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] { ExFreePool(ExAllocatePoolWithQuotaTag(NonPagedPoolNx, 8, 'wor1')); }),
            proven_by("Pool.WhatNoMachineHasIsRefused")),
        ROW(ExAllocatePoolWithTag, zeros(passes_with("N-009")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] { ExFreePool(ExAllocatePoolWithTag(NonPagedPoolNx, 8, 'wor1')); }),
            proven_by("Pool.WhatNoMachineHasIsRefused", "Pool.FaultInjectionFailsAnAllocation")),
        ROW(ExAllocatePoolWithTagPriority, zeros(passes_with("N-009")),
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] {
                       ExFreePool(ExAllocatePoolWithTagPriority(NonPagedPoolNx, 8, 'wor1',
                                                                NormalPoolPriority));
                     }),
            works([] {
              void* const got =
                  ExAllocatePoolWithTagPriority(NonPagedPoolNx, 8, 'wor1', LowPoolPriority);
              EXPECT_NE(got, nullptr);
              ExFreePoolWithTag(got, 'wor1');
            })),
        ROW(ExCreatePool, at_any_level(), zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              HANDLE pool = nullptr;
              EXPECT_EQ(ExCreatePool(1, 'wor1', nullptr, &pool), STATUS_NOT_SUPPORTED);
              EXPECT_EQ(pool, nullptr);
            })),
        ROW(ExDestroyPool, at_any_level(), zeros(passes()), works([] { ExDestroyPool(nullptr); })),
        ROW(ExFreePool, up_to_by(DISPATCH_LEVEL, "N-007", [] { ExFreePool(block_for_level()); }),
            zeros(ends_by("N-003")), proven_by("Pool.ForeignPointersAreRefusedWhateverTheyAre")),
        ROW(ExFreePool2,
            up_to_by(DISPATCH_LEVEL, "N-007",
                     [] { ExFreePool2(block_for_level(), 'wor1', nullptr, 0); }),
            zeros(ends_by("N-003")),
            proven_by("Pool.AllocatePool3TakesPriorityAndRefusesTheUnknown")),
        ROW(ExFreePoolWithTag,
            up_to_by(DISPATCH_LEVEL, "N-007", [] { ExFreePoolWithTag(block_for_level(), 'wor1'); }),
            zeros(ends_by("N-003")), proven_by("FindingText.IsReadable")),
        ROW(ExInitializeDriverRuntime, at_any_level(), zeros(passes()),
            works([] { ExInitializeDriverRuntime(DrvRtPoolNxOptIn); })),
    });

}  // namespace
