// CloseHandle and DuplicateHandle.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kHandleDriver = R"(
DEED(Duplicates) {
  HANDLE one = CreateEventA(NULL, TRUE, FALSE, NULL), two = NULL, moved = NULL, me = NULL;
  HANDLE process = GetCurrentProcess();
  HOLDS(DuplicateHandle(process, one, process, &two, SYNCHRONIZE, FALSE, 0));
  HOLDS(two != one && SetEvent(one) && WaitForSingleObject(two, 0) == WAIT_OBJECT_0);
  FAILS(ResetEvent(two), ERROR_ACCESS_DENIED);
  HOLDS(DuplicateHandle(process, one, process, &moved, 0, FALSE,
                        DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE));
  FAILS(ResetEvent(one), ERROR_INVALID_HANDLE);
  HOLDS(ResetEvent(moved));
  me = moved;
  FAILS(DuplicateHandle(process, one, process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS), ERROR_INVALID_HANDLE);
  FAILS(DuplicateHandle(process, NULL, process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS), ERROR_INVALID_HANDLE);
  FAILS(DuplicateHandle(moved, moved, process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS), ERROR_INVALID_HANDLE);
  FAILS(DuplicateHandle(process, moved, moved, &me, 0, FALSE, DUPLICATE_SAME_ACCESS), ERROR_INVALID_HANDLE);
  HOLDS(me == moved);
  HOLDS(DuplicateHandle(process, GetCurrentThread(), process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS));
  HOLDS(GetThreadId(me) == GetCurrentThreadId() && GetThreadId(me) != 0);
  return CloseHandle(two) && CloseHandle(moved) && CloseHandle(me) ? NULL : "one does not close";
}

DEED(Closes) {
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
  HOLDS(CloseHandle(event));
  FAILS(CloseHandle(event), ERROR_INVALID_HANDLE);
  FAILS(CloseHandle(NULL), ERROR_INVALID_HANDLE);
  FAILS(CloseHandle(NoHandle), ERROR_INVALID_HANDLE);
  // Those of the process and the thread are none that can be closed, and it is no mistake.
  HOLDS(CloseHandle(GetCurrentThread()) && CloseHandle(GetCurrentProcess()));
  HOLDS(GetThreadId(GetCurrentThread()) == GetCurrentThreadId());
  return NULL;
}
)";

TEST(UserHandle, DuplicatesNameTheSameObjectWithTheirOwnRights) {
  expect_work(kHandleDriver, "Duplicates");
}
TEST(UserHandle, ClosesOnceWhatIsOpen) { expect_work(kHandleDriver, "Closes"); }

}  // namespace
}  // namespace drydock::testing
