// What parent and children know of the stacks of findings.
#include "src/verify/base/stack_table.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace drydock;
using namespace drydock::verify;

namespace {

TEST(StackTable, KnowsWhatWasAdded) {
  StackTable table;
  EXPECT_FALSE(table.knows(5));
  EXPECT_FALSE(table.knows(0)) << "no number";
  table.add(5, {{"Start", "/gpu.c", 7, "gpu.so"}});
  table.add(5, {{"Other", "/gpu.c", 8, "gpu.so"}});
  EXPECT_TRUE(table.knows(5));
  EXPECT_EQ(table.frames_of(5).at(0).function, "Start");
}

// Numbers that want one slot have neighbouring ones.
TEST(StackTable, DistinguishesNumbersOfOneSlot) {
  StackTable table;
  constexpr std::uint64_t kSlots = 1 << 16;
  table.add(kSlots - 1, {});
  table.add(2 * kSlots - 1, {});
  EXPECT_TRUE(table.knows(kSlots - 1));
  EXPECT_TRUE(table.knows(2 * kSlots - 1));
  EXPECT_FALSE(table.knows(3 * kSlots - 1));
}

TEST(StackTable, ThatIsFullStillHasTheFrames) {
  StackTable table;
  for (std::uint64_t number = 1; number <= 1 << 16; ++number) table.add(number, {{"F", "", 0, ""}});
  EXPECT_TRUE(table.knows(1));
  EXPECT_FALSE(table.knows(1 << 16));
  EXPECT_EQ(table.frames_of(1 << 16).size(), 1U);
}

TEST(StackTable, AChildSeesWhatTheParentAddsLater) {
  StackTable table;
  int turn[2];
  ASSERT_EQ(pipe(turn), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    char byte = 0;
    const bool is_asked = read(turn[0], &byte, 1) == 1;
    _exit(is_asked && table.knows(9) && !table.knows(8) ? 0 : 1);
  }
  table.add(9, {});
  ASSERT_EQ(write(turn[1], "x", 1), 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  close(turn[0]);
  close(turn[1]);
}

}  // namespace
