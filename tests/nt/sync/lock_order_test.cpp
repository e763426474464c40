// The order in which locks are taken.
#include "src/nt/sync/lock_order.h"

#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::testing;

// Takes two spin locks, one inside the other.
void nest(KSPIN_LOCK& outer, KSPIN_LOCK& inner) {
  const KIRQL old = KeAcquireSpinLockRaiseToDpc(&outer);
  KeAcquireSpinLockAtDpcLevel(&inner);
  KeReleaseSpinLockFromDpcLevel(&inner);
  KeReleaseSpinLock(&outer, old);
}

std::size_t breaches(const FindingLog& log) { return count(log.findings(), "N-030"); }

TEST(LockOrder, TwoOrdersAreNamedOnce) {
  FindingLog log;
  KSPIN_LOCK a = 0;
  KSPIN_LOCK b = 0;
  nest(a, b);
  nest(a, b);
  EXPECT_EQ(breaches(log), 0U);
  sim::spawn("other", [&] { nest(b, a); }).join();
  EXPECT_EQ(breaches(log), 1U);
  // Both orders with both places each: the breach, its first lock and the two of the other order.
  EXPECT_EQ(first(log.findings(), "N-030").stacks.size(), 4U);
  nest(b, a);
  nest(a, b);
  EXPECT_EQ(breaches(log), 1U);
  drydock::nt::remove_lock(&a);
  drydock::nt::remove_lock(&b);
}

TEST(LockOrder, ACircleOfThreeIsNamed) {
  FindingLog log;
  KSPIN_LOCK locks[3] = {};
  nest(locks[0], locks[1]);
  nest(locks[1], locks[2]);
  EXPECT_EQ(breaches(log), 0U);
  nest(locks[2], locks[0]);
  EXPECT_EQ(breaches(log), 1U);
  drydock::nt::remove_locks_within(locks, sizeof locks);
}

TEST(LockOrder, InitialisedAnewIsAnotherLock) {
  FindingLog log;
  KSPIN_LOCK a = 0;
  KSPIN_LOCK b = 0;
  nest(a, b);
  KeInitializeSpinLock(&a);
  nest(b, a);
  EXPECT_EQ(breaches(log), 0U);
  drydock::nt::remove_lock(&a);
  drydock::nt::remove_lock(&b);
}

TEST(LockOrder, LocksInFreedMemoryAreRemoved) {
  FindingLog log;
  struct {
    char before[16];
    KSPIN_LOCK lock = 0;
  } memory;
  KSPIN_LOCK other = 0;
  nest(memory.lock, other);
  drydock::nt::remove_locks_within(&memory, sizeof memory);
  nest(other, memory.lock);
  EXPECT_EQ(breaches(log), 0U);
  drydock::nt::remove_lock(&other);
  drydock::nt::remove_lock(&memory.lock);
}

// An attempt that does not wait cannot deadlock.
TEST(LockOrder, TryDoesNotCount) {
  FindingLog log;
  KSPIN_LOCK a = 0;
  KSPIN_LOCK b = 0;
  nest(a, b);
  const KIRQL old = KeAcquireSpinLockRaiseToDpc(&b);
  EXPECT_TRUE(KeTryToAcquireSpinLockAtDpcLevel(&a));
  KeReleaseSpinLockFromDpcLevel(&a);
  KeReleaseSpinLock(&b, old);
  EXPECT_EQ(breaches(log), 0U);
  drydock::nt::remove_lock(&a);
  drydock::nt::remove_lock(&b);
}

TEST(LockOrder, KindsMix) {
  FindingLog log;
  FAST_MUTEX mutex;
  ExInitializeFastMutex(&mutex);
  ERESOURCE resource;
  ExInitializeResourceLite(&resource);
  ExAcquireFastMutex(&mutex);
  ExAcquireResourceExclusiveLite(&resource, TRUE);
  ExAcquireResourceExclusiveLite(&resource, TRUE);
  ExReleaseResourceLite(&resource);
  ExReleaseResourceLite(&resource);
  ExReleaseFastMutex(&mutex);
  KeEnterCriticalRegion();
  ExAcquireResourceSharedLite(&resource, TRUE);
  ExAcquireFastMutex(&mutex);
  ExReleaseFastMutex(&mutex);
  ExReleaseResourceLite(&resource);
  KeLeaveCriticalRegion();
  EXPECT_EQ(breaches(log), 1U);
  EXPECT_EQ(log.findings().size(), 1U) << text_of(log.findings());
  ExDeleteResourceLite(&resource);
  drydock::nt::remove_lock(&mutex);
}

// Some seed makes the planted inversion a real deadlock; every seed that takes both orders names
// it.
TEST(LockOrder, SeedsFindThePlantedInversion) {
  std::size_t deadlocks = 0;
  std::size_t named = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    FindingLog log;
    KSPIN_LOCK a = 0;
    KSPIN_LOCK b = 0;
    {
      const sim::SeededSchedule schedule(seed);
      sim::Thread one = sim::spawn("one", [&] { nest(a, b); });
      sim::Thread two = sim::spawn("two", [&] { nest(b, a); });
      one.join();
      two.join();
    }
    named += breaches(log);
    deadlocks += has(log.findings(), "N-062") ? 1 : 0;
    drydock::nt::remove_lock(&a);
    drydock::nt::remove_lock(&b);
  }
  EXPECT_EQ(named, 40U);
  EXPECT_GT(deadlocks, 0U);
}

constexpr std::string_view kLocks = R"(
static KSPIN_LOCK First;
static KSPIN_LOCK Second;
static VOID Forward(VOID) {
  KIRQL old;
  KeAcquireSpinLock(&First, &old);
  KeAcquireSpinLockAtDpcLevel(&Second);  // forward
  KeReleaseSpinLockFromDpcLevel(&Second);
  KeReleaseSpinLock(&First, old);
}
)";

TEST(LockOrderRules, N030TwoOrdersAreFound) {
  const std::string source = driver_with(R"(
  KIRQL old;
  Forward();
  KeAcquireSpinLock(&Second, &old);
  KeAcquireSpinLockAtDpcLevel(&First);  // here
  KeReleaseSpinLockFromDpcLevel(&First);
  KeReleaseSpinLock(&Second, old);)",
                                         kLocks);
  expect_found("N-030", source, "// forward");
}

TEST(LockOrderRules, N030OneOrderIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  Forward();
  KeAcquireSpinLock(&Second, &old);
  KeReleaseSpinLock(&Second, old);
  Forward();)",
                            kLocks));
}

}  // namespace
