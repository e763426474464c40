// Mutexes and semaphores: who owns, who is let go.
#include "src/nt/sync/dispatcher.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/waits.h"

namespace {

using namespace drydock::testing;

namespace sim = drydock::sim;
using drydock::rules::FindingLog;

// wdm/nf-wdm-kewaitforsingleobject.md: an owner may take its mutex again.
TEST(Mutex, IsRecursiveForItsOwner) {
  KMUTEX mutex;
  KeInitializeMutex(&mutex, 0);
  EXPECT_EQ(look(&mutex), STATUS_SUCCESS);
  EXPECT_EQ(look(&mutex), STATUS_SUCCESS);
  EXPECT_EQ(KeReadStateMutex(&mutex), -1);
  EXPECT_EQ(KeReleaseMutex(&mutex, FALSE), -1);
  EXPECT_EQ(KeReleaseMutex(&mutex, FALSE), 0);
  EXPECT_EQ(KeReadStateMutex(&mutex), 1);
}

TEST(Mutex, ExcludesOthers) {
  const sim::SeededSchedule schedule(5);
  KMUTEX mutex;
  KeInitializeMutex(&mutex, 0);
  EXPECT_EQ(look(&mutex), STATUS_SUCCESS);
  NTSTATUS seen = STATUS_SUCCESS;
  sim::Thread other = sim::spawn("other", [&] { seen = look(&mutex); });
  other.join();
  EXPECT_EQ(seen, STATUS_TIMEOUT);
  KeReleaseMutex(&mutex, FALSE);
}

TEST(Mutex, ReleaseByAStrangerIsFound) {
  const FindingLog log;
  KMUTEX mutex;
  KeInitializeMutex(&mutex, 0);
  KeReleaseMutex(&mutex, FALSE);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-023");
  EXPECT_EQ(KeReadStateMutex(&mutex), 1);
}

// wdm/nf-wdm-kereleasesemaphore.md: the count rises by the adjustment, up to the limit.
TEST(Semaphore, Counts) {
  const FindingLog log;
  KSEMAPHORE semaphore;
  KeInitializeSemaphore(&semaphore, 1, 3);
  EXPECT_EQ(look(&semaphore), STATUS_SUCCESS);
  EXPECT_EQ(look(&semaphore), STATUS_TIMEOUT);
  EXPECT_EQ(KeReleaseSemaphore(&semaphore, 0, 2, FALSE), 0);
  EXPECT_EQ(KeReadStateSemaphore(&semaphore), 2);
  EXPECT_TRUE(log.findings().empty());
  KeReleaseSemaphore(&semaphore, 0, 2, FALSE);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-024");
  EXPECT_EQ(KeReadStateSemaphore(&semaphore), 2);
}

// wdm/nf-wdm-kereleasesemaphore.md: each count lets one waiter go.
TEST(Semaphore, LetsAsManyGoAsItCounts) {
  const sim::SeededSchedule schedule(4);
  KSEMAPHORE semaphore;
  KeInitializeSemaphore(&semaphore, 0, 10);
  int through = 0;
  std::vector<sim::Thread> waiters;
  for (int i = 0; i < 4; ++i) {
    waiters.push_back(sim::spawn("waiter", [&] {
      if (wait(&semaphore, milliseconds(100)) == STATUS_SUCCESS) ++through;
    }));
  }
  LARGE_INTEGER pause = milliseconds(10);
  KeDelayExecutionThread(KernelMode, FALSE, &pause);
  EXPECT_EQ(KeReleaseSemaphore(&semaphore, 0, 3, FALSE), 0);
  for (sim::Thread& waiter : waiters) waiter.join();
  EXPECT_EQ(through, 3);
  EXPECT_EQ(KeReadStateSemaphore(&semaphore), 0);
}

}  // namespace
