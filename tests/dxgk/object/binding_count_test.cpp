// The count of an allocation's bindings, and the choice of the last one.
#include "src/dxgk/object/binding_count.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::testing {
namespace {

using dxgk::BindingCount;

TEST(BindingCount, OnlyBindingIsTheLastOfBothSteps) {
  BindingCount count;
  count.begin();
  EXPECT_EQ(count.size(), 1U);
  EXPECT_TRUE(count.begin_leave());
  EXPECT_EQ(count.size(), 1U) << "one that begins to leave still counts";
  EXPECT_FALSE(count.try_add()) << "its contents are lost";
  EXPECT_TRUE(count.end_leave());
  EXPECT_EQ(count.size(), 0U);
}

TEST(BindingCount, LastToBeginNeedNotBeTheLastToEnd) {
  BindingCount count;
  count.begin();
  ASSERT_TRUE(count.try_add());
  EXPECT_FALSE(count.begin_leave());
  EXPECT_TRUE(count.begin_leave());
  EXPECT_FALSE(count.end_leave());
  EXPECT_TRUE(count.end_leave());
}

TEST(BindingCount, OneThatComesBesideOneThatLeavesKeepsTheAllocation) {
  BindingCount count;
  count.begin();
  ASSERT_TRUE(count.try_add());
  EXPECT_FALSE(count.begin_leave());
  EXPECT_TRUE(count.try_add());
  EXPECT_FALSE(count.end_leave());
  EXPECT_EQ(count.size(), 2U);
}

TEST(BindingCount, OfSeveralThreadsOneIsTheLast) {
  for (int round = 0; round < 100; ++round) {
    BindingCount count;
    count.begin();
    for (int i = 1; i < 4; ++i) ASSERT_TRUE(count.try_add());
    std::atomic<int> began_last = 0;
    std::atomic<int> ended_last = 0;
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.push_back(sim::spawn("leaves", [&] {
        began_last += count.begin_leave() ? 1 : 0;
        ended_last += count.end_leave() ? 1 : 0;
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_EQ(began_last, 1);
    EXPECT_EQ(ended_last, 1);
    EXPECT_EQ(count.size(), 0U);
  }
}

TEST(BindingCount, TheLastIsTheLastInBoth) {
  BindingCount count;
  EXPECT_FALSE(count.try_add());
  count.begin();
  EXPECT_TRUE(count.try_add());
  EXPECT_EQ(count.size(), 2U);
  EXPECT_FALSE(count.begin_leave());
  EXPECT_TRUE(count.begin_leave());
  EXPECT_FALSE(count.try_add()) << "what it held is gone";
  EXPECT_FALSE(count.end_leave());
  EXPECT_TRUE(count.end_leave());
}

// A new binding finds an allocation that is not destroyed, although the old binding ends meanwhile.
TEST(BindingCount, NoThreadGetsInBesideTheLast) {
  struct Allocation {
    BindingCount count;
    std::atomic<int> ends = 0;
  };
  std::vector<Allocation> all(100'000);
  for (Allocation& each : all) each.count.begin();
  const auto leave = [](Allocation& each) {
    each.count.begin_leave();
    if (each.count.end_leave()) ++each.ends;
  };
  std::atomic<int> too_late = 0;
  sim::Thread opener = sim::spawn("opener", [&] {
    for (Allocation& each : all) {
      if (!each.count.try_add()) continue;
      if (each.ends != 0) ++too_late;
      leave(each);
    }
  });
  for (Allocation& each : all) leave(each);
  opener.join();
  EXPECT_EQ(too_late, 0);
  EXPECT_TRUE(std::ranges::all_of(all, [](const Allocation& each) { return each.ends == 1; }));
}

}  // namespace
}  // namespace drydock::testing
