// DPCs: queued once, flushed, removed, in their order.
#include "src/nt/time/dpc.h"

#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/time/noted.h"

namespace {

using namespace drydock::testing;

namespace sim = drydock::sim;
using drydock::rules::FindingLog;

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

}  // namespace
