// Waiting for all work by address that was submitted before.
#include "src/sched/work/virtual_work.h"

#include <gtest/gtest.h>

#include <vector>

namespace drydock::sched {
namespace {

TEST(VirtualWork, WaitersAreServedWhenAllBeforeThemIsOver) {
  VirtualWork work;
  const std::uint64_t first = work.begin();
  const std::uint64_t second = work.begin();
  int served = 0;
  work.wait([&] { ++served; });
  const std::uint64_t third = work.begin();
  EXPECT_TRUE(work.end(second).empty());
  const std::vector<VirtualWork::Then> due = work.end(first);
  ASSERT_EQ(due.size(), 1U);
  due.front()();
  EXPECT_EQ(served, 1);
  EXPECT_FALSE(work.is_over());
  EXPECT_TRUE(work.end(third).empty());
  EXPECT_TRUE(work.is_over());
}

TEST(VirtualWork, SaysOfEachWhetherItIsOver) {
  VirtualWork work;
  const std::uint64_t first = work.begin();
  const std::uint64_t second = work.begin();
  EXPECT_EQ(work.last(), second);
  work.end(second);
  EXPECT_FALSE(work.is_over(first));
  EXPECT_TRUE(work.is_over(second));
}

TEST(VirtualWork, WaitersOfOnePlaceAreServedInTheirOrder) {
  VirtualWork work;
  const std::uint64_t only = work.begin();
  std::vector<int> order;
  work.wait([&] { order.push_back(1); });
  work.wait([&] { order.push_back(2); });
  for (const VirtualWork::Then& then : work.end(only)) then();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace drydock::sched
