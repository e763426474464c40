// Mutexes of Win32: who owns them, how often, and what becomes of them when the owner ends.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kMutexDriver = R"(
static HANDLE mutex;
static DWORD answer;
static DWORD WINAPI Looks(LPVOID) {
  answer = WaitForSingleObject(mutex, 0);
  if (answer == WAIT_OBJECT_0) ReleaseMutex(mutex);
  return !ReleaseMutex(mutex) && GetLastError() == ERROR_NOT_OWNER;
}
static bool AnotherFinds(DWORD expected) {
  HANDLE thread = CreateThread(NULL, 0, Looks, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  DWORD code = 0;
  return GetExitCodeThread(thread, &code) && code == 1 && CloseHandle(thread) && answer == expected;
}

DEED(Owners) {
  mutex = CreateMutexW(NULL, TRUE, NULL);
  HOLDS(mutex != NULL && AnotherFinds(WAIT_TIMEOUT));
  HOLDS(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0 && ReleaseMutex(mutex));
  HOLDS(AnotherFinds(WAIT_TIMEOUT) && ReleaseMutex(mutex));
  FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER);
  HOLDS(AnotherFinds(WAIT_OBJECT_0) && CloseHandle(mutex));
  mutex = CreateMutexA(NULL, FALSE, NULL);
  FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER);
  HOLDS(AnotherFinds(WAIT_OBJECT_0));
  FAILS(ReleaseMutex(NoHandle), ERROR_INVALID_HANDLE);
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
  FAILS(ReleaseMutex(event), ERROR_INVALID_HANDLE);
  return CloseHandle(mutex) && CloseHandle(event) ? NULL : "one does not close";
}

static DWORD WINAPI TakesAndEnds(LPVOID) {
  WaitForSingleObject(mutex, INFINITE);
  WaitForSingleObject(mutex, INFINITE);
  return 0;
}
DEED(Abandoned) {
  mutex = CreateMutexW(NULL, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, TakesAndEnds, NULL, 0, NULL);
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && CloseHandle(thread));
  HOLDS(WaitForSingleObject(mutex, INFINITE) == WAIT_ABANDONED);
  // It was taken all the same, once, and is no longer called abandoned.
  HOLDS(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0);
  HOLDS(ReleaseMutex(mutex) && ReleaseMutex(mutex));
  FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER);
  return CloseHandle(mutex) ? NULL : "it does not close";
}

DEED(Names) {
  HANDLE one = CreateMutexA(NULL, FALSE, "only");
  HOLDS(one != NULL && GetLastError() == 0);
  // The owner is asked for in vain when the mutex is there.
  HANDLE two = CreateMutexW(NULL, TRUE, L"Local\\only");
  HOLDS(two != NULL && GetLastError() == ERROR_ALREADY_EXISTS);
  FAILS(ReleaseMutex(two), ERROR_NOT_OWNER);
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, "only") != NULL, ERROR_INVALID_HANDLE);
  HOLDS(WaitForSingleObject(one, 0) == WAIT_OBJECT_0 && ReleaseMutex(two));
  return CloseHandle(one) && CloseHandle(two) ? NULL : "one does not close";
}

DEED(OwnedToTheEnd) {  // a thread of the host goes on after it
  mutex = CreateMutexA(NULL, TRUE, NULL);
  return CloseHandle(mutex) ? NULL : "it does not close";
}

DEED(Leaves) {
  CreateMutexA(NULL, TRUE, NULL); /*Leaves*/
  return NULL;
}

DEED(Creates) {
  mutex = CreateMutexA(NULL, TRUE, "failing");
  HOLDS(mutex != NULL || GetLastError() == ERROR_NO_SYSTEM_RESOURCES);
  return mutex == NULL ? "none" : ReleaseMutex(mutex) && CloseHandle(mutex) ? NULL : "it does not close";
}
)";

TEST(UserMutex, BelongsToAThreadAsOftenAsItWasTaken) { expect_work(kMutexDriver, "Owners"); }
TEST(UserMutex, IsAbandonedByAThreadThatEnds) { expect_work(kMutexDriver, "Abandoned"); }
TEST(UserMutex, HasANameAndOneOwner) { expect_work(kMutexDriver, "Names"); }
TEST(UserMutex, MayBeClosedWhileItIsOwned) { expect_work(kMutexDriver, "OwnedToTheEnd"); }

TEST(UserMutex, OneThatIsLeftIsFoundAtItsLine) {
  const Work work = work_of(kMutexDriver, "Leaves");
  ASSERT_EQ(work.findings.size(), 1U) << text_of(work.findings);
  EXPECT_TRUE(passes(first(work.findings, "N-044"), kMutexDriver, "Leaves"));
}

TEST(UserMutex, CreationCanFail) {
  EXPECT_EQ(work_of(kMutexDriver, "Creates").fault_points, 1U);
  const Work work = work_of(kMutexDriver, "Creates", {.fault = 0});
  EXPECT_EQ(work.failure, "none");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
