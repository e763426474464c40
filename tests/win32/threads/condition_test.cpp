// Condition variables and waits for a change at an address.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kConditionDriver = R"(
static CRITICAL_SECTION section;
static SRWLOCK lock;
static CONDITION_VARIABLE full, empty;
static int items, done;
static volatile LONG word;

static DWORD WINAPI Produces(LPVOID) {
  for (int i = 1; i <= 20; ++i) {
    EnterCriticalSection(&section);
    while (items != 0) SleepConditionVariableCS(&empty, &section, INFINITE);
    items = i;
    LeaveCriticalSection(&section);
    WakeAllConditionVariable(&full);
  }
  AcquireSRWLockExclusive(&lock);
  done = 1;
  ReleaseSRWLockExclusive(&lock);
  WakeConditionVariable(&full);
  return 0;
}
DEED(Exchanges) {
  items = done = 0;
  InitializeCriticalSection(&section);
  InitializeConditionVariable(&full);
  InitializeConditionVariable(&empty);
  HANDLE thread = CreateThread(NULL, 0, Produces, NULL, 0, NULL);
  int sum = 0;
  EnterCriticalSection(&section);
  for (int i = 0; i < 20; ++i) {
    while (items == 0) HOLDS(SleepConditionVariableCS(&full, &section, INFINITE));
    HOLDS(section.OwningThread == (HANDLE)(ULONG_PTR)GetCurrentThreadId());
    sum += items;
    items = 0;
    WakeConditionVariable(&empty);
  }
  LeaveCriticalSection(&section);
  HOLDS(sum == 210);
  AcquireSRWLockShared(&lock);
  while (!done) HOLDS(SleepConditionVariableSRW(&full, &lock, INFINITE, CONDITION_VARIABLE_LOCKMODE_SHARED));
  ReleaseSRWLockShared(&lock);
  DeleteCriticalSection(&section);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  return CloseHandle(thread) ? NULL : "it does not close";
}

// After a wait, whatever its end, the lock is held in the mode it was held in.
DEED(TimesOut) {
  InitializeCriticalSection(&section);
  lock = SRWLOCK_INIT;
  full = CONDITION_VARIABLE_INIT;
  EnterCriticalSection(&section);
  FAILS(SleepConditionVariableCS(&full, &section, 5), ERROR_TIMEOUT);
  FAILS(SleepConditionVariableCS(&full, &section, 0), ERROR_TIMEOUT);
  HOLDS(section.OwningThread == (HANDLE)(ULONG_PTR)GetCurrentThreadId() && section.RecursionCount == 1);
  LeaveCriticalSection(&section);
  AcquireSRWLockShared(&lock);
  FAILS(SleepConditionVariableSRW(&full, &lock, 5, CONDITION_VARIABLE_LOCKMODE_SHARED), ERROR_TIMEOUT);
  HOLDS(TryAcquireSRWLockShared(&lock) && !TryAcquireSRWLockExclusive(&lock));
  ReleaseSRWLockShared(&lock);
  ReleaseSRWLockShared(&lock);
  AcquireSRWLockExclusive(&lock);
  FAILS(SleepConditionVariableSRW(&full, &lock, 5, 0), ERROR_TIMEOUT);
  HOLDS(!TryAcquireSRWLockShared(&lock));
  FAILS(SleepConditionVariableSRW(&full, &lock, 5, 2), ERROR_INVALID_PARAMETER);
  HOLDS(!TryAcquireSRWLockShared(&lock));
  ReleaseSRWLockExclusive(&lock);
  // Nobody waits any more: a wake-up is lost, and does not help the next.
  WakeConditionVariable(&full);
  WakeAllConditionVariable(&full);
  EnterCriticalSection(&section);
  FAILS(SleepConditionVariableCS(&full, &section, 5), ERROR_TIMEOUT);
  LeaveCriticalSection(&section);
  DeleteCriticalSection(&section);
  return NULL;
}

