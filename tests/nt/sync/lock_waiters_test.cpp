// Strands that wait for a lock: who is woken, in which order, and who waits in vain.
#include "src/nt/sync/lock_waiters.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::nt;
using namespace drydock::testing;

constexpr sim::Time kLong = 1'000'000;

// Time passes only when nobody else can run.
void let_others_run() { sim::park(sim::now() + kLong); }

// A wait that can never end is a finding and does not hang.
TEST(SpinLock, StuckStrandIsReported) {
  FindingLog log;
  const sim::SeededSchedule schedule(7);
  KSPIN_LOCK lock = 0;
  const KIRQL old = KeAcquireSpinLockRaiseToDpc(&lock);
  sim::Thread other = sim::spawn("other", [&] { KeAcquireSpinLockRaiseToDpc(&lock); });
  other.join();
  KeReleaseSpinLock(&lock, old);
  EXPECT_TRUE(has(log.findings(), "N-062"));
}

// Strands that sleep until they are woken, and say so in their order. All have joined.
std::vector<sim::Thread> sleepers(int count, const void* lock, std::vector<int>& woken) {
  std::vector<sim::Thread> out;
  for (int i = 0; i < count; ++i) {
    out.push_back(sim::spawn("sleeper", [&woken, lock, i] {
      join_waiters(lock);
      if (sleep_as_waiter(lock, "lock")) woken.push_back(i);
    }));
    let_others_run();
  }
  return out;
}

TEST(LockWaiters, WakeOneWakesTheFirstAndWakeAllTheRest) {
  const sim::SeededSchedule schedule(3);
  int lock = 0, other = 0;
  std::vector<int> woken;
  std::vector<sim::Thread> threads = sleepers(3, &lock, woken);
  wake_one(&other);
  let_others_run();
  EXPECT_TRUE(woken.empty());
  wake_one(&lock);
  let_others_run();
  EXPECT_EQ(woken, std::vector<int>{0});
  wake_all(&lock);
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(woken.size(), 3U);
}

TEST(LockWaiters, AWaitWithAnEndTimesOut) {
  const sim::SeededSchedule schedule(3);
  int lock = 0;
  const sim::Time begin = sim::now();
  join_waiters(&lock);
  EXPECT_EQ(sleep_as_waiter_until(&lock, "lock", begin + kLong), Slept::kTimedOut);
  EXPECT_GE(sim::now(), begin + kLong);
}

// Who got the lock without sleeping leaves no permit behind that would end its next wait.
TEST(LockWaiters, LeavingTakesAWakeUpAlong) {
  const sim::SeededSchedule schedule(3);
  int lock = 0;
  join_waiters(&lock);
  wake_one(&lock);
  leave_waiters(&lock);
  join_waiters(&lock);
  EXPECT_EQ(sleep_as_waiter_until(&lock, "lock", sim::now() + kLong), Slept::kTimedOut);
}

TEST(LockWaiters, TheEndOfADriverEndsItsWaitsAndNoOthers) {
  const FindingLog log;
  const sim::SeededSchedule schedule(3);
  Driver driver("waiter");
  int lock = 0;
  bool went_on = false, returned = true;
  std::vector<int> woken;
  std::vector<sim::Thread> threads = sleepers(1, &lock, woken);
  threads.push_back(sim::spawn("dying", [&] {
    returned = driver.run("routine", [&] {
      join_waiters(&lock);
      sleep_as_waiter(&lock, "lock");
      went_on = true;
    });
  }));
  let_others_run();
  driver.die();
  release_lock_waits_of(driver);
  threads[1].join();
  EXPECT_FALSE(returned);
  EXPECT_FALSE(went_on);
  EXPECT_TRUE(woken.empty());
  wake_one(&lock);
  threads[0].join();
  EXPECT_EQ(woken.size(), 1U);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
