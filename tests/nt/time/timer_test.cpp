// Timers, in virtual time.
#include "src/nt/time/timer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/intervals.h"
#include "tests/nt/time/noted.h"

namespace {

using namespace drydock::testing;

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using drydock::testing::milliseconds;

void sleep_for(LONGLONG count) {
  LARGE_INTEGER interval = milliseconds(count);
  KeDelayExecutionThread(KernelMode, FALSE, &interval);
}

// wdm/nf-wdm-kesettimer.md: signalled when the time is over; FALSE when it was not armed before.
TEST_F(Timer, IsSignalledWhenDue) {
  KTIMER timer;
  KeInitializeTimer(&timer);
  EXPECT_FALSE(KeSetTimer(&timer, milliseconds(10), nullptr));
  EXPECT_FALSE(KeReadStateTimer(&timer));
  const sim::Time before = sim::now();
  EXPECT_EQ(KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(sim::now() - before, 100'000);
  EXPECT_TRUE(KeReadStateTimer(&timer));
}

// The same page: setting an armed timer cancels it first and returns TRUE.
TEST_F(Timer, SettingAgainReplaces) {
  KTIMER timer;
  KeInitializeTimer(&timer);
  KeSetTimer(&timer, milliseconds(10), nullptr);
  EXPECT_TRUE(KeSetTimer(&timer, milliseconds(50), nullptr));
  sleep_for(20);
  EXPECT_FALSE(KeReadStateTimer(&timer));
  sleep_for(40);
  EXPECT_TRUE(KeReadStateTimer(&timer));
}

// wdm/nf-wdm-kecanceltimer.md: TRUE when it was armed; it does not expire then.
TEST_F(Timer, CancelStopsIt) {
  KTIMER timer;
  KeInitializeTimer(&timer);
  KeSetTimer(&timer, milliseconds(10), nullptr);
  EXPECT_TRUE(KeCancelTimer(&timer));
  EXPECT_FALSE(KeCancelTimer(&timer));
  sleep_for(30);
  EXPECT_FALSE(KeReadStateTimer(&timer));
}

// wdm/nf-wdm-kesettimerex.md: a period sets it again until it is cancelled.
TEST_F(Timer, PeriodicRepeats) {
  KTIMER timer;
  KDPC dpc;
  Noted noted;
  KeInitializeTimerEx(&timer, SynchronizationTimer);
  KeInitializeDpc(&dpc, note, &noted);
  KeSetTimerEx(&timer, milliseconds(10), 10, &dpc);
  sleep_for(35);
  KeCancelTimer(&timer);
  KeFlushQueuedDpcs();
  EXPECT_EQ(noted.order, "xxx");
  sleep_for(50);
  EXPECT_EQ(noted.order, "xxx");
}

// wdm/nf-wdm-keinitializetimerex.md: a notification timer stays signalled until it is set again, a
// synchronization timer until one waiter was released.
TEST_F(Timer, KindsDifferInTheirReset) {
  LARGE_INTEGER none{};
  for (const TIMER_TYPE type : {NotificationTimer, SynchronizationTimer}) {
    KTIMER timer;
    KeInitializeTimerEx(&timer, type);
    KeSetTimer(&timer, milliseconds(1), nullptr);
    KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, nullptr);
    EXPECT_EQ(KeReadStateTimer(&timer) != FALSE, type == NotificationTimer);
    EXPECT_EQ(KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, &none),
              type == NotificationTimer ? STATUS_SUCCESS : STATUS_TIMEOUT);
    KeSetTimer(&timer, milliseconds(1), nullptr);
    EXPECT_FALSE(KeReadStateTimer(&timer));
    KeCancelTimer(&timer);
  }
}

// wdm/nf-wdm-kesettimerex.md: a positive due time is absolute; zero expires at once; a periodic
// timer keeps its period from the first due time on.
TEST_F(Timer, DueTimeIsAbsoluteOrRelative) {
  KTIMER timer;
  KeInitializeTimerEx(&timer, SynchronizationTimer);
  const auto expiry = [&](LARGE_INTEGER due, LONG period) {
    const sim::Time before = sim::now();
    KeSetTimerEx(&timer, due, period, nullptr);
    KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, nullptr);
    return sim::now() - before;
  };
  LARGE_INTEGER due;
  KeQuerySystemTime(&due);
  due.QuadPart += 70'000;
  EXPECT_EQ(expiry(due, 0), 70'000);
  EXPECT_EQ(expiry(milliseconds(0), 0), 0);
  EXPECT_EQ(expiry(milliseconds(3), 10), 30'000);
  const sim::Time first = sim::now();
  KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, nullptr);
  EXPECT_EQ(sim::now() - first, 100'000);
  EXPECT_TRUE(KeCancelTimer(&timer));
}

// wdm/nf-wdm-kecanceltimer.md: cancelling leaves a DPC that is queued already in the queue.
TEST_F(Timer, CancelAfterExpiryDoesNotTakeTheDpcBack) {
  KTIMER timer;
  KDPC dpc;
  Noted noted;
  KeInitializeTimer(&timer);
  KeInitializeDpc(&dpc, note, &noted);
  KeSetTimer(&timer, milliseconds(1), &dpc);
  KeWaitForSingleObject(&timer, Executive, KernelMode, FALSE, nullptr);
  EXPECT_FALSE(KeCancelTimer(&timer));
  KeFlushQueuedDpcs();
  EXPECT_EQ(noted.order, "x");
}

// kernel/timer-objects-and-dpcs: the DPC runs at DISPATCH_LEVEL.
TEST_F(Timer, ItsDpcRunsAtDispatchLevel) {
  KTIMER timer;
  KDPC dpc;
  Noted noted;
  KeInitializeTimer(&timer);
  KeInitializeDpc(&dpc, note, &noted);
  KeSetTimer(&timer, milliseconds(1), &dpc);
  sleep_for(5);
  KeFlushQueuedDpcs();
  EXPECT_EQ(noted.irql, DISPATCH_LEVEL);
}

// wdm/nf-wdm-kecanceltimer.md, kernel/timer-objects-and-dpcs.md: a driver that cancels a periodic
// timer and flushes the DPCs may free what they use. The test uses real threads, because the moment
// between a timer's expiry and its DPC is no switch point.
TEST(TimerThreads, CancelAndFlushLeaveNoDpcBehind) {
  struct Use {
    KTIMER timer;
    KDPC dpc;
    std::atomic<int> ticks = 0;
    std::atomic<bool> closed = false;
    std::atomic<int> late = 0;
  };
  constexpr int kUses = 500;
  std::vector<Use> uses(kUses);
  for (int i = 0; i < kUses; ++i) {
    Use& use = uses[i];
    KeInitializeTimerEx(&use.timer, SynchronizationTimer);
    KeInitializeDpc(
        &use.dpc,
        [](KDPC*, PVOID context, PVOID, PVOID) {
          auto& mine = *static_cast<Use*>(context);
          ++mine.ticks;
          mine.late += mine.closed ? 1 : 0;
        },
        &use);
    // The timer's signal comes just before its DPC is queued.
    KeSetTimerEx(&use.timer, LARGE_INTEGER{.QuadPart = -1}, 1, &use.dpc);
    KeWaitForSingleObject(&use.timer, Executive, KernelMode, FALSE, nullptr);
    KeCancelTimer(&use.timer);
    KeFlushQueuedDpcs();
    use.closed = true;
  }
  KeFlushQueuedDpcs();
  for (const Use& use : uses) {
    EXPECT_GE(use.ticks, 1);
    EXPECT_EQ(use.late, 0);
  }
}

TEST_F(Timer, NotInitialisedIsFound) {
  KTIMER timer = {};
  timer.Header.Type = 77;
  KeSetTimer(&timer, milliseconds(1), nullptr);
  ASSERT_EQ(log_.findings().size(), 1U);
  EXPECT_EQ(log_.findings()[0].rule->id, "N-021");
}

}  // namespace
