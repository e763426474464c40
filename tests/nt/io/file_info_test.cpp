// Queries and settings of files.
#include <gtest/gtest.h>

#include <filesystem>

#include "src/sim/faults.h"
#include "tests/nt/io/file_scene.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-zwqueryinformationfile.md
TEST_F(FileTest, AnswersEachQuestionWhereThereIsRoom) {
  ASSERT_EQ(open(u"\\SystemRoot\\Frame.raw"), STATUS_SUCCESS);
  const auto ask = [&](PVOID out, ULONG length, FILE_INFORMATION_CLASS what) {
    return ZwQueryInformationFile(handle_, &block_, out, length, what);
  };
  FILE_STANDARD_INFORMATION standard{};
  FILE_BASIC_INFORMATION basic{};
  FILE_NETWORK_OPEN_INFORMATION network{};
  EXPECT_EQ(ask(&standard, sizeof standard, FileStandardInformation), STATUS_SUCCESS);
  EXPECT_EQ(block_.Information, sizeof standard);
  EXPECT_EQ(standard.AllocationSize.QuadPart, 4096);
  EXPECT_EQ(standard.NumberOfLinks, 1U);
  EXPECT_FALSE(standard.Directory);
  EXPECT_EQ(ask(&basic, sizeof basic, FileBasicInformation), STATUS_SUCCESS);
  EXPECT_EQ(basic.FileAttributes, static_cast<ULONG>(FILE_ATTRIBUTE_NORMAL));
  // Since 1601, in the year 2020 or later.
  EXPECT_GT(basic.LastWriteTime.QuadPart, 132'223'104'000'000'000);
  EXPECT_EQ(ask(&network, sizeof network, FileNetworkOpenInformation), STATUS_SUCCESS);
  EXPECT_EQ(network.EndOfFile.QuadPart, 10);
  EXPECT_EQ(network.LastWriteTime.QuadPart, basic.LastWriteTime.QuadPart);
  EXPECT_EQ(ask(&basic, sizeof basic - 1, FileBasicInformation), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(block_.Information, 0U);
  EXPECT_EQ(ask(&network, 8, FileNetworkOpenInformation), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(ask(&basic, sizeof basic, FileInternalInformation), STATUS_INVALID_INFO_CLASS);
  ZwClose(handle_);
}

TEST_F(FileTest, AFolderIsADirectoryWithoutAnEnd) {
  ASSERT_EQ(open(u"\\??\\C:\\Media", FILE_OPEN, GENERIC_READ | SYNCHRONIZE, FILE_DIRECTORY_FILE),
            STATUS_SUCCESS);
  FILE_STANDARD_INFORMATION standard{};
  FILE_BASIC_INFORMATION basic{};
  EXPECT_EQ(
      ZwQueryInformationFile(handle_, &block_, &standard, sizeof standard, FileStandardInformation),
      STATUS_SUCCESS);
  EXPECT_TRUE(standard.Directory);
  EXPECT_EQ(standard.EndOfFile.QuadPart, 0);
  EXPECT_EQ(ZwQueryInformationFile(handle_, &block_, &basic, sizeof basic, FileBasicInformation),
            STATUS_SUCCESS);
  EXPECT_EQ(basic.FileAttributes, static_cast<ULONG>(FILE_ATTRIBUTE_DIRECTORY));
  ZwClose(handle_);
}

// wdm/nf-wdm-zwsetinformationfile.md
TEST_F(FileTest, ItsEndAndItsDeletionAreSet) {
  ASSERT_EQ(open(u"\\??\\C:\\short.bin", FILE_CREATE, GENERIC_READ | GENERIC_WRITE | SYNCHRONIZE),
            STATUS_SUCCESS);
  const auto set = [&](PVOID from, ULONG length, FILE_INFORMATION_CLASS what) {
    return ZwSetInformationFile(handle_, &block_, from, length, what);
  };
  FILE_END_OF_FILE_INFORMATION end{};
  end.EndOfFile.QuadPart = 7;
  EXPECT_EQ(set(&end, sizeof end, FileEndOfFileInformation), STATUS_SUCCESS);
  EXPECT_EQ(std::filesystem::file_size(folder_.path() / "short.bin"), 7U);
  end.EndOfFile.QuadPart = -1;
  EXPECT_EQ(set(&end, sizeof end, FileEndOfFileInformation), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set(&end, 4, FileEndOfFileInformation), STATUS_INFO_LENGTH_MISMATCH);
  FILE_POSITION_INFORMATION position{};
  position.CurrentByteOffset.QuadPart = -1;
  EXPECT_EQ(set(&position, sizeof position, FilePositionInformation), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set(&position, 4, FilePositionInformation), STATUS_INFO_LENGTH_MISMATCH);
  FILE_BASIC_INFORMATION basic{};
  EXPECT_EQ(set(&basic, sizeof basic, FileInternalInformation), STATUS_INVALID_INFO_CLASS);
  FILE_DISPOSITION_INFORMATION disposition{TRUE};
  EXPECT_EQ(set(&disposition, 0, FileDispositionInformation), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(set(&disposition, sizeof disposition, FileDispositionInformation), STATUS_SUCCESS);
  FILE_STANDARD_INFORMATION standard{};
  EXPECT_EQ(
      ZwQueryInformationFile(handle_, &block_, &standard, sizeof standard, FileStandardInformation),
      STATUS_SUCCESS);
  EXPECT_TRUE(standard.DeletePending);
  ZwClose(handle_);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "short.bin"));
}

TEST_F(FileTest, VolumesAndNamesAreAskedWithoutOpening) {
  ASSERT_EQ(open(u"\\SystemRoot\\Frame.raw"), STATUS_SUCCESS);
  FILE_FS_DEVICE_INFORMATION device{};
  EXPECT_EQ(ZwQueryVolumeInformationFile(handle_, &block_, &device, sizeof device,
                                         FileFsDeviceInformation),
            STATUS_SUCCESS);
  EXPECT_EQ(device.DeviceType, static_cast<DEVICE_TYPE>(FILE_DEVICE_DISK));
  EXPECT_EQ(ZwQueryVolumeInformationFile(handle_, &block_, &device, 4, FileFsDeviceInformation),
            STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(
      ZwQueryVolumeInformationFile(handle_, &block_, &device, sizeof device, FileFsSizeInformation),
      STATUS_INVALID_INFO_CLASS);
  ZwClose(handle_);
  FILE_NETWORK_OPEN_INFORMATION network{};
  const auto full = [&](std::u16string name) {
    UNICODE_STRING string{};
    string.Buffer = name.data();
    string.Length = string.MaximumLength = static_cast<USHORT>(name.size() * 2);
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &string, OBJ_KERNEL_HANDLE, nullptr, nullptr);
    return ZwQueryFullAttributesFile(&attributes, &network);
  };
  EXPECT_EQ(full(u"\\SystemRoot\\frame.raw"), STATUS_SUCCESS);
  EXPECT_EQ(network.EndOfFile.QuadPart, 10);
  EXPECT_EQ(full(u"\\SystemRoot\\nothing"), STATUS_OBJECT_NAME_NOT_FOUND);
}

// A file that is no longer there, and a file system without memory.
TEST_F(FileTest, FailuresAreReturnedInTheBlock) {
  ASSERT_EQ(open(u"\\SystemRoot\\Frame.raw"), STATUS_SUCCESS);
  FILE_BASIC_INFORMATION basic{};
  {
    const drydock::sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(ZwQueryInformationFile(handle_, &block_, &basic, sizeof basic, FileBasicInformation),
              STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(block_.Status, STATUS_INSUFFICIENT_RESOURCES);
  }
  {
    const drydock::sim::FaultInjection injection({.nth = 0});
    FILE_DISPOSITION_INFORMATION disposition{TRUE};
    EXPECT_EQ(ZwSetInformationFile(handle_, &block_, &disposition, sizeof disposition,
                                   FileDispositionInformation),
              STATUS_INSUFFICIENT_RESOURCES);
  }
  ZwClose(handle_);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "Media" / "Frame.raw"));
  block_.Status = 77;
  EXPECT_EQ(ZwQueryInformationFile(handle_, &block_, &basic, sizeof basic, FileBasicInformation),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(block_.Status, 77);
}

}  // namespace
