// What is recorded of spin locks that are held: recursion, releases, and the levels they restore.
#include "src/nt/sync/spin_lock_record.h"

#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::testing;

constexpr std::string_view kTwoLocks = "static KSPIN_LOCK Lock;\nstatic KSPIN_LOCK Other;\n";

TEST(SpinLockRules, N026RecursionIsFound) {
  const std::string source = driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);  // first
  KeAcquireSpinLockAtDpcLevel(&Lock);  // here
  KeReleaseSpinLockFromDpcLevel(&Lock);
  KeReleaseSpinLock(&Lock, old);)",
                                         kTwoLocks);
  expect_found("N-026", source, "// first");
}

TEST(SpinLockRules, N026TwoLocksAreSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);
  KeAcquireSpinLockAtDpcLevel(&Other);
  KeReleaseSpinLockFromDpcLevel(&Other);
  KeReleaseSpinLock(&Lock, old);)",
                            kTwoLocks));
}

TEST(SpinLockRules, N027SecondReleaseIsFound) {
  expect_found("N-027", driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);
  KeReleaseSpinLockFromDpcLevel(&Lock);
  KeReleaseSpinLock(&Lock, old);  // here)"
                                    "\n",
                                    kTwoLocks));
}

TEST(SpinLockRules, N027QueuedHandleReleasedTwiceIsFound) {
  expect_found("N-027", driver_with(R"(
  KLOCK_QUEUE_HANDLE handle;
  KIRQL old = KeRaiseIrqlToDpcLevel();
  KeAcquireInStackQueuedSpinLockAtDpcLevel(&Lock, &handle);
  KeReleaseInStackQueuedSpinLockFromDpcLevel(&handle);
  KeReleaseInStackQueuedSpinLockFromDpcLevel(&handle);  // here
  KeLowerIrql(old);)",
                                    kTwoLocks));
}

TEST(SpinLockRules, N027ReleaseByTheHolderIsSilent) {
  expect_silent(driver_with(R"(
  KLOCK_QUEUE_HANDLE handle;
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);
  KeReleaseSpinLock(&Lock, old);
  KeAcquireInStackQueuedSpinLock(&Lock, &handle);
  KeReleaseInStackQueuedSpinLock(&handle);
  old = ExAcquireSpinLockExclusive(&Shared);
  ExReleaseSpinLockExclusive(&Shared, old);)",
                            "static KSPIN_LOCK Lock;\nstatic EX_SPIN_LOCK Shared;\n"));
}

// The lock is released, to the level that the driver has said, and its record is gone.
TEST(SpinLockRules, N029TheLockIsReleasedAllTheSame) {
  expect_found_alone("N-029", driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);
  KeReleaseSpinLock(&Lock, APC_LEVEL);
  if (KeGetCurrentIrql() != APC_LEVEL) return STATUS_UNSUCCESSFUL;
  KeLowerIrql(old);
  KeAcquireSpinLock(&Lock, &old);
  if (old != PASSIVE_LEVEL || KeGetCurrentIrql() != DISPATCH_LEVEL) return STATUS_UNSUCCESSFUL;
  KeReleaseSpinLock(&Lock, old);
)",
                                          kTwoLocks));
}

TEST(SpinLockRules, N029ReleaseToAnotherIrqlIsFound) {
  expect_found("N-029", driver_with(R"(
  KIRQL old;
  KeAcquireSpinLock(&Lock, &old);
  KeReleaseSpinLock(&Lock, APC_LEVEL);  // here
  KeLowerIrql(old);)",
                                    kTwoLocks));
}

// Released in the order of acquisition, with the levels exchanged: the thread ends where it began.
TEST(SpinLockRules, N029ExchangedLevelsAreSilent) {
  expect_silent(driver_with(R"(
  KIRQL first, second;
  KeAcquireSpinLock(&Lock, &first);
  KeAcquireSpinLock(&Other, &second);
  KeReleaseSpinLock(&Lock, second);
  KeReleaseSpinLock(&Other, first);)",
                            kTwoLocks));
}

TEST(SpinLockRules, N029ReleaseToTheLevelOfBeforeIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL first, second;
  KeAcquireSpinLock(&Lock, &first);
  KeAcquireSpinLock(&Other, &second);
  KeReleaseSpinLock(&Other, second);
  KeReleaseSpinLock(&Lock, first);)",
                            kTwoLocks));
}

TEST(SpinLockRules, N021MemoryThatIsNoLockIsFound) {
  expect_found("N-021", driver_with(R"(
  KIRQL old;
  Lock = 0xabababababababab;
  KeAcquireSpinLock(&Lock, &old);  // here
  KeReleaseSpinLock(&Lock, old);)",
                                    kTwoLocks));
}

// A level that nobody recorded is found only where it is above the current one.
TEST(SpinLockRecord, WithoutARecordOnlyALevelAboveIsFound) {
  const drydock::rules::FindingLog log;
  int lock = 0;
  drydock::nt::check_released_irql(&lock, PASSIVE_LEVEL, "Release");
  EXPECT_TRUE(log.findings().empty());
  drydock::nt::check_released_irql(&lock, DISPATCH_LEVEL, "Release");
  EXPECT_EQ(count(log.findings(), "N-029"), 1U);
}

// A new acquisition replaces what a driver that ended has left.
TEST(SpinLockRecord, TheLastAcquisitionCountsAndIsCheckedOnce) {
  const drydock::rules::FindingLog log;
  int lock = 0;
  drydock::nt::remember_previous_irql(&lock, DISPATCH_LEVEL);
  drydock::nt::remember_previous_irql(&lock, PASSIVE_LEVEL);
  drydock::nt::check_released_irql(&lock, PASSIVE_LEVEL, "Release");
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
  drydock::nt::remember_previous_irql(&lock, PASSIVE_LEVEL);
  drydock::nt::remove_previous_irql(&lock);
  drydock::nt::check_released_irql(&lock, PASSIVE_LEVEL, "Release");
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
