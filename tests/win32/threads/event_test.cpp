// Events of Win32, as a user-mode driver uses them.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kEventDriver = R"(
DEED(Names) {
  HANDLE pulse = CreateEventW(NULL, FALSE, FALSE, L"Local\\workman");
  HOLDS(pulse != NULL && GetLastError() == 0);
  // What is there keeps its kind: the arguments of the second call do not count.
  HANDLE same = CreateEventA(NULL, TRUE, TRUE, "workman");
  HOLDS(same != NULL && same != pulse && GetLastError() == ERROR_ALREADY_EXISTS);
  HANDLE third = OpenEventW(SYNCHRONIZE, FALSE, L"Global\\workman");
  HOLDS(third != NULL && GetLastError() == 0);
  HOLDS(WaitForSingleObject(pulse, 0) == WAIT_TIMEOUT);
  HOLDS(SetEvent(same) && WaitForSingleObject(third, 0) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(third, 5) == WAIT_TIMEOUT);
  FAILS(SetEvent(third), ERROR_ACCESS_DENIED);
  FAILS(ResetEvent(third), ERROR_ACCESS_DENIED);
  FAILS(PulseEvent(third), ERROR_ACCESS_DENIED);
  HANDLE changer = OpenEventA(EVENT_MODIFY_STATE, FALSE, "workman");
  HOLDS(changer != NULL && SetEvent(changer) && WaitForSingleObject(third, 0) == WAIT_OBJECT_0);
  FAILS(CreateMutexA(NULL, FALSE, "workman") != NULL, ERROR_INVALID_HANDLE);
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, "nobody") != NULL, ERROR_FILE_NOT_FOUND);
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, NULL) != NULL, ERROR_INVALID_PARAMETER);
  HOLDS(CloseHandle(pulse) && CloseHandle(same) && CloseHandle(third));
  HANDLE last = OpenEventA(SYNCHRONIZE, FALSE, "workman");
  HOLDS(last != NULL && CloseHandle(last) && CloseHandle(changer));
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, "workman") != NULL, ERROR_FILE_NOT_FOUND);
  FAILS(CloseHandle(pulse), ERROR_INVALID_HANDLE);
  return NULL;
}

DEED(Kinds) {
  HANDLE manual = CreateEventExW(NULL, NULL, CREATE_EVENT_MANUAL_RESET | CREATE_EVENT_INITIAL_SET,
                                 EVENT_ALL_ACCESS);
  HOLDS(WaitForSingleObject(manual, 0) == WAIT_OBJECT_0 &&
        WaitForSingleObject(manual, INFINITE) == WAIT_OBJECT_0);
  HOLDS(ResetEvent(manual) && WaitForSingleObject(manual, 0) == WAIT_TIMEOUT);
  HOLDS(PulseEvent(manual) && WaitForSingleObject(manual, 0) == WAIT_TIMEOUT);
  HANDLE once = CreateEventExA(NULL, NULL, CREATE_EVENT_INITIAL_SET, SYNCHRONIZE);
  HOLDS(WaitForSingleObject(once, 0) == WAIT_OBJECT_0 && WaitForSingleObject(once, 0) == WAIT_TIMEOUT);
  FAILS(SetEvent(once), ERROR_ACCESS_DENIED);
  HANDLE plain = CreateEventA(NULL, FALSE, TRUE, NULL);
  HOLDS(WaitForSingleObject(plain, 0) == WAIT_OBJECT_0 && WaitForSingleObject(plain, 0) == WAIT_TIMEOUT);
  HANDLE lasting = CreateEventW(NULL, 2, FALSE, NULL);  // any truth value will do
  HOLDS(WaitForSingleObject(lasting, 0) == WAIT_TIMEOUT && SetEvent(lasting));
  HOLDS(WaitForSingleObject(lasting, 0) == WAIT_OBJECT_0 && WaitForSingleObject(lasting, 0) == WAIT_OBJECT_0);
  return CloseHandle(manual) && CloseHandle(once) && CloseHandle(plain) && CloseHandle(lasting)
             ? NULL : "a handle does not close";
}

DEED(Refusals) {
  FAILS(CreateEventExA(NULL, NULL, 4, EVENT_ALL_ACCESS) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(CreateEventExW(NULL, NULL, 0x80000000, EVENT_ALL_ACCESS) != NULL, ERROR_INVALID_PARAMETER);
  BOOL (WINAPI * const changes[])(HANDLE) = {SetEvent, ResetEvent, PulseEvent};
  HANDLE mutex = CreateMutexA(NULL, FALSE, NULL);
  for (int i = 0; i < 3; ++i) {
    FAILS(changes[i](NoHandle), ERROR_INVALID_HANDLE);
    FAILS(changes[i](NULL), ERROR_INVALID_HANDLE);
    FAILS(changes[i](mutex), ERROR_INVALID_HANDLE);
  }
  return CloseHandle(mutex) ? NULL : "the mutex does not close";
}

static HANDLE gate, passed;
static DWORD WINAPI Waits(LPVOID) {
  WaitForSingleObject(gate, INFINITE);
  SetEvent(passed);
  return 0;
}

DEED(Wakes) {
  gate = CreateEventA(NULL, TRUE, FALSE, NULL);
  passed = CreateEventA(NULL, FALSE, FALSE, NULL);
  HANDLE threads[2];
  for (HANDLE& one : threads) one = CreateThread(NULL, 0, Waits, NULL, 0, NULL);
  HOLDS(WaitForMultipleObjects(2, threads, FALSE, 5) == WAIT_TIMEOUT);
  HOLDS(SetEvent(gate) && WaitForMultipleObjects(2, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(passed, 0) == WAIT_OBJECT_0);
  for (HANDLE one : threads) CloseHandle(one);
  return CloseHandle(gate) && CloseHandle(passed) ? NULL : "an event does not close";
}

DEED(Leaves) {
  CreateEventA(NULL, FALSE, FALSE, NULL); /*Leaves*/
  return NULL;
}

DEED(Creates) {
  HANDLE made = CreateEventA(NULL, FALSE, FALSE, NULL);
  HOLDS(made != NULL || GetLastError() == ERROR_NO_SYSTEM_RESOURCES);
  return made == NULL ? "none" : CloseHandle(made) ? NULL : "it does not close";
}
)";

TEST(UserEvent, AnObjectHasOneNameAndHandlesWithTheirRights) { expect_work(kEventDriver, "Names"); }
TEST(UserEvent, ManualOnesStaySetAndOthersLetOneWaitPass) { expect_work(kEventDriver, "Kinds"); }
TEST(UserEvent, WhatIsNoEventOrFlagIsRefused) { expect_work(kEventDriver, "Refusals"); }
TEST(UserEvent, SettingWakesAllWaitersOfAManualOne) { expect_work(kEventDriver, "Wakes"); }

TEST(UserEvent, OneThatIsLeftIsFoundAtItsLine) {
  const Work work = work_of(kEventDriver, "Leaves");
  ASSERT_EQ(work.findings.size(), 1U) << text_of(work.findings);
  EXPECT_TRUE(passes(first(work.findings, "N-044"), kEventDriver, "Leaves"))
      << text_of(work.findings);
}

TEST(UserEvent, CreationCanFail) {
  EXPECT_EQ(work_of(kEventDriver, "Creates").fault_points, 1U);
  const Work work = work_of(kEventDriver, "Creates", {.fault = 0});
  EXPECT_EQ(work.failure, "none");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
