// Files as drivers open, read and write them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "src/nt/io/file.h"
#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kFilesDriver = R"(
DEED(Transfers) {
  FAILS(CreateFileA("C:\\none.txt", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) !=
            INVALID_HANDLE_VALUE,
        ERROR_FILE_NOT_FOUND);
  FAILS(CreateFileA("\\\\.\\Device", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) !=
            INVALID_HANDLE_VALUE,
        ERROR_FILE_NOT_FOUND);
  const HANDLE file = CreateFileW(L"C:\\one.txt", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_NEW,
                                  FILE_ATTRIBUTE_NORMAL, NULL);
  HOLDS(file != INVALID_HANDLE_VALUE && GetLastError() == 0);
  DWORD moved = 0;
  HOLDS(WriteFile(file, "hello", 5, &moved, NULL) && moved == 5);
  HOLDS(GetFileSize(file, NULL) == 5 && SetFilePointer(file, -4, NULL, FILE_END) == 1);
  char text[8] = {};
  HOLDS(ReadFile(file, text, 8, &moved, NULL) && moved == 4 && strcmp(text, "ello") == 0);
  HOLDS(ReadFile(file, text, 8, &moved, NULL) && moved == 0);
  OVERLAPPED at = {};
  at.Offset = 3;
  HOLDS(ReadFile(file, text, 1, &moved, &at) && text[0] == 'l' && at.InternalHigh == 1);
  at.Offset = 50;
  FAILS(ReadFile(file, text, 1, &moved, &at), ERROR_HANDLE_EOF);
  FAILS(SetFilePointer(file, -1, NULL, FILE_BEGIN) != INVALID_SET_FILE_POINTER,
        ERROR_NEGATIVE_SEEK);
  FAILS(DeviceIoControl(file, 0x1234, NULL, 0, NULL, 0, &moved, NULL), ERROR_INVALID_FUNCTION);
  HOLDS(FlushFileBuffers(file) && CloseHandle(file));
  FAILS(FlushFileBuffers((HANDLE)0x7774), ERROR_INVALID_HANDLE);
  return NULL;
}

static HANDLE Opened(const char* name, DWORD disposition, DWORD flags) {
  return CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, disposition, flags, NULL);
}
DEED(Dispositions) {
  DWORD moved = 0;
  HANDLE file;
  FAILS(Opened("C:\\a", OPEN_EXISTING, 0) != INVALID_HANDLE_VALUE, ERROR_FILE_NOT_FOUND);
  FAILS(Opened("C:\\a", TRUNCATE_EXISTING, 0) != INVALID_HANDLE_VALUE, ERROR_FILE_NOT_FOUND);
  FAILS(Opened("C:\\none\\a", CREATE_ALWAYS, 0) != INVALID_HANDLE_VALUE, ERROR_PATH_NOT_FOUND);
  FAILS(Opened("C:\\a", 0, 0) != INVALID_HANDLE_VALUE, ERROR_INVALID_PARAMETER);
  FAILS(Opened("C:\\a", 6, 0) != INVALID_HANDLE_VALUE, ERROR_INVALID_PARAMETER);
  file = Opened("C:\\a", OPEN_ALWAYS, 0);
  HOLDS(file != INVALID_HANDLE_VALUE && GetLastError() == 0 && WriteFile(file, "12345", 5, &moved, NULL));
  HOLDS(CloseHandle(file));
  FAILS(Opened("C:\\a", CREATE_NEW, 0) != INVALID_HANDLE_VALUE, ERROR_FILE_EXISTS);
  file = Opened("C:\\a", OPEN_ALWAYS, 0);
  HOLDS(GetLastError() == ERROR_ALREADY_EXISTS && GetFileSize(file, NULL) == 5 && CloseHandle(file));
  file = Opened("C:\\a", OPEN_EXISTING, 0);
  HOLDS(GetLastError() == 0 && GetFileSize(file, NULL) == 5 && CloseHandle(file));
  file = Opened("C:\\a", CREATE_ALWAYS, 0);
  HOLDS(GetLastError() == ERROR_ALREADY_EXISTS && GetFileSize(file, NULL) == 0 && CloseHandle(file));
  file = Opened("C:\\a", TRUNCATE_EXISTING, FILE_FLAG_DELETE_ON_CLOSE);
  HOLDS(GetLastError() == 0 && CloseHandle(file));
  HOLDS(GetFileAttributesA("C:\\a") == INVALID_FILE_ATTRIBUTES);
  HOLDS(CreateDirectoryA("C:\\d", NULL));
  FAILS(Opened("C:\\d", OPEN_EXISTING, 0) != INVALID_HANDLE_VALUE, ERROR_ACCESS_DENIED);
  return NULL;
}

