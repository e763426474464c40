// Timers that are named by handle, and numbers that are given once.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"

namespace {

namespace sim = drydock::sim;

TEST(Timer, ByHandleIsSetWaitedForAndCancelled) {
  const sim::SeededSchedule schedule(1);
  HANDLE timer = nullptr;
  ASSERT_EQ(ZwCreateTimer(&timer, GENERIC_ALL, nullptr, SynchronizationTimer), STATUS_SUCCESS);
  LARGE_INTEGER due;
  due.QuadPart = -10'000;
  BOOLEAN state = TRUE;
  EXPECT_EQ(ZwSetTimer(timer, &due, nullptr, nullptr, FALSE, 0, &state), STATUS_SUCCESS);
  EXPECT_FALSE(state);
  EXPECT_EQ(ZwWaitForSingleObject(timer, FALSE, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(ZwSetTimer(timer, &due, nullptr, nullptr, FALSE, 0, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(ZwCancelTimer(timer, &state), STATUS_SUCCESS);
  EXPECT_FALSE(state);
  EXPECT_EQ(ZwClose(timer), STATUS_SUCCESS);
  EXPECT_EQ(ZwCancelTimer(timer, &state), STATUS_INVALID_HANDLE);
}

TEST(Luid, IsGivenOnce) {
  LUID first;
  LUID second;
  ZwAllocateLocallyUniqueId(&first);
  ZwAllocateLocallyUniqueId(&second);
  EXPECT_NE(first.LowPart, second.LowPart);
}

}  // namespace
