// InitOnceExecuteOnce: the routine runs until it succeeds, and never again.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kOnceDriver = R"(
static LONG times;
static BOOL WINAPI FailsOnce(PINIT_ONCE, PVOID parameter, PVOID* context) {
  *context = parameter;
  SetLastError(1234);
  return InterlockedIncrement(&times) > 1;
}
DEED(RunsUntilItSucceeds) {
  times = 0;
  INIT_ONCE once = INIT_ONCE_STATIC_INIT;
  PVOID context = NULL;
  FAILS(InitOnceExecuteOnce(&once, FailsOnce, &times, &context), 1234);
  HOLDS(InitOnceExecuteOnce(&once, FailsOnce, &times, &context) && context == &times);
  context = NULL;
  HOLDS(InitOnceExecuteOnce(&once, FailsOnce, NULL, &context) && context == &times && times == 2);
  HOLDS(InitOnceExecuteOnce(&once, FailsOnce, NULL, NULL) && times == 2);
  return NULL;
}

static INIT_ONCE shared = INIT_ONCE_STATIC_INIT;
static volatile int made;
static BOOL WINAPI Makes(PINIT_ONCE, PVOID, PVOID*) {
  InterlockedIncrement(&times);
  Sleep(5);
  made = 1;
  return TRUE;
}
static DWORD WINAPI Needs(LPVOID) {
  return InitOnceExecuteOnce(&shared, Makes, NULL, NULL) && made == 1;
}
DEED(RunsInOneThread) {
  times = 0;
  made = 0;
  shared = INIT_ONCE_STATIC_INIT;
  HANDLE threads[3];
  for (HANDLE& one : threads) one = CreateThread(NULL, 0, Needs, NULL, 0, NULL);
  HOLDS(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) {
    DWORD code = 0;
    HOLDS(GetExitCodeThread(one, &code) && code == 1 && CloseHandle(one));
  }
  HOLDS(times == 1);
  return NULL;
}
)";

TEST(InitOnce, RunsUntilItSucceeds) { expect_work(kOnceDriver, "RunsUntilItSucceeds"); }
TEST(InitOnce, RunsInOneThreadWhileOthersWait) { expect_work(kOnceDriver, "RunsInOneThread"); }

}  // namespace
}  // namespace drydock::testing
