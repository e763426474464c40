// Shared memory: mappings without a file, and their views.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kMappingDriver = R"(
static HANDLE Mapping(DWORD protection, DWORD bytes, const char* name) {
  return CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, protection, 0, bytes, name);
}

DEED(Views) {
  const HANDLE mapping = Mapping(PAGE_READWRITE, 0x20000, NULL);
  HOLDS(mapping != NULL && GetLastError() == 0);
  int* const all = (int*)MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, 0);
  const int* const read = (const int*)MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 4096);
  int* const second = (int*)MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0x10000, 4);
  HOLDS(all != NULL && read != NULL && second != NULL && all != second);
  HOLDS(all[0] == 0 && all[0x1ffff / 4] == 0);
  all[0] = 42;
  all[0x10000 / 4] = 43;
  HOLDS(read[0] == 42 && second[0] == 43);
  second[0] = 44;
  HOLDS(all[0x10000 / 4] == 44);
  // A view lives without the handle.
  HOLDS(CloseHandle(mapping) && FlushViewOfFile(all, 0) && all[0] == 42);
  HOLDS(UnmapViewOfFile(all) && read[0] == 42);
  FAILS(UnmapViewOfFile(all), ERROR_INVALID_ADDRESS);
  return UnmapViewOfFile(read) && UnmapViewOfFile(second) ? NULL : "one is not unmapped";
}

DEED(Names) {
  const HANDLE one = Mapping(PAGE_READWRITE, 4096, "shared"), two = CreateFileMappingW(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 8192, L"shared");
  HOLDS(one != NULL && two != NULL && GetLastError() == ERROR_ALREADY_EXISTS);
  int* const first = (int*)MapViewOfFile(one, FILE_MAP_WRITE, 0, 0, 0);
  const int* const second = (const int*)MapViewOfFile(two, FILE_MAP_READ, 0, 0, 0);
  first[1] = 7;
  HOLDS(second[1] == 7);
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, "taken");
  FAILS(Mapping(PAGE_READWRITE, 4096, "taken") != NULL, ERROR_INVALID_HANDLE);
  HOLDS(UnmapViewOfFile(first) && UnmapViewOfFile(second));
  return CloseHandle(one) && CloseHandle(two) && CloseHandle(event) ? NULL : "one does not close";
}

DEED(Refusals) {
  FAILS(Mapping(PAGE_READWRITE, 0, NULL) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(Mapping(0x77, 4096, NULL) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(CreateFileMappingA((HANDLE)8, NULL, PAGE_READWRITE, 0, 1, NULL) != NULL, ERROR_NOT_SUPPORTED);
  const HANDLE mapping = Mapping(PAGE_READWRITE, 0x20000, NULL);
  FAILS(MapViewOfFile(mapping, 0, 0, 0, 0) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(MapViewOfFile(mapping, FILE_MAP_READ, 0, 1, 0) != NULL, ERROR_MAPPED_ALIGNMENT);
  FAILS(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0xffff, 0) != NULL, ERROR_MAPPED_ALIGNMENT);
  FAILS(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0x20001) != NULL, ERROR_ACCESS_DENIED);
  FAILS(MapViewOfFile(mapping, FILE_MAP_READ, 1, 0, 1) != NULL, ERROR_ACCESS_DENIED);
  FAILS(MapViewOfFile(NoHandle, FILE_MAP_READ, 0, 0, 0) != NULL, ERROR_INVALID_HANDLE);
  const HANDLE narrow = Mapping(PAGE_READONLY, 4096, NULL);
  FAILS(MapViewOfFile(narrow, FILE_MAP_WRITE, 0, 0, 0) != NULL, ERROR_ACCESS_DENIED);
  const void* const read = MapViewOfFile(narrow, FILE_MAP_READ, 0, 0, 0);
  HOLDS(read != NULL && UnmapViewOfFile(read));
  FAILS(UnmapViewOfFile(&mapping), ERROR_INVALID_ADDRESS);
  FAILS(FlushViewOfFile((void*)8, 0), ERROR_INVALID_ADDRESS);
  return CloseHandle(mapping) && CloseHandle(narrow) ? NULL : "one does not close";
}

// Such a view writes for itself alone.
DEED(Copies) {
  const HANDLE mapping = Mapping(PAGE_WRITECOPY, 4096, NULL);
  HOLDS(mapping != NULL);
  int* const own = (int*)MapViewOfFile(mapping, FILE_MAP_COPY, 0, 0, 0);
  const int* const read = (const int*)MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  HOLDS(own != NULL && read != NULL);
  own[0] = 7;
  HOLDS(read[0] == 0 && own[0] == 7);
  return UnmapViewOfFile(own) && UnmapViewOfFile(read) && CloseHandle(mapping) ? NULL : "not given back";
}

DEED(Leaves) {
  const HANDLE mapping = Mapping(PAGE_READWRITE, 4096, NULL); /*handle*/
  MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0); /*view*/
  return NULL;
}
)";

TEST(FileMapping, ViewsShareTheirBytes) { expect_work(kMappingDriver, "Views"); }
TEST(FileMapping, HasOneName) { expect_work(kMappingDriver, "Names"); }
TEST(FileMapping, RefusesSizesOffsetsAndRightsThatItHasNot) {
  expect_work(kMappingDriver, "Refusals");
}
TEST(FileMapping, ViewsThatCopyWriteForThemselves) { expect_work(kMappingDriver, "Copies"); }

TEST(FileMapping, WhatIsLeftIsFoundAtItsLine) {
  const Work work = work_of(kMappingDriver, "Leaves");
  ASSERT_EQ(work.findings.size(), 2U) << text_of(work.findings);
  for (const char* mark : {"handle", "view"})
    EXPECT_TRUE(passes(work.findings[0], kMappingDriver, mark) ||
                passes(work.findings[1], kMappingDriver, mark))
        << mark;
}

}  // namespace
}  // namespace drydock::testing
