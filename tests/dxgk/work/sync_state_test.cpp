// The state of synchronization objects: who passes, who owns, and what a fence does.
#include "src/dxgk/work/sync_state.h"

#include <gtest/gtest.h>

#include <cstring>

namespace drydock::dxgk {
namespace {

D3DDDI_SYNCHRONIZATIONOBJECTINFO2 sync_info(D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 out{};
  out.Type = type;
  return out;
}

// The state compares contexts and never looks at them.
const Context& context_number(int number) {
  alignas(64) static std::byte places[4];
  return *reinterpret_cast<const Context*>(&places[number]);
}

TEST(SyncState, MutexIsItsOwnersUntilTheOwnerGivesIt) {
  SyncState mutex(sync_info(D3DDDI_SYNCHRONIZATION_MUTEX));
  const Context& one = context_number(0);
  const Context& other = context_number(1);
  const sim::Hold hold(sync_lock());
  EXPECT_TRUE(mutex.is_satisfied(one, 0));
  EXPECT_TRUE(mutex.take(one));
  EXPECT_TRUE(mutex.is_satisfied(one, 0)) << "its own again";
  EXPECT_FALSE(mutex.take(one)) << "it has it already";
  EXPECT_FALSE(mutex.is_satisfied(other, 0));
  EXPECT_FALSE(mutex.give(other, 0)) << "another's is not released";
  EXPECT_FALSE(mutex.is_satisfied(other, 0));
  EXPECT_TRUE(mutex.give(one, 0));
  EXPECT_TRUE(mutex.is_satisfied(other, 0));
}

TEST(SyncState, MutexThatBeginsOwnedHasNoOwningContext) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info = sync_info(D3DDDI_SYNCHRONIZATION_MUTEX);
  info.SynchronizationMutex.InitialState = TRUE;
  SyncState mutex(info);
  const sim::Hold hold(sync_lock());
  EXPECT_FALSE(mutex.is_satisfied(context_number(0), 0));
  EXPECT_FALSE(mutex.give(context_number(1), 0)) << "any context releases it, and none owned it";
  EXPECT_TRUE(mutex.is_satisfied(context_number(0), 0));
}

TEST(SyncState, MutexOfAnOwnerThatIsGoneIsFree) {
  SyncState mutex(sync_info(D3DDDI_SYNCHRONIZATION_MUTEX));
  const sim::Hold hold(sync_lock());
  EXPECT_TRUE(mutex.take(context_number(0)));
  mutex.abandon();
  EXPECT_TRUE(mutex.is_satisfied(context_number(1), 0));
}

TEST(SyncState, SemaphoreCountsUpToItsMost) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info = sync_info(D3DDDI_SEMAPHORE);
  info.Semaphore.MaxCount = 2;
  info.Semaphore.InitialCount = 1;
  SyncState semaphore(info);
  const Context& one = context_number(0);
  const sim::Hold hold(sync_lock());
  EXPECT_TRUE(semaphore.is_satisfied(one, 0));
  EXPECT_FALSE(semaphore.take(one)) << "nobody owns a semaphore";
  EXPECT_FALSE(semaphore.is_satisfied(one, 0));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(semaphore.give(one, 0));
  EXPECT_EQ(semaphore.value(), 2U);
}

TEST(SyncState, FencePassesAWaitForAValueThatWasReached) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info = sync_info(D3DDDI_FENCE);
  info.Fence.FenceValue = 5;
  SyncState fence(info);
  const sim::Hold hold(sync_lock());
  EXPECT_TRUE(fence.is_satisfied(context_number(0), 5));
  EXPECT_FALSE(fence.is_satisfied(context_number(0), 6));
  EXPECT_FALSE(fence.give(context_number(0), 9));
  EXPECT_TRUE(fence.is_satisfied(context_number(1), 9));
  EXPECT_EQ(fence.address(), nullptr) << "only a monitored fence has a page";
}

TEST(SyncState, MonitoredFenceFollowsItsPageAndNeverGoesBack) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info = sync_info(D3DDDI_MONITORED_FENCE);
  info.MonitoredFence.InitialFenceValue = 3;
  SyncState fence(info);
  const auto write = [&](std::uint64_t value) {
    std::memcpy(fence.kernel_address(), &value, sizeof value);
  };
  const sim::Hold hold(sync_lock());
  EXPECT_EQ(fence.follow_page(), 3U);
  write(7);
  EXPECT_EQ(fence.value(), 3U) << "until somebody looks";
  EXPECT_EQ(fence.follow_page(), 7U);
  write(4);
  EXPECT_EQ(fence.follow_page(), 7U);
  fence.set_value(8);
  std::uint64_t seen = 0;
  std::memcpy(&seen, fence.address(), sizeof seen);
  EXPECT_EQ(seen, 8U) << "clients see a signal of the host";
}

}  // namespace
}  // namespace drydock::dxgk
