// Calls for which Windows may have no memory or no quota, each made while its fault point fails.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "src/nt/io/file.h"
#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kRefusedDriver = R"(
DEED(FailsToLock) {
  static char bytes[16];
  FAILS(VirtualLock(bytes, sizeof bytes), 1453);
  return NULL;
}

DEED(FailsToProtect) {
  void* const page = VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  DWORD before = 0;
  FAILS(VirtualProtect(page, 4096, PAGE_READONLY, &before), ERROR_NOT_ENOUGH_MEMORY);
  HOLDS(VirtualFree(page, 0, MEM_RELEASE));
  return NULL;
}

DEED(FailsToSetVariable) {
  FAILS(SetEnvironmentVariableA("MAKER", "1"), ERROR_NOT_ENOUGH_MEMORY);
  HOLDS(GetEnvironmentVariableA("MAKER", NULL, 0) == 0);
  return NULL;
}

DEED(FailsToEnumerate) {
  char name[64];
  DWORD size = sizeof name;
  HOLDS(RegEnumKeyExA(HKEY_LOCAL_MACHINE, 0, name, &size, NULL, NULL, NULL, NULL) == 1450);
  return NULL;
}

DEED(FailsToFind) {
  WIN32_FIND_DATAA found;
  FAILS(CreateDirectoryA("C:\\made", NULL), 1450);
  HOLDS(FindFirstFileA("C:\\made", &found) == INVALID_HANDLE_VALUE);
  return NULL;
}
)";

// The fault point of the deed with this number fails.
void expect_refused(const char* deed, std::uint64_t point) {
  const Work work = work_of(kRefusedDriver, deed, {.fault = point});
  EXPECT_EQ(work.failure, "") << deed;
  EXPECT_TRUE(work.alive) << deed;
  EXPECT_GT(work.fault_points, point) << deed;
  EXPECT_TRUE(work.findings.empty()) << deed << text_of(work.findings);
}

TEST(UserRefusals, MemoryMayBeShort) {
  expect_refused("FailsToLock", 0);
  expect_refused("FailsToProtect", 1);  // VirtualAlloc has one before
  expect_refused("FailsToSetVariable", 0);
  expect_refused("FailsToEnumerate", 0);
}

TEST(UserRefusals, FilesAndFoldersMayBeRefused) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("drydock_refused_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  nt::declare_folder(u"\\??\\C:\\", folder);
  expect_refused("FailsToFind", 0);
  nt::remove_folders();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace drydock::testing
