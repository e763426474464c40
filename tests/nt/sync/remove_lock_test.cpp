// Remove locks.
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

// wdm/nf-wdm-ioacquireremovelock.md: STATUS_DELETE_PENDING once IoReleaseRemoveLockAndWait was
// called.
TEST(RemoveLock, RefusesAfterRemoval) {
  FindingLog log;
  IO_REMOVE_LOCK lock;
  IoInitializeRemoveLock(&lock, 'kcoL', 0, 0);
  EXPECT_EQ(IoAcquireRemoveLock(&lock, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(IoAcquireRemoveLock(&lock, &lock), STATUS_SUCCESS);
  IoReleaseRemoveLock(&lock, &lock);
  IoReleaseRemoveLockAndWait(&lock, nullptr);
  EXPECT_EQ(IoAcquireRemoveLock(&lock, nullptr), STATUS_DELETE_PENDING);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

// wdm/nf-wdm-ioreleaseremovelockandwait.md: returns when all acquisitions have been released.
void remove_while_used() {
  IO_REMOVE_LOCK lock;
  IoInitializeRemoveLock(&lock, 'kcoL', 0, 0);
  int inside = 0;
  KSPIN_LOCK guard = 0;
  std::vector<sim::Thread> threads;
  EXPECT_EQ(IoAcquireRemoveLock(&lock, nullptr), STATUS_SUCCESS);
  for (int i = 0; i < 3; ++i) {
    threads.push_back(sim::spawn("user", [&] {
      while (IoAcquireRemoveLock(&lock, nullptr) == STATUS_SUCCESS) {
        KIRQL old = KeAcquireSpinLockRaiseToDpc(&guard);
        ++inside;
        KeReleaseSpinLock(&guard, old);
        sim::switch_point();
        old = KeAcquireSpinLockRaiseToDpc(&guard);
        --inside;
        KeReleaseSpinLock(&guard, old);
        IoReleaseRemoveLock(&lock, nullptr);
      }
    }));
  }
  IoReleaseRemoveLockAndWait(&lock, nullptr);
  const KIRQL old = KeAcquireSpinLockRaiseToDpc(&guard);
  EXPECT_EQ(inside, 0);
  KeReleaseSpinLock(&guard, old);
  for (sim::Thread& thread : threads) thread.join();
}

TEST(RemoveLock, WaitsForThreads) {
  for (int i = 0; i < 50; ++i) remove_while_used();
}

TEST(RemoveLock, WaitsUnderEverySeed) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const sim::SeededSchedule schedule(seed);
    remove_while_used();
  }
}

constexpr std::string_view kLock = "static IO_REMOVE_LOCK Lock;\n";

TEST(RemoveLockRules, N035ReleaseWithoutAcquisitionIsFound) {
  expect_found("N-035", driver_with(R"(
  IoInitializeRemoveLock(&Lock, 0, 0, 0);
  IoReleaseRemoveLock(&Lock, driver);  // here)"
                                    "\n",
                                    kLock));
}

TEST(RemoveLockRules, N035ReleaseAfterAcquisitionIsSilent) {
  expect_silent(driver_with(R"(
  IoInitializeRemoveLock(&Lock, 0, 0, 0);
  if (NT_SUCCESS(IoAcquireRemoveLock(&Lock, driver))) IoReleaseRemoveLock(&Lock, driver);
  if (NT_SUCCESS(IoAcquireRemoveLock(&Lock, driver))) IoReleaseRemoveLockAndWait(&Lock, driver);)",
                            kLock));
}

// The debug form is larger; only what both have in common is touched.
TEST(RemoveLockRules, N035DebugBuildIsSilent) {
  expect_silent("#define DBG 1\n" + driver_with(R"(
  IoInitializeRemoveLock(&Lock, 0, 0, 0);
  if (NT_SUCCESS(IoAcquireRemoveLock(&Lock, driver))) IoReleaseRemoveLock(&Lock, driver);)",
                                                kLock));
}

}  // namespace
