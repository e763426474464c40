// Processors: which strand has which, and that DPCs never run before their queuer lowers its IRQL.
#include "src/nt/base/processor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;

constexpr std::uint64_t kSeeds = 100;

// Others may run here, as many as can.
void let_others_run() {
  for (int i = 0; i < 10; ++i) sim::switch_point();
}

struct Counter {
  explicit Counter(bool yields = false) : yields_(yields) {
    KeInitializeDpc(
        &dpc, [](KDPC*, PVOID context, PVOID, PVOID) { static_cast<Counter*>(context)->count(); },
        this);
  }
  void count() {
    processors.insert(KeGetCurrentProcessorNumberEx(nullptr));
    EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
    EXPECT_TRUE(KeIsExecutingDpc());
    if (yields_) let_others_run();
    ++runs;
  }

  KDPC dpc;
  int runs = 0;
  std::set<ULONG> processors;

 private:
  const bool yields_;
};

// wdm/nf-wdm-keinsertqueuedpc.md: queued on the current processor; FALSE while it is queued.
TEST(DpcOrder, RunsWhenItsQueuerLowersItsIrql) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Counter counter;
    const KIRQL old = KeRaiseIrqlToDpcLevel();
    const ULONG processor = KeGetCurrentProcessorNumberEx(nullptr);
    EXPECT_TRUE(KeInsertQueueDpc(&counter.dpc, nullptr, nullptr));
    let_others_run();
    EXPECT_EQ(counter.runs, 0) << seed;
    EXPECT_FALSE(KeInsertQueueDpc(&counter.dpc, nullptr, nullptr)) << seed;
    KeLowerIrql(old);
    EXPECT_EQ(counter.runs, 1) << seed;
    EXPECT_EQ(counter.processors, std::set<ULONG>{processor});
  }
}

TEST(DpcOrder, RunsWhenItsQueuerReleasesTheSpinLock) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Counter counter;
    KSPIN_LOCK lock = 0;
    KIRQL old = PASSIVE_LEVEL;
    KeAcquireSpinLock(&lock, &old);
    KeInsertQueueDpc(&counter.dpc, nullptr, nullptr);
    let_others_run();
    EXPECT_EQ(counter.runs, 0) << seed;
    KeReleaseSpinLock(&lock, old);
    EXPECT_EQ(counter.runs, 1) << seed;
  }
}

// wdm/nf-wdm-keremovequeuedpc.md: TRUE while it is queued, and then it does not run.
TEST(DpcOrder, IsFoundInTheQueueUntilTheIrqlFalls) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Counter counter;
    const KIRQL old = KeRaiseIrqlToDpcLevel();
    KeInsertQueueDpc(&counter.dpc, nullptr, nullptr);
    let_others_run();
    EXPECT_TRUE(KeRemoveQueueDpc(&counter.dpc)) << seed;
    EXPECT_FALSE(KeRemoveQueueDpc(&counter.dpc));
    KeLowerIrql(old);
    KeFlushQueuedDpcs();
    EXPECT_EQ(counter.runs, 0);
  }
}

// The same with threads of the machine.
TEST(DpcOrder, HoldsForThreadsOfTheMachine) {
  for (int i = 0; i < 200; ++i) {
    Counter counter;
    const KIRQL old = KeRaiseIrqlToDpcLevel();
    KeInsertQueueDpc(&counter.dpc, nullptr, nullptr);
    KeStallExecutionProcessor(20);
    EXPECT_EQ(counter.runs, 0);
    EXPECT_FALSE(KeInsertQueueDpc(&counter.dpc, nullptr, nullptr));
    KeLowerIrql(old);
    KeFlushQueuedDpcs();
    EXPECT_EQ(counter.runs, 1);
  }
}

