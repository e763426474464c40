// Fast mutexes and guarded mutexes.
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

// wdm/nf-wdm-exacquirefastmutex.md: the caller runs at APC_LEVEL until it releases.
TEST(FastMutex, RaisesToApcLevelAndRestores) {
  FAST_MUTEX mutex;
  ExInitializeFastMutex(&mutex);
  ExAcquireFastMutex(&mutex);
  EXPECT_EQ(KeGetCurrentIrql(), APC_LEVEL);
  EXPECT_EQ(mutex.Owner, KeGetCurrentThread());
  ExReleaseFastMutex(&mutex);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_EQ(mutex.Owner, nullptr);
}

// wdm/nf-wdm-extrytoacquirefastmutex.md: FALSE, at an unchanged level, when another thread has it.
TEST(FastMutex, TryFailsWhileHeld) {
  FAST_MUTEX mutex;
  ExInitializeFastMutex(&mutex);
  EXPECT_TRUE(ExTryToAcquireFastMutex(&mutex));
  EXPECT_EQ(KeGetCurrentIrql(), APC_LEVEL);
  sim::spawn("other", [&] {
    EXPECT_FALSE(ExTryToAcquireFastMutex(&mutex));
    EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  }).join();
  ExReleaseFastMutex(&mutex);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

// wdm/nf-wdm-exacquirefastmutexunsafe.md: leaves the level alone; allowed in a critical region.
TEST(FastMutex, UnsafeInACriticalRegion) {
  FindingLog log;
  FAST_MUTEX mutex;
  ExInitializeFastMutex(&mutex);
  KeEnterCriticalRegion();
  ExAcquireFastMutexUnsafe(&mutex);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  ExReleaseFastMutexUnsafe(&mutex);
  KeLeaveCriticalRegion();
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

// wdm/nf-wdm-keacquireguardedmutex.md: the caller is in a guarded region until it releases.
TEST(GuardedMutex, EntersAGuardedRegion) {
  KGUARDED_MUTEX mutex;
  KeInitializeGuardedMutex(&mutex);
  KeAcquireGuardedMutex(&mutex);
  EXPECT_TRUE(KeAreAllApcsDisabled());
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  sim::spawn("other", [&] { EXPECT_FALSE(KeTryToAcquireGuardedMutex(&mutex)); }).join();
  KeReleaseGuardedMutex(&mutex);
  EXPECT_FALSE(KeAreAllApcsDisabled());
  EXPECT_TRUE(KeTryToAcquireGuardedMutex(&mutex));
  KeReleaseGuardedMutex(&mutex);
  EXPECT_FALSE(KeAreAllApcsDisabled());
}

void count_together(int rounds) {
  FAST_MUTEX mutex;
  ExInitializeFastMutex(&mutex);
  EX_PUSH_LOCK push;
  ExInitializePushLock(&push);
  int counter = 0;
  int pushed = 0;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.push_back(sim::spawn("counter", [&, i] {
      for (int round = 0; round < rounds; ++round) {
        ExAcquireFastMutex(&mutex);
        const int seen = counter;
        sim::switch_point();
        counter = seen + 1;
        ExReleaseFastMutex(&mutex);
        KeEnterCriticalRegion();
        if (i % 2 == 0) {
          ExAcquirePushLockExclusive(&push);
          pushed += 1;
          sim::switch_point();
          pushed += 1;
          ExReleasePushLockExclusive(&push);
        } else {
          ExAcquirePushLockShared(&push);
          EXPECT_EQ(pushed % 2, 0);
          ExReleasePushLockShared(&push);
        }
        KeLeaveCriticalRegion();
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(counter, 6 * rounds);
  EXPECT_EQ(pushed, 6 * rounds);
}

TEST(FastMutex, ExcludesThreads) { count_together(1000); }

TEST(FastMutex, ExcludesUnderEverySeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    count_together(8);
  }
}

constexpr std::string_view kMutex = "static FAST_MUTEX Mutex;\n";

TEST(FastMutexRules, N018AcquireAtDispatchLevelIsFound) {
  expect_found("N-018", driver_with(R"(
  KIRQL old;
  ExInitializeFastMutex(&Mutex);
  old = KeRaiseIrqlToDpcLevel();
  ExAcquireFastMutex(&Mutex);  // here
  ExReleaseFastMutex(&Mutex);
  KeLowerIrql(old);)",
                                    kMutex));
}

TEST(FastMutexRules, N019UnsafeWithApcsEnabledIsFound) {
  const std::string source = driver_with(R"(
  ExInitializeFastMutex(&Mutex);
  ExAcquireFastMutexUnsafe(&Mutex);  // here
  ExReleaseFastMutexUnsafe(&Mutex);)",
                                         kMutex);
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, "N-019")) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, "N-019"), "driver.c", line_of(source, "// here")));
}

TEST(FastMutexRules, N028ReturnWithAFastMutexHeldIsFound) {
  expect_found("N-028", driver_with(R"(
  ExInitializeFastMutex(&Mutex);
  ExAcquireFastMutex(&Mutex);  // here
  KeLowerIrql(PASSIVE_LEVEL);)",
                                    kMutex));
}

TEST(FastMutexRules, N031RecursionIsFound) {
  expect_found("N-031", driver_with(R"(
  ExInitializeFastMutex(&Mutex);
  ExAcquireFastMutex(&Mutex);
  ExAcquireFastMutex(&Mutex);  // here
  ExReleaseFastMutex(&Mutex);)",
                                    kMutex));
}

TEST(FastMutexRules, N031RecursionOnAGuardedMutexIsFound) {
  expect_found("N-031", driver_with(R"(
  KeInitializeGuardedMutex(&Mutex);
  KeAcquireGuardedMutex(&Mutex);
  KeAcquireGuardedMutex(&Mutex);  // here
  KeReleaseGuardedMutex(&Mutex);)",
                                    "static KGUARDED_MUTEX Mutex;\n"));
}

TEST(FastMutexRules, N031AcquireAgainAfterReleaseIsSilent) {
  expect_silent(driver_with(R"(
  ExInitializeFastMutex(&Mutex);
  ExAcquireFastMutex(&Mutex);
  ExReleaseFastMutex(&Mutex);
  ExAcquireFastMutex(&Mutex);
  ExReleaseFastMutex(&Mutex);)",
                            kMutex));
}

TEST(FastMutexRules, N032ReleaseWithoutOwnershipIsFound) {
  expect_found("N-032", driver_with(R"(
  KIRQL old;
  ExInitializeFastMutex(&Mutex);
  KeRaiseIrql(APC_LEVEL, &old);
  ExReleaseFastMutex(&Mutex);  // here
  KeLowerIrql(old);)",
                                    kMutex));
}

TEST(FastMutexRules, N032ReleaseByTheOwnerIsSilent) {
  expect_silent(driver_with(R"(
  ExInitializeFastMutex(&Mutex);
  if (ExTryToAcquireFastMutex(&Mutex)) ExReleaseFastMutex(&Mutex);
  KeInitializeGuardedMutex(&Guarded);
  KeAcquireGuardedMutex(&Guarded);
  KeReleaseGuardedMutex(&Guarded);
  KeEnterCriticalRegion();
  ExAcquirePushLockExclusive(&Push);
  ExReleasePushLockExclusive(&Push);
  KeLeaveCriticalRegion();)",
                            "static FAST_MUTEX Mutex;\nstatic KGUARDED_MUTEX Guarded;\n"
                            "static EX_PUSH_LOCK Push;\n"));
}

}  // namespace
