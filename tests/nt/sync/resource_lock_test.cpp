// Executive resources.
#include "src/nt/sync/resource_lock.h"

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

// A resource and a critical region around its use.
class ResourceLock : public ::testing::Test {
 protected:
  ResourceLock() {
    KeEnterCriticalRegion();
    ExInitializeResourceLite(&resource);
  }
  ~ResourceLock() override {
    ExDeleteResourceLite(&resource);
    KeLeaveCriticalRegion();
    EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
  }

  // Returns the result for another thread that does not wait.
  template <class Acquire>
  BOOLEAN from_another_thread(Acquire acquire) {
    BOOLEAN taken = FALSE;
    sim::spawn("other", [&] {
      KeEnterCriticalRegion();
      taken = acquire(&resource, FALSE);
      if (taken) ExReleaseResourceLite(&resource);
      KeLeaveCriticalRegion();
    }).join();
    return taken;
  }

  // Lets a strand ask for exclusive access and returns when it waits.
  sim::Thread exclusive_waiter(std::vector<int>* order = nullptr) {
    sim::Thread thread = sim::spawn("exclusive", [this, order] {
      KeEnterCriticalRegion();
      EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, TRUE));
      if (order != nullptr) order->push_back(1);
      ExReleaseResourceLite(&resource);
      KeLeaveCriticalRegion();
    });
    while (ExGetExclusiveWaiterCount(&resource) == 0) sim::switch_point();
    return thread;
  }

  FindingLog log;
  ERESOURCE resource;
};

// wdm/nf-wdm-exacquireresourceexclusivelite.md: exclusive access is granted recursively.
TEST_F(ResourceLock, ExclusiveIsRecursiveAndExcludes) {
  EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, FALSE));
  EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, TRUE));
  EXPECT_TRUE(ExIsResourceAcquiredExclusiveLite(&resource));
  EXPECT_EQ(ExIsResourceAcquiredSharedLite(&resource), 2U);
  EXPECT_FALSE(from_another_thread(ExAcquireResourceExclusiveLite));
  EXPECT_FALSE(from_another_thread(ExAcquireResourceSharedLite));
  EXPECT_FALSE(from_another_thread(ExAcquireSharedStarveExclusive));
  ExReleaseResourceLite(&resource);
  EXPECT_FALSE(from_another_thread(ExAcquireResourceSharedLite));
  ExReleaseResourceLite(&resource);
  EXPECT_FALSE(ExIsResourceAcquiredExclusiveLite(&resource));
  EXPECT_TRUE(from_another_thread(ExAcquireResourceExclusiveLite));
}

// wdm/nf-wdm-exacquireresourcesharedlite.md: an exclusive owner that asks to share stays exclusive.
TEST_F(ResourceLock, SharingAnExclusiveHoldDoesNotConvertIt) {
  EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, TRUE));
  EXPECT_TRUE(ExAcquireResourceSharedLite(&resource, TRUE));
  EXPECT_TRUE(ExIsResourceAcquiredExclusiveLite(&resource));
  EXPECT_FALSE(from_another_thread(ExAcquireResourceSharedLite));
  ExReleaseResourceLite(&resource);
  ExReleaseResourceLite(&resource);
}

// wdm/nf-wdm-exacquireresourcesharedlite.md
TEST_F(ResourceLock, ManyShare) {
  EXPECT_TRUE(ExAcquireResourceSharedLite(&resource, TRUE));
  EXPECT_FALSE(ExIsResourceAcquiredExclusiveLite(&resource));
  EXPECT_TRUE(from_another_thread(ExAcquireResourceSharedLite));
  EXPECT_FALSE(from_another_thread(ExAcquireResourceExclusiveLite));
  ExReleaseResourceLite(&resource);
}

// wdm/nf-wdm-exacquireresourceexclusivelite.md: a sharer is not given exclusive access without
// waiting.
TEST_F(ResourceLock, SharerIsRefusedExclusive) {
  EXPECT_TRUE(ExAcquireResourceSharedLite(&resource, TRUE));
  EXPECT_FALSE(ExAcquireResourceExclusiveLite(&resource, FALSE));
  ExReleaseResourceLite(&resource);
}

// Shared access while a thread waits for exclusive access:
// wdm/nf-wdm-exacquireresourcesharedlite.md, -exacquiresharedstarveexclusive.md and
// -exacquiresharedwaitforexclusive.md.
TEST_F(ResourceLock, ExclusiveWaiterHoldsOffNewSharers) {
  const sim::SeededSchedule schedule(11);
  EXPECT_TRUE(ExAcquireResourceSharedLite(&resource, TRUE));
  sim::Thread waiter = exclusive_waiter();
  EXPECT_FALSE(from_another_thread(ExAcquireResourceSharedLite));
  EXPECT_FALSE(from_another_thread(ExAcquireSharedWaitForExclusive));
  EXPECT_TRUE(from_another_thread(ExAcquireSharedStarveExclusive));
  // The same thread again: granted, except by the form that waits for exclusive access.
  EXPECT_TRUE(ExAcquireResourceSharedLite(&resource, TRUE));
  EXPECT_FALSE(ExAcquireSharedWaitForExclusive(&resource, FALSE));
  ExReleaseResourceLite(&resource);
  ExReleaseResourceLite(&resource);
  waiter.join();
}

