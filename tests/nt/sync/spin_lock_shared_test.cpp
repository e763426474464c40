// Spin locks that readers share.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

namespace sim = drydock::sim;
using namespace drydock::testing;

// wdm/nf-wdm-exacquirespinlockshared.md
TEST(SharedSpinLock, SharersTogetherOwnerAlone) {
  EX_SPIN_LOCK lock = 0;
  KIRQL old = ExAcquireSpinLockShared(&lock);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  bool shared = false;
  bool owned = true;
  sim::spawn("other", [&] {
    const KIRQL level = KeRaiseIrqlToDpcLevel();
    shared = ExTryAcquireSpinLockSharedAtDpcLevel(&lock);
    if (shared) ExReleaseSpinLockSharedFromDpcLevel(&lock);
    owned = ExTryAcquireSpinLockExclusiveAtDpcLevel(&lock);
    KeLowerIrql(level);
  }).join();
  EXPECT_TRUE(shared);
  EXPECT_FALSE(owned);
  ExReleaseSpinLockShared(&lock, old);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_EQ(lock, 0);
}

// wdm/nf-wdm-extryconvertsharedspinlockexclusive.md: the only sharer becomes the owner.
TEST(SharedSpinLock, Converts) {
  EX_SPIN_LOCK lock = 0;
  const KIRQL old = ExAcquireSpinLockShared(&lock);
  EXPECT_TRUE(ExTryConvertSharedSpinLockExclusive(&lock));
  ExReleaseSpinLockExclusive(&lock, old);
  EXPECT_EQ(lock, 0);
}

void share_together(int rounds) {
  EX_SPIN_LOCK lock = 0;
  int counter = 0;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.push_back(sim::spawn("sharer", [&, i] {
      for (int round = 0; round < rounds; ++round) {
        if (i % 3 == 0) {
          const KIRQL old = ExAcquireSpinLockExclusive(&lock);
          counter += 1;
          sim::switch_point();
          counter += 1;
          ExReleaseSpinLockExclusive(&lock, old);
        } else {
          const KIRQL old = ExAcquireSpinLockShared(&lock);
          EXPECT_EQ(counter % 2, 0);
          ExReleaseSpinLockShared(&lock, old);
        }
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(counter, 4 * rounds);
  EXPECT_EQ(lock, 0);
}

TEST(SharedSpinLock, ExcludesThreads) { share_together(2000); }

TEST(SharedSpinLock, ExcludesUnderEverySeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    share_together(10);
  }
}

TEST(SpinLockRules, N026RecursionOnASharedSpinLockIsFound) {
  expect_found("N-026", driver_with(R"(
  KIRQL old = ExAcquireSpinLockShared(&Shared);
  ExAcquireSpinLockExclusiveAtDpcLevel(&Shared);  // here
  ExReleaseSpinLockShared(&Shared, old);)",
                                    "static EX_SPIN_LOCK Shared;\n"));
}

TEST(SpinLockRules, N027SharedReleasedAsExclusiveIsFound) {
  expect_found("N-027", driver_with(R"(
  KIRQL old = ExAcquireSpinLockShared(&Shared);
  ExReleaseSpinLockExclusive(&Shared, old);  // here)"
                                    "\n",
                                    "static EX_SPIN_LOCK Shared;\n"));
}

}  // namespace
