// Semaphores of Win32: their counts, limits and refusals.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kSemaphoreDriver = R"(
DEED(Counts) {
  HANDLE one = CreateSemaphoreA(NULL, 1, 3, NULL);
  LONG before = -1;
  HOLDS(one != NULL && ReleaseSemaphore(one, 2, &before) && before == 1);
  FAILS(ReleaseSemaphore(one, 1, &before), ERROR_TOO_MANY_POSTS);
  HOLDS(before == 1);  // a call that fails leaves it
  for (int i = 0; i < 3; ++i) HOLDS(WaitForSingleObject(one, 0) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(one, 0) == WAIT_TIMEOUT);
  FAILS(ReleaseSemaphore(one, 4, &before), ERROR_TOO_MANY_POSTS);
  HOLDS(WaitForSingleObject(one, 0) == WAIT_TIMEOUT);
  HOLDS(ReleaseSemaphore(one, 3, NULL) && WaitForSingleObject(one, 0) == WAIT_OBJECT_0);
  FAILS(ReleaseSemaphore(one, 0x7fffffff, NULL), ERROR_TOO_MANY_POSTS);
  return CloseHandle(one) ? NULL : "it does not close";
}

DEED(Limits) {
  FAILS(CreateSemaphoreW(NULL, 2, 1, NULL) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(CreateSemaphoreW(NULL, 0, 0, NULL) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(CreateSemaphoreW(NULL, -1, 1, NULL) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(CreateSemaphoreW(NULL, 0, -1, NULL) != NULL, ERROR_INVALID_PARAMETER);
  HANDLE full = CreateSemaphoreW(NULL, 1, 1, NULL), large = CreateSemaphoreW(NULL, 0x7fffffff, 0x7fffffff, NULL);
  HOLDS(full != NULL && large != NULL);
  FAILS(ReleaseSemaphore(full, 0, NULL), ERROR_INVALID_PARAMETER);
  FAILS(ReleaseSemaphore(full, -1, NULL), ERROR_INVALID_PARAMETER);
  FAILS(ReleaseSemaphore(large, 1, NULL), ERROR_TOO_MANY_POSTS);
  HOLDS(WaitForSingleObject(large, 0) == WAIT_OBJECT_0);
  LONG before = 0;
  HOLDS(ReleaseSemaphore(large, 1, &before) && before == 0x7ffffffe);
  return CloseHandle(full) && CloseHandle(large) ? NULL : "one does not close";
}

DEED(Names) {
  HANDLE one = CreateSemaphoreA(NULL, 0, 1, "counted");
  HOLDS(one != NULL && GetLastError() == 0);
  HANDLE two = CreateSemaphoreW(NULL, 5, 9, L"Global\\counted");
  HOLDS(two != NULL && GetLastError() == ERROR_ALREADY_EXISTS);
  HOLDS(ReleaseSemaphore(two, 1, NULL) && WaitForSingleObject(one, 0) == WAIT_OBJECT_0);
  FAILS(CreateEventA(NULL, FALSE, FALSE, "counted") != NULL, ERROR_INVALID_HANDLE);
  HANDLE narrow = NULL, me = GetCurrentProcess();
  HOLDS(DuplicateHandle(me, one, me, &narrow, SYNCHRONIZE, FALSE, 0));
  FAILS(ReleaseSemaphore(narrow, 1, NULL), ERROR_ACCESS_DENIED);
  FAILS(ReleaseSemaphore(NoHandle, 1, NULL), ERROR_INVALID_HANDLE);
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
  FAILS(ReleaseSemaphore(event, 1, NULL), ERROR_INVALID_HANDLE);
  HOLDS(CloseHandle(one) && CloseHandle(narrow) && CloseHandle(event) && CloseHandle(two));
  // The name went with the last handle.
  one = CreateSemaphoreA(NULL, 0, 1, "counted");
  HOLDS(one != NULL && GetLastError() == 0 && CloseHandle(one));
  return NULL;
}

static HANDLE places, done;
static DWORD WINAPI Takes(LPVOID) {
  WaitForSingleObject(places, INFINITE);
  ReleaseSemaphore(done, 1, NULL);
  return 0;
}
DEED(Wakes) {
  places = CreateSemaphoreA(NULL, 0, 8, NULL);
  done = CreateSemaphoreA(NULL, 0, 8, NULL);
  HANDLE threads[3];
  for (HANDLE& one : threads) one = CreateThread(NULL, 0, Takes, NULL, 0, NULL);
  HOLDS(ReleaseSemaphore(places, 2, NULL));
  for (int i = 0; i < 2; ++i) HOLDS(WaitForSingleObject(done, INFINITE) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(done, 5) == WAIT_TIMEOUT);
  HOLDS(ReleaseSemaphore(places, 1, NULL));
  HOLDS(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) CloseHandle(one);
  return CloseHandle(places) && CloseHandle(done) ? NULL : "one does not close";
}

DEED(Creates) {
  HANDLE made = CreateSemaphoreA(NULL, 0, 1, "failing");
  HOLDS(made != NULL || GetLastError() == ERROR_NO_SYSTEM_RESOURCES);
  return made == NULL ? "none" : CloseHandle(made) ? NULL : "it does not close";
}
)";

TEST(UserSemaphore, CountsBetweenZeroAndItsLimit) { expect_work(kSemaphoreDriver, "Counts"); }
TEST(UserSemaphore, RefusesCountsAndLimitsThatAreNone) { expect_work(kSemaphoreDriver, "Limits"); }
TEST(UserSemaphore, HasANameAndHandlesWithTheirRights) { expect_work(kSemaphoreDriver, "Names"); }
TEST(UserSemaphore, WakesAsManyAsItIsReleasedBy) { expect_work(kSemaphoreDriver, "Wakes"); }

TEST(UserSemaphore, CreationCanFail) {
  EXPECT_EQ(work_of(kSemaphoreDriver, "Creates").fault_points, 1U);
  const Work work = work_of(kSemaphoreDriver, "Creates", {.fault = 0});
  EXPECT_EQ(work.failure, "none");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
