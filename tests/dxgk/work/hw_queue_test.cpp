// Hardware queues: work that the GPU takes by itself.
#include "src/dxgk/work/hw_queue.h"

#include <array>

#include "src/sim/faults.h"
#include "tests/dxgk/work/hw_queue_scene.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

// Queues, doorbells and their ends, with a fault at each point.
void live(GpuWorld& gpu, QueueMiniport& driver) {
  D3DKMT_HANDLE device = 0, context = 0;
  if (create_device(gpu.opened, device) != STATUS_SUCCESS) return;
  if (create_queue_context(device, context) == STATUS_SUCCESS) {
    const ClientHwQueue by_kernel = create_queue(context);
    const ClientHwQueue by_client = create_queue(context, /*is_for_user_mode=*/true);
    const Created ring = create(device, Kind::kLoose, 1);
    if (by_kernel.status == STATUS_SUCCESS &&
        testing::submit(by_kernel.handle, 1) == STATUS_SUCCESS) {
      driver.await_call("submit 1");
      driver.reach(gpu, reinterpret_cast<QueueMiniport::Id>(driver.submitted().hHwQueue), 1);
    }
    if (by_client.status == STATUS_SUCCESS && ring.status == STATUS_SUCCESS &&
        create_doorbell(by_client.handle, ring.allocations[0], 0).status == STATUS_SUCCESS)
      connect(by_client.handle);
  }
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
}

using ::testing::Contains;
using ::testing::ElementsAre;

