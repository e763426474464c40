// VirtualAlloc and VirtualFree: ranges, their pages, and what is refused.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kVirtualDriver = R"(
static char* Reserved(SIZE_T bytes) { return (char*)VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_NOACCESS); }

DEED(Commits) {
  char* range = Reserved(0x20000);
  HOLDS(range != NULL && (ULONG_PTR)range % 0x10000 == 0);
  // Pages are whole: what lies between first and last byte is committed.
  HOLDS(VirtualAlloc(range + 0x3fff, 2, MEM_COMMIT, PAGE_READWRITE) == range + 0x3000);
  range[0x3000] = range[0x4fff] = 1;
  MEMORY_BASIC_INFORMATION info;
  HOLDS(VirtualQuery(range + 0x5000, &info, sizeof info) == sizeof info && info.State == MEM_RESERVE);
  HOLDS(VirtualFree(range + 0x3000, 0x1000, MEM_DECOMMIT));
  HOLDS(VirtualQuery(range + 0x3000, &info, sizeof info) == sizeof info && info.State == MEM_RESERVE);
  HOLDS(range[0x4fff] == 1 && VirtualAlloc(range + 0x3000, 1, MEM_COMMIT, PAGE_READWRITE) == range + 0x3000);
  HOLDS(range[0x3000] == 0);  // it came back empty
  HOLDS(VirtualFree(range, 0, MEM_DECOMMIT));  // all of it
  HOLDS(VirtualQuery(range + 0x4000, &info, sizeof info) == sizeof info && info.State == MEM_RESERVE);
  HOLDS(VirtualFree(range, 0, MEM_RELEASE));
  return NULL;
}

DEED(Whole) {
  char* page = (char*)VirtualAlloc(NULL, 1, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  HOLDS(page != NULL);
  for (int i = 0; i < 4096; ++i) HOLDS(page[i] == 0);
  page[4095] = 1;
  HOLDS(VirtualAlloc(page, 4096, MEM_COMMIT, PAGE_READWRITE) == page && page[4095] == 1);  // as it was
  char* alone = (char*)VirtualAlloc(NULL, 8192, MEM_COMMIT, PAGE_READWRITE);  // reserves, too
  HOLDS(alone != NULL);
  alone[8191] = 1;
  return VirtualFree(page, 0, MEM_RELEASE) && VirtualFree(alone, 0, MEM_RELEASE) ? NULL : "not released";
}

DEED(Refusals) {
  char* range = Reserved(0x20000);
  FAILS(VirtualAlloc(NULL, 0, MEM_RESERVE, PAGE_READWRITE) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(VirtualAlloc(NULL, 1, 0, PAGE_READWRITE) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(VirtualAlloc(NULL, 1, MEM_RESERVE, 0) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(VirtualAlloc(NULL, ((SIZE_T)1 << 40) + 1, MEM_RESERVE, PAGE_READWRITE) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(VirtualAlloc(range, 1, MEM_RESERVE, PAGE_READWRITE) != NULL, ERROR_INVALID_ADDRESS);
  FAILS(VirtualAlloc(range + 0x1f000, 0x1001, MEM_COMMIT, PAGE_READWRITE) != NULL, ERROR_INVALID_ADDRESS);
  FAILS(VirtualAlloc(range + 0x20000, 1, MEM_COMMIT, PAGE_READWRITE) != NULL, ERROR_INVALID_ADDRESS);
  FAILS(VirtualAlloc(&range, 1, MEM_COMMIT, PAGE_READWRITE) != NULL, ERROR_INVALID_ADDRESS);
  HOLDS(VirtualAlloc(range + 0x1f000, 0x1000, MEM_COMMIT, PAGE_READWRITE) == range + 0x1f000);
  FAILS(VirtualFree(range, 0x20000, MEM_RELEASE), ERROR_INVALID_PARAMETER);  // a release has no size
  FAILS(VirtualFree(range, 0x20001, MEM_DECOMMIT), ERROR_INVALID_PARAMETER);
  FAILS(VirtualFree(range, 0, 0), ERROR_INVALID_PARAMETER);
  FAILS(VirtualFree(range, 0, MEM_RELEASE | MEM_DECOMMIT), ERROR_INVALID_PARAMETER);
  FAILS(VirtualFree(&range, 1, MEM_DECOMMIT), ERROR_INVALID_PARAMETER);
  range[0x1f000] = 1;  // it is still there
  HOLDS(VirtualFree(range, 0, MEM_RELEASE));
  return NULL;
}

DEED(Failing) {
  void* page = VirtualAlloc(NULL, 1, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  HOLDS(page != NULL || GetLastError() == ERROR_NOT_ENOUGH_MEMORY);
  return page == NULL ? "none" : VirtualFree(page, 0, MEM_RELEASE) ? NULL : "not released";
}

DEED(ReleaseOfInner) {
  char* range = Reserved(0x2000);
  VirtualFree(range + 0x1000, 0, MEM_RELEASE); /*ReleaseOfInner*/
  return NULL;
}
)";

TEST(UserVirtual, CommitsAndDecommitsWholePages) { expect_work(kVirtualDriver, "Commits"); }
TEST(UserVirtual, PagesAreEmptyAndStayWhatTheyAre) { expect_work(kVirtualDriver, "Whole"); }
TEST(UserVirtual, RefusesWhatLiesOutsideOrIsNoRange) { expect_work(kVirtualDriver, "Refusals"); }

TEST(UserVirtual, ReservingCanFail) {
  EXPECT_EQ(work_of(kVirtualDriver, "Failing").fault_points, 1U);
  EXPECT_EQ(work_of(kVirtualDriver, "Failing", {.fault = 0}).failure, "none");
}

TEST(UserVirtual, OnlyTheBeginningOfARangeIsReleased) {
  expect_end(kVirtualDriver, "ReleaseOfInner", "N-003");
}

}  // namespace
}  // namespace drydock::testing
