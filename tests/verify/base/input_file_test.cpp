// What can be read, and what is told of the rest.
#include "src/verify/base/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <stdexcept>
#include <thread>

#include "tests/support/temp_folder.h"

using drydock::testing::TempFolder;
using drydock::verify::read_input;

namespace {

TEST(InputFile, IsReadAsAWhole) {
  const TempFolder folder;
  const std::string text(200'000, 'x');
  EXPECT_EQ(read_input(folder.write("file", text).string()), text);
  EXPECT_EQ(read_input(folder.write("empty", "").string()), "");
}

TEST(InputFile, WhatIsNoneIsRefused) {
  const TempFolder folder;
  EXPECT_THROW(read_input(folder.path().string()), std::runtime_error);
  EXPECT_THROW(read_input((folder.path() / "none").string()), std::runtime_error);
  EXPECT_THROW(read_input("/dev/zero"), std::runtime_error);
}

// As of the shell's <(command).
TEST(InputFile, APipeIsReadToItsEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text(200'000, 'x');
  std::thread writer([&] {
    std::ofstream("/dev/fd/" + std::to_string(ends[1])) << text;
    close(ends[1]);
  });
  EXPECT_EQ(read_input("/dev/fd/" + std::to_string(ends[0])), text);
  writer.join();
  close(ends[0]);
}

TEST(InputFile, APipeThatNobodyWritesToIsRefusedAtOnce) {
  const TempFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(read_input(pipe), std::runtime_error);
}

}  // namespace
