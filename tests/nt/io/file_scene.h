// Files in two folders of the host, and one that is open.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "src/nt/io/file.h"
#include "src/nt/ob/handle.h"
#include "tests/support/temp_folder.h"

namespace drydock::testing {

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("Media/Frame.raw", "0123456789");
    nt::declare_folder(u"\\??\\C:\\", folder_.path());
    nt::declare_folder(u"\\SystemRoot\\", folder_.path() / "Media");
  }
  void TearDown() override { nt::remove_folders(); }

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

  TempFolder folder_;
  HANDLE handle_ = nullptr;
  IO_STATUS_BLOCK block_{};
  char buffer_[32] = {};
};

}  // namespace drydock::testing
