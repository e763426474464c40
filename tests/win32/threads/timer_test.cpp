// Waitable timers of Win32.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kTimerDriver = R"(
static LARGE_INTEGER Due(LONGLONG at) {
  LARGE_INTEGER due;
  due.QuadPart = at;
  return due;
}

DEED(Periods) {
  HANDLE timer = CreateWaitableTimerW(NULL, FALSE, NULL);
  HOLDS(timer != NULL && WaitForSingleObject(timer, 0) == WAIT_TIMEOUT);
  LARGE_INTEGER due = Due(-50000);
  HOLDS(SetWaitableTimer(timer, &due, 5, NULL, NULL, FALSE));
  HOLDS(due.QuadPart == -50000);
  for (int i = 0; i < 3; ++i) HOLDS(WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0);
  HOLDS(CancelWaitableTimer(timer));
  WaitForSingleObject(timer, 0);  // what it had signalled before
  HOLDS(WaitForSingleObject(timer, 20) == WAIT_TIMEOUT && CancelWaitableTimer(timer));
  return CloseHandle(timer) ? NULL : "it does not close";
}

DEED(Kinds) {
  HANDLE manual = CreateWaitableTimerA(NULL, TRUE, NULL), one = CreateWaitableTimerA(NULL, FALSE, NULL);
  LARGE_INTEGER past = Due(1);  // an absolute time, long ago
  HOLDS(SetWaitableTimer(manual, &past, 0, NULL, NULL, FALSE));
  HOLDS(SetWaitableTimer(one, &past, 0, NULL, NULL, FALSE));
  HOLDS(WaitForSingleObject(manual, INFINITE) == WAIT_OBJECT_0 && WaitForSingleObject(manual, 0) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(one, INFINITE) == WAIT_OBJECT_0 && WaitForSingleObject(one, 5) == WAIT_TIMEOUT);
  // Setting it again takes its signal back.
  LARGE_INTEGER far_away = Due(-10000000ll * 3600);
  HOLDS(SetWaitableTimer(manual, &far_away, 0, NULL, NULL, FALSE) && WaitForSingleObject(manual, 5) == WAIT_TIMEOUT);
  HOLDS(SetWaitableTimer(manual, &past, 0, NULL, NULL, FALSE) && WaitForSingleObject(manual, INFINITE) == WAIT_OBJECT_0);
  return CloseHandle(manual) && CloseHandle(one) ? NULL : "one does not close";
}

DEED(Refusals) {
  HANDLE timer = CreateWaitableTimerW(NULL, FALSE, L"bell");
  HANDLE again = CreateWaitableTimerA(NULL, FALSE, "bell");
  HOLDS(again != NULL && GetLastError() == ERROR_ALREADY_EXISTS && CloseHandle(again));
  LARGE_INTEGER due = Due(-1);
  FAILS(SetWaitableTimer(timer, NULL, 0, NULL, NULL, FALSE), ERROR_INVALID_PARAMETER);
  FAILS(SetWaitableTimer(timer, &due, -1, NULL, NULL, FALSE), ERROR_INVALID_PARAMETER);
  FAILS(SetWaitableTimer(timer, &due, 0, (PTIMERAPCROUTINE)1, NULL, FALSE), ERROR_NOT_SUPPORTED);
  HOLDS(WaitForSingleObject(timer, 5) == WAIT_TIMEOUT);  // none of them set it
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL), narrow = NULL, me = GetCurrentProcess();
  const HANDLE none[] = {NoHandle, event};
  for (HANDLE one : none) {
    FAILS(SetWaitableTimer(one, &due, 0, NULL, NULL, FALSE), ERROR_INVALID_HANDLE);
    FAILS(CancelWaitableTimer(one), ERROR_INVALID_HANDLE);
  }
  HOLDS(DuplicateHandle(me, timer, me, &narrow, SYNCHRONIZE, FALSE, 0));
  FAILS(SetWaitableTimer(narrow, &due, 0, NULL, NULL, FALSE), ERROR_ACCESS_DENIED);
  return CloseHandle(timer) && CloseHandle(event) && CloseHandle(narrow) ? NULL : "one does not close";
}

DEED(Creates) {
  HANDLE timer = CreateWaitableTimerA(NULL, FALSE, NULL);
  HOLDS(timer != NULL || GetLastError() == ERROR_NO_SYSTEM_RESOURCES);
  return timer == NULL ? "none" : CloseHandle(timer) ? NULL : "it does not close";
}
)";

TEST(UserTimer, SignalsOnceAPeriodUntilItIsCancelled) { expect_work(kTimerDriver, "Periods"); }
TEST(UserTimer, ManualOnesStaySetUntilTheyAreSetAgain) { expect_work(kTimerDriver, "Kinds"); }
TEST(UserTimer, RefusesWhatItCannotKeep) { expect_work(kTimerDriver, "Refusals"); }

TEST(UserTimer, CreationCanFail) {
  EXPECT_EQ(work_of(kTimerDriver, "Creates").fault_points, 1U);
  const Work work = work_of(kTimerDriver, "Creates", {.fault = 0});
  EXPECT_EQ(work.failure, "none");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
