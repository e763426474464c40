// Slim reader/writer locks: one writer or many readers.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kSrwDriver = R"(
static SRWLOCK lock;
DEED(Tries) {
  InitializeSRWLock(&lock);
  HOLDS(TryAcquireSRWLockShared(&lock) && TryAcquireSRWLockShared(&lock));
  HOLDS(!TryAcquireSRWLockExclusive(&lock));
  ReleaseSRWLockShared(&lock);
  HOLDS(!TryAcquireSRWLockExclusive(&lock));
  ReleaseSRWLockShared(&lock);
  HOLDS(TryAcquireSRWLockExclusive(&lock));
  HOLDS(!TryAcquireSRWLockShared(&lock) && !TryAcquireSRWLockExclusive(&lock));
  ReleaseSRWLockExclusive(&lock);
  SRWLOCK fresh = SRWLOCK_INIT;
  HOLDS(memcmp(&lock, &fresh, sizeof lock) == 0);
  memset(&lock, 7, sizeof lock);
  InitializeSRWLock(&lock);
  HOLDS(TryAcquireSRWLockExclusive(&lock));
  ReleaseSRWLockExclusive(&lock);
  return NULL;
}

static int items, worst;
static unsigned __stdcall Adds(void*) {
  for (int i = 0; i < 50; ++i) {
    AcquireSRWLockExclusive(&lock);
    const int before = items;
    if (i % 10 == 0) SwitchToThread();
    items = before + 1;
    ReleaseSRWLockExclusive(&lock);
    AcquireSRWLockShared(&lock);
    const int seen = items;
    if (i % 10 == 0) SwitchToThread();
    if (seen != items) worst = 1;  // a writer came in while this one read
    ReleaseSRWLockShared(&lock);
  }
  return 0;
}
DEED(Excludes) {
  items = worst = 0;
  lock = SRWLOCK_INIT;
  HANDLE threads[3];
  for (HANDLE& one : threads) one = (HANDLE)_beginthreadex(NULL, 0, Adds, NULL, 0, NULL);
  HOLDS(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) HOLDS(CloseHandle(one));
  HOLDS(items == 150 && worst == 0);
  return NULL;
}

static HANDLE got;
static DWORD WINAPI Reads(LPVOID) {
  AcquireSRWLockShared(&lock);
  ReleaseSemaphore(got, 1, NULL);
  ReleaseSRWLockShared(&lock);
  return 0;
}
static DWORD WINAPI Writes(LPVOID) {
  AcquireSRWLockExclusive(&lock);
  ReleaseSemaphore(got, 1, NULL);
  ReleaseSRWLockExclusive(&lock);
  return 0;
}
static const char* WakesFor(DWORD (WINAPI *waiter)(LPVOID), bool exclusive) {
  got = CreateSemaphoreA(NULL, 0, 2, NULL);
  HANDLE threads[2];
  if (exclusive) AcquireSRWLockExclusive(&lock); else AcquireSRWLockShared(&lock);
  for (HANDLE& one : threads) one = CreateThread(NULL, 0, waiter, NULL, 0, NULL);
  HOLDS(WaitForSingleObject(got, 20) == WAIT_TIMEOUT);
  if (exclusive) ReleaseSRWLockExclusive(&lock); else ReleaseSRWLockShared(&lock);
  HOLDS(WaitForMultipleObjects(2, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) CloseHandle(one);
  HOLDS(WaitForSingleObject(got, 0) == WAIT_OBJECT_0 && WaitForSingleObject(got, 0) == WAIT_OBJECT_0);
  return CloseHandle(got) ? NULL : "it does not close";
}
DEED(WakesReaders) { lock = SRWLOCK_INIT; return WakesFor(Reads, true); }
DEED(WakesWriters) { lock = SRWLOCK_INIT; return WakesFor(Writes, true); }
DEED(WakesWritersOfReaders) { lock = SRWLOCK_INIT; return WakesFor(Writes, false); }

// What Windows raises can be caught.
DEED(Catches) {
  lock = SRWLOCK_INIT;
  DWORD code = 0;
  __try {
    ReleaseSRWLockExclusive(&lock);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    code = GetExceptionCode();
  }
  HOLDS(code == 0xC0000264 && TryAcquireSRWLockExclusive(&lock));  // STATUS_RESOURCE_NOT_OWNED
  code = 0;
  __try {
    ReleaseSRWLockShared(&lock);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    code = GetExceptionCode();
  }
  HOLDS(code == 0xC0000264);
  ReleaseSRWLockExclusive(&lock);
  return NULL;
}

DEED(SharedOfFree) {
  lock = SRWLOCK_INIT;
  ReleaseSRWLockShared(&lock); /*SharedOfFree*/
  return NULL;
}
DEED(ExclusiveOfShared) {
  lock = SRWLOCK_INIT;
  AcquireSRWLockShared(&lock);
  ReleaseSRWLockExclusive(&lock); /*ExclusiveOfShared*/
  return NULL;
}
)";

TEST(SrwLock, IsForOneWriterOrManyReaders) { expect_work(kSrwDriver, "Tries"); }
TEST(SrwLock, KeepsWritersFromEachOtherAndFromReaders) { expect_work(kSrwDriver, "Excludes"); }

TEST(SrwLock, WakesItsWaiter) {
  for (const char* deed : {"WakesReaders", "WakesWriters", "WakesWritersOfReaders"})
    expect_work(kSrwDriver, deed);
}

TEST(SrwLock, ReleasingOneThatIsNotHeldSoRaises) {
  expect_work(kSrwDriver, "Catches");
  for (const char* deed : {"SharedOfFree", "ExclusiveOfShared"}) {
    const Work work = work_of(kSrwDriver, deed);
    ASSERT_EQ(work.findings.size(), 1U) << text_of(work.findings);
    EXPECT_TRUE(passes(work.findings[0], kSrwDriver, deed)) << text_of(work.findings);
    EXPECT_FALSE(work.alive);
  }
}

}  // namespace
}  // namespace drydock::testing