// wdm/nf-wdm-exconvertexclusivetosharedlite.md: threads that wait to share are granted access.
TEST_F(ResourceLock, ConvertLetsSharersIn) {
  const sim::SeededSchedule schedule(12);
  EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, TRUE));
  bool shared = false;
  sim::Thread sharer = sim::spawn("sharer", [&] {
    KeEnterCriticalRegion();
    EXPECT_TRUE(ExAcquireResourceSharedLite(&resource, TRUE));
    shared = true;
    ExReleaseResourceLite(&resource);
    KeLeaveCriticalRegion();
  });
  while (ExGetSharedWaiterCount(&resource) == 0) sim::switch_point();
  EXPECT_FALSE(shared);
  ExConvertExclusiveToSharedLite(&resource);
  sharer.join();
  EXPECT_TRUE(shared);
  EXPECT_EQ(ExIsResourceAcquiredSharedLite(&resource), 1U);
  ExReleaseResourceLite(&resource);
}

// wdm/nf-wdm-exsetresourceownerpointer.md: only ExReleaseResourceForThreadLite with that pointer
// releases.
TEST_F(ResourceLock, OwnerPointerTakesOver) {
  EXPECT_TRUE(ExAcquireResourceExclusiveLite(&resource, TRUE));
  static int user;
  const auto pointer = reinterpret_cast<ULONG_PTR>(&user) | 3;
  ExSetResourceOwnerPointer(&resource, reinterpret_cast<PVOID>(pointer));
  EXPECT_FALSE(ExIsResourceAcquiredExclusiveLite(&resource));
  EXPECT_FALSE(from_another_thread(ExAcquireResourceSharedLite));
  sim::spawn("other", [&] { ExReleaseResourceForThreadLite(&resource, pointer); }).join();
  EXPECT_TRUE(from_another_thread(ExAcquireResourceExclusiveLite));
}