// kernel/introduction-to-dpcs.md: an interrupt routine's DPC runs after the routine has returned,
// and after the code that it stopped has lowered its IRQL.
TEST(DpcOrder, AnInterruptRoutinesDpcComesAfterIt) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Counter counter;
    bool has_returned = false;
    nt::Interrupt interrupt({.irql = 7}, [&](ULONG) {
      EXPECT_TRUE(KeInsertQueueDpc(&counter.dpc, nullptr, nullptr));
      let_others_run();
      EXPECT_EQ(counter.runs, 0) << seed;
      return has_returned = true;
    });
    interrupt.raise();
    KeFlushQueuedDpcs();
    EXPECT_EQ(counter.runs, 1);

    const KIRQL old = KeRaiseIrqlToDpcLevel();
    counter.runs = 0;
    interrupt.raise();
    let_others_run();
    EXPECT_EQ(counter.runs, 0) << seed;
    KeLowerIrql(old);
    KeFlushQueuedDpcs();
    EXPECT_EQ(counter.runs, 1);
    EXPECT_TRUE(has_returned);
  }
}

// An interrupt does not wait for code at DISPATCH_LEVEL, however few processors there are.
TEST(DpcOrder, AnInterruptStopsCodeAtDispatchLevel) {
  const nt::FixedProcessors one(1);
  const sim::SeededSchedule schedule(1);
  Counter counter;
  int served = 0;
  nt::Interrupt interrupt({.irql = 7}, [&](ULONG) {
    KeInsertQueueDpc(&counter.dpc, nullptr, nullptr);
    return ++served != 0;
  });
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  interrupt.pend();  // another strand serves it
  while (served == 0) sim::yield();
  let_others_run();
  EXPECT_EQ(counter.runs, 0);
  KeLowerIrql(old);
  KeFlushQueuedDpcs();
  EXPECT_EQ(counter.runs, 1);
}

struct Overlap {
  Overlap() {
    for (KDPC& dpc : dpcs) {
      KeInitializeDpc(
          &dpc, [](KDPC*, PVOID context, PVOID, PVOID) { static_cast<Overlap*>(context)->pass(); },
          this);
    }
  }
  void pass() {
    most = std::max(most, ++inside);
    let_others_run();
    --inside;
  }

  KDPC dpcs[2];
  int inside = 0;
  int most = 0;
};

int most_at_once(std::uint64_t seed, ULONG first, ULONG second) {
  const nt::FixedProcessors two(2);
  const sim::SeededSchedule schedule(seed);
  Overlap overlap;
  KeSetTargetProcessorDpc(&overlap.dpcs[0], static_cast<CCHAR>(first));
  KeSetTargetProcessorDpc(&overlap.dpcs[1], static_cast<CCHAR>(second));
  for (KDPC& dpc : overlap.dpcs) KeInsertQueueDpc(&dpc, nullptr, nullptr);
  KeFlushQueuedDpcs();
  return overlap.most;
}

TEST(DpcOrder, DpcsOfOneProcessorDoNotOverlapAndOthersDo) {
  int most = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    EXPECT_EQ(most_at_once(seed, 1, 1), 1) << seed;
    most = std::max(most, most_at_once(seed, 0, 1));
  }
  EXPECT_EQ(most, 2);
}

// A thread at DISPATCH_LEVEL keeps away the DPCs of its own processor, and no others.
TEST(DpcOrder, AThreadKeepsAwayTheDpcsOfItsProcessor) {
  bool was_beside = false;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const nt::FixedProcessors two(2);
    const sim::SeededSchedule schedule(seed);
    Counter here;
    Counter there;
    const KIRQL old = KeRaiseIrqlToDpcLevel();
    const ULONG mine = KeGetCurrentProcessorNumberEx(nullptr);
    KeSetTargetProcessorDpc(&here.dpc, static_cast<CCHAR>(mine));
    KeSetTargetProcessorDpc(&there.dpc, static_cast<CCHAR>(1 - mine));
    sim::Thread other = sim::spawn("queuer", [&] {
      KeInsertQueueDpc(&here.dpc, nullptr, nullptr);
      KeInsertQueueDpc(&there.dpc, nullptr, nullptr);
    });
    for (int i = 0; i < 10; ++i) let_others_run();
    EXPECT_EQ(here.runs, 0) << seed;
    was_beside |= there.runs == 1;
    KeLowerIrql(old);
    other.join();
    KeFlushQueuedDpcs();
    EXPECT_EQ(here.processors, std::set<ULONG>{mine});
    EXPECT_EQ(there.processors, std::set<ULONG>{1 - mine});
  }
  EXPECT_TRUE(was_beside);
}

