// Thread-local and fiber-local slots: each thread has its values; callbacks get what is left.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kStorageDriver = R"(
static DWORD slot, fiber;
static LONG released;
static HANDLE stored, go;
static VOID WINAPI Releases(PVOID value) { InterlockedAdd(&released, *(LONG*)value); }

static DWORD WINAPI Stores(LPVOID own) {
  SetLastError(77);
  if (TlsGetValue(slot) != NULL || GetLastError() != 0) return 1;
  if (FlsGetValue(fiber) != NULL || GetLastError() != 0) return 2;
  if (!TlsSetValue(slot, own) || TlsGetValue(slot) != own) return 3;
  if (!FlsSetValue(fiber, own) || FlsGetValue(fiber) != own) return 4;
  ReleaseSemaphore(stored, 1, NULL);
  WaitForSingleObject(go, INFINITE);
  return TlsGetValue(slot) == own && FlsGetValue(fiber) == own ? 6 : 5;
}
DEED(OfThreads) {
  static LONG mine = 1, theirs[] = {10, 100};
  released = 0;
  stored = CreateSemaphoreA(NULL, 0, 2, NULL);
  go = CreateEventA(NULL, TRUE, FALSE, NULL);
  slot = TlsAlloc();
  fiber = FlsAlloc(Releases);
  HOLDS(slot != TLS_OUT_OF_INDEXES && fiber != FLS_OUT_OF_INDEXES);
  HOLDS(TlsGetValue(slot) == NULL && TlsSetValue(slot, &mine) && FlsSetValue(fiber, &mine));
  HANDLE threads[2];
  for (int i = 0; i < 2; ++i) threads[i] = CreateThread(NULL, 0, Stores, &theirs[i], 0, NULL);
  for (int i = 0; i < 2; ++i) HOLDS(WaitForSingleObject(stored, INFINITE) == WAIT_OBJECT_0);
  HOLDS(TlsGetValue(slot) == &mine && FlsGetValue(fiber) == &mine && released == 0);
  HOLDS(SetEvent(go) && WaitForMultipleObjects(2, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) {
    DWORD code = 0;
    HOLDS(GetExitCodeThread(one, &code) && code == 6 && CloseHandle(one));
  }
  HOLDS(released == 110);  // by the threads, as they ended
  HOLDS(TlsFree(slot) && released == 110 && FlsFree(fiber) && released == 111);
  return CloseHandle(stored) && CloseHandle(go) ? NULL : "one does not close";
}

DEED(Freed) {
  slot = TlsAlloc();
  HOLDS(TlsSetValue(slot, &slot) && TlsFree(slot));
  FAILS(TlsFree(slot), ERROR_INVALID_PARAMETER);
  FAILS(TlsSetValue(slot, NULL), ERROR_INVALID_PARAMETER);
  FAILS(TlsGetValue(slot) != NULL, ERROR_INVALID_PARAMETER);
  const DWORD again = TlsAlloc();
  HOLDS(TlsGetValue(again) == NULL && GetLastError() == 0 && TlsFree(again));
  fiber = FlsAlloc(NULL);
  HOLDS(FlsSetValue(fiber, &slot) && FlsFree(fiber));  // nobody is called
  FAILS(FlsFree(fiber), ERROR_INVALID_PARAMETER);
  FAILS(FlsSetValue(fiber, NULL), ERROR_INVALID_PARAMETER);
  FAILS(FlsGetValue(fiber) != NULL, ERROR_INVALID_PARAMETER);
  released = 0;
  fiber = FlsAlloc(Releases);
  HOLDS(FlsSetValue(fiber, &released) && FlsSetValue(fiber, NULL) && FlsFree(fiber));  // null is no value
  const DWORD bad[] = {TLS_OUT_OF_INDEXES, 1088, 0x80000000};
  for (DWORD index : bad) {
    FAILS(TlsSetValue(index, NULL), ERROR_INVALID_PARAMETER);
    FAILS(TlsGetValue(index) != NULL, ERROR_INVALID_PARAMETER);
    FAILS(TlsFree(index), ERROR_INVALID_PARAMETER);
    FAILS(FlsFree(index), ERROR_INVALID_PARAMETER);
  }
  return NULL;
}

DEED(All) {
  static DWORD slots[1088];
  for (DWORD& one : slots) HOLDS((one = TlsAlloc()) != TLS_OUT_OF_INDEXES);
  FAILS(TlsAlloc() != TLS_OUT_OF_INDEXES, ERROR_NO_SYSTEM_RESOURCES);
  HOLDS(TlsFree(slots[500]) && TlsAlloc() == slots[500]);
  for (DWORD one : slots) HOLDS(TlsFree(one));
  return NULL;
}

DEED(Leaves) {
  TlsAlloc();         /*LeavesTls*/
  FlsAlloc(Releases); /*LeavesFls*/
  return NULL;
}

DEED(Takes) {
  slot = TlsAlloc();
  HOLDS(slot != TLS_OUT_OF_INDEXES || GetLastError() == ERROR_NO_SYSTEM_RESOURCES);
  return slot == TLS_OUT_OF_INDEXES ? "none" : TlsFree(slot) ? NULL : "it is not freed";
}
)";

TEST(ThreadStorage, EachThreadHasItsValues) { expect_work(kStorageDriver, "OfThreads"); }
TEST(ThreadStorage, AFreedSlotIsNoneAndItsNextOwnerFindsNothing) {
  expect_work(kStorageDriver, "Freed");
}
TEST(ThreadStorage, HasSoManySlotsAsWindows) { expect_work(kStorageDriver, "All"); }

TEST(ThreadStorage, SlotsThatAreLeftAreFoundAtTheirLines) {
  const Work work = work_of(kStorageDriver, "Leaves");
  ASSERT_EQ(count(work.findings, "N-045"), 2U) << text_of(work.findings);
  for (const char* mark : {"LeavesTls", "LeavesFls"})
    EXPECT_TRUE(passes(work.findings[0], kStorageDriver, mark) ||
                passes(work.findings[1], kStorageDriver, mark))
        << mark;
  // They were given back: the next driver may have them all.
  EXPECT_EQ(work_of(kStorageDriver, "All").failure, "");
}

TEST(ThreadStorage, AllocationCanFail) {
  EXPECT_EQ(work_of(kStorageDriver, "Takes").fault_points, 1U);
  const Work work = work_of(kStorageDriver, "Takes", {.fault = 0});
  EXPECT_EQ(work.failure, "none");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