DEED(Pointers) {
  HANDLE file = Opened("C:\\p", CREATE_NEW, 0);
  DWORD moved = 0;
  LARGE_INTEGER at, to;
  HOLDS(WriteFile(file, "0123456789", 10, &moved, NULL) && moved == 10);
  to.QuadPart = -3;
  HOLDS(SetFilePointerEx(file, to, &at, FILE_END) && at.QuadPart == 7);
  HOLDS(SetFilePointerEx(file, to, &at, FILE_CURRENT) && at.QuadPart == 4);
  HOLDS(SetFilePointerEx(file, to, NULL, FILE_CURRENT));
  FAILS(SetFilePointerEx(file, to, &at, FILE_CURRENT), ERROR_NEGATIVE_SEEK);
  FAILS(SetFilePointerEx(file, to, &at, FILE_BEGIN), ERROR_NEGATIVE_SEEK);
  FAILS(SetFilePointerEx(file, to, &at, 3), ERROR_INVALID_PARAMETER);
  to.QuadPart = 0x7fffffffffffffff;
  FAILS(SetFilePointerEx(file, to, &at, FILE_CURRENT), ERROR_INVALID_PARAMETER);
  HOLDS(at.QuadPart == 4);
  char one = 0;
  HOLDS(ReadFile(file, &one, 1, &moved, NULL) && one == '1');  // none of these moved it
  LONG high = 1;
  HOLDS(SetFilePointer(file, 5, &high, FILE_BEGIN) == 5 && GetLastError() == 0 && high == 1);
  HOLDS(SetFilePointer(file, 20, NULL, FILE_BEGIN) == 20 && WriteFile(file, "x", 1, &moved, NULL));
  DWORD upper = 7;
  HOLDS(GetFileSize(file, &upper) == 21 && upper == 0 && GetFileSizeEx(file, &at) && at.QuadPart == 21);
  FAILS(ReadFile(file, &one, 1, NULL, NULL), ERROR_INVALID_PARAMETER);
  FAILS(ReadFile(NoHandle, &one, 1, &moved, NULL), ERROR_INVALID_HANDLE);
  FAILS(GetFileSize(NoHandle, NULL) != INVALID_FILE_SIZE, ERROR_INVALID_HANDLE);
  HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
  OVERLAPPED overlapped = {};
  overlapped.hEvent = event;
  overlapped.Offset = 20;
  HOLDS(ReadFile(file, &one, 1, NULL, &overlapped) && one == 'x' && WaitForSingleObject(event, 0) == WAIT_OBJECT_0);
  return CloseHandle(file) && CloseHandle(event) ? NULL : "one does not close";
}
)";

// A folder of the host that the driver sees as drive C.
class FilesDrive {
 public:
  FilesDrive() {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
    nt::declare_folder(u"\\??\\C:\\", path_);
  }
  ~FilesDrive() {
    nt::remove_folders();
    std::filesystem::remove_all(path_);
  }

 private:
  const std::filesystem::path path_ =
      std::filesystem::path(::testing::TempDir()) / ("drydock_" + std::to_string(getpid()));
};

void expect_file_work(const char* deed) {
  for (const std::optional<std::uint64_t> seed :
       {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
    const FilesDrive drive;
    const Work work = work_of(kFilesDriver, deed, {.seed = seed});
    EXPECT_EQ(work.failure, "") << deed;
    EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
  }
}

TEST(UserFiles, TransferFromWhereTheirPointerIs) { expect_file_work("Transfers"); }
TEST(UserFiles, AreCreatedOpenedOrTruncatedAsIsAsked) { expect_file_work("Dispositions"); }
TEST(UserFiles, PointersAndSizesHaveSixtyFourBits) { expect_file_work("Pointers"); }

}  // namespace
}  // namespace drydock::testing