// wdm/nf-wdm-exentercriticalregionandacquireresourceexclusive.md
TEST(ResourceLockRegion, CombinedFormsEnterAndLeave) {
  FindingLog log;
  ERESOURCE resource;
  ExInitializeResourceLite(&resource);
  ExEnterCriticalRegionAndAcquireResourceExclusive(&resource);
  EXPECT_TRUE(KeAreApcsDisabled());
  EXPECT_TRUE(ExIsResourceAcquiredExclusiveLite(&resource));
  ExReleaseResourceAndLeaveCriticalRegion(&resource);
  EXPECT_FALSE(KeAreApcsDisabled());
  ExEnterCriticalRegionAndAcquireResourceShared(&resource);
  ExReleaseResourceAndLeaveCriticalRegion(&resource);
  ExDeleteResourceLite(&resource);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

void use_together(int rounds) {
  ERESOURCE resource;
  ExInitializeResourceLite(&resource);
  int counter = 0;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.push_back(sim::spawn("user", [&, i] {
      KeEnterCriticalRegion();
      for (int round = 0; round < rounds; ++round) {
        if (i % 3 == 0) {
          ExAcquireResourceExclusiveLite(&resource, TRUE);
          counter += 1;
          sim::switch_point();
          counter += 1;
        } else {
          ExAcquireResourceSharedLite(&resource, TRUE);
          EXPECT_EQ(counter % 2, 0);
        }
        ExReleaseResourceLite(&resource);
      }
      KeLeaveCriticalRegion();
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(counter, 4 * rounds);
  ExDeleteResourceLite(&resource);
}

TEST(ResourceLockThreads, ExcludesThreads) { use_together(1000); }

TEST(ResourceLockThreads, ExcludesUnderEverySeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    use_together(8);
  }
}

TEST(ResourceLockTable, KnowsWhatLiesInARange) {
  struct Holder {
    char before[64];
    ERESOURCE resource;
  } holder;
  EXPECT_TRUE(drydock::nt::resources_within(&holder, sizeof holder).empty());
  ExInitializeResourceLite(&holder.resource);
  EXPECT_EQ(drydock::nt::resources_within(&holder, sizeof holder).size(), 1U);
  EXPECT_TRUE(drydock::nt::resources_within(&holder, sizeof holder.before).empty());
  FindingLog log;
  drydock::nt::raise_resources_within(&holder, sizeof holder, "a test");
  EXPECT_TRUE(has(log.findings(), "N-034"));
  EXPECT_TRUE(drydock::nt::resources_within(&holder, sizeof holder).empty());
}

constexpr std::string_view kResource = "static ERESOURCE Resource;\n";

TEST(ResourceLockRules, N033AcquireWithApcsEnabledIsFound) {
  expect_found("N-033", driver_with(R"(
  ExInitializeResourceLite(&Resource);
  ExAcquireResourceExclusiveLite(&Resource, TRUE);  // here
  ExReleaseResourceLite(&Resource);
  ExDeleteResourceLite(&Resource);)",
                                    kResource));
}

TEST(ResourceLockRules, N033AcquireInACriticalRegionIsSilent) {
  expect_silent(driver_with(R"(
  ExInitializeResourceLite(&Resource);
  KeEnterCriticalRegion();
  ExAcquireResourceExclusiveLite(&Resource, TRUE);
  ExConvertExclusiveToSharedLite(&Resource);
  ExReleaseResourceForThreadLite(&Resource, ExGetCurrentResourceThread());
  KeLeaveCriticalRegion();
  ExDeleteResourceLite(&Resource);)",
                            kResource));
}

// wdm/nf-wdm-keinitializemutex.md: a thread that owns a mutex takes no normal kernel APCs.
TEST(ResourceLockRules, N033AcquireUnderAMutexIsSilent) {
  expect_silent(
      driver_with(R"(
  KeInitializeMutex(&Mutex, 0);
  ExInitializeFastMutex(&Fast);
  ExInitializeResourceLite(&Resource);
  if (KeAreApcsDisabled()) return STATUS_UNSUCCESSFUL;
  KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL);
  KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL);
  if (!KeAreApcsDisabled() || KeAreAllApcsDisabled()) return STATUS_UNSUCCESSFUL;
  ExAcquireResourceExclusiveLite(&Resource, TRUE);
  ExAcquireFastMutexUnsafe(&Fast);
  ExReleaseFastMutexUnsafe(&Fast);
  ExReleaseResourceLite(&Resource);
  KeReleaseMutex(&Mutex, FALSE);
  if (!KeAreApcsDisabled()) return STATUS_UNSUCCESSFUL;
  KeReleaseMutex(&Mutex, FALSE);
  if (KeAreApcsDisabled()) return STATUS_UNSUCCESSFUL;
  ExDeleteResourceLite(&Resource);)",
                  "static ERESOURCE Resource; static KMUTEX Mutex; static FAST_MUTEX Fast;\n"));
}

TEST(ResourceLockRules, N034FreedWithoutDeleteIsFound) {
  const std::string source = driver_with(R"(
  PERESOURCE resource = (PERESOURCE)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(ERESOURCE), 'kcoL');
  if (resource == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  ExInitializeResourceLite(resource);  // initialised
  ExFreePoolWithTag(resource, 'kcoL');  // here)"
                                         "\n");
  expect_found("N-034", source, "// initialised");
}

TEST(ResourceLockRules, N034LeftAtUnloadIsFound) {
  expect_found("N-034",
               driver_with("\n  ExInitializeResourceLite(&Resource);  // here\n", kResource));
}

TEST(ResourceLockRules, N034DeletedBeforeFreeIsSilent) {
  expect_silent(driver_with(R"(
  PERESOURCE resource = (PERESOURCE)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(ERESOURCE), 'kcoL');
  if (resource == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  ExInitializeResourceLite(resource);
  ExDeleteResourceLite(resource);
  ExFreePoolWithTag(resource, 'kcoL');)"));
}

TEST(ResourceLockRules, N021UseBeforeInitialisationIsFound) {
  expect_found("N-021", driver_with(R"(
  KeEnterCriticalRegion();
  ExAcquireResourceSharedLite(&Resource, TRUE);  // here
  KeLeaveCriticalRegion();)",
                                    kResource));
}

TEST(ResourceLockRules, N032ReleaseWithoutOwnershipIsFound) {
  expect_found("N-032", driver_with(R"(
  ExInitializeResourceLite(&Resource);
  ExReleaseResourceLite(&Resource);  // here
  ExDeleteResourceLite(&Resource);)",
                                    kResource));
}

TEST(ResourceLockRules, N062WaitForOneselfIsFound) {
  expect_found("N-062", driver_with(R"(
  ExInitializeResourceLite(&Resource);
  KeEnterCriticalRegion();
  ExAcquireResourceSharedLite(&Resource, TRUE);
  ExAcquireResourceExclusiveLite(&Resource, TRUE);  // here
  KeLeaveCriticalRegion();)",
                                    kResource));
}

}  // namespace
