// Routines of events, queues and waits.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kEventRows(
    "ExecutiveExports",
    {
        ROW(KeClearEvent, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("KsRequests.S247EventsFireUntilTheyAreDisabled")),
        ROW(KeDelayExecutionThread,
            up_to_by(APC_LEVEL, "N-020",
                     [] {
                       LARGE_INTEGER soon{.QuadPart = -1};
                       return KeDelayExecutionThread(KernelMode, FALSE, &soon);
                     }),
            zeros(crash()),
            proven_by("Wait.AlertWaitsForTheNextAlertableWait", "Wait.DelayTakesItsTime")),
        ROW(KeInitializeEvent, at_any_level(), zeros(crash()),
            proven_by("Driver.SwallowedEndComesBackAtTheNextCallOfTheHost")),
        ROW(KeInitializeMutex, at_any_level(), zeros(crash()), proven_by("Mutex.ExcludesOthers")),
        ROW(KeInitializeQueue, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Queue.CallsHaveTheirIrql")),
        ROW(KeInitializeSemaphore, advised_up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Semaphore.Counts")),
        ROW(KeInsertHeadQueue, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Queue.GivesEntriesInTheirOrderAndSaysWhenThereIsNone")),
        ROW(KeInsertQueue, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Queue.RundownGivesWhatIsLeft",
                      "Queue.GivesEntriesInTheirOrderAndSaysWhenThereIsNone")),
        ROW(KePulseEvent, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Event.PulseReleasesOnlyItsWaiters")),
        ROW(KeReadStateEvent, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("KsExports.EventsLiveUnderEveryKindOfLock",
                      "Object.NamedEventIsMadeSignalledAndShared")),
        ROW(KeReadStateMutex, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mutex.IsRecursiveForItsOwner")),
        ROW(KeReadStateQueue, at_any_level(), zeros(crash()),
            proven_by("Queue.GivesEntriesInTheirOrderAndSaysWhenThereIsNone",
                      "Queue.RundownGivesWhatIsLeft")),
        ROW(KeReadStateSemaphore, at_any_level(), zeros(crash()), proven_by("Semaphore.Counts")),
        ROW(KeReleaseMutex, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Mutex.IsRecursiveForItsOwner")),
        ROW(KeReleaseSemaphore, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Semaphore.Counts")),
        ROW(KeRemoveQueue, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Holds.QueuesHandOverTheirEntriesInOrder")),
        ROW(KeResetEvent, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Event.NotificationStaysSignalled")),
        ROW(KeRundownQueue, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Queue.RundownGivesWhatIsLeft")),
        ROW(KeSetEvent, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Event.NotificationStaysSignalled")),
        ROW(KeWaitForMultipleObjects, zeros(gives(STATUS_INVALID_PARAMETER_1, "N-025")),
            up_to_by(APC_LEVEL, "N-020",
                     [] {
                       KEVENT set;
                       KeInitializeEvent(&set, NotificationEvent, TRUE);
                       PVOID all[] = {&set};
                       return KeWaitForMultipleObjects(1, all, WaitAll, Executive, KernelMode,
                                                       FALSE, nullptr, nullptr);
                     }),
            up_to_by(DISPATCH_LEVEL, "N-020",
                     [] {
                       KEVENT set;
                       KeInitializeEvent(&set, NotificationEvent, TRUE);
                       PVOID all[] = {&set};
                       LARGE_INTEGER now{};
                       return KeWaitForMultipleObjects(1, all, WaitAll, Executive, KernelMode,
                                                       FALSE, &now, nullptr);
                     }),
            proven_by("Wait.AnyReturnsTheIndex", "Wait.AllTakesAllOrNothing")),
        ROW(KeWaitForSingleObject,
            up_to_by(APC_LEVEL, "N-020",
                     [] {
                       KEVENT set;
                       KeInitializeEvent(&set, NotificationEvent, TRUE);
                       return KeWaitForSingleObject(&set, Executive, KernelMode, FALSE, nullptr);
                     }),
            up_to_by(DISPATCH_LEVEL, "N-020",
                     [] {
                       KEVENT set;
                       KeInitializeEvent(&set, NotificationEvent, TRUE);
                       LARGE_INTEGER now{};
                       return KeWaitForSingleObject(&set, Executive, KernelMode, FALSE, &now);
                     }),
            zeros(ends_by("N-021")), proven_by("Wait.AlertWaitsForTheNextAlertableWait")),
    });

}  // namespace
