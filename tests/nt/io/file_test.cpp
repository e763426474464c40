// Files of the host as drivers see them.
#include "src/nt/io/file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "src/nt/ob/handle.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace drydock::nt;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("Media/Frame.raw", "0123456789");
    declare_folder(u"\\??\\C:\\", folder_.path());
    declare_folder(u"\\SystemRoot\\", folder_.path() / "Media");
  }
  void TearDown() override { remove_folders(); }

  NTSTATUS open(std::u16string name, ULONG disposition = FILE_OPEN,
                ACCESS_MASK access = GENERIC_READ | SYNCHRONIZE,
                ULONG options = FILE_SYNCHRONOUS_IO_NONALERT) {
    UNICODE_STRING string{};
    string.Buffer = name.data();
    string.Length = string.MaximumLength = static_cast<USHORT>(name.size() * 2);
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &string, OBJ_KERNEL_HANDLE | OBJ_CASE_INSENSITIVE,
                               nullptr, nullptr);
    return ZwCreateFile(&handle_, access, &attributes, &block_, nullptr, FILE_ATTRIBUTE_NORMAL,
                        FILE_SHARE_READ, disposition, options, nullptr, 0);
  }

  NTSTATUS read(ULONG length, PLARGE_INTEGER offset = nullptr) {
    return ZwReadFile(handle_, nullptr, nullptr, nullptr, &block_, buffer_, length, offset,
                      nullptr);
  }

  drydock::testing::TempFolder folder_;
  HANDLE handle_ = nullptr;
  IO_STATUS_BLOCK block_{};
  char buffer_[32] = {};
};

// wdm/nf-wdm-zwreadfile.md: position, STATUS_END_OF_FILE
TEST_F(FileTest, ReadsFromItsPosition) {
  ASSERT_EQ(open(u"\\DosDevices\\C:\\media\\FRAME.RAW"), STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, static_cast<ULONG_PTR>(FILE_OPENED));
  EXPECT_EQ(read(4), STATUS_SUCCESS);
  EXPECT_EQ(read(4), STATUS_SUCCESS);
  EXPECT_EQ(std::string(buffer_, 4), "4567");
  EXPECT_EQ(read(8), STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, 2U);
  EXPECT_EQ(read(8), STATUS_END_OF_FILE);
  EXPECT_EQ(block_.Information, 0U);
  LARGE_INTEGER offset{};
  offset.QuadPart = 1;
  EXPECT_EQ(read(2, &offset), STATUS_SUCCESS);
  EXPECT_EQ(std::string(buffer_, 2), "12");
  FILE_STANDARD_INFORMATION standard{};
  EXPECT_EQ(
      ZwQueryInformationFile(handle_, &block_, &standard, sizeof standard, FileStandardInformation),
      STATUS_SUCCESS);
  EXPECT_EQ(standard.EndOfFile.QuadPart, 10);
  EXPECT_EQ(ZwQueryInformationFile(handle_, &block_, &standard, 4, FileStandardInformation),
            STATUS_INFO_LENGTH_MISMATCH);
  FILE_POSITION_INFORMATION position{};
  EXPECT_EQ(
      ZwQueryInformationFile(handle_, &block_, &position, sizeof position, FilePositionInformation),
      STATUS_SUCCESS);
  EXPECT_EQ(position.CurrentByteOffset.QuadPart, 3);
  position.CurrentByteOffset.QuadPart = 9;
  EXPECT_EQ(
      ZwSetInformationFile(handle_, &block_, &position, sizeof position, FilePositionInformation),
      STATUS_SUCCESS);
  EXPECT_EQ(read(8), STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, 1U);
  EXPECT_EQ(ZwWriteFile(handle_, nullptr, nullptr, nullptr, &block_, buffer_, 1, nullptr, nullptr),
            STATUS_ACCESS_DENIED);
  EXPECT_EQ(ZwClose(handle_), STATUS_SUCCESS);
}

// wdm/nf-wdm-zwcreatefile.md
TEST_F(FileTest, Dispositions) {
  EXPECT_EQ(open(u"\\??\\C:\\nothing"), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(open(u"\\??\\C:\\no\\thing"), STATUS_OBJECT_PATH_NOT_FOUND);
  EXPECT_EQ(open(u"\\??\\D:\\nothing"), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(open(u"relative"), STATUS_OBJECT_PATH_SYNTAX_BAD);
  EXPECT_EQ(open(u"\\SystemRoot\\frame.raw", FILE_CREATE), STATUS_OBJECT_NAME_COLLISION);
  EXPECT_EQ(open(u"\\??\\C:\\Media", FILE_OPEN, GENERIC_READ, FILE_NON_DIRECTORY_FILE),
            STATUS_FILE_IS_A_DIRECTORY);
  EXPECT_EQ(open(u"\\SystemRoot\\Frame.raw", FILE_OPEN, FILE_READ_DATA), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open(u"\\??\\C:\\..\\passwd"), STATUS_OBJECT_PATH_NOT_FOUND);
  const ACCESS_MASK write = GENERIC_READ | GENERIC_WRITE | SYNCHRONIZE;
  ASSERT_EQ(open(u"\\??\\C:\\new.bin", FILE_OPEN_IF, write), STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, static_cast<ULONG_PTR>(FILE_CREATED));
  char text[] = "abc";
  EXPECT_EQ(ZwWriteFile(handle_, nullptr, nullptr, nullptr, &block_, text, 3, nullptr, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, 3U);
  ZwClose(handle_);
  std::ifstream stream(folder_.path() / "new.bin");
  std::string stored;
  stream >> stored;
  EXPECT_EQ(stored, "abc");
  ASSERT_EQ(open(u"\\??\\C:\\new.bin", FILE_OVERWRITE_IF, write,
                 FILE_SYNCHRONOUS_IO_NONALERT | FILE_DELETE_ON_CLOSE),
            STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, static_cast<ULONG_PTR>(FILE_OVERWRITTEN));
  EXPECT_EQ(read(1), STATUS_END_OF_FILE);
  ZwClose(handle_);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "new.bin"));
}

TEST_F(FileTest, BelowAFolderThatIsOpen) {
  ASSERT_EQ(open(u"\\??\\C:\\Media", FILE_OPEN, GENERIC_READ | SYNCHRONIZE, FILE_DIRECTORY_FILE),
            STATUS_SUCCESS);
  std::u16string text = u"frame.raw";
  UNICODE_STRING name{};
  name.Buffer = text.data();
  name.Length = name.MaximumLength = static_cast<USHORT>(text.size() * 2);
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, handle_, nullptr);
  HANDLE file = nullptr;
  EXPECT_EQ(ZwOpenFile(&file, GENERIC_READ | SYNCHRONIZE, &attributes, &block_, FILE_SHARE_READ,
                       FILE_SYNCHRONOUS_IO_NONALERT),
            STATUS_SUCCESS);
  void* object = nullptr;
  EXPECT_EQ(ObReferenceObjectByHandle(file, 0, *IoFileObjectType, KernelMode, &object, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(IoGetRelatedDeviceObject(static_cast<PFILE_OBJECT>(object)), nullptr);
  ObDereferenceObject(object);
  ZwClose(file);
  ZwClose(handle_);
}

}  // namespace
