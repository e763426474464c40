// Routines of queues of requests that can be cancelled.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsCancelQueueRows(
    "KsExportRows",
    {
        ROW(KsAddIrpToCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnQueue queue;
              SentIrp one;
              KsAddIrpToCancelableQueue(&queue.list, &queue.lock, one.irp, KsListEntryTail,
                                        nullptr);
              EXPECT_NE(one.irp->CancelRoutine, nullptr);
              EXPECT_EQ(queue.remove(KsAcquireAndRemove), one.irp);
              EXPECT_EQ(one.irp->CancelRoutine, nullptr);
              EXPECT_TRUE(queue.is_empty());
            })),
        ROW(KsCancelIo, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              OwnQueue queue;
              ReturningIrp one;
              queue.add(one.irp);
              KsCancelIo(&queue.list, &queue.lock);
              EXPECT_TRUE(queue.is_empty());
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_CANCELLED);
            })),
        ROW(KsCancelRoutine, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              OwnQueue queue;
              ReturningIrp one;
              queue.add(one.irp);
              EXPECT_EQ(one.irp->CancelRoutine, KsCancelRoutine);
              EXPECT_TRUE(IoCancelIrp(one.irp));
              EXPECT_TRUE(queue.is_empty());
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_CANCELLED);
            })),
        ROW(KsMoveIrpsOnCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnQueue queue;
              SentIrp one;
              OwnQueue other;
              queue.add(one.irp);
              EXPECT_EQ(KsMoveIrpsOnCancelableQueue(
                            &queue.list, &queue.lock, &other.list, &other.lock, KsListEntryHead,
                            [](PIRP, PVOID) { return STATUS_SUCCESS; }, nullptr),
                        STATUS_SUCCESS);
              EXPECT_TRUE(queue.is_empty());
              EXPECT_EQ(other.remove(KsAcquireAndRemove), one.irp);
            })),
        ROW(KsReleaseIrpOnCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnQueue queue;
              SentIrp one;
              queue.add(one.irp);
              EXPECT_EQ(queue.remove(KsAcquireOnly), one.irp);
              EXPECT_EQ(queue.remove(KsAcquireOnly), nullptr);
              KsReleaseIrpOnCancelableQueue(one.irp, nullptr);
              EXPECT_EQ(queue.remove(KsAcquireAndRemove), one.irp);
            })),
        ROW(KsRemoveIrpFromCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnQueue queue;
              SentIrp one;
              EXPECT_EQ(KsRemoveIrpFromCancelableQueue(&queue.list, &queue.lock, KsListEntryHead,
                                                       KsAcquireAndRemove),
                        nullptr);
            })),
        ROW(KsRemoveSpecificIrpFromCancelableQueue, up_to(DISPATCH_LEVEL), zeros(crash()),
            works([] {
              OwnQueue queue;
              SentIrp one;
              queue.add(one.irp);
              queue.remove(KsAcquireOnly);
              KsRemoveSpecificIrpFromCancelableQueue(one.irp);
              EXPECT_TRUE(queue.is_empty());
            })),
        ROW(KsDefaultDeviceIoCompletion, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              ReturningIrp one;
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
              ReturningIrp one;
              EXPECT_EQ(KsDispatchInvalidDeviceRequest(own.device, one.irp),
                        STATUS_INVALID_DEVICE_REQUEST);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_INVALID_DEVICE_REQUEST);
            })),
        ROW(KsDispatchIrp, at_any_level(), zeros(crash()),
            proven_by("KsWalk.ADriverMayInstallTheDispatchRoutinesItself")),
        ROW(KsForwardAndCatchIrp, at_any_level(), zeros(crash()),
            proven_by_driver("KsExports.RequestsAreForwardedAndCaught")),
        ROW(KsForwardIrp, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.RequestsAreForwardedAndCaught")),
    });

}  // namespace
