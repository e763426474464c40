// Queries about threads and the process, and priorities.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kThreadStateDriver = R"(
static HANDLE go;
static DWORD other_id;
static DWORD WINAPI Waits(LPVOID) {
  other_id = GetCurrentThreadId();
  WaitForSingleObject(go, INFINITE);
  return GetThreadId(GetCurrentThread()) == GetCurrentThreadId() ? 6 : 1;
}
static HANDLE StartsOne() {
  go = CreateEventW(NULL, TRUE, FALSE, NULL);
  return CreateThread(NULL, 0, Waits, NULL, 0, NULL);
}
static bool Ends(HANDLE thread) {
  DWORD code = 0;
  return SetEvent(go) && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 &&
         GetExitCodeThread(thread, &code) && code == 6 && CloseHandle(thread) && CloseHandle(go);
}

DEED(Numbers) {
  HANDLE thread = StartsOne();
  DWORD code = 0;
  HOLDS(GetExitCodeThread(thread, &code) && code == STILL_ACTIVE);
  HOLDS(GetCurrentThreadId() != 0 && GetThreadId(GetCurrentThread()) == GetCurrentThreadId());
  const DWORD id = GetThreadId(thread);
  HOLDS(id != GetCurrentThreadId() && GetProcessId(GetCurrentProcess()) == GetCurrentProcessId());
  HANDLE process = OpenProcess(0x1000, FALSE, GetCurrentProcessId());
  HOLDS(process != NULL && GetProcessId(process) == GetCurrentProcessId() && CloseHandle(process));
  FAILS(OpenProcess(0x1000, FALSE, 0xFFFFFFF0) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(GetThreadId(NoHandle) != 0, ERROR_INVALID_HANDLE);
  FAILS(GetThreadId(go) != 0, ERROR_INVALID_HANDLE);
  FAILS(GetProcessId(thread) != 0, ERROR_INVALID_HANDLE);
  code = 77;
  FAILS(GetExitCodeThread(go, &code), ERROR_INVALID_HANDLE);
  HOLDS(code == 77 && Ends(thread) && other_id == id);
  return NULL;
}

DEED(Priorities) {
  HANDLE thread = StartsOne();
  HOLDS(GetThreadPriority(thread) == 0);
  const int good[] = {-2, -1, 0, 1, 2, -15, 15};
  for (int priority : good)
    HOLDS(SetThreadPriority(thread, priority) && GetThreadPriority(thread) == priority);
  SetThreadPriority(thread, 1);
  const int bad[] = {3, -3, 14, -14, 16, -16, 0x7fffffff};
  for (int priority : bad) FAILS(SetThreadPriority(thread, priority), ERROR_INVALID_PARAMETER);
  HOLDS(GetThreadPriority(thread) == 1);
  FAILS(SetThreadPriority(go, 0), ERROR_INVALID_HANDLE);
  FAILS(GetThreadPriority(go) != THREAD_PRIORITY_ERROR_RETURN, ERROR_INVALID_HANDLE);
  HOLDS(Ends(thread));
  return NULL;
}

DEED(Processors) {
  HANDLE thread = StartsOne();
  DWORD_PTR mine = 0, all = 0;
  HOLDS(GetProcessAffinityMask(GetCurrentProcess(), &mine, &all) && mine == all && (all & 1) != 0);
  HOLDS(SetThreadAffinityMask(GetCurrentThread(), 1) == all);
  HOLDS(GetCurrentProcessorNumber() == 0);
  HOLDS(SetThreadAffinityMask(GetCurrentThread(), all) == 1);
  HOLDS(SetThreadAffinityMask(GetCurrentThread(), all) == all);
  FAILS(SetThreadAffinityMask(GetCurrentThread(), 0) != 0, ERROR_INVALID_PARAMETER);
  FAILS(SetThreadAffinityMask(GetCurrentThread(), all + 1) != 0, ERROR_INVALID_PARAMETER);
  FAILS(SetThreadAffinityMask(thread, 1) != 0, ERROR_NOT_SUPPORTED);
  FAILS(SetThreadAffinityMask(go, 1) != 0, ERROR_INVALID_HANDLE);
  FAILS(GetProcessAffinityMask(go, &mine, &all), ERROR_INVALID_HANDLE);
  HOLDS(Ends(thread));
  return NULL;
}
)";

TEST(ThreadState, NumbersNameThreadsAndTheProcess) { expect_work(kThreadStateDriver, "Numbers"); }
TEST(ThreadState, PrioritiesAreTheDocumentedOnes) { expect_work(kThreadStateDriver, "Priorities"); }
TEST(ThreadState, AThreadChoosesAmongTheProcessors) {
  expect_work(kThreadStateDriver, "Processors");
}

}  // namespace
}  // namespace drydock::testing
