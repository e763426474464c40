// Waits and signals of contexts on synchronization objects.
#include <gtest/gtest.h>

#include <array>

#include "tests/dxgk/work/sync_queue_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(SyncQueue, AFenceOrdersTheWorkOfTwoContexts) {
  GpuContext first(device(), SOFTGPU_NODE_RENDER), second(device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE fence = create_fence(device());
  const D3DKMT_HANDLE seen = world_.create_buffer(device(), kPage, true);
  EXPECT_EQ(wait(second, fence, 2), STATUS_SUCCESS);
  EXPECT_EQ(put(second, seen, 2), STATUS_SUCCESS);
  EXPECT_EQ(put(first, seen, 1), STATUS_SUCCESS);
  EXPECT_EQ(signal(first, fence, 1), STATUS_SUCCESS);
  EXPECT_EQ(signal(first, fence, 2), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(word(seen), 2U);
}

// A broadcast is a signal in each of the queues.
TEST_F(SyncQueue, ABroadcastSignalsFromEveryContext) {
  GpuContext first(device()), second(device(), SOFTGPU_NODE_COPY), third(device());
  const D3DKMT_HANDLE semaphore = create_semaphore(device(), 0, 8);
  const D3DKMT_HANDLE seen = world_.create_buffer(device(), kPage, true);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(wait(third, semaphore), STATUS_SUCCESS);
  EXPECT_EQ(put(third, seen, 5), STATUS_SUCCESS);
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = first.handle();
  data.ObjectCount = 1;
  data.ObjectHandleArray[0] = semaphore;
  data.BroadcastContextCount = 1;
  data.BroadcastContext[0] = second.handle();
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(word(seen), 5U) << "two signals";
  data.BroadcastContext[0] = first.handle();
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_INVALID_PARAMETER) << "its owner";
  data.BroadcastContext[0] = device();
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_INVALID_PARAMETER) << "no context";
  data.BroadcastContextCount = D3DDDI_MAX_BROADCAST_CONTEXT + 1;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_INVALID_PARAMETER);
}

// The first of them sets the event, which stays set.
TEST_F(SyncQueue, ABroadcastSetsItsEvent) {
  GpuContext first(device()), second(device(), SOFTGPU_NODE_COPY);
  const Event event;
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = first.handle();
  data.Flags.EnqueueCpuEvent = 1;
  data.CpuEventHandle = event.handle;
  data.BroadcastContextCount = 1;
  data.BroadcastContext[0] = second.handle();
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_TRUE(event.is_set());
}

