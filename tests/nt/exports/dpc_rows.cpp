// Routines of DPCs, timers and work items.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

// A work item in memory of its driver's, and an event that its routine sets.
struct OwnWorkItem {
  OwnDevice own;
  std::vector<UCHAR> room = std::vector<UCHAR>(IoSizeofWorkItem());
  PIO_WORKITEM item = reinterpret_cast<PIO_WORKITEM>(room.data());
  KEVENT ran;
  OwnWorkItem() {
    IoInitializeWorkItem(own.device, item);
    KeInitializeEvent(&ran, NotificationEvent, FALSE);
  }
  static void set(PVOID, PVOID context, PIO_WORKITEM) {
    KeSetEvent(static_cast<PKEVENT>(context), 0, FALSE);
  }
  // Returns when the worker is done with the item too.
  void wait() {
    KeWaitForSingleObject(&ran, Executive, KernelMode, FALSE, nullptr);
    LARGE_INTEGER pause{.QuadPart = -100000};
    KeDelayExecutionThread(KernelMode, FALSE, &pause);
  }
};

const ExportRows kDpcRows(
    "ExecutiveExports",
    {
        ROW(ExQueueWorkItem, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("PoolRules.N040WorkItemThatRanIsSilent")),
        ROW(IoAllocateWorkItem, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("WorkItem.RunsAtPassiveLevel")),
        ROW(IoFreeWorkItem, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("WorkItem.RunsAtPassiveLevel")),
        ROW(IoInitializeWorkItem, at_any_level(), zeros(crash()), works([] {
              OwnWorkItem work;
              IoQueueWorkItemEx(work.item, work.set, DelayedWorkQueue, &work.ran);
              work.wait();
              IoUninitializeWorkItem(work.item);
            })),
        ROW(IoQueueWorkItem, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("WorkItem.RunsAtPassiveLevel")),
        ROW(IoQueueWorkItemEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("WorkItem.QueuedAgainAndFreedInItsRoutine")),
        ROW(IoSizeofWorkItem, at_any_level(), zeros(gives(32)),
            works([] { EXPECT_GT(IoSizeofWorkItem(), 0u); })),
        ROW(IoTryQueueWorkItem, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnWorkItem work;
              EXPECT_TRUE(IoTryQueueWorkItem(work.item, work.set, DelayedWorkQueue, &work.ran));
              work.wait();
              IoUninitializeWorkItem(work.item);
            })),
        ROW(IoUninitializeWorkItem, at_any_level(), zeros(passes()), works([] {
              OwnWorkItem work;
              IoUninitializeWorkItem(work.item);
            })),
        ROW(KeCancelTimer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Timer.CancelStopsIt", "Timer.DueTimeIsAbsoluteOrRelative")),
        ROW(KeFlushQueuedDpcs, up_to(PASSIVE_LEVEL), zeros(passes()),
            proven_by("Dpc.IsQueuedOnce")),
        ROW(KeInitializeDpc, at_any_level(), zeros(crash()), proven_by("Dpc.IsQueuedOnce")),
        ROW(KeInitializeThreadedDpc, at_any_level(), zeros(crash()), works([] {
              KDPC dpc;
              static int calls;
              calls = 0;
              KeInitializeThreadedDpc(&dpc, [](PKDPC, PVOID, PVOID, PVOID) { ++calls; }, nullptr);
              EXPECT_TRUE(KeInsertQueueDpc(&dpc, nullptr, nullptr));
              KeFlushQueuedDpcs();
              EXPECT_EQ(calls, 1);
            })),
        ROW(KeInitializeTimer, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("History.ALeakedTimerHasItsWholeHistory")),
        ROW(KeInitializeTimerEx, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Timer.PeriodicRepeats")),
        ROW(KeInsertQueueDpc, at_any_level(), zeros(crash()), proven_by("Dpc.IsQueuedOnce")),
        ROW(KeIsExecutingDpc, at_any_level(), zeros(gives(FALSE)),
            proven_by("DpcOrder.RunsWhenItsQueuerLowersItsIrql")),
        ROW(KeQueryDpcWatchdogInformation, at_any_level(), zeros(gives(STATUS_UNSUCCESSFUL)),
            works([] {
              KDPC_WATCHDOG_INFORMATION information{};
              EXPECT_EQ(KeQueryDpcWatchdogInformation(&information), STATUS_UNSUCCESSFUL);
            })),
        ROW(KeReadStateTimer, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Timer.IsSignalledWhenDue", "Timer.SettingAgainReplaces")),
        ROW(KeRemoveQueueDpc, at_any_level(), zeros(gives(FALSE)),
            proven_by("Dpc.RemoveOfOneThatRunsWaitsIfAsked")),
        ROW(KeRemoveQueueDpcEx, at_any_level(), zeros(gives(FALSE)),
            proven_by("Dpc.RemoveOfOneThatRunsWaitsIfAsked")),
        ROW(KeSetCoalescableTimer, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              KTIMER timer;
              KeInitializeTimer(&timer);
              LARGE_INTEGER due{.QuadPart = -10000};
              EXPECT_FALSE(KeSetCoalescableTimer(&timer, due, 0, 5, nullptr));
              KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, nullptr);
              EXPECT_FALSE(KeCancelTimer(&timer));
            })),
        ROW(KeSetImportanceDpc, at_any_level(), zeros(crash()),
            proven_by("Dpc.RunInOrderOfImportanceAndArrival")),
        ROW(KeSetTargetProcessorDpc, at_any_level(), zeros(crash()),
            proven_by("DpcOrder.AThreadKeepsAwayTheDpcsOfItsProcessor")),
        ROW(KeSetTargetProcessorDpcEx, at_any_level(), zeros(crash()), works([] {
              KDPC dpc;
              KeInitializeDpc(&dpc, nullptr, nullptr);
              PROCESSOR_NUMBER number{0, 1, 0};
              EXPECT_EQ(KeSetTargetProcessorDpcEx(&dpc, &number), STATUS_SUCCESS);
              number.Number = 63;
              EXPECT_EQ(KeSetTargetProcessorDpcEx(&dpc, &number), STATUS_INVALID_PARAMETER);
            })),
        ROW(KeSetTimer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Timer.SettingAgainReplaces", "Timer.IsSignalledWhenDue")),
        ROW(KeSetTimerEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Timer.PeriodicRepeats")),
        ROW(KeShouldYieldProcessor, at_any_level(), zeros(gives(0)),
            answers(FALSE, [] { return KeShouldYieldProcessor(); })),
    });

}  // namespace
