// What stacks are resolved to: functions, files and lines, of drivers that come and go too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tests/rules/probe.h"

namespace drydock::rules {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

__attribute__((always_inline)) inline int inlined() {
  drydock_test_probe();
  return __LINE__ - 1;
}

__attribute__((noinline)) int holder_of_inlined() {
  const int line = inlined();
  asm volatile("");
  return line;
}

TEST(Stack, InlinedCallsAreFrames) {
  const int line = holder_of_inlined();
  const std::vector<Frame> frames = resolve(probed);
  ASSERT_GE(frames.size(), 2u);
  EXPECT_THAT(frames[0].function, HasSubstr("::inlined()"));
  EXPECT_EQ(frames[0].line, line);
  EXPECT_THAT(frames[1].function, HasSubstr("holder_of_inlined()"));
  EXPECT_THAT(frames[1].file, EndsWith("resolve_test.cpp"));
}

TEST(Stack, TextOfAFrame) {
  EXPECT_EQ(to_text(Frame{"f", "a.c", 7, "d.so"}), "f (a.c:7)");
  EXPECT_EQ(to_text(Frame{"f", "", 0, "d.so"}), "f (d.so)");
  EXPECT_EQ(to_text(Frame{"", "", 0, "d.so"}), "unknown function (d.so)");
  EXPECT_EQ(to_text(Frame{}), "unknown function");
}

TEST_F(StacksOfDrivers, NameTheLineOfTheDriver) {
  const Library library(build("named.so", 12));
  const Frame frame = first_frame(library.call());
  EXPECT_EQ(frame.function, "DriverEntry");
  EXPECT_THAT(frame.file, EndsWith("driver.c"));
  EXPECT_EQ(frame.line, 12);
  EXPECT_EQ(frame.module, "named.so");
  EXPECT_FALSE(is_host(frame));
}

TEST_F(StacksOfDrivers, AnUnloadedDriverIsUnknownAndHarmless) {
  Library library(build("gone.so", 5));
  const Stack stack = library.call();
  library.close();
  const std::vector<Frame> frames = resolve(stack);
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames[0].module, "");
  EXPECT_EQ(stack.hash(), stack.hash());
}

TEST_F(StacksOfDrivers, AnotherDriverInTheSamePlaceIsReadAnew) {
  const fs::path path = build("same.so", 3);
  {
    const Library library(path);
    EXPECT_EQ(first_frame(library.call()).line, 3);
  }
  build("same.so", 9);
  const Library library(path);
  EXPECT_EQ(first_frame(library.call()).line, 9);
}

TEST_F(StacksOfDrivers, ADeletedFileStaysKnown) {
  const fs::path path = build("deleted.so", 6);
  const Library library(path);
  remember_modules();
  fs::remove(path);
  EXPECT_EQ(first_frame(library.call()).line, 6);
  // Another module is loaded; this one must stay known.
  const Library later(build("later.so", 2));
  EXPECT_EQ(first_frame(later.call()).line, 2);
  EXPECT_EQ(first_frame(library.call()).line, 6);
}

TEST_F(StacksOfDrivers, ADriverInMemoryIsCalledByItsFile) {
  std::ifstream file(build("in_memory.so", 4), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const int memory = memfd_create("in_memory.so", MFD_CLOEXEC);
  ASSERT_EQ(write(memory, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  {
    const Library library("/proc/self/fd/" + std::to_string(memory));
    const Frame frame = first_frame(library.call());
    EXPECT_EQ(frame.module, "in_memory.so");
    EXPECT_EQ(frame.line, 4);
  }
  close(memory);
}

// The thread's first functions are of the C library, the test's own are of neither.
TEST(Resolve, KnowsTheSystemAndTheHostFromOthers) {
  Stack stack;
  std::thread([&] {
    leaf();
    stack = probed;
  }).join();
  const std::vector<Frame> frames = resolve(stack);
  ASSERT_GE(frames.size(), 3U);
  EXPECT_FALSE(is_of_system(frames.front())) << frames.front().module;
  EXPECT_FALSE(is_host(frames.front())) << frames.front().module;
  EXPECT_TRUE(is_of_system(frames.back())) << frames.back().module;
  EXPECT_FALSE(is_host(frames.back())) << frames.back().module;
}

}  // namespace
}  // namespace drydock::rules
