// Stored stacks: equal stacks are stored once, and different ones apart.
#include "src/rules/stored_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace drydock::rules {
namespace {

struct Both {
  const Stack* stored;
  Stack captured;
};

// Stores and captures like an entry point of the host: both stacks begin at its caller.
__attribute__((noinline)) Both entry_point() {
  const Stack& stored = stored_stack();
  return {&stored, Stack::capture()};
}

__attribute__((noinline)) Both one_way() {
  const Both both = entry_point();
  asm volatile("");
  return both;
}

__attribute__((noinline)) Both other_way() {
  const Both both = entry_point();
  asm volatile("");
  return both;
}

__attribute__((noinline)) Both deep(int levels) {
  const Both both = levels == 0 ? entry_point() : deep(levels - 1);
  asm volatile("");
  return both;
}

// Apart from where in the entry point the two were taken, which neither of them holds.
void expect_same(const Both& both) {
  EXPECT_EQ(both.stored->depth, both.captured.depth);
  EXPECT_TRUE(std::ranges::equal(both.stored->pcs, both.captured.pcs));
}

TEST(StoredStack, IsWhatACaptureIs) {
  expect_same(one_way());
  expect_same(deep(3));
  expect_same(deep(50));
}

TEST(StoredStack, TheSameWayGivesTheSameStack) {
  const Stack* last = nullptr;
  // Volatile: the loop must remain one place.
  for (volatile int i = 0; i < 3; i = i + 1) {
    const Stack* stored = one_way().stored;
    if (last != nullptr) EXPECT_EQ(stored, last);
    last = stored;
  }
}

TEST(StoredStack, AnotherCallerOrAnotherDepthGivesAnotherStack) {
  const Both ways[] = {one_way(), other_way(), deep(2), deep(3), deep(4)};
  for (const Both& way : ways) {
    expect_same(way);
    EXPECT_EQ(std::ranges::count(ways, way.stored, &Both::stored), 1);
  }
}

// The frames lie where they lay, but the calls are others.
TEST(StoredStack, AChangeFarAboveIsSeen) {
  const auto through = [](auto self, int turn) __attribute__((noinline)) -> Both {
    if (turn == 0) return self(self, 2);
    if (turn == 1) return self(self, 2);
    return one_way();
  };
  for (int round = 0; round < 3; ++round) {
    for (int turn = 0; turn < 2; ++turn) expect_same(through(through, turn));
  }
}

TEST(StoredStack, ThreadsShareWhatIsTheSame) {
  constexpr int kThreads = 4;
  std::vector<Both> both(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&both, i] {
      for (int round = 0; round < 200; ++round) both[static_cast<std::size_t>(i)] = deep(20);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Both& one : both) {
    expect_same(one);
    EXPECT_TRUE(std::ranges::equal(one.stored->pcs, both[0].stored->pcs));
  }
}

}  // namespace
}  // namespace drydock::rules
