// Routines of named events, timers and callbacks.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kNamedObjectRows(
    "ExecutiveExports",
    {
        ROW(ExAllocateTimer, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("ExTimer.IsWaitedFor")),
        ROW(ExCancelTimer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("ExTimer.PeriodicTimerCallsBackUntilItIsCancelled")),
        ROW(ExCreateCallback, up_to(APC_LEVEL), zeros(crash()),
            proven_by("ExCallback.RegisteredRoutinesAreCalled", "ExCallback.ObjectNeedsAName")),
        ROW(ExDeleteTimer, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            proven_by("ExTimer.SettingAnewCancels",
                      "ExTimer.PeriodicTimerCallsBackUntilItIsCancelled")),
        ROW(ExNotifyCallback, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("ExCallback.RegisteredRoutinesAreCalled")),
        ROW(ExRegisterCallback, up_to(APC_LEVEL), zeros(gives(nullptr)),
            proven_by("ExCallback.SecondRoutineIsRefusedWhereOneIsAllowed")),
        ROW(ExSetTimer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("ExTimer.SettingAnewCancels",
                      "ExTimer.PeriodicTimerCallsBackUntilItIsCancelled")),
        ROW(ExUnregisterCallback, up_to(APC_LEVEL), zeros(passes()),
            proven_by("ExCallback.RegisteredRoutinesAreCalled")),
        ROW(IoCreateNotificationEvent, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Object.NamedEventIsMadeSignalledAndShared")),
        ROW(IoCreateSynchronizationEvent, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING name = words(u"\\BaseNamedObjects\\RowEvent");
              HANDLE handle = nullptr;
              const PKEVENT event = IoCreateSynchronizationEvent(&name, &handle);
              EXPECT_NE(event, nullptr);
              EXPECT_NE(KeReadStateEvent(event), 0);
              KeWaitForSingleObject(event, Executive, KernelMode, FALSE, nullptr);
              EXPECT_EQ(KeReadStateEvent(event), 0);
              EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
            })),
        ROW(ZwAllocateLocallyUniqueId, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Luid.IsGivenOnce")),
        ROW(ZwCancelTimer, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Timer.ByHandleIsSetWaitedForAndCancelled")),
        ROW(ZwCreateEvent, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Object.EventNameCollides")),
        ROW(ZwCreateTimer, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Timer.ByHandleIsSetWaitedForAndCancelled")),
        ROW(ZwOpenEvent, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Object.EventNameCollides")),
        ROW(ZwOpenTimer, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING name = words(u"\\BaseNamedObjects\\RowTimer");
              OBJECT_ATTRIBUTES of;
              InitializeObjectAttributes(&of, &name, OBJ_KERNEL_HANDLE, nullptr, nullptr);
              HANDLE made = nullptr, opened = nullptr;
              EXPECT_EQ(ZwOpenTimer(&opened, TIMER_ALL_ACCESS, &of), STATUS_OBJECT_NAME_NOT_FOUND);
              EXPECT_EQ(ZwCreateTimer(&made, TIMER_ALL_ACCESS, &of, NotificationTimer),
                        STATUS_SUCCESS);
              EXPECT_EQ(ZwOpenTimer(&opened, TIMER_ALL_ACCESS, &of), STATUS_SUCCESS);
              ZwClose(opened);
              ZwClose(made);
            })),
        ROW(ZwSetEvent, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Object.EventNameCollides")),
        ROW(ZwSetTimer, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Timer.ByHandleIsSetWaitedForAndCancelled")),
        ROW(ZwWaitForSingleObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Object.EventNameCollides")),
    });

}  // namespace
