// Timers, DPCs and work items, in virtual time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/intervals.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using drydock::testing::milliseconds;

void sleep_for(LONGLONG count) {
  LARGE_INTEGER interval = milliseconds(count);
  KeDelayExecutionThread(KernelMode, FALSE, &interval);
}

struct Noted {
  std::string order;
  KIRQL irql = 0xFF;
  char name = 'x';
  std::string* log = nullptr;
};

void note(KDPC*, PVOID context, PVOID, PVOID) {
  auto& noted = *static_cast<Noted*>(context);
  noted.irql = KeGetCurrentIrql();
  (noted.log != nullptr ? *noted.log : noted.order) += noted.name;
}

class Timer : public ::testing::Test {
 protected:
  sim::SeededSchedule schedule_{1};
  FindingLog log_;
};
class Dpc : public Timer {};
class WorkItem : public Timer {};

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

// wdm/nf-wdm-keinsertqueuedpc.md: FALSE when the DPC is queued already.
TEST_F(Dpc, IsQueuedOnce) {
  struct Twice {
    KDPC dpc;
    Noted noted;
    BOOLEAN queued[2];
  } twice;
  KeInitializeDpc(&twice.dpc, note, &twice.noted);
  KDPC first;  // while it runs, no other does
  KeInitializeDpc(
      &first,
      [](KDPC*, PVOID context, PVOID, PVOID) {
        auto& both = *static_cast<Twice*>(context);
        for (BOOLEAN& queued : both.queued) queued = KeInsertQueueDpc(&both.dpc, nullptr, nullptr);
      },
      &twice);
  KeInsertQueueDpc(&first, nullptr, nullptr);
  KeFlushQueuedDpcs();
  EXPECT_TRUE(twice.queued[0]);
  EXPECT_FALSE(twice.queued[1]);
  EXPECT_EQ(twice.noted.order, "x");
  // Once it has run it can be queued again.
  EXPECT_TRUE(KeInsertQueueDpc(&twice.dpc, nullptr, nullptr));
  KeFlushQueuedDpcs();
  EXPECT_EQ(twice.noted.order, "xx");
}

// wdm/nf-wdm-keflushqueueddpcs.md: returns when everything that was queued has run, a DPC that
// a DPC queued too.
TEST_F(Dpc, FlushWaitsForWhatIsQueuedAndRuns) {
  for (int round = 0; round < 20; ++round) {
    KDPC second;
    Noted noted;
    KeInitializeDpc(&second, note, &noted);
    KDPC first;
    KeInitializeDpc(
        &first,
        [](KDPC*, PVOID context, PVOID, PVOID) {
          drydock::sim::switch_point();
          KeInsertQueueDpc(static_cast<PKDPC>(context), nullptr, nullptr);
        },
        &second);
    KeInsertQueueDpc(&first, nullptr, nullptr);
    KeFlushQueuedDpcs();
    EXPECT_EQ(noted.order, "x");
  }
}

// wdm/nf-wdm-keremovequeuedpc.md: FALSE when it is not queued. wdm/nf-wdm-keremovequeuedpcex.md:
// with WaitIfActive the routine has returned.
TEST_F(Dpc, RemoveOfOneThatRunsWaitsIfAsked) {
  struct Slow {
    KDPC dpc;
    KEVENT inside;
    bool left = false;
  } slow;
  KeInitializeEvent(&slow.inside, NotificationEvent, FALSE);
  KeInitializeDpc(
      &slow.dpc,
      [](KDPC*, PVOID context, PVOID, PVOID) {
        auto& it = *static_cast<Slow*>(context);
        KeSetEvent(&it.inside, 0, FALSE);
        for (int i = 0; i < 20; ++i) drydock::sim::switch_point();
        it.left = true;
      },
      &slow);
  EXPECT_FALSE(KeRemoveQueueDpc(&slow.dpc));
  KeInsertQueueDpc(&slow.dpc, nullptr, nullptr);
  KeWaitForSingleObject(&slow.inside, Executive, KernelMode, FALSE, nullptr);
  EXPECT_FALSE(KeRemoveQueueDpcEx(&slow.dpc, TRUE));
  EXPECT_TRUE(slow.left);
}

