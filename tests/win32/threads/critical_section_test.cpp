// Critical sections: one owner who may enter again, and the words that Windows shows in them.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kSectionDriver = R"(
static CRITICAL_SECTION section;
static int held;

static unsigned __stdcall Adds(void*) {
  for (int i = 0; i < 50; ++i) {
    EnterCriticalSection(&section);
    EnterCriticalSection(&section);
    const int before = held;
    if (i % 10 == 0) SwitchToThread();
    held = before + 1;
    LeaveCriticalSection(&section);
    LeaveCriticalSection(&section);
  }
  return 5;
}
DEED(Excludes) {
  held = 0;
  InitializeCriticalSection(&section);
  HANDLE threads[3];
  for (HANDLE& one : threads) one = (HANDLE)_beginthreadex(NULL, 0, Adds, NULL, 0, NULL);
  HOLDS(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) {
    DWORD code = 0;
    HOLDS(GetExitCodeThread(one, &code) && code == 5 && CloseHandle(one));
  }
  HOLDS(held == 150 && section.LockCount == -1);
  DeleteCriticalSection(&section);
  return NULL;
}

static DWORD tried;
static DWORD WINAPI Tries(LPVOID) {
  tried = TryEnterCriticalSection(&section) != FALSE;
  if (tried) LeaveCriticalSection(&section);
  LeaveCriticalSection(&section);  // of another, or of nobody: nothing happens
  return 0;
}
static bool AnotherMayEnter() {
  HANDLE thread = CreateThread(NULL, 0, Tries, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  return CloseHandle(thread) && tried;
}
DEED(Owners) {
  InitializeCriticalSection(&section);
  HOLDS(section.LockCount == -1 && section.RecursionCount == 0 && section.OwningThread == NULL);
  HOLDS(AnotherMayEnter());
  HOLDS(TryEnterCriticalSection(&section) && TryEnterCriticalSection(&section));
  HOLDS(section.OwningThread == (HANDLE)(ULONG_PTR)GetCurrentThreadId());
  HOLDS(section.RecursionCount == 2 && section.LockCount == -2 && !AnotherMayEnter());
  HOLDS(section.RecursionCount == 2);  // the other one's leave did nothing
  LeaveCriticalSection(&section);
  HOLDS(section.RecursionCount == 1 && !AnotherMayEnter());
  LeaveCriticalSection(&section);
  HOLDS(section.LockCount == -1 && section.OwningThread == NULL && AnotherMayEnter());
  LeaveCriticalSection(&section);  // of nobody: it stays free
  HOLDS(section.LockCount == -1 && section.RecursionCount == 0 && AnotherMayEnter());
  DeleteCriticalSection(&section);
  HOLDS(!TryEnterCriticalSection(&section));
  return NULL;
}

static HANDLE entered;
static DWORD WINAPI Waits(LPVOID) {
  EnterCriticalSection(&section);
  SetEvent(entered);
  LeaveCriticalSection(&section);
  return 0;
}
DEED(Waiters) {
  InitializeCriticalSection(&section);
  entered = CreateEventA(NULL, TRUE, FALSE, NULL);
  EnterCriticalSection(&section);
  HANDLE thread = CreateThread(NULL, 0, Waits, NULL, 0, NULL);
  HOLDS(WaitForSingleObject(entered, 20) == WAIT_TIMEOUT && section.LockCount == -6);
  LeaveCriticalSection(&section);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(entered, 0) == WAIT_OBJECT_0);
  HOLDS(section.LockCount == -1 && section.OwningThread == NULL);
  DeleteCriticalSection(&section);
  return CloseHandle(thread) && CloseHandle(entered) ? NULL : "one does not close";
}

DEED(SpinCounts) {
  HOLDS(InitializeCriticalSectionAndSpinCount(&section, 0x80000FA0));
  HOLDS(SetCriticalSectionSpinCount(&section, 10) == 4000);
  HOLDS(SetCriticalSectionSpinCount(&section, 0xFF000001) == 10);
  HOLDS(SetCriticalSectionSpinCount(&section, 0) == 1);
  DeleteCriticalSection(&section);
  memset(&section, 7, sizeof section);
  FAILS(InitializeCriticalSectionEx(&section, 0, 1), ERROR_INVALID_PARAMETER);
  FAILS(InitializeCriticalSectionEx(&section, 0, 0x00800000), ERROR_INVALID_PARAMETER);
  HOLDS(InitializeCriticalSectionEx(&section, 7, 0x01000000) && section.SpinCount == 7);
  HOLDS(TryEnterCriticalSection(&section) && section.RecursionCount == 1);
  LeaveCriticalSection(&section);
  DeleteCriticalSection(&section);
  return NULL;
}

// The driver is in a destructor, where nothing may be thrown.
struct Keeper {
  CRITICAL_SECTION& kept;
  ~Keeper() { EnterCriticalSection(&kept); /*Deadlock*/ }
};
static DWORD WINAPI Keeps(LPVOID) {
  EnterCriticalSection(&section);
  return 0;
}
DEED(Deadlock) {
  InitializeCriticalSection(&section);
  HANDLE thread = CreateThread(NULL, 0, Keeps, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  Keeper keeper = {section};
  return NULL;
}
)";

TEST(CriticalSection, LetsOneThreadInAtATime) { expect_work(kSectionDriver, "Excludes"); }
TEST(CriticalSection, ReportsItsOwnerAndHowOftenItEntered) {
  expect_work(kSectionDriver, "Owners");
}
TEST(CriticalSection, WakesItsWaiter) { expect_work(kSectionDriver, "Waiters"); }
TEST(CriticalSection, KeepsTheLowerBitsOfASpinCount) { expect_work(kSectionDriver, "SpinCounts"); }

TEST(CriticalSection, AnEntryThatIsNeverGrantedEndsTheDriver) {
  const Work work = work_of(kSectionDriver, "Deadlock", {.seed = 1});
  EXPECT_TRUE(passes(first(work.findings, "N-062"), kSectionDriver, "Deadlock"))
      << text_of(work.findings);
  EXPECT_EQ(work.failure, "the driver ended");
  EXPECT_FALSE(work.alive);
}

}  // namespace
}  // namespace drydock::testing
