// Waits and signals of contexts: what is refused.
#include <gtest/gtest.h>

#include "tests/dxgk/work/sync_queue_scene.h"

namespace drydock::testing {
namespace {

TEST_F(SyncQueue, WhatIsNoneIsRefused) {
  GpuContext context(device());
  const D3DKMT_HANDLE mutex = create_mutex(device());
  const D3DKMT_HANDLE fence = create_fence(device());
  EXPECT_EQ(wait(context, D3DKMT_HANDLE{0}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(wait(context, device()), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(wait(context, std::span<const D3DKMT_HANDLE>()), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(signal(context, context.handle()), STATUS_INVALID_PARAMETER);
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECT first{};
  first.hContext = context.handle();
  first.ObjectCount = 1;
  first.ObjectHandleArray[0] = fence;
  EXPECT_EQ(D3DKMTWaitForSynchronizationObject(&first), STATUS_INVALID_PARAMETER);
  first.ObjectHandleArray[0] = mutex;
  first.ObjectCount = D3DDDI_MAX_OBJECT_WAITED_ON + 1;
  EXPECT_EQ(D3DKMTWaitForSynchronizationObject(&first), STATUS_INVALID_PARAMETER);
  first.ObjectCount = 1;
  EXPECT_EQ(D3DKMTWaitForSynchronizationObject(&first), STATUS_SUCCESS);
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT last{};
  last.hContext = context.handle();
  last.ObjectCount = 1;
  last.ObjectHandleArray[0] = mutex;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&last), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
}

TEST_F(SyncQueue, SignalsThatContradictThemselvesAreRefused) {
  GpuContext context(device()), second(device());
  const Event event;
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 right{};
  right.hContext = context.handle();
  right.Flags.EnqueueCpuEvent = 1;
  right.CpuEventHandle = event.handle;
  const auto signal_with = [&](auto&& edit) {
    D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data = right;
    edit(data);
    return D3DKMTSignalSynchronizationObject2(&data);
  };
  const D3DKMT_HANDLE mutex = create_mutex(device());
  EXPECT_EQ(signal_with([&](auto& data) {
              data.ObjectCount = 1;
              data.ObjectHandleArray[0] = mutex;
            }),
            STATUS_INVALID_PARAMETER)
      << "an event and objects";
  EXPECT_EQ(signal_with([](auto& data) { data.Flags.EnqueueCpuEvent = 0; }),
            STATUS_INVALID_PARAMETER)
      << "neither";
  EXPECT_EQ(signal_with([](auto& data) { data.CpuEventHandle = nullptr; }), STATUS_INVALID_HANDLE);
  EXPECT_EQ(signal_with([](auto& data) { data.hContext = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(signal_with(
                [](auto& data) { data.BroadcastContextCount = D3DDDI_MAX_BROADCAST_CONTEXT + 1; }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(signal_with([&](auto& data) {
              data.BroadcastContextCount = 1;
              data.BroadcastContext[0] = context.handle();
            }),
            STATUS_INVALID_PARAMETER)
      << "the same one twice";
  EXPECT_EQ(signal_with([&](auto& data) {
              data.BroadcastContextCount = 2;
              data.BroadcastContext[0] = second.handle();
              data.BroadcastContext[1] = device();
            }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_FALSE(event.is_set()) << "nothing was queued";
  EXPECT_EQ(D3DKMTSignalSynchronizationObject2(&right), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS);
  EXPECT_TRUE(event.is_set());
}

// Fences came with the second version.
TEST_F(SyncQueue, FirstVersionHasNoFencesAndNoEvents) {
  GpuContext context(device());
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT data{};
  data.hContext = context.handle();
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&data), STATUS_INVALID_PARAMETER) << "of nothing";
  data.ObjectCount = 1;
  data.ObjectHandleArray[0] = create_fence(device());
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&data), STATUS_INVALID_PARAMETER);
  data.ObjectHandleArray[0] = create_semaphore(device(), 0, 2);
  data.Flags.EnqueueCpuEvent = 1;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&data), STATUS_INVALID_PARAMETER);
  data.Flags.EnqueueCpuEvent = 0;
  data.ObjectCount = D3DDDI_MAX_OBJECT_SIGNALED + 1;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&data), STATUS_INVALID_PARAMETER);
  data.ObjectCount = 1;
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&data), STATUS_SUCCESS);
  EXPECT_EQ(wait(context, data.ObjectHandleArray[0]), STATUS_SUCCESS);
  EXPECT_EQ(world_.wait_idle(device()), STATUS_SUCCESS) << "one passed, and one may";
}

}  // namespace
}  // namespace drydock::testing
