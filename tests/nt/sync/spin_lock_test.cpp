// Plain and queued spin locks.
#include "src/nt/sync/spin_lock.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::testing;

// wdm/nf-wdm-keacquirespinlock.md: raises to DISPATCH_LEVEL; the release restores the level.
TEST(SpinLock, RaisesAndRestores) {
  KSPIN_LOCK lock;
  KeInitializeSpinLock(&lock);
  KIRQL old = 99;
  KeAcquireSpinLock(&lock, &old);
  EXPECT_EQ(old, PASSIVE_LEVEL);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  EXPECT_FALSE(KeTestSpinLock(&lock));
  KeReleaseSpinLock(&lock, old);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_TRUE(KeTestSpinLock(&lock));
}

TEST(SpinLock, ZeroIsFree) {
  static KSPIN_LOCK lock;
  const KIRQL old = KeAcquireSpinLockRaiseToDpc(&lock);
  KeReleaseSpinLock(&lock, old);
  EXPECT_EQ(lock, 0U);
}

// wdm/nf-wdm-ketrytoacquirespinlockatdpclevel.md
TEST(SpinLock, TryFailsWhileHeld) {
  KSPIN_LOCK lock = 0;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  EXPECT_TRUE(KeTryToAcquireSpinLockAtDpcLevel(&lock));
  EXPECT_FALSE(KeTryToAcquireSpinLockAtDpcLevel(&lock));
  KeReleaseSpinLockFromDpcLevel(&lock);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  KeLowerIrql(old);
}

// wdm/nf-wdm-keacquireinstackqueuedspinlock.md
TEST(SpinLock, QueuedRaisesAndRestores) {
  KSPIN_LOCK lock = 0;
  KLOCK_QUEUE_HANDLE handle;
  KeAcquireInStackQueuedSpinLock(&lock, &handle);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  EXPECT_EQ(handle.OldIrql, PASSIVE_LEVEL);
  KeReleaseInStackQueuedSpinLock(&handle);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_EQ(lock, 0U);
}

// wdm/nf-wdm-keacquirespinlockfordpc.md: raises in a threaded DPC only.
TEST(SpinLock, ForDpcRaisesWhereNeeded) {
  KSPIN_LOCK lock = 0;
  KIRQL old = KeAcquireSpinLockForDpc(&lock);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  KeReleaseSpinLockForDpc(&lock, old);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

// Eight strands and one plain counter: nothing is lost, with real threads and under a seed.
void count_together(int rounds) {
  KSPIN_LOCK lock = 0;
  int counter = 0;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.push_back(sim::spawn("counter", [&, i] {
      for (int round = 0; round < rounds; ++round) {
        if ((i + round) % 2 == 0) {
          const KIRQL old = KeAcquireSpinLockRaiseToDpc(&lock);
          const int seen = counter;
          sim::switch_point();
          counter = seen + 1;
          KeReleaseSpinLock(&lock, old);
        } else {
          KLOCK_QUEUE_HANDLE handle;
          KeAcquireInStackQueuedSpinLock(&lock, &handle);
          ++counter;
          KeReleaseInStackQueuedSpinLock(&handle);
        }
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(counter, 8 * rounds);
}

TEST(SpinLock, ExcludesThreads) { count_together(2000); }

TEST(SpinLock, ExcludesUnderEverySeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    count_together(10);
  }
}

constexpr std::string_view kLock = "static KSPIN_LOCK Lock;\nstatic KSPIN_LOCK Other;\n";

TEST(SpinLockRules, N018AcquireAboveDispatchLevelIsFound) {
  expect_found("N-018", driver_with(R"(
  KIRQL old, inner;
  KeRaiseIrql(DISPATCH_LEVEL + 1, &old);
  KeAcquireSpinLock(&Lock, &inner);  // here
  KeReleaseSpinLock(&Lock, inner);
  KeLowerIrql(old);)",
                                    kLock));
}

TEST(SpinLockRules, N018AcquireAtDispatchLevelIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old, inner;
  KeInitializeSpinLock(&Lock);
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  KeAcquireSpinLock(&Lock, &inner);
  KeReleaseSpinLock(&Lock, inner);
  KeLowerIrql(old);)",
                            kLock));
}

TEST(SpinLockRules, N019AtDpcLevelFormAtPassiveLevelIsFound) {
  const std::string source = driver_with(R"(
  KeAcquireSpinLockAtDpcLevel(&Lock);  // here
  KeReleaseSpinLockFromDpcLevel(&Lock);)",
                                         kLock);
  const Life life = life_of(source);
  EXPECT_EQ(count(life.findings, "N-019"), 2U) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, "N-019"), "driver.c", line_of(source, "// here")));
}

TEST(SpinLockRules, N019AtDpcLevelFormAtDispatchLevelIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old = KeRaiseIrqlToDpcLevel();
  KeAcquireSpinLockAtDpcLevel(&Lock);
  KeReleaseSpinLockFromDpcLevel(&Lock);
  KeLowerIrql(old);)",
                            kLock));
}

TEST(SpinLockRules, N028ReturnWithASpinLockHeldIsFound) {
  const std::string source = driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);  // here
  KeLowerIrql(old);)",
                                         kLock);
  expect_found("N-028", source);
}

TEST(SpinLockRules, N028ReturnWithNothingHeldIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);
  KeReleaseSpinLock(&Lock, old);)",
                            kLock));
}

}  // namespace