// How many of three threads are at DISPATCH_LEVEL at once.
int most_raised(std::uint64_t seed, ULONG processors) {
  const nt::FixedProcessors fixed(processors);
  const sim::SeededSchedule schedule(seed);
  int inside = 0;
  int most = 0;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.push_back(sim::spawn("raised", [&] {
      const KIRQL old = KeRaiseIrqlToDpcLevel();
      most = std::max(most, ++inside);
      let_others_run();
      --inside;
      KeLowerIrql(old);
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  return most;
}

TEST(Processors, AsManyThreadsAreAtDispatchLevelAsThereAreProcessors) {
  for (const ULONG processors : {1U, 2U, 3U}) {
    int most = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
      most = std::max(most, most_raised(seed, processors));
    EXPECT_EQ(most, static_cast<int>(processors));
  }
}

TEST(Processors, TheirNumberFollowsFromTheSeed) {
  std::set<ULONG> counts;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    const ULONG count = KeQueryActiveProcessorCount(nullptr);
    EXPECT_EQ(KeQueryActiveProcessors(), ~KAFFINITY{0} >> (64 - count));
    EXPECT_EQ(KeQueryMaximumProcessorCount(), count);
    const KIRQL old = KeRaiseIrqlToDpcLevel();
    EXPECT_LT(KeGetCurrentProcessorNumber(), count);
    KeLowerIrql(old);
    counts.insert(count);
  }
  EXPECT_TRUE(counts.contains(1) && counts.contains(2) && counts.contains(4)) << counts.size();
}

// wdm/nf-wdm-kesetsystemaffinitythread.md
TEST(Processors, AffinityChoosesTheProcessor) {
  const nt::FixedProcessors four(4);
  const sim::SeededSchedule schedule(1);
  for (const ULONG processor : {2U, 0U, 3U}) {
    const KAFFINITY before = KeSetSystemAffinityThreadEx(KAFFINITY{1} << processor);
    EXPECT_EQ(KeGetCurrentProcessorNumberEx(nullptr), processor);
    const KIRQL old = KeRaiseIrqlToDpcLevel();
    EXPECT_EQ(KeGetCurrentProcessorNumberEx(nullptr), processor);
    KeLowerIrql(old);
    KeRevertToUserAffinityThreadEx(before);
  }
}

// A driver whose DPC and DISPATCH_LEVEL code share a field without a lock, as the documents allow
// on one processor.
TEST(DpcOrder, ADriverMayRelyOnIt) {
  const std::string source = driver_of(R"(
static KDPC Dpc; static LONG State, Runs; static KSPIN_LOCK Lock;
static KDEFERRED_ROUTINE OnDpc;
static VOID OnDpc(PKDPC dpc, PVOID context, PVOID first, PVOID second) {
  if (State == 2) Runs++;
})",
                                       R"(
  KIRQL irql; LONG i;
  KeInitializeDpc(&Dpc, OnDpc, NULL);
  for (i = 0; i < 20; i++) {
    State = 0;
    KeAcquireSpinLock(&Lock, &irql);
    State = 1;
    KeInsertQueueDpc(&Dpc, NULL, NULL);
    State = 2;
    KeReleaseSpinLock(&Lock, irql);
    KeFlushQueuedDpcs();
  }
  return Runs == 20 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const Life life = life_of(source, ".c", {.arguments = {"--races"}, .seed = seed});
    EXPECT_EQ(life.status, STATUS_SUCCESS) << seed;
    EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
  }
}

}  // namespace
