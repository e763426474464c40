// Names of objects, as every kind of them has them.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kObjectDriver = R"(
DEED(Sessions) {
  HANDLE one = CreateEventA(NULL, TRUE, TRUE, "shared");
  const char* const same[] = {"shared", "Local\\shared", "Global\\shared"};
  for (const char* name : same) {
    HANDLE two = OpenEventA(SYNCHRONIZE, FALSE, name);
    HOLDS(two != NULL && WaitForSingleObject(two, 0) == WAIT_OBJECT_0 && CloseHandle(two));
  }
  const char* const other[] = {"share", "sharedd", "Global\\Local"};
  for (const char* name : other) FAILS(OpenEventA(SYNCHRONIZE, FALSE, name) != NULL, ERROR_FILE_NOT_FOUND);
  return CloseHandle(one) ? NULL : "it does not close";
}

DEED(BadNames) {
  const char* const paths[] = {"a\\b", "\\a", "Global\\", "Global\\a\\b", "Local\\Global\\a"};
  for (const char* name : paths) FAILS(CreateEventA(NULL, FALSE, FALSE, name) != NULL, ERROR_PATH_NOT_FOUND);
  char name[300];
  memset(name, 'n', sizeof name);
  name[261] = 0;
  FAILS(CreateEventA(NULL, FALSE, FALSE, name) != NULL, ERROR_FILENAME_EXCED_RANGE);
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, name) != NULL, ERROR_FILENAME_EXCED_RANGE);
  name[260] = 0;
  HANDLE longest = CreateEventA(NULL, FALSE, FALSE, name);
  HOLDS(longest != NULL && GetLastError() == 0 && CloseHandle(longest));
  return NULL;
}

// An empty name is none: each call makes its own object.
DEED(EmptyNames) {
  HANDLE one = CreateEventA(NULL, FALSE, FALSE, ""), two = CreateEventW(NULL, FALSE, FALSE, L"");
  HOLDS(one != NULL && two != NULL && GetLastError() == 0);
  HOLDS(SetEvent(one) && WaitForSingleObject(two, 0) == WAIT_TIMEOUT);
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, "") != NULL, ERROR_INVALID_PARAMETER);
  FAILS(OpenEventW(SYNCHRONIZE, FALSE, NULL) != NULL, ERROR_INVALID_PARAMETER);
  return CloseHandle(one) && CloseHandle(two) ? NULL : "one does not close";
}

// The same characters as bytes and as units.
DEED(WideNames) {
  HANDLE one = CreateEventA(NULL, FALSE, TRUE, "\xc3\xa4");
  HANDLE two = OpenEventW(SYNCHRONIZE, FALSE, L"\x00e4");
  HOLDS(two != NULL && WaitForSingleObject(two, 0) == WAIT_OBJECT_0);
  return CloseHandle(one) && CloseHandle(two) ? NULL : "one does not close";
}

// The rights of a handle are what it was opened with; generic ones stand for all.
DEED(Rights) {
  HANDLE full = CreateEventA(NULL, TRUE, FALSE, "rights");
  HANDLE reader = OpenEventA(0x1, FALSE, "rights"), writer = OpenEventA(EVENT_MODIFY_STATE, FALSE, "rights");
  HANDLE generic = OpenEventA(GENERIC_ALL, FALSE, "rights"), most = OpenEventA(MAXIMUM_ALLOWED, FALSE, "rights");
  FAILS(SetEvent(reader), ERROR_ACCESS_DENIED);
  HOLDS(SetEvent(writer) && ResetEvent(generic) && SetEvent(most));
  HOLDS(WaitForSingleObject(full, 0) == WAIT_OBJECT_0);
  const HANDLE all[] = {full, reader, writer, generic, most};
  for (HANDLE one : all) HOLDS(CloseHandle(one));
  return NULL;
}
)";

TEST(ObjectName, IsTheSameInEverySession) { expect_work(kObjectDriver, "Sessions"); }
TEST(ObjectName, HasNoFoldersAndAnEnd) { expect_work(kObjectDriver, "BadNames"); }
TEST(ObjectName, EmptyIsNone) { expect_work(kObjectDriver, "EmptyNames"); }
TEST(ObjectName, BytesAreUtf8) { expect_work(kObjectDriver, "WideNames"); }
TEST(PinnedObject, NeedsTheRightsOfTheHandle) { expect_work(kObjectDriver, "Rights"); }

}  // namespace
}  // namespace drydock::testing
