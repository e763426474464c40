#include "src/verify/engine/shared_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace {

using ::drydock::verify::SharedText;
using ::testing::Optional;

void in_child(const std::function<void()>& body) {
  const pid_t process = fork();
  if (process == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  ASSERT_EQ(status, 0);
}

TEST(SharedText, WhatAChildWritesItsParentReads) {
  SharedText text;
  EXPECT_EQ(text.read(), std::nullopt);
  in_child([&] { text.write("from the child"); });
  EXPECT_THAT(text.read(), Optional(std::string("from the child")));
}

TEST(SharedText, ALimitOfFilesDoesNotCutIt) {
  SharedText text;
  const std::string long_text(1 << 20, 'x');
  in_child([&] {
    const rlimit few{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &few);
    text.write(long_text);
  });
  EXPECT_EQ(text.read(), long_text);
}

TEST(SharedText, OneThatIsTooLongIsNotThere) {
  SharedText text;
  text.write(std::string_view("", SharedText::kMost + 1));
  EXPECT_EQ(text.read(), std::nullopt);
}

}  // namespace
