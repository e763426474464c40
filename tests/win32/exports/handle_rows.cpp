// Routines of events, mutexes, semaphores, timers and waits.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32HandleRows(
    "Win32Exports",
    {
        ROW(CancelWaitableTimer, zeros(gives(FALSE)),
            proven_by("UserTimer.RefusesWhatItCannotKeep")),
        ROW(CloseHandle, zeros(gives(FALSE)), proven_by("UserHandle.ClosesOnceWhatIsOpen")),
        ROW(CreateEventA, zeros(passes()), proven_by("UserEvent.CreationCanFail")),
        ROW(CreateEventExA, zeros(passes()), proven_by("UserEvent.WhatIsNoEventOrFlagIsRefused")),
        ROW(CreateEventExW, zeros(passes()), proven_by("UserEvent.WhatIsNoEventOrFlagIsRefused")),
        ROW(CreateEventW, zeros(passes()),
            proven_by("UserEvent.ManualOnesStaySetAndOthersLetOneWaitPass")),
        ROW(CreateMutexA, zeros(passes()), proven_by("UserMutex.CreationCanFail")),
        ROW(CreateMutexW, zeros(passes()), proven_by("UserMutex.HasANameAndOneOwner")),
        ROW(CreateSemaphoreA, zeros(gives(nullptr)), proven_by("UserSemaphore.CreationCanFail")),
        ROW(CreateSemaphoreW, zeros(gives(nullptr)),
            proven_by("UserSemaphore.RefusesCountsAndLimitsThatAreNone")),
        ROW(CreateWaitableTimerA, zeros(passes()), proven_by("UserTimer.CreationCanFail")),
        ROW(CreateWaitableTimerW, zeros(passes()), proven_by("UserTimer.RefusesWhatItCannotKeep")),
        ROW(DuplicateHandle, zeros(gives(FALSE)),
            proven_by("UserHandle.DuplicatesNameTheSameObjectWithTheirOwnRights")),
        ROW(OpenEventA, zeros(gives(nullptr)),
            proven_by("UserEvent.AnObjectHasOneNameAndHandlesWithTheirRights")),
        ROW(OpenEventW, zeros(gives(nullptr)),
            proven_by("UserEvent.AnObjectHasOneNameAndHandlesWithTheirRights")),
        ROW(PulseEvent, zeros(gives(FALSE)), proven_by("UserEvent.WhatIsNoEventOrFlagIsRefused")),
        ROW(ReleaseMutex, zeros(gives(FALSE)), proven_by("UserMutex.CreationCanFail")),
        ROW(ReleaseSemaphore, zeros(gives(FALSE)),
            proven_by("UserSemaphore.WakesAsManyAsItIsReleasedBy")),
        ROW(ResetEvent, zeros(gives(FALSE)), proven_by("UserEvent.WhatIsNoEventOrFlagIsRefused")),
        ROW(SetEvent, zeros(gives(FALSE)), proven_by("UserEvent.WhatIsNoEventOrFlagIsRefused")),
        ROW(SetWaitableTimer, zeros(gives(FALSE)), proven_by("UserTimer.RefusesWhatItCannotKeep")),
        ROW(SignalObjectAndWait, zeros(passes()), proven_by("UserWait.SignalsBeforeItWaits")),
        ROW(Sleep, zeros(passes()),
            proven_by("KsDeviceRules.S259PinsSleepBeforeTheDeviceAndWakeAfterIt")),
        ROW(SleepEx, zeros(gives(0)), proven_by("UserWait.LastsAsLongAsItsTimeout")),
        ROW(SwitchToThread, zeros(gives(FALSE)), proven_by("UserWait.LastsAsLongAsItsTimeout")),
        ROW(WaitForMultipleObjects, zeros(passes()), proven_by("UserWait.EndsWithAnyOrWithAll")),
        ROW(WaitForMultipleObjectsEx, zeros(passes()), proven_by("UserApc.EndsAWaitForSeveral")),
        ROW(WaitForSingleObject, zeros(passes()), proven_by("UserWait.SignalsBeforeItWaits")),
        ROW(WaitForSingleObjectEx, zeros(passes()),
            proven_by("UserApc.RunsInOrderInAlertableWaits")),
    });

}  // namespace
