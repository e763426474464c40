// Waits for objects by handle, for all or any, and for time.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kWaitDriver = R"(
static HANDLE Made(BOOL set) { return CreateEventA(NULL, FALSE, set, NULL); }

DEED(AnyOrAll) {
  HANDLE events[3] = {Made(FALSE), Made(TRUE), Made(TRUE)};
  HOLDS(WaitForMultipleObjects(3, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 1);
  HOLDS(WaitForMultipleObjects(3, events, TRUE, 5) == WAIT_TIMEOUT);
  HOLDS(SetEvent(events[0]) && SetEvent(events[1]));
  HOLDS(WaitForMultipleObjects(3, events, TRUE, INFINITE) == WAIT_OBJECT_0);
  HOLDS(WaitForMultipleObjects(3, events, FALSE, 0) == WAIT_TIMEOUT);  // it took all three
  // One twice is fine for any, and not for all.
  HANDLE twice[] = {events[0], events[0]};
  HOLDS(SetEvent(events[0]) && WaitForMultipleObjects(2, twice, FALSE, 0) == WAIT_OBJECT_0);
  FAILS(WaitForMultipleObjects(2, twice, TRUE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  for (HANDLE one : events) HOLDS(CloseHandle(one));
  return NULL;
}

DEED(Many) {
  HANDLE events[65];
  for (HANDLE& one : events) one = Made(FALSE);
  HOLDS(WaitForMultipleObjects(64, events, FALSE, 0) == WAIT_TIMEOUT);
  HOLDS(SetEvent(events[63]) && WaitForMultipleObjects(64, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 63);
  for (HANDLE one : events) SetEvent(one);
  HOLDS(WaitForMultipleObjects(64, events, TRUE, INFINITE) == WAIT_OBJECT_0);
  FAILS(WaitForMultipleObjects(65, events, FALSE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  FAILS(WaitForMultipleObjects(0, events, FALSE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  FAILS(WaitForMultipleObjects(0xFFFFFFFF, events, FALSE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  FAILS(WaitForMultipleObjects(2, NULL, FALSE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  HANDLE broken[] = {events[64], NoHandle};
  FAILS(WaitForMultipleObjects(2, broken, FALSE, 0) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HOLDS(WaitForSingleObject(events[64], 0) == WAIT_OBJECT_0);  // it was not taken
  for (HANDLE one : events) HOLDS(CloseHandle(one));
  return NULL;
}

DEED(Refusals) {
  FAILS(WaitForSingleObject(NoHandle, 0) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  FAILS(WaitForSingleObject(NULL, 0) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HANDLE closed = Made(TRUE);
  HOLDS(CloseHandle(closed));
  FAILS(WaitForSingleObject(closed, 0) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  return NULL;
}

DEED(SignalAndWait) {
  HANDLE mutex = CreateMutexA(NULL, TRUE, NULL), places = CreateSemaphoreA(NULL, 1, 1, NULL), event = Made(FALSE);
  HOLDS(SignalObjectAndWait(mutex, places, 0, FALSE) == WAIT_OBJECT_0);
  FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER);  // the call did
  HOLDS(SignalObjectAndWait(places, mutex, INFINITE, FALSE) == WAIT_OBJECT_0);
  FAILS(SignalObjectAndWait(places, event, 0, FALSE) != WAIT_FAILED, ERROR_TOO_MANY_POSTS);
  HOLDS(SignalObjectAndWait(event, event, INFINITE, FALSE) == WAIT_OBJECT_0);
  HOLDS(SignalObjectAndWait(event, places, 0, FALSE) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(event, 0) == WAIT_OBJECT_0);
  // Nothing is signalled when there is nothing to wait for.
  FAILS(SignalObjectAndWait(event, NoHandle, 0, FALSE) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HOLDS(WaitForSingleObject(event, 0) == WAIT_TIMEOUT);
  FAILS(SignalObjectAndWait(NoHandle, event, 0, FALSE) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HANDLE timer = CreateWaitableTimerA(NULL, FALSE, NULL);
  FAILS(SignalObjectAndWait(timer, event, 0, FALSE) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HOLDS(ReleaseMutex(mutex));
  FAILS(SignalObjectAndWait(mutex, event, 0, FALSE) != WAIT_FAILED, ERROR_NOT_OWNER);
  return CloseHandle(mutex) && CloseHandle(places) && CloseHandle(event) && CloseHandle(timer)
             ? NULL : "one does not close";
}

DEED(Durations) {
  HANDLE event = Made(FALSE);
  LARGE_INTEGER early, late;
  QueryPerformanceCounter(&early);
  HOLDS(WaitForSingleObject(event, 10) == WAIT_TIMEOUT);
  QueryPerformanceCounter(&late);
  HOLDS(late.QuadPart - early.QuadPart >= 100000);
  Sleep(10);
  HOLDS(SleepEx(10, FALSE) == 0);
  QueryPerformanceCounter(&early);
  HOLDS(early.QuadPart - late.QuadPart >= 200000);
  Sleep(0);
  HOLDS(SwitchToThread() == FALSE);
  return CloseHandle(event) ? NULL : "it does not close";
}

static volatile LONG flag;
static DWORD WINAPI Raises(LPVOID) { flag = 1; return 0; }
DEED(YieldingLetsOthersRun) {
  flag = 0;
  HANDLE thread = CreateThread(NULL, 0, Raises, NULL, 0, NULL);
  while (!flag) SwitchToThread();
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && CloseHandle(thread));
  flag = 0;
  thread = CreateThread(NULL, 0, Raises, NULL, 0, NULL);
  while (!flag) Sleep(0);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && CloseHandle(thread));
  return NULL;
}
)";

TEST(UserWait, EndsWithAnyOrWithAll) { expect_work(kWaitDriver, "AnyOrAll"); }
TEST(UserWait, TakesSixtyFourHandlesAndNotMore) { expect_work(kWaitDriver, "Many"); }
TEST(UserWait, RefusesHandlesOfNothing) { expect_work(kWaitDriver, "Refusals"); }
TEST(UserWait, SignalsBeforeItWaits) { expect_work(kWaitDriver, "SignalAndWait"); }
TEST(UserWait, LastsAsLongAsItsTimeout) { expect_work(kWaitDriver, "Durations"); }
TEST(UserWait, YieldingLetsOthersRun) { expect_work(kWaitDriver, "YieldingLetsOthersRun"); }

}  // namespace
}  // namespace drydock::testing
