// Threads of Win32: how they begin, what they answer, and what is refused.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kThreadDriver = R"(
static HANDLE begun;
static DWORD WINAPI Begins(LPVOID context) {
  SetEvent(begun);
  return (DWORD)(ULONG_PTR)context;
}
DEED(Codes) {
  begun = CreateEventW(NULL, FALSE, FALSE, NULL);
  const ULONG_PTR codes[] = {0, 7, 0xFFFFFFFF, 0xC0000005};
  for (ULONG_PTR expected : codes) {
    DWORD id = 0, code = 1;
    HANDLE thread = CreateThread(NULL, 0, Begins, (LPVOID)expected, 0, &id);
    HOLDS(thread != NULL && id != 0 && GetThreadId(thread) == id && id != GetCurrentThreadId());
    HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    HOLDS(GetExitCodeThread(thread, &code) && code == expected && CloseHandle(thread));
  }
  FAILS(CreateThread(NULL, 0, NULL, NULL, 0, NULL) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(_beginthreadex(NULL, 0, NULL, NULL, 0, NULL) != 0, ERROR_INVALID_PARAMETER);
  return CloseHandle(begun) ? NULL : "it does not close";
}

static DWORD WINAPI Exits(LPVOID) {
  ExitThread(7);
  return 8;
}
static unsigned __stdcall ExitsOfC(void*) {
  _endthreadex(9);
  return 8;
}
DEED(Exiting) {
  DWORD code = 0;
  unsigned id = 0;
  HANDLE thread = CreateThread(NULL, 0, Exits, NULL, 0, NULL);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  HOLDS(GetExitCodeThread(thread, &code) && code == 7 && CloseHandle(thread));
  thread = (HANDLE)_beginthreadex(NULL, 0, ExitsOfC, NULL, 0, &id);
  HOLDS(thread != NULL && GetThreadId(thread) == id && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  HOLDS(GetExitCodeThread(thread, &code) && code == 9 && CloseHandle(thread));
  return NULL;
}

DEED(Suspended) {
  begun = CreateEventW(NULL, FALSE, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, Begins, NULL, CREATE_SUSPENDED, NULL);
  HOLDS(thread != NULL && WaitForSingleObject(begun, 5) == WAIT_TIMEOUT);
  HOLDS(SuspendThread(thread) == 1 && SuspendThread(thread) == 2);
  HOLDS(ResumeThread(thread) == 3 && ResumeThread(thread) == 2);
  HOLDS(WaitForSingleObject(begun, 5) == WAIT_TIMEOUT);
  HOLDS(ResumeThread(thread) == 1 && WaitForSingleObject(begun, INFINITE) == WAIT_OBJECT_0);
  HOLDS(ResumeThread(thread) == 0);
  FAILS(SuspendThread(thread) != ~0u, ERROR_NOT_SUPPORTED);
  FAILS(TerminateThread(thread, 1), ERROR_NOT_SUPPORTED);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && CloseHandle(thread));
  unsigned (__stdcall *routine)(void*) = [](void*) -> unsigned { SetEvent(begun); return 0; };
  thread = (HANDLE)_beginthreadex(NULL, 0, routine, NULL, CREATE_SUSPENDED, NULL);
  HOLDS(WaitForSingleObject(begun, 5) == WAIT_TIMEOUT && ResumeThread(thread) == 1);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && CloseHandle(thread));
  return CloseHandle(begun) ? NULL : "it does not close";
}

DEED(NoThreads) {
  HANDLE event = CreateEventW(NULL, FALSE, FALSE, NULL);
  const HANDLE none[] = {NoHandle, event, NULL};
  for (HANDLE one : none) {
    FAILS(ResumeThread(one) != ~0u, ERROR_INVALID_HANDLE);
    FAILS(SuspendThread(one) != ~0u, ERROR_INVALID_HANDLE);
    FAILS(TerminateThread(one, 1), ERROR_INVALID_HANDLE);
  }
  return CloseHandle(event) ? NULL : "it does not close";
}

// A handle that is closed does not end its thread.
static volatile LONG finished;
DEED(ClosedEarly) {
  finished = 0;
  begun = CreateEventW(NULL, FALSE, FALSE, NULL);
  DWORD (WINAPI *routine)(LPVOID) = [](LPVOID) -> DWORD { finished = 1; SetEvent(begun); return 0; };
  HANDLE first = CreateThread(NULL, 0, routine, NULL, 0, NULL), second = NULL;
  HOLDS(DuplicateHandle(GetCurrentProcess(), first, GetCurrentProcess(), &second, 0, FALSE,
                        DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE));
  HOLDS(WaitForSingleObject(begun, INFINITE) == WAIT_OBJECT_0 && finished == 1);
  HOLDS(WaitForSingleObject(second, INFINITE) == WAIT_OBJECT_0 && CloseHandle(second));
  return CloseHandle(begun) ? NULL : "it does not close";
}

DEED(ExitOfHost) {
  ExitThread(0); /*ExitOfHost*/
  return NULL;
}

DEED(Creates) {
  begun = NULL;
  HANDLE thread = CreateThread(NULL, 0, Begins, NULL, 0, NULL);
  HOLDS(thread != NULL || GetLastError() == ERROR_NO_SYSTEM_RESOURCES);
  if (thread == NULL) return "none";
  WaitForSingleObject(thread, INFINITE);
  return CloseHandle(thread) ? NULL : "it does not close";
}
)";

TEST(UserThread, AnswersTheCodeOfItsRoutine) { expect_work(kThreadDriver, "Codes"); }
TEST(UserThread, MayEndItself) { expect_work(kThreadDriver, "Exiting"); }
TEST(UserThread, BeginsWhenItWasResumedAsOftenAsSuspended) {
  expect_work(kThreadDriver, "Suspended");
}
TEST(UserThread, WhatIsNoThreadIsRefused) { expect_work(kThreadDriver, "NoThreads"); }
TEST(UserThread, GoesOnWithoutItsHandle) { expect_work(kThreadDriver, "ClosedEarly"); }

TEST(UserThread, AThreadOfTheHostIsNotTheDriversToEnd) {
  expect_end(kThreadDriver, "ExitOfHost", "N-043");
}

TEST(UserThread, CreationCanFail) {
  EXPECT_EQ(work_of(kThreadDriver, "Creates").fault_points, 1U);
  const Work work = work_of(kThreadDriver, "Creates", {.fault = 0});
  EXPECT_EQ(work.failure, "none");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
