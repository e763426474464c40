// Names of files, their attributes, and the search in a folder.
#include "src/win32/system/file_names.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>

#include "src/nt/io/file.h"
#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kFileNamesDriver = R"(
static bool Touched(const char* name) {
  return CloseHandle(CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL));
}
static int Found(const char* pattern) {
  WIN32_FIND_DATAA data;
  const HANDLE search = FindFirstFileA(pattern, &data);
  if (search == INVALID_HANDLE_VALUE) return 0;
  int count = 1;
  while (FindNextFileA(search, &data)) ++count;
  return FindClose(search) ? count : -1;
}
DEED(Searches) {
  HOLDS(Touched("C:\\one.txt") && Touched("C:\\two.txt") && Touched("C:\\two.c"));
  HOLDS(Found("C:\\*") == 3 && Found("C:\\*.*") == 3 && Found("C:\\*.TXT") == 2 && Found("C:\\two*") == 2);
  HOLDS(Found("C:\\t?o.c") == 1 && Found("C:\\?.c") == 0 && Found("C:\\one.txt") == 1 && Found("C:\\none") == 0);
  HOLDS(Found("C:\\**o**.c") == 1 && Found("C:\\two.c?") == 0);
  FAILS(Found("D:\\*"), ERROR_FILE_NOT_FOUND);
  WIN32_FIND_DATAW wide;
  const HANDLE search = FindFirstFileW(L"C:\\*.c", &wide);
  HOLDS(search != INVALID_HANDLE_VALUE && wide.cFileName[0] == 't' && wide.nFileSizeLow == 0);
  FAILS(FindNextFileW(search, &wide), ERROR_NO_MORE_FILES);
  HOLDS(FindClose(search));
  FAILS(FindNextFileW(search, &wide), ERROR_INVALID_HANDLE);
  FAILS(FindClose(search), ERROR_INVALID_HANDLE);
  return NULL;
}
DEED(Attributes) {
  HOLDS(Touched("C:\\file") && CreateDirectoryA("C:\\folder", NULL));
  HOLDS(GetFileAttributesA("C:\\file") == FILE_ATTRIBUTE_NORMAL);
  HOLDS(GetFileAttributesA("C:/folder") == FILE_ATTRIBUTE_DIRECTORY && GetFileAttributesA("c:\\FILE") == FILE_ATTRIBUTE_NORMAL);
  FAILS(GetFileAttributesA("C:\\none") != INVALID_FILE_ATTRIBUTES, ERROR_FILE_NOT_FOUND);
  FAILS(GetFileAttributesA("C:\\none\\file") != INVALID_FILE_ATTRIBUTES, ERROR_PATH_NOT_FOUND);
  FAILS(CreateDirectoryA("C:\\folder", NULL), ERROR_ALREADY_EXISTS);
  FAILS(CreateDirectoryA("C:\\none\\folder", NULL), ERROR_PATH_NOT_FOUND);
  FAILS(DeleteFileA("C:\\folder"), ERROR_ACCESS_DENIED);
  FAILS(DeleteFileA("C:\\none"), ERROR_FILE_NOT_FOUND);
  HOLDS(DeleteFileW(L"C:\\file") && GetFileAttributesW(L"C:\\file") == INVALID_FILE_ATTRIBUTES);
  return NULL;
}
)";

// A folder of the host that the driver sees as drive C.
class NamesDrive {
 public:
  NamesDrive() {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
    nt::declare_folder(u"\\??\\C:\\", path_);
  }
  ~NamesDrive() {
    nt::remove_folders();
    std::filesystem::remove_all(path_);
  }

 private:
  const std::filesystem::path path_ =
      std::filesystem::path(::testing::TempDir()) / ("drydock_" + std::to_string(getpid()));
};

void expect_names_work(const char* deed) {
  for (const std::optional<std::uint64_t> seed :
       {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
    const NamesDrive drive;
    const Work work = work_of(kFileNamesDriver, deed, {.seed = seed});
    EXPECT_EQ(work.failure, "") << deed;
    EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
  }
}

TEST(UserFileNames, PatternsAreMatchedWithoutCase) { expect_names_work("Searches"); }
TEST(UserFileNames, FilesAndFoldersHaveAttributes) { expect_names_work("Attributes"); }

TEST(UserFileNames, NativeNamesBeginAtADrive) {
  for (const auto& [name, native] :
       std::initializer_list<std::pair<const char16_t*, const char16_t*>>{
           {u"C:\\a", u"\\??\\C:\\a"},
           {u"z:/a/b", u"\\??\\z:\\a\\b"},
           {u"\\\\?\\C:\\a", u"\\??\\C:\\a"},
           {u"\\a", u"\\??\\C:\\a"},
           {u"a", u"\\??\\C:\\Windows\\System32\\a"}})
    EXPECT_EQ(win32::native_name(name), native);
  for (const char16_t* none :
       {u"", u"\\\\server\\a", u"\\\\.\\PhysicalDrive0", u"\\\\?\\a", u"C:a", u"a:b"})
    EXPECT_FALSE(win32::native_name(none).has_value());
}

}  // namespace
}  // namespace drydock::testing
