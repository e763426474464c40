// Routines of queues of requests that can be cancelled.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsCancelQueueRows(
    "KsExportRows",
    {
        ROW(KsAddIrpToCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              KsAddIrpToCancelableQueue(&queue, &lock, one.irp, KsListEntryTail, nullptr);
              EXPECT_NE(one.irp->CancelRoutine, nullptr);
              EXPECT_EQ(KsRemoveIrpFromCancelableQueue(&queue, &lock, KsListEntryHead,
                                                       KsAcquireAndRemove),
                        one.irp);
              EXPECT_EQ(one.irp->CancelRoutine, nullptr);
              EXPECT_TRUE(IsListEmpty(&queue));
            })),
        ROW(KsCancelIo, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              KsCancelIo(&queue, &lock);
              EXPECT_TRUE(IsListEmpty(&queue));
            })),
        ROW(KsCancelRoutine, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              IoSetNextIrpStackLocation(one.irp);
              KsAddIrpToCancelableQueue(&queue, &lock, one.irp, KsListEntryTail, nullptr);
              EXPECT_EQ(one.irp->CancelRoutine, KsCancelRoutine);
              EXPECT_TRUE(IoCancelIrp(one.irp));
              EXPECT_TRUE(IsListEmpty(&queue));
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_CANCELLED);
            })),
        ROW(KsMoveIrpsOnCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              LIST_ENTRY other;
              KSPIN_LOCK other_lock;
              InitializeListHead(&other);
              KeInitializeSpinLock(&other_lock);
              KsAddIrpToCancelableQueue(&queue, &lock, one.irp, KsListEntryTail, nullptr);
              EXPECT_EQ(KsMoveIrpsOnCancelableQueue(
                            &queue, &lock, &other, &other_lock, KsListEntryHead,
                            [](PIRP, PVOID) { return STATUS_SUCCESS; }, nullptr),
                        STATUS_SUCCESS);
              EXPECT_TRUE(IsListEmpty(&queue));
              EXPECT_EQ(KsRemoveIrpFromCancelableQueue(&other, &other_lock, KsListEntryHead,
                                                       KsAcquireAndRemove),
                        one.irp);
            })),
        ROW(KsReleaseIrpOnCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              KsAddIrpToCancelableQueue(&queue, &lock, one.irp, KsListEntryTail, nullptr);
              EXPECT_EQ(
                  KsRemoveIrpFromCancelableQueue(&queue, &lock, KsListEntryHead, KsAcquireOnly),
                  one.irp);
              EXPECT_EQ(
                  KsRemoveIrpFromCancelableQueue(&queue, &lock, KsListEntryHead, KsAcquireOnly),
                  nullptr);
              KsReleaseIrpOnCancelableQueue(one.irp, nullptr);
              EXPECT_EQ(KsRemoveIrpFromCancelableQueue(&queue, &lock, KsListEntryHead,
                                                       KsAcquireAndRemove),
                        one.irp);
            })),
        ROW(KsRemoveIrpFromCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              EXPECT_EQ(KsRemoveIrpFromCancelableQueue(&queue, &lock, KsListEntryHead,
                                                       KsAcquireAndRemove),
                        nullptr);
            })),
        ROW(KsRemoveSpecificIrpFromCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()),
            works([] {
              LIST_ENTRY queue;
              KSPIN_LOCK lock;
              InitializeListHead(&queue);
              KeInitializeSpinLock(&lock);
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              KsAddIrpToCancelableQueue(&queue, &lock, one.irp, KsListEntryTail, nullptr);
              KsRemoveIrpFromCancelableQueue(&queue, &lock, KsListEntryHead, KsAcquireOnly);
              KsRemoveSpecificIrpFromCancelableQueue(one.irp);
              EXPECT_TRUE(IsListEmpty(&queue));
            })),
        ROW(KsDefaultDeviceIoCompletion, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              IoSetNextIrpStackLocation(one.irp);
              EXPECT_EQ(KsDefaultDeviceIoCompletion(own.device, one.irp),
                        STATUS_INVALID_DEVICE_REQUEST);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_INVALID_DEVICE_REQUEST);
            })),
        ROW(KsDefaultDispatchPnp, at_any_level(), zeros(crash()),
            proven_by("KsWalk.ADriverMayInstallTheDispatchRoutinesItself")),
        ROW(KsDefaultDispatchPower, at_any_level(), zeros(crash()),
            proven_by("KsWalk.ADriverMayInstallTheDispatchRoutinesItself")),
        ROW(KsDefaultForwardIrp, at_any_level(), zeros(crash()),
            proven_by("KsWalk.ADriverMayInstallTheDispatchRoutinesItself")),
        ROW(KsDispatchInvalidDeviceRequest, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              IoSetNextIrpStackLocation(one.irp);
              EXPECT_EQ(KsDispatchInvalidDeviceRequest(own.device, one.irp),
                        STATUS_INVALID_DEVICE_REQUEST);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_INVALID_DEVICE_REQUEST);
            })),
        ROW(KsDispatchIrp, at_any_level(), zeros(crash()),
            proven_by("KsWalk.ADriverMayInstallTheDispatchRoutinesItself")),
        ROW(KsForwardAndCatchIrp, at_any_level(), zeros(crash()),
            proven_by("KsExports.RequestsAreForwardedAndCaught")),
        ROW(KsForwardIrp, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("KsExports.RequestsAreForwardedAndCaught")),
    });

}  // namespace