TEST_F(SyncQueue, AMutexIsOwnedByOneContextAtATime) {
  GpuContext first(device()), second(device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE mutex = create_mutex(device());
  const D3DKMT_HANDLE seen = world_.create_buffer(device(), kPage, true);
  EXPECT_EQ(wait(first, mutex), STATUS_SUCCESS);
  EXPECT_EQ(put(first, seen, 1), STATUS_SUCCESS);
  while (world_.engine(SOFTGPU_NODE_RENDER).Packets == 0) SoftGpuWorld::pause();
  EXPECT_EQ(wait(second, mutex), STATUS_SUCCESS);
  EXPECT_EQ(put(second, seen, 2), STATUS_SUCCESS);
  EXPECT_EQ(put(first, seen, 3), STATUS_SUCCESS);
  EXPECT_EQ(signal(first, mutex), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(word(seen), 2U);
  EXPECT_EQ(signal(second, mutex), STATUS_SUCCESS);
}

TEST_F(SyncQueue, ASemaphoreLetsAsManyPassAsItCounts) {
  GpuContext first(device()), second(device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE semaphore = create_semaphore(device(), 1, 2);
  const D3DKMT_HANDLE seen = world_.create_buffer(device(), kPage, true);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(wait(first, semaphore), STATUS_SUCCESS);
    EXPECT_EQ(first.render(std::array{add(0, 0, 1)}, std::array{seen}), STATUS_SUCCESS);
  }
  for (int i = 0; i < 2; ++i) EXPECT_EQ(signal(second, semaphore), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(word(seen), 3U);
}

// All of them at once, or none.
TEST_F(SyncQueue, AWaitForSeveralTakesNoneBeforeAllAreThere) {
  GpuContext first(device()), second(device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE semaphore = create_semaphore(device(), 1, 1);
  const D3DKMT_HANDLE fence = create_fence(device());
  EXPECT_EQ(wait(first, std::array{semaphore, fence}, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait(second, semaphore), STATUS_SUCCESS);
  EXPECT_EQ(signal(second, semaphore), STATUS_SUCCESS);
  EXPECT_EQ(signal(second, fence, 1), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
}

TEST_F(SyncQueue, K356AContextThatOwnsAMutexStays) {
  const Raises raises({"K-356"});
  GpuContext context(device());
  const D3DKMT_HANDLE mutex = create_mutex(device());
  EXPECT_EQ(wait(context, mutex), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(context.destroy(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(signal(context, mutex), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(context.destroy(), STATUS_SUCCESS);
}

TEST_F(SyncQueue, K356AContextThatGaveItBackGoes) {
  const StaysSilent silent({"K-356"});
  GpuContext context(device());
  const D3DKMT_HANDLE mutex = create_mutex(device());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(wait(context, mutex), STATUS_SUCCESS);
    EXPECT_EQ(signal(context, mutex), STATUS_SUCCESS);
  }
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(context.destroy(), STATUS_SUCCESS);
}

TEST_F(SyncQueue, ADeviceGoesAlthoughItsContextsWait) {
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(world_.opened(), other), STATUS_SUCCESS);
  GpuContext waiting(other), working(device());
  const D3DKMT_HANDLE fence = create_fence(device());
  const D3DKMT_HANDLE local = world_.create_buffer(other, kPage);
  EXPECT_EQ(wait(waiting, fence, 1), STATUS_SUCCESS);
  EXPECT_EQ(waiting.render(std::array{fill(0, kPage, 1)}, std::array{local}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(other), STATUS_SUCCESS);
  EXPECT_EQ(signal(working, fence, 1), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
}

// An object that a context owns when its device is destroyed has no owner afterwards, and other
// waiters continue.
TEST_F(SyncQueue, AnOwnerThatGoesLetsGo) {
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(world_.opened(), other), STATUS_SUCCESS);
  const D3DKMT_HANDLE mutex = create_mutex(device());
  {
    GpuContext owner(other);
    EXPECT_EQ(wait(owner, mutex), STATUS_SUCCESS);
    EXPECT_EQ(world_.wait_idle(other), STATUS_SUCCESS);
  }
  GpuContext waiting(device());
  EXPECT_EQ(wait(waiting, mutex), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(other), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_EQ(signal(waiting, mutex), STATUS_SUCCESS);
}

TEST_F(SyncQueue, AnObjectThatIsDestroyedWakesItsWaiters) {
  GpuContext first(device()), second(device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE fence = create_fence(device());
  world_.escape(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE seen = world_.create_buffer(device(), kPage, true);
  EXPECT_EQ(put(second, seen, 1), STATUS_SUCCESS);
  EXPECT_EQ(signal(second, fence, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait(first, fence, 1), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_EQ(wait(first, fence, 1), STATUS_INVALID_PARAMETER);
  world_.escape(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_COPY);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
}

TEST_F(SyncQueue, EventsAreSetWhenEarlierWorkIsOver) {
  GpuContext context(device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE seen = world_.create_buffer(device(), kPage, true);
  EXPECT_EQ(put(context, seen, 1), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  const Event queued, notified;
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info{};
  info.Type = D3DDDI_CPU_NOTIFICATION;
  info.CPUNotification.Event = notified.handle;
  const D3DKMT_HANDLE notification = create_sync(device(), info);
  world_.escape(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_COPY);
  EXPECT_EQ(put(context, seen, 2), STATUS_SUCCESS);
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = context.handle();
  data.Flags.EnqueueCpuEvent = 1;
  data.CpuEventHandle = queued.handle;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_SUCCESS);
  EXPECT_EQ(signal(context, notification), STATUS_SUCCESS);
  world_.wait_for(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_COPY);
  EXPECT_FALSE(queued.is_set());
  EXPECT_FALSE(notified.is_set());
  world_.escape(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_COPY);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_TRUE(queued.is_set());
  EXPECT_TRUE(notified.is_set());
  data.CpuEventHandle = nullptr;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&data), STATUS_INVALID_HANDLE);
}

TEST_F(SyncQueue, AThreadThatWaitsMayBeKilled) {
  GpuContext context(device());
  EXPECT_EQ(wait(context, create_mutex(device(), /*owned=*/true)), STATUS_SUCCESS);
  world_.process().vanish();
}

}  // namespace
}  // namespace drydock::testing
