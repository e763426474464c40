// User APCs: they run in alertable waits of threads that the driver created.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kApcDriver = R"(
static HANDLE ready, go;
static LONG ran, order;
static VOID CALLBACK Apc(ULONG_PTR digit) {
  order = order * 10 + (LONG)digit;
  InterlockedIncrement(&ran);
}

static DWORD WINAPI Alertable(LPVOID) {
  SetEvent(ready);
  while (ran < 2)
    if (SleepEx(INFINITE, TRUE) != WAIT_IO_COMPLETION) return 1;
  if (SleepEx(0, TRUE) != 0) return 2;  // none is left
  if (WaitForSingleObjectEx(go, INFINITE, TRUE) != WAIT_OBJECT_0) return 3;
  return 6;
}
DEED(RunInOrder) {
  ran = order = 0;
  ready = CreateEventW(NULL, FALSE, FALSE, NULL);
  go = CreateEventW(NULL, FALSE, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, Alertable, NULL, CREATE_SUSPENDED, NULL);
  HOLDS(QueueUserAPC(Apc, thread, 4) && QueueUserAPC(Apc, thread, 2) && ran == 0);
  HOLDS(ResumeThread(thread) == 1 && WaitForSingleObject(ready, INFINITE) == WAIT_OBJECT_0);
  HOLDS(SetEvent(go) && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  DWORD code = 0;
  HOLDS(GetExitCodeThread(thread, &code) && code == 6 && ran == 2 && order == 42);
  FAILS(QueueUserAPC(Apc, thread, 1), ERROR_ACCESS_DENIED);  // it has ended
  return CloseHandle(thread) && CloseHandle(ready) && CloseHandle(go) ? NULL : "one does not close";
}

static DWORD WINAPI Deaf(LPVOID) {
  SetEvent(ready);
  if (WaitForSingleObject(go, INFINITE) != WAIT_OBJECT_0) return 1;
  Sleep(1);
  return ran == 0 ? 6 : 2;
}
DEED(OnlyWhereAThreadIsAlertable) {
  ran = order = 0;
  ready = CreateEventW(NULL, FALSE, FALSE, NULL);
  go = CreateEventW(NULL, FALSE, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, Deaf, NULL, 0, NULL);
  HOLDS(WaitForSingleObject(ready, INFINITE) == WAIT_OBJECT_0 && QueueUserAPC(Apc, thread, 1));
  HOLDS(SetEvent(go) && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  DWORD code = 0;
  HOLDS(GetExitCodeThread(thread, &code) && code == 6 && ran == 0);
  return CloseHandle(thread) && CloseHandle(ready) && CloseHandle(go) ? NULL : "one does not close";
}

static HANDLE others[2];
static DWORD WINAPI WaitsForTwo(LPVOID) {
  SetEvent(ready);
  return WaitForMultipleObjectsEx(2, others, TRUE, INFINITE, TRUE);
}
DEED(EndsAWaitForSeveral) {
  ran = order = 0;
  ready = CreateEventW(NULL, FALSE, FALSE, NULL);
  for (HANDLE& one : others) one = CreateEventW(NULL, FALSE, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, WaitsForTwo, NULL, 0, NULL);
  HOLDS(WaitForSingleObject(ready, INFINITE) == WAIT_OBJECT_0 && QueueUserAPC(Apc, thread, 1));
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  DWORD code = 0;
  HOLDS(GetExitCodeThread(thread, &code) && code == WAIT_IO_COMPLETION && ran == 1);
  for (HANDLE one : others) CloseHandle(one);
  return CloseHandle(thread) && CloseHandle(ready) ? NULL : "one does not close";
}

DEED(Refusals) {
  HANDLE thread = CreateThread(NULL, 0, Deaf, NULL, CREATE_SUSPENDED, NULL);
  FAILS(QueueUserAPC(NULL, thread, 0), ERROR_INVALID_PARAMETER);
  FAILS(QueueUserAPC(Apc, GetCurrentThread(), 0), ERROR_NOT_SUPPORTED);
  FAILS(QueueUserAPC(Apc, NoHandle, 0), ERROR_INVALID_HANDLE);
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
  FAILS(QueueUserAPC(Apc, event, 0), ERROR_INVALID_HANDLE);
  HOLDS(SleepEx(0, TRUE) == 0);
  ready = event;
  go = CreateEventW(NULL, TRUE, TRUE, NULL);
  ran = 0;
  HOLDS(ResumeThread(thread) == 1 && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  return CloseHandle(thread) && CloseHandle(event) && CloseHandle(go) ? NULL : "one does not close";
}
)";

TEST(UserApc, RunsInOrderInAlertableWaits) { expect_work(kApcDriver, "RunInOrder"); }
TEST(UserApc, WaitsForAnAlertableWaitAndEndsWithTheThread) {
  expect_work(kApcDriver, "OnlyWhereAThreadIsAlertable");
}
TEST(UserApc, EndsAWaitForSeveral) { expect_work(kApcDriver, "EndsAWaitForSeveral"); }
TEST(UserApc, IsRefusedForThreadsThatCannotRunIt) { expect_work(kApcDriver, "Refusals"); }

}  // namespace
}  // namespace drydock::testing