TEST_F(HwQueue, WorkIsSubmittedAndOverWhenItsFenceSaysSo) {
  GpuWorld& gpu = make_queues();
  EXPECT_EQ(gpu.engine.context_flags().back().HwQueueSupported, 1U);
  queue = make_queue();
  std::array<std::byte, 8> data{std::byte{7}};
  gpu.engine.take_calls();
  ASSERT_EQ(testing::submit(queue.handle, 5, data), STATUS_SUCCESS);
  driver.await_call("submit 5");
  EXPECT_THAT(gpu.engine.take_calls(), Contains("validate"));
  EXPECT_EQ(reinterpret_cast<QueueMiniport::Id>(driver.submitted().hHwQueue), driver.last_queue());
  EXPECT_EQ(driver.submitted().DmaBufferVirtualAddress, 0x123'4000U);
  EXPECT_EQ(driver.submitted().DmaBufferSize, 64U);
  EXPECT_EQ(driver.submitted().DmaBufferPrivateDataSize, 32U);
  EXPECT_EQ(*queue.progress, 0U);
  sim::Thread waits = sim::spawn("client", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(wait_on_cpu(gpu.device, queue.fence, 5), STATUS_SUCCESS);
    EXPECT_EQ(*queue.progress, 5U);
  });
  driver.reach(gpu, driver.last_queue(), 5);
  waits.join();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(destroy_queue(queue.handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy_queue(queue.handle), STATUS_INVALID_PARAMETER);
}

TEST_F(HwQueue, EachQueueGoesItsOwnWay) {
  GpuWorld& gpu = make_queues();
  queue = make_queue();
  const QueueMiniport::Id first = driver.last_queue();
  const ClientHwQueue other = make_queue();
  ASSERT_EQ(testing::submit(queue.handle, 1), STATUS_SUCCESS);
  ASSERT_EQ(testing::submit(other.handle, 2), STATUS_SUCCESS);
  driver.await_call("submit 2");
  driver.reach(gpu, driver.last_queue(), 2);
  EXPECT_EQ(destroy_queue(other.handle), STATUS_SUCCESS) << "waits for its own work alone";
  EXPECT_EQ(*queue.progress, 0U);
  driver.reach(gpu, first, 1);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

TEST_F(HwQueue, DestroyWaitsForTheWork) {
  GpuWorld& gpu = make_queues();
  queue = make_queue();
  ASSERT_EQ(testing::submit(queue.handle, 1), STATUS_SUCCESS);
  driver.await_call("submit 1");
  std::atomic<bool> is_destroyed = false;
  sim::Thread client = sim::spawn("client", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
    is_destroyed = true;
  });
  D3DKMT_GETCONTEXTSCHEDULINGPRIORITY asked{context, 0};
  while (D3DKMTGetContextSchedulingPriority(&asked) == STATUS_SUCCESS) sim::park(sim::now() + 1000);
  settle(gpu);
  EXPECT_FALSE(is_destroyed);
  driver.reach(gpu, driver.last_queue(), 1);
  client.join();
  const std::vector<std::string> calls = driver.take_calls();
  ASSERT_GE(calls.size(), 2U);
  EXPECT_THAT(std::vector(calls.end() - 2, calls.end()),
              ElementsAre("destroy queue", "destroy context"));
  EXPECT_EQ(destroy_queue(queue.handle), STATUS_INVALID_PARAMETER) << "it went with its context";
}

// K-462: the work that the client has queued by itself is awaited, and nothing is destroyed before.
TEST_F(HwQueue, K462ANormalExitWaitsForTheLastQueuedFence) {
  GpuWorld& gpu = make_queues();
  make_doorbell(gpu);
  const QueueMiniport::Id id = driver.last_queue();
  *bell.queued = 7;
  *bell.at = 1;
  driver.take_calls();
  std::atomic<bool> is_destroyed = false;
  sim::Thread client = sim::spawn("exit", [&] {
    gpu.process->end();
    is_destroyed = true;
  });
  driver.await_call("disconnect");
  driver.reach(gpu, id, 6);
  settle(gpu);
  EXPECT_FALSE(is_destroyed);
  EXPECT_THAT(driver.take_calls(), ElementsAre("disconnect")) << "it may be in use";
  driver.reach(gpu, id, 7);
  client.join();
  const std::vector<std::string> calls = driver.take_calls();
  ASSERT_GE(calls.size(), 3U);
  EXPECT_THAT(std::vector(calls.begin(), calls.begin() + 2),
              ElementsAre("destroy doorbell", "destroy queue"));
  EXPECT_THAT(calls, Contains("destroy allocation"));
  EXPECT_EQ(calls.back(), "destroy device");
  EXPECT_EQ(gpu.engine.ledger().live(), LedgerMiniport::Counts{});
  gpu.scope.reset();
}

// K-092.
TEST_F(HwQueue, K092DestroyingADeviceTakesAllWithIt) {
  GpuWorld& gpu = make_queues();
  D3DKMT_HANDLE device = 0, others_context = 0;
  ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
  ASSERT_EQ(create_queue_context(device, others_context), STATUS_SUCCESS);
  const ClientQueue paging(device);
  const ClientHwQueue by_kernel = create_queue(others_context);
  const ClientHwQueue by_client = create_queue(others_context, /*is_for_user_mode=*/true);
  const Created rings = create(device, Kind::kLoose, 2);
  ASSERT_EQ(create_doorbell(by_client.handle, rings.allocations[0], rings.allocations[1]).status,
            STATUS_SUCCESS);
  ASSERT_EQ(connect(by_client.handle), STATUS_SUCCESS);
  ASSERT_EQ(make_resident(paging, rings.allocations).status, STATUS_PENDING);
  driver.take_calls();
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_THAT(driver.take_calls(),
              ElementsAre("destroy queue", "disconnect", "destroy doorbell", "destroy queue",
                          "destroy context", "destroy allocation", "destroy device"));
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 0U);
  EXPECT_EQ(destroy_paging_queue(paging.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_queue(by_kernel.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_queue(by_client.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_doorbell(by_client.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(connect(by_client.handle), STATUS_INVALID_PARAMETER);
}

// K-463: the host does not wait for the work of a killed process, in any queue.
TEST_F(HwQueue, K463TheQueuesOfAKilledProcessAreSuspended) {
  for (const bool at_once : {true, false}) {
    driver.suspends_at_once = at_once;
    GpuWorld& gpu = make_queues();
    const ClientHwQueue by_kernel = make_queue();
    make_doorbell(gpu);
    ASSERT_EQ(testing::submit(by_kernel.handle, 1), STATUS_SUCCESS);
    driver.await_call("submit 1");
    *bell.queued = 7;
    driver.take_calls();
    sim::Thread killer = sim::spawn("killer", [&] { gpu.process->vanish(); });
    driver.await_call("suspend");
    if (!at_once) driver.acknowledge(gpu, driver.suspension());
    killer.join();
    const std::vector<std::string> calls = driver.take_calls();
    ASSERT_GE(calls.size(), 5U);
    EXPECT_THAT(
        std::vector(calls.begin(), calls.begin() + 5),
        ElementsAre("suspend", "destroy queue", "disconnect", "destroy doorbell", "destroy queue"));
    EXPECT_EQ(gpu.engine.ledger().live(), LedgerMiniport::Counts{});
    gpu.scope.reset();
    TearDown();
    world.reset();
  }
}

TEST_F(HwQueue, AStoppedAdapterLeavesOnlyNames) {
  GpuWorld& gpu = make_queues();
  make_doorbell(gpu);
  gpu.dock->unplug(*gpu.adapter);
  EXPECT_TRUE(driver.is_empty());
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_ABORT});
  EXPECT_EQ(connect(queue.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {ring, control}), STATUS_SUCCESS);
}

// Runs under virtual time, so that a hang costs nothing.
class HwQueueTimes : public HwQueue {
 protected:
  GpuWorld& make_timed() {
    GpuWorld& gpu = make_queues();
    gpu.adapter->scheduler()->set_timeout(20'000'000);
    return gpu;
  }
  void TearDown() override {
    HwQueue::TearDown();
    world.reset();
    schedule.reset();
  }
  std::unique_ptr<sim::SeededSchedule> schedule = std::make_unique<sim::SeededSchedule>(5);
};

TEST_F(HwQueueTimes, AQueueThatHangsIsResetWithItsEngine) {
  GpuWorld& gpu = make_timed();
  queue = make_queue();
  ASSERT_EQ(testing::submit(queue.handle, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_HUNG);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("reset engine"));
  EXPECT_EQ(*queue.progress, kLost);
}

TEST_F(HwQueueTimes, ALostInterruptIsFoundOut) {
  GpuWorld& gpu = make_timed();
  queue = make_queue();
  ASSERT_EQ(testing::submit(queue.handle, 1), STATUS_SUCCESS);
  driver.await_call("submit 1");
  driver.reach(gpu, driver.last_queue(), 1, /*interrupts=*/false);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

TEST_F(HwQueueTimes, WorkThatMayLastIsLeftAlone) {
  GpuWorld& gpu = make_timed();
  D3DKMT_CREATEHWQUEUE create{};
  create.hHwContext = context;
  create.Flags.DisableGpuTimeout = 1;
  ASSERT_EQ(D3DKMTCreateHwQueue(&create), STATUS_SUCCESS);
  ASSERT_EQ(testing::submit(create.hHwQueue, 1), STATUS_SUCCESS);
  driver.await_call("submit 1");
  sim::park(sim::now() + 200'000'000);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  driver.reach(gpu, driver.last_queue(), 1);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

// K-462 ends: a GPU that never comes to the last queued value hangs.
TEST_F(HwQueueTimes, AnExitDoesNotWaitForever) {
  GpuWorld& gpu = make_timed();
  make_doorbell(gpu);
  *bell.queued = kLost - 1;
  EXPECT_EQ(destroy_queue(queue.handle), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("reset engine"));
}

TEST_F(HwQueueTimes, ASuspensionThatIsNotAcknowledgedIsReset) {
  driver.suspends_at_once = false;
  GpuWorld& gpu = make_timed();
  queue = make_queue();
  ASSERT_EQ(testing::submit(queue.handle, 1), STATUS_SUCCESS);
  driver.await_call("submit 1");
  gpu.scope.reset();
  gpu.process->vanish();
  EXPECT_THAT(gpu.engine.take_calls(), Contains("reset engine"));
  EXPECT_TRUE(driver.is_empty());
}

TEST_F(HwQueueTimes, EveryPointOfALifeMayFail) {
  std::uint64_t failed = 0;
  schedule.reset();
  for (std::uint64_t n = 0; failed == n && !HasFailure(); ++n) {
    SCOPED_TRACE(n);
    const sim::SeededSchedule seeded(n);
    GpuWorld& gpu = make_queues();
    {
      sim::FaultPlan plan;
      plan.nth = n;
      const sim::FaultInjection injection(plan);
      live(gpu, driver);
      failed += injection.failed();
    }
    driver.take_calls();
    queue = make_queue();
    HwQueue::TearDown();
    world.reset();
  }
  EXPECT_GT(failed, 10U);
}

// One thread creates and uses queues and doorbells, another destroys handles that it guesses, a
// third destroys the context.
TEST_F(HwQueueTimes, WhicheverIsFirstEachIsDestroyedOnce) {
  schedule.reset();
  for (std::uint64_t seed = 0; seed < 40 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const sim::SeededSchedule seeded(seed);
    GpuWorld& gpu = make_queues();
    ring = gpu.one();
    std::atomic<D3DKMT_HANDLE> last = 0;
    const auto client = [&](const std::function<void()>& body) {
      return sim::spawn("client", [&gpu, body] {
        const dxgk::ProcessScope scope(gpu.process.get());
        body();
      });
    };
    sim::Thread maker = client([&] {
      for (int i = 0; i < 4; ++i) {
        const ClientHwQueue made = create_queue(context, /*is_for_user_mode=*/true);
        if (made.status != STATUS_SUCCESS) return;
        last = made.handle;
        create_doorbell(made.handle, ring, 0);
        connect(made.handle);
        destroy_doorbell(made.handle);
      }
    });
    sim::Thread taker = client([&] {
      for (int i = 0; i < 20; ++i) {
        connect(last);
        destroy_queue(last + (i % 2) * 0x40);
        sim::switch_point();
      }
    });
    sim::Thread ender = client([&] {
      for (std::uint64_t i = 0; i < seed * 4; ++i) sim::switch_point();
      EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
    });
    maker.join();
    taker.join();
    ender.join();
    EXPECT_TRUE(driver.is_empty());
    HwQueue::TearDown();
    world.reset();
  }
}

}  // namespace
}  // namespace drydock::testing
