// Files of the host as drivers see them.
#include "src/nt/io/file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/nt/io/file_scene.h"

namespace {

using namespace drydock::testing;

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

}  // namespace