static HANDLE awake;
static LONG waiting;
static DWORD WINAPI Sleeps(LPVOID) {
  EnterCriticalSection(&section);
  InterlockedIncrement(&waiting);
  SleepConditionVariableCS(&full, &section, INFINITE);
  LeaveCriticalSection(&section);
  ReleaseSemaphore(awake, 1, NULL);
  return 0;
}
static bool EverybodyWaits(LONG count) {
  for (;;) {
    EnterCriticalSection(&section);  // whoever waits has let go of it
    const LONG seen = waiting;
    LeaveCriticalSection(&section);
    if (seen == count) return true;
    Sleep(1);
  }
}
DEED(WakesOneOrAll) {
  waiting = 0;
  full = CONDITION_VARIABLE_INIT;
  InitializeCriticalSection(&section);
  awake = CreateSemaphoreA(NULL, 0, 9, NULL);
  HANDLE threads[3];
  for (HANDLE& one : threads) one = CreateThread(NULL, 0, Sleeps, NULL, 0, NULL);
  HOLDS(EverybodyWaits(3));
  WakeConditionVariable(&empty);  // another one
  HOLDS(WaitForSingleObject(awake, 5) == WAIT_TIMEOUT);
  WakeConditionVariable(&full);
  HOLDS(WaitForSingleObject(awake, INFINITE) == WAIT_OBJECT_0 && WaitForSingleObject(awake, 5) == WAIT_TIMEOUT);
  WakeAllConditionVariable(&full);
  HOLDS(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) CloseHandle(one);
  DeleteCriticalSection(&section);
  return CloseHandle(awake) ? NULL : "it does not close";
}

// A wait with a lock that is not held raises as the release does; the waiter is gone with it.
DEED(WithoutTheLock) {
  lock = SRWLOCK_INIT;
  full = CONDITION_VARIABLE_INIT;
  DWORD code = 0;
  __try {
    SleepConditionVariableSRW(&full, &lock, 5, 0);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    code = GetExceptionCode();
  }
  HOLDS(code == 0xC0000264);
  waiting = 0;
  InitializeCriticalSection(&section);
  awake = CreateSemaphoreA(NULL, 0, 9, NULL);
  HANDLE thread = CreateThread(NULL, 0, Sleeps, NULL, 0, NULL);
  HOLDS(EverybodyWaits(1));
  WakeConditionVariable(&full);
  HOLDS(WaitForSingleObject(thread, 1000) == WAIT_OBJECT_0);
  DeleteCriticalSection(&section);
  return CloseHandle(thread) && CloseHandle(awake) ? NULL : "one does not close";
}

static DWORD WINAPI Changes(LPVOID all) {
  word = 3;
  if (all) WakeByAddressAll((PVOID)&word); else WakeByAddressSingle((PVOID)&word);
  return 0;
}
static const char* SeesTheChange(LPVOID all) {
  word = 0;
  LONG undesired = 0;
  HANDLE thread = CreateThread(NULL, 0, Changes, all, 0, NULL);
  while (word == undesired) HOLDS(WaitOnAddress(&word, &undesired, sizeof undesired, INFINITE));
  HOLDS(word == 3 && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  return CloseHandle(thread) ? NULL : "it does not close";
}
DEED(Addresses) {
  const char* single = SeesTheChange(NULL);
  return single != NULL ? single : SeesTheChange((LPVOID)1);
}

// Of each size just that many bytes are compared.
DEED(Sizes) {
  unsigned char bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  unsigned char other[16];
  const SIZE_T sizes[] = {1, 2, 4, 8};
  for (SIZE_T size : sizes) {
    memcpy(other, bytes, sizeof bytes);
    other[size] ^= 1;
    FAILS(WaitOnAddress(bytes, other, size, 1), ERROR_TIMEOUT);
    other[size - 1] ^= 1;
    HOLDS(WaitOnAddress(bytes, other, size, INFINITE));
  }
  const SIZE_T bad[] = {0, 3, 5, 6, 7, 9, 16, ~(SIZE_T)0};
  for (SIZE_T size : bad) FAILS(WaitOnAddress(bytes, other, size, 1), ERROR_INVALID_PARAMETER);
  WakeByAddressSingle(bytes);  // of nobody
  WakeByAddressAll(bytes);
  FAILS(WaitOnAddress(bytes, bytes, 1, 0), ERROR_TIMEOUT);
  return NULL;
}
)";

TEST(ConditionVariable, NoWakeUpUnderTheLockIsMissed) {
  expect_work(kConditionDriver, "Exchanges");
}
TEST(ConditionVariable, AWaitThatTimesOutHoldsTheLockAgain) {
  expect_work(kConditionDriver, "TimesOut");
}
TEST(ConditionVariable, WakesOneOrAllOfItsOwn) { expect_work(kConditionDriver, "WakesOneOrAll"); }
TEST(ConditionVariable, AWaitThatRaisesTakesNoWakeUp) {
  expect_work(kConditionDriver, "WithoutTheLock");
}
TEST(WaitOnAddress, EndsWithTheChange) { expect_work(kConditionDriver, "Addresses"); }
TEST(WaitOnAddress, ComparesAsManyBytesAsTheSizeSays) { expect_work(kConditionDriver, "Sizes"); }

}  // namespace
}  // namespace drydock::testing
