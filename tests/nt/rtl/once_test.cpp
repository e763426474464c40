// Initialization that runs once.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"

namespace {

// ntddk/nf-ntddk-rtlrunonceexecuteonce.md
TEST(RtlOnce, RunOnceRunsOnceUnlessItFails) {
  RTL_RUN_ONCE once;
  RtlRunOnceInitialize(&once);
  int calls = 0;
  PVOID context = nullptr;
  const auto init = [](PRTL_RUN_ONCE, PVOID parameter, PVOID* made) -> ULONG {
    const int call = ++*static_cast<int*>(parameter);
    *made = reinterpret_cast<PVOID>(0x1000);
    return call > 1;
  };
  EXPECT_EQ(RtlRunOnceExecuteOnce(&once, init, &calls, &context), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_CHECK_ONLY, &context),
            STATUS_UNSUCCESSFUL);
  EXPECT_EQ(RtlRunOnceExecuteOnce(&once, init, &calls, &context), STATUS_SUCCESS);
  EXPECT_EQ(RtlRunOnceExecuteOnce(&once, init, &calls, &context), STATUS_SUCCESS);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(context, reinterpret_cast<PVOID>(0x1000));
  EXPECT_EQ(RtlRunOnceComplete(&once, 0, nullptr), STATUS_UNSUCCESSFUL);
}

TEST(RtlOnce, RunOnceWaitsForTheOther) {
  const drydock::sim::SeededSchedule schedule(4);
  RTL_RUN_ONCE once;
  RtlRunOnceInitialize(&once);
  ASSERT_EQ(RtlRunOnceBeginInitialize(&once, 0, nullptr), STATUS_PENDING);
  PVOID seen = nullptr;
  drydock::sim::Thread other = drydock::sim::spawn(
      "other", [&] { EXPECT_EQ(RtlRunOnceBeginInitialize(&once, 0, &seen), STATUS_SUCCESS); });
  KeStallExecutionProcessor(50);
  EXPECT_EQ(seen, nullptr);
  EXPECT_EQ(RtlRunOnceComplete(&once, 0, &once), STATUS_SUCCESS);
  other.join();
  EXPECT_EQ(seen, &once);
}

}  // namespace
