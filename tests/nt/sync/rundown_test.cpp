// Rundown protection.
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

// wdm/nf-wdm-exwaitforrundownprotectionrelease.md: without references it returns at once, a second
// call has no effect, and no further protection is granted.
TEST(Rundown, WaitWithoutReferencesReturnsAtOnce) {
  EX_RUNDOWN_REF reference;
  ExInitializeRundownProtection(&reference);
  EXPECT_TRUE(ExAcquireRundownProtection(&reference));
  ExReleaseRundownProtection(&reference);
  ExWaitForRundownProtectionRelease(&reference);
  EXPECT_FALSE(ExAcquireRundownProtection(&reference));
  EXPECT_FALSE(ExAcquireRundownProtectionEx(&reference, 2));
  ExWaitForRundownProtectionRelease(&reference);
}

// wdm/nf-wdm-exreinitializerundownprotection.md and -exrundowncompleted.md
TEST(Rundown, CompletedAndReinitialised) {
  EX_RUNDOWN_REF reference;
  ExInitializeRundownProtection(&reference);
  ExWaitForRundownProtectionRelease(&reference);
  ExRundownCompleted(&reference);
  EXPECT_FALSE(ExAcquireRundownProtection(&reference));
  ExWaitForRundownProtectionRelease(&reference);
  ExReInitializeRundownProtection(&reference);
  EXPECT_TRUE(ExAcquireRundownProtection(&reference));
  ExReleaseRundownProtection(&reference);
}

// wdm/nf-wdm-exacquirerundownprotectionex.md: several at once.
TEST(Rundown, CountedForms) {
  FindingLog log;
  EX_RUNDOWN_REF reference;
  ExInitializeRundownProtection(&reference);
  EXPECT_TRUE(ExAcquireRundownProtectionEx(&reference, 5));
  ExReleaseRundownProtection(&reference);
  ExReleaseRundownProtectionEx(&reference, 4);
  ExWaitForRundownProtectionRelease(&reference);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

// The wait lasts until the last reference is released, and no reference is granted after it began.
void run_down(int users) {
  EX_RUNDOWN_REF reference;
  ExInitializeRundownProtection(&reference);
  int inside = 0;
  bool gone = false;
  KSPIN_LOCK lock = 0;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < users; ++i) {
    threads.push_back(sim::spawn("user", [&] {
      while (ExAcquireRundownProtection(&reference)) {
        KIRQL old = KeAcquireSpinLockRaiseToDpc(&lock);
        EXPECT_FALSE(gone);
        ++inside;
        KeReleaseSpinLock(&lock, old);
        sim::switch_point();
        old = KeAcquireSpinLockRaiseToDpc(&lock);
        --inside;
        KeReleaseSpinLock(&lock, old);
        ExReleaseRundownProtection(&reference);
      }
    }));
  }
  ExWaitForRundownProtectionRelease(&reference);
  const KIRQL old = KeAcquireSpinLockRaiseToDpc(&lock);
  EXPECT_EQ(inside, 0);
  gone = true;
  KeReleaseSpinLock(&lock, old);
  for (sim::Thread& thread : threads) thread.join();
}

TEST(Rundown, WaitsForThreads) {
  for (int i = 0; i < 50; ++i) run_down(4);
}

TEST(Rundown, WaitsUnderEverySeed) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const sim::SeededSchedule schedule(seed);
    run_down(3);
  }
}

// wdm/nf-wdm-exallocatecacheawarerundownprotection.md
TEST(Rundown, CacheAwareForm) {
  PEX_RUNDOWN_REF_CACHE_AWARE reference =
      ExAllocateCacheAwareRundownProtection(NonPagedPoolNx, 'nuR ');
  ASSERT_NE(reference, nullptr);
  EXPECT_TRUE(ExAcquireRundownProtectionCacheAware(reference));
  ExReleaseRundownProtectionCacheAware(reference);
  ExWaitForRundownProtectionReleaseCacheAware(reference);
  EXPECT_FALSE(ExAcquireRundownProtectionCacheAware(reference));
  ExReInitializeRundownProtectionCacheAware(reference);
  EXPECT_TRUE(ExAcquireRundownProtectionCacheAware(reference));
  ExReleaseRundownProtectionCacheAware(reference);
  ExFreeCacheAwareRundownProtection(reference);
}

constexpr std::string_view kReference = "static EX_RUNDOWN_REF Reference;\n";

TEST(RundownRules, N035ReleaseWithoutAcquisitionIsFound) {
  expect_found("N-035", driver_with(R"(
  ExInitializeRundownProtection(&Reference);
  if (ExAcquireRundownProtection(&Reference)) ExReleaseRundownProtection(&Reference);
  ExReleaseRundownProtection(&Reference);  // here)"
                                    "\n",
                                    kReference));
}

TEST(RundownRules, N035EachReleaseWithItsAcquisitionIsSilent) {
  expect_silent(driver_with(R"(
  ExInitializeRundownProtection(&Reference);
  if (ExAcquireRundownProtection(&Reference)) ExReleaseRundownProtection(&Reference);
  if (ExAcquireRundownProtectionEx(&Reference, 3)) ExReleaseRundownProtectionEx(&Reference, 3);
  ExWaitForRundownProtectionRelease(&Reference);)",
                            kReference));
}

TEST(RundownRules, N018WaitAtDispatchLevelIsFound) {
  expect_found("N-018", driver_with(R"(
  KIRQL old;
  ExInitializeRundownProtection(&Reference);
  old = KeRaiseIrqlToDpcLevel();
  ExWaitForRundownProtectionRelease(&Reference);  // here
  KeLowerIrql(old);)",
                                    kReference));
}

}  // namespace
