// Paging queues: their lives, their fences, and the order in which they are served.
#include "src/dxgk/work/paging_queue_use.h"
#include "src/thunks/client/client.h"
#include "tests/sched/gpu_fixture.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

bool is_sync(D3DKMT_HANDLE handle) {
  return static_cast<bool>(dxgk::SyncUse(thunks::caller(), handle));
}
bool is_queue(D3DKMT_HANDLE handle) {
  return static_cast<bool>(dxgk::PagingQueueUse(thunks::caller(), handle));
}

using PagingQueueLife = ResidentGpu;

TEST_F(PagingQueueLife, K297HandlesDieWithTheDevice) {
  GpuWorld& gpu = make();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
  const ClientQueue queue(device);
  const ClientQueue other(gpu.device);
  ASSERT_TRUE(is_queue(queue.handle) && is_sync(queue.fence));
  EXPECT_NE(queue.fence, queue.handle);
  EXPECT_EQ(queue.value(), 0U);
  ASSERT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_FALSE(is_queue(queue.handle));
  EXPECT_FALSE(is_sync(queue.fence));
  EXPECT_EQ(destroy_paging_queue(queue.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_paging_queue(other.handle), STATUS_SUCCESS) << "another device's";
}

TEST_F(PagingQueueLife, K294EachOperationSignalsItsValue) {
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  std::vector<UINT64> seen;
  {
    const dxgk::PagingQueueUse use(*gpu.process, queue.handle);
    ASSERT_TRUE(use);
    for (UINT64 expected = 1; expected <= 3; ++expected) {
      UINT64 value = 0;
      EXPECT_EQ(use->queue(
                    [&](vidmm::VideoMemory&) {
                      seen.push_back(queue.value());
                      return true;
                    },
                    value),
                STATUS_PENDING);
      EXPECT_EQ(value, expected);
    }
  }
  EXPECT_EQ(queue.wait(gpu.device, 3), STATUS_SUCCESS);
  EXPECT_EQ(queue.value(), 3U);
  EXPECT_THAT(seen, ElementsAre(0, 1, 2)) << "each after the one before it";
}

TEST_F(PagingQueueLife, K295DestroyWaitsForWhatIsQueued) {
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  std::atomic<bool> may_end = false;
  {
    const dxgk::PagingQueueUse use(*gpu.process, queue.handle);
    UINT64 value = 0;
    ASSERT_EQ(use->queue([&](vidmm::VideoMemory&) { return may_end.load(); }, value),
              STATUS_PENDING);
  }
  sim::Thread destroyer = sim::spawn("destroyer", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(destroy_paging_queue(queue.handle), STATUS_SUCCESS);
    EXPECT_TRUE(may_end) << "it came back too early";
    EXPECT_FALSE(is_sync(queue.fence));
  });
  while (is_queue(queue.handle)) sim::park(sim::now() + 10);
  EXPECT_TRUE(is_sync(queue.fence)) << "what is queued still signals it";
  EXPECT_EQ(queue.value(), 0U);
  may_end = true;
  gpu.adapter->scheduler()->look_again();
  destroyer.join();
  EXPECT_EQ(destroy_paging_queue(queue.handle), STATUS_INVALID_PARAMETER);
}

TEST_F(PagingQueueLife, K296FenceIsNotDestroyedAlone) {
  const Raises raises({"K-296"});
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  const D3DKMT_DESTROYSYNCHRONIZATIONOBJECT data{queue.fence};
  EXPECT_EQ(D3DKMTDestroySynchronizationObject(&data), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(is_sync(queue.fence));
}

TEST_F(PagingQueueLife, K296FenceGoesWithItsQueue) {
  const StaysSilent silent({"K-296"});
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  EXPECT_EQ(destroy_paging_queue(queue.handle), STATUS_SUCCESS);
  EXPECT_FALSE(is_sync(queue.fence));
}

TEST_F(PagingQueueLife, OnlyTheQueueSignalsItsFence) {
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  EXPECT_EQ(signal_on_cpu(gpu.device, queue.fence, 7), STATUS_ACCESS_DENIED);
  EXPECT_EQ(queue.value(), 0U);
}

TEST_F(PagingQueueLife, K298HigherPriorityIsServedFirst) {
  GpuWorld& gpu = make();
  const ClientQueue low(gpu.device, D3DDDI_PAGINGQUEUE_PRIORITY_BELOW_NORMAL);
  const ClientQueue high(gpu.device, D3DDDI_PAGINGQUEUE_PRIORITY_ABOVE_NORMAL);
  const ClientQueue normal(gpu.device);
  std::vector<std::string> order;
  // While the strand is busy all three get something to do.
  gpu.adapter->scheduler()->run_on_strand([&](vidmm::VideoMemory&) {
    for (const auto& [name, queue] :
         {std::pair("low", &low), std::pair("normal", &normal), std::pair("high", &high)}) {
      const dxgk::PagingQueueUse use(*gpu.process, queue->handle);
      UINT64 value = 0;
      EXPECT_EQ(use->queue(
                    [&order, name](vidmm::VideoMemory&) {
                      order.emplace_back(name);
                      return true;
                    },
                    value),
                STATUS_PENDING);
    }
  });
  for (const ClientQueue* queue : {&low, &normal, &high})
    EXPECT_EQ(destroy_paging_queue(queue->handle), STATUS_SUCCESS);
  EXPECT_THAT(order, ElementsAre("high", "normal", "low"));
}

TEST_F(PagingQueueLife, AStoppedAdapterEndsWhatIsQueued) {
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  bool was_run = false;
  {
    const dxgk::PagingQueueUse use(*gpu.process, queue.handle);
    UINT64 value = 0;
    ASSERT_EQ(use->queue([&](vidmm::VideoMemory&) { return was_run = true; }, value),
              STATUS_PENDING);
  }
  gpu.dock->unplug(*gpu.adapter);
  EXPECT_TRUE(was_run);
  EXPECT_TRUE(is_queue(queue.handle)) << "the name stays until the client destroys it";
  EXPECT_EQ(destroy_paging_queue(queue.handle), STATUS_SUCCESS);
}

// Video memory is emptied while work waits for what its device's queue has still to bring in.
TEST_F(PagingQueueLife, WorkBehindAQueueDoesNotKeepMemoryFromBeingEmptied) {
  const sim::SeededSchedule schedule(1);
  GpuWorld& gpu = make();
  gpu.run();
  const D3DKMT_HANDLE one = gpu.one();
  // The context waits, and so does the thread that wants empty memory. Only then does the queue get
  // its work.
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 fence{};
  fence.hDevice = gpu.device;
  fence.Info.Type = D3DDDI_MONITORED_FENCE;
  ASSERT_EQ(D3DKMTCreateSynchronizationObject2(&fence), STATUS_SUCCESS);
  ASSERT_EQ(wait_on_gpu(gpu.context.handle, fence.hSyncObject, 1), STATUS_SUCCESS);
  sim::Thread emptier =
      sim::spawn("emptier", [&] { dxgk::Dock::empty_video_memory(*gpu.adapter); });
  for (int i = 0; i < 50; ++i) sim::switch_point();
  Keeper(gpu.device).need(gpu.context.handle, {one});
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(signal_on_cpu(gpu.device, fence.hSyncObject, 1), STATUS_SUCCESS);
  emptier.join();
  EXPECT_FALSE(is_resident(gpu.device, one));
  EXPECT_EQ(gpu.content(one, 16 << 10), 5);
  TearDown();
  world.reset();  // before the schedule that its strands live in
}

}  // namespace
}  // namespace drydock::testing
