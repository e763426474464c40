// Routines of locks and conditions.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32LockRows(
    "Win32Exports",
    {
        ROW(AcquireSRWLockExclusive, zeros(crash()), proven_by("SrwLock.WakesItsWaiter")),
        ROW(AcquireSRWLockShared, zeros(crash()),
            proven_by("SrwLock.ReleasingOneThatIsNotHeldSoRaises")),
        ROW(DeleteCriticalSection, zeros(crash()), proven_by("CriticalSection.WakesItsWaiter")),
        ROW(EnterCriticalSection, zeros(crash()), proven_by("CriticalSection.WakesItsWaiter")),
        ROW(InitOnceExecuteOnce, zeros(crash()), proven_by("InitOnce.RunsUntilItSucceeds")),
        ROW(InitializeConditionVariable, zeros(crash()),
            proven_by("ConditionVariable.NoWakeUpUnderTheLockIsMissed")),
        ROW(InitializeCriticalSection, zeros(crash()), proven_by("CriticalSection.WakesItsWaiter")),
        ROW(InitializeCriticalSectionAndSpinCount, zeros(crash()),
            proven_by("CriticalSection.KeepsTheLowerBitsOfASpinCount")),
        ROW(InitializeCriticalSectionEx, zeros(crash()),
            proven_by("CriticalSection.KeepsTheLowerBitsOfASpinCount")),
        ROW(InitializeSRWLock, zeros(crash()), proven_by("SrwLock.IsForOneWriterOrManyReaders")),
        ROW(InterlockedFlushSList, zeros(crash()), proven_by("SequencedList.PushPopFlushDepth")),
        ROW(InterlockedPopEntrySList, zeros(crash()), proven_by("SequencedList.PushPopFlushDepth")),
        ROW(InterlockedPushEntrySList, zeros(crash()),
            proven_by("SequencedList.PushPopFlushDepth")),
        ROW(LeaveCriticalSection, zeros(crash()), proven_by("CriticalSection.WakesItsWaiter")),
        ROW(QueryDepthSList, zeros(crash()), proven_by("UserLists.GiveLastInFirstOut")),
        ROW(QueueUserAPC, zeros(gives(0)), proven_by("UserApc.EndsAWaitForSeveral")),
        ROW(ReleaseSRWLockExclusive, zeros(crash()),
            proven_by("SrwLock.IsForOneWriterOrManyReaders")),
        ROW(ReleaseSRWLockShared, zeros(crash()), proven_by("SrwLock.IsForOneWriterOrManyReaders")),
        ROW(SetCriticalSectionSpinCount, zeros(crash()),
            proven_by("CriticalSection.KeepsTheLowerBitsOfASpinCount")),
        ROW(SleepConditionVariableCS, zeros(crash()),
            proven_by("ConditionVariable.NoWakeUpUnderTheLockIsMissed")),
        ROW(SleepConditionVariableSRW, zeros(crash()),
            proven_by("ConditionVariable.NoWakeUpUnderTheLockIsMissed")),
        ROW(TryAcquireSRWLockExclusive, zeros(crash()),
            proven_by("SrwLock.IsForOneWriterOrManyReaders")),
        ROW(TryAcquireSRWLockShared, zeros(crash()),
            proven_by("SrwLock.IsForOneWriterOrManyReaders")),
        ROW(TryEnterCriticalSection, zeros(crash()),
            proven_by("CriticalSection.KeepsTheLowerBitsOfASpinCount")),
        ROW(WaitOnAddress, zeros(gives(FALSE)),
            proven_by("WaitOnAddress.ComparesAsManyBytesAsTheSizeSays")),
        ROW(WakeAllConditionVariable, zeros(passes()),
            proven_by("ConditionVariable.WakesOneOrAllOfItsOwn")),
        ROW(WakeByAddressAll, zeros(passes()),
            proven_by("WaitOnAddress.ComparesAsManyBytesAsTheSizeSays")),
        ROW(WakeByAddressSingle, zeros(passes()),
            proven_by("WaitOnAddress.ComparesAsManyBytesAsTheSizeSays")),
        ROW(WakeConditionVariable, zeros(passes()),
            proven_by("ConditionVariable.WakesOneOrAllOfItsOwn")),
    });

}  // namespace
