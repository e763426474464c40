// Routines of requests.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

struct OwnRemoveLock {
  IO_REMOVE_LOCK lock;
  OwnRemoveLock() { IoInitializeRemoveLockEx(&lock, 'wor1', 0, 0, sizeof lock); }
  NTSTATUS acquire() {
    return IoAcquireRemoveLockEx(&lock, nullptr, __FILE__, __LINE__, sizeof lock);
  }
};

const ExportRows kIrpRows(
    "ExecutiveExports",
    {
        ROW(IoAcquireCancelSpinLock, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              KIRQL irql = HIGH_LEVEL;
              IoAcquireCancelSpinLock(&irql);
              EXPECT_EQ(irql, PASSIVE_LEVEL);
              EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
              IoReleaseCancelSpinLock(irql);
              EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
            })),
        ROW(IoAcquireRemoveLockEx, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnRemoveLock lock;
              EXPECT_EQ(lock.acquire(), STATUS_SUCCESS);
              IoReleaseRemoveLockAndWaitEx(&lock.lock, nullptr, sizeof lock.lock);
              EXPECT_EQ(lock.acquire(), STATUS_DELETE_PENDING);
            })),
        ROW(IoAllocateIrp, up_to(DISPATCH_LEVEL), zeros(passes()), proven_by("IrpTest.IsLaidOut")),
        ROW(IoAllocateIrpEx, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnDevice own;
              const PIRP irp = IoAllocateIrpEx(own.device, 3, FALSE);
              EXPECT_EQ(irp->StackCount, 3);
              EXPECT_EQ(irp->CurrentLocation, 4);
              IoFreeIrp(irp);
            })),
        ROW(IoBuildAsynchronousFsdRequest, up_to(APC_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              UCHAR bytes[8];
              IO_STATUS_BLOCK block{};
              LARGE_INTEGER at{};
              const PIRP irp = IoBuildAsynchronousFsdRequest(IRP_MJ_READ, own.device, bytes,
                                                             sizeof bytes, &at, &block);
              ASSERT_NE(irp, nullptr);
              EXPECT_EQ(IoGetNextIrpStackLocation(irp)->MajorFunction, IRP_MJ_READ);
              EXPECT_EQ(IoGetNextIrpStackLocation(irp)->Parameters.Read.Length, sizeof bytes);
              EXPECT_EQ(irp->UserIosb, &block);
              IoFreeIrp(irp);
            })),
        ROW(IoBuildDeviceIoControlRequest, up_to(APC_LEVEL), zeros(crash()),
            proven_by("IrpTest.DeviceControl")),
        ROW(IoBuildSynchronousFsdRequest, up_to(APC_LEVEL), zeros(crash()),
            proven_by("IrpTest.SynchronousRequestPends")),
        ROW(IoCancelIrp, up_to(DISPATCH_LEVEL), zeros(crash()), proven_by("IrpTest.Cancel")),
        ROW(IoCsqInitialize, at_any_level(), zeros(crash()),
            proven_by("IrpQueue.TheExtendedInsertMayRefuse")),
        ROW(IoCsqInitializeEx, at_any_level(), zeros(crash()),
            proven_by("IrpQueue.TheExtendedInsertMayRefuse")),
        ROW(IoCsqInsertIrp, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IrpQueue.AContextNamesItsIrpUntilItIsGone")),
        ROW(IoCsqInsertIrpEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IrpQueue.TheExtendedInsertMayRefuse")),
        ROW(IoCsqRemoveIrp, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IrpQueue.AContextNamesItsIrpUntilItIsGone",
                      "IrpQueue.RemovingPassesOverThoseThatAreBeingCancelled")),
        ROW(IoCsqRemoveNextIrp, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IrpQueue.RemovesInTheOrderOfTheDriver",
                      "IrpQueue.RemovingPassesOverThoseThatAreBeingCancelled")),
        ROW(IoForwardIrpSynchronously, up_to(APC_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              IoGetCurrentIrpStackLocation(one.irp)->MajorFunction = IRP_MJ_READ;
              EXPECT_TRUE(IoForwardIrpSynchronously(own.device, one.irp));
              EXPECT_EQ(one.irp->IoStatus.Information, 7u);
              EXPECT_EQ(one.irp->CurrentLocation, 2);
            })),
        ROW(IoFreeIrp, up_to(DISPATCH_LEVEL), zeros(ends_by("N-003")),
            proven_by("IrpTest.IsLaidOut")),
        ROW(IoGetInitialStack, advised_up_to(APC_LEVEL), zeros(passes()), works([] {
              ULONG_PTR low = 0, high = 0;
              IoGetStackLimits(&low, &high);
              EXPECT_EQ(IoGetInitialStack(), reinterpret_cast<PVOID>(high));
              EXPECT_LT(low, reinterpret_cast<ULONG_PTR>(__builtin_frame_address(0)));
            })),
        ROW(IoGetIoPriorityHint, at_any_level(), zeros(gives(2)), works([] {
              OwnIrp one;
              EXPECT_EQ(IoGetIoPriorityHint(one.irp), IoPriorityNormal);
            })),
        ROW(IoGetRemainingStackSize, at_any_level(), zeros(passes()), works([] {
              ULONG_PTR low = 0, high = 0;
              IoGetStackLimits(&low, &high);
              EXPECT_GT(IoGetRemainingStackSize(), 0u);
              EXPECT_LT(IoGetRemainingStackSize(), high - low);
            })),
        ROW(IoGetRequestorProcess, advised_up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnIrp one;
              EXPECT_EQ(IoGetRequestorProcess(one.irp), PsGetCurrentProcess());
            })),
        ROW(IoGetRequestorProcessId, advised_up_to(DISPATCH_LEVEL), zeros(gives(4)), works([] {
              OwnIrp one;
              EXPECT_EQ(IoGetRequestorProcessId(one.irp), HandleToULong(PsGetCurrentProcessId()));
            })),
        ROW(IoGetStackLimits, at_any_level(), zeros(crash()),
            proven_by("IrpTest.StackLimitsHoldALocal")),
        ROW(IoInitializeIrp, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              const USHORT size = IoSizeOfIrp(2);
              auto* const irp =
                  static_cast<PIRP>(ExAllocatePoolWithTag(NonPagedPoolNx, size, 'wor1'));
              IoInitializeIrp(irp, size, 2);
              EXPECT_EQ(irp->Type, IO_TYPE_IRP);
              EXPECT_EQ(irp->Size, size);
              EXPECT_EQ(irp->CurrentLocation, 3);
              ExFreePool(irp);
            })),
        ROW(IoInitializeRemoveLockEx, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              OwnRemoveLock lock;
              EXPECT_EQ(lock.acquire(), STATUS_SUCCESS);
              IoReleaseRemoveLockEx(&lock.lock, nullptr, sizeof lock.lock);
            })),
        ROW(IoIs32bitProcess, advised_up_to(DISPATCH_LEVEL), zeros(gives(FALSE)), works([] {
              OwnIrp one;
              EXPECT_FALSE(IoIs32bitProcess(one.irp));
            })),
        ROW(IoIsSystemThread, advised_up_to(DISPATCH_LEVEL), zeros(gives(TRUE)),
            answers(TRUE, [] { return IoIsSystemThread(PsGetCurrentThread()); })),
        ROW(IoMakeAssociatedIrp, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnIrp master;
              const PIRP made = IoMakeAssociatedIrp(master.irp, 2);
              ASSERT_NE(made, nullptr);
              EXPECT_EQ(made->AssociatedIrp.MasterIrp, master.irp);
              EXPECT_NE(made->Flags & IRP_ASSOCIATED_IRP, 0u);
              IoFreeIrp(made);
            })),
        ROW(IoReleaseCancelSpinLock, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("IrpTest.Cancel")),
        ROW(IoReleaseRemoveLockAndWaitEx, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              OwnRemoveLock lock;
              EXPECT_EQ(lock.acquire(), STATUS_SUCCESS);
              IoReleaseRemoveLockAndWaitEx(&lock.lock, nullptr, sizeof lock.lock);
            })),
        ROW(IoReleaseRemoveLockEx, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnRemoveLock lock;
              EXPECT_EQ(lock.acquire(), STATUS_SUCCESS);
              EXPECT_EQ(lock.acquire(), STATUS_SUCCESS);
              IoReleaseRemoveLockEx(&lock.lock, nullptr, sizeof lock.lock);
              IoReleaseRemoveLockAndWaitEx(&lock.lock, nullptr, sizeof lock.lock);
            })),
        ROW(IoReuseIrp, up_to(DISPATCH_LEVEL), zeros(crash()), proven_by("IrpTest.IsLaidOut")),
        ROW(IoSetCompletionRoutineEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IrpTest.ExtendedRoutineIsCalledOnErrorOnly")),
        ROW(IoSetIoPriorityHint, at_any_level(), zeros(gives(STATUS_SUCCESS)), works([] {
              OwnIrp one;
              EXPECT_EQ(IoSetIoPriorityHint(one.irp, IoPriorityLow), STATUS_SUCCESS);
              EXPECT_EQ(IoSetIoPriorityHint(one.irp, MaxIoPriorityTypes), STATUS_INVALID_PARAMETER);
            })),
        ROW(IoWithinStackLimits, advised_up_to(APC_LEVEL), zeros(gives(FALSE)),
            proven_by("IrpTest.StackLimitsHoldALocal")),
        ROW(IofCallDriver, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              EXPECT_EQ(IofCallDriver(own.device, one.irp), STATUS_SUCCESS);
              EXPECT_EQ(one.irp->IoStatus.Information, 7u);
            })),
        ROW(IofCompleteRequest, up_to(DISPATCH_LEVEL), zeros(crash()),
            is_ended_by("N-063",
                        [] {
                          OwnIrp one;
                          IofCompleteRequest(one.irp, IO_NO_INCREMENT);
                        })),
    });

}  // namespace
