// The system calls on files: opening below a folder, reading and writing.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "src/sim/faults.h"
#include "tests/nt/io/file_scene.h"

namespace {

using namespace drydock::testing;

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

// wdm/nf-wdm-zwwritefile.md: FILE_WRITE_TO_END_OF_FILE, FILE_USE_FILE_POINTER_POSITION
TEST_F(FileTest, WritesAtItsEndAndAtItsPosition) {
  ASSERT_EQ(open(u"\\??\\C:\\log.txt", FILE_CREATE, GENERIC_READ | GENERIC_WRITE | SYNCHRONIZE),
            STATUS_SUCCESS);
  const auto write = [&](const char* text, LONGLONG at) {
    LARGE_INTEGER offset{};
    offset.QuadPart = at;
    return ZwWriteFile(handle_, nullptr, nullptr, nullptr, &block_, const_cast<char*>(text), 2,
                       &offset, nullptr);
  };
  EXPECT_EQ(write("ab", 0), STATUS_SUCCESS);
  EXPECT_EQ(write("cd", -2), STATUS_SUCCESS);
  EXPECT_EQ(write("ef", 1), STATUS_SUCCESS);
  EXPECT_EQ(write("gh", -1), STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, 2U);
  EXPECT_EQ(write("ij", -3), STATUS_INVALID_PARAMETER);
  ZwClose(handle_);
  std::string stored;
  std::ifstream(folder_.path() / "log.txt") >> stored;
  EXPECT_EQ(stored, "aefdgh");
}

// wdm/nf-wdm-zwreadfile.md: a file that was opened for overlapped requests has no position.
TEST_F(FileTest, WithoutAPositionAnOffsetIsNeeded) {
  ASSERT_EQ(open(u"\\SystemRoot\\Frame.raw", FILE_OPEN, GENERIC_READ | SYNCHRONIZE, 0),
            STATUS_SUCCESS);
  EXPECT_EQ(read(2), STATUS_INVALID_PARAMETER);
  LARGE_INTEGER offset{};
  offset.QuadPart = 4;
  HANDLE event = nullptr;
  ASSERT_EQ(ZwCreateEvent(&event, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  EXPECT_EQ(ZwReadFile(handle_, event, nullptr, nullptr, &block_, buffer_, 2, &offset, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(std::string(buffer_, 2), "45");
  LARGE_INTEGER now{};
  EXPECT_EQ(ZwWaitForSingleObject(event, FALSE, &now), STATUS_SUCCESS);
  offset.QuadPart = -1;
  EXPECT_EQ(read(2, &offset), STATUS_INVALID_PARAMETER);
  ZwClose(event);
  ZwClose(handle_);
  EXPECT_EQ(read(2, &offset), STATUS_INVALID_HANDLE);
}

TEST_F(FileTest, AFolderAndAFileAreNoDevice) {
  ASSERT_EQ(open(u"\\??\\C:\\Media", FILE_OPEN, GENERIC_READ | SYNCHRONIZE, FILE_DIRECTORY_FILE),
            STATUS_SUCCESS);
  EXPECT_EQ(read(2), STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(ZwDeviceIoControlFile(handle_, nullptr, nullptr, nullptr, &block_, 0x222000, nullptr, 0,
                                  nullptr, 0),
            STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(block_.Status, STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(ZwFlushBuffersFile(handle_, &block_), STATUS_SUCCESS);
  ZwClose(handle_);
  EXPECT_EQ(ZwFlushBuffersFile(handle_, &block_), STATUS_INVALID_HANDLE);
  EXPECT_EQ(open(u"\\SystemRoot\\Frame.raw", FILE_MAXIMUM_DISPOSITION + 1),
            STATUS_INVALID_PARAMETER);
}

// wdm/nf-wdm-zwdeletefile.md; each call is a fault point that leaves the file as it was.
TEST_F(FileTest, IsDeletedByItsNameUnlessThatFails) {
  const auto drop = [&](std::u16string name) {
    UNICODE_STRING string{};
    string.Buffer = name.data();
    string.Length = string.MaximumLength = static_cast<USHORT>(name.size() * 2);
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &string, OBJ_KERNEL_HANDLE, nullptr, nullptr);
    return ZwDeleteFile(&attributes);
  };
  const auto path = folder_.path() / "Media" / "Frame.raw";
  {
    const drydock::sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(open(u"\\SystemRoot\\Frame.raw"), STATUS_INSUFFICIENT_RESOURCES);
  }
  {
    const drydock::sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(drop(u"\\SystemRoot\\Frame.raw"), STATUS_INSUFFICIENT_RESOURCES);
  }
  EXPECT_EQ(drop(u"\\??\\C:\\Media"), STATUS_CANNOT_DELETE);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(drop(u"\\SystemRoot\\Frame.raw"), STATUS_SUCCESS);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(drop(u"\\SystemRoot\\Frame.raw"), STATUS_OBJECT_NAME_NOT_FOUND);
}

}  // namespace