// wdm/nf-wdm-kesetimportancedpc.md: high importance goes to the front, the others in order.
TEST_F(Dpc, RunInOrderOfImportanceAndArrival) {
  std::string order;
  KDPC dpcs[3];
  Noted noted[3];
  const auto block = [](KDPC*, PVOID context, PVOID, PVOID) {
    auto* all = static_cast<KDPC*>(context);
    KeInsertQueueDpc(&all[0], nullptr, nullptr);
    KeInsertQueueDpc(&all[1], nullptr, nullptr);
    KeInsertQueueDpc(&all[2], nullptr, nullptr);
  };
  for (int i = 0; i < 3; ++i) {
    noted[i].name = static_cast<char>('a' + i);
    noted[i].log = &order;
    KeInitializeDpc(&dpcs[i], note, &noted[i]);
  }
  KeSetImportanceDpc(&dpcs[2], HighImportance);
  KDPC first;  // queues the three while no other DPC can run
  KeInitializeDpc(&first, block, dpcs);
  KeInsertQueueDpc(&first, nullptr, nullptr);
  KeFlushQueuedDpcs();
  EXPECT_EQ(order, "cab");
}

// wdm/nf-wdm-keremovequeuedpc.md: TRUE when it was queued.
TEST_F(Dpc, RemovedDoesNotRun) {
  struct Pair {
    KDPC victim;
    Noted noted;
    BOOLEAN removed;
  } pair;
  KeInitializeDpc(&pair.victim, note, &pair.noted);
  KDPC first;
  KeInitializeDpc(
      &first,
      [](KDPC*, PVOID context, PVOID, PVOID) {
        auto& both = *static_cast<Pair*>(context);
        KeInsertQueueDpc(&both.victim, nullptr, nullptr);
        both.removed = KeRemoveQueueDpc(&both.victim);
      },
      &pair);
  KeInsertQueueDpc(&first, nullptr, nullptr);
  KeFlushQueuedDpcs();
  EXPECT_TRUE(pair.removed);
  EXPECT_EQ(pair.noted.order, "");
}

TEST_F(Dpc, ArgumentsArrive) {
  struct Seen {
    PVOID one, two;
  } seen{};
  KDPC dpc;
  KeInitializeDpc(
      &dpc,
      [](KDPC*, PVOID context, PVOID one, PVOID two) { *static_cast<Seen*>(context) = {one, two}; },
      &seen);
  int a, b;
  KeInsertQueueDpc(&dpc, &a, &b);
  KeFlushQueuedDpcs();
  EXPECT_EQ(seen.one, &a);
  EXPECT_EQ(seen.two, &b);
}

// wdm/nf-wdm-ioqueueworkitem.md: the routine runs at PASSIVE_LEVEL in a system thread.
TEST_F(WorkItem, RunsAtPassiveLevel) {
  struct Seen {
    KEVENT done;
    KIRQL irql;
  } seen;
  KeInitializeEvent(&seen.done, NotificationEvent, FALSE);
  DEVICE_OBJECT device{};
  PIO_WORKITEM item = IoAllocateWorkItem(&device);
  ASSERT_NE(item, nullptr);
  IoQueueWorkItem(
      item,
      [](PDEVICE_OBJECT, PVOID context) {
        auto& both = *static_cast<Seen*>(context);
        both.irql = KeGetCurrentIrql();
        KeSetEvent(&both.done, 0, FALSE);
      },
      DelayedWorkQueue, &seen);
  EXPECT_EQ(KeWaitForSingleObject(&seen.done, Executive, KernelMode, FALSE, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(seen.irql, PASSIVE_LEVEL);
  IoFreeWorkItem(item);
  EXPECT_TRUE(log_.findings().empty());
}

// wdm/nf-wdm-ioqueueworkitem.md: an item may be queued again once its routine has begun;
// wdm/nf-wdm-iofreeworkitem.md: and freed then.
TEST_F(WorkItem, QueuedAgainAndFreedInItsRoutine) {
  struct Seen {
    KEVENT done;
    int runs = 0;
  } seen;
  KeInitializeEvent(&seen.done, NotificationEvent, FALSE);
  DEVICE_OBJECT device{};
  PIO_WORKITEM item = IoAllocateWorkItem(&device);
  IoQueueWorkItemEx(
      item,
      [](PVOID, PVOID context, PIO_WORKITEM self) {
        auto& it = *static_cast<Seen*>(context);
        if (++it.runs < 3) {
          IoQueueWorkItemEx(
              self,
              [](PVOID, PVOID again, PIO_WORKITEM same) {
                auto& inner = *static_cast<Seen*>(again);
                ++inner.runs;
                IoFreeWorkItem(same);
                KeSetEvent(&inner.done, 0, FALSE);
              },
              DelayedWorkQueue, &it);
        }
      },
      DelayedWorkQueue, &seen);
  KeWaitForSingleObject(&seen.done, Executive, KernelMode, FALSE, nullptr);
  EXPECT_EQ(seen.runs, 2);
  EXPECT_TRUE(log_.findings().empty());
}

}  // namespace
