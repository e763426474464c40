// Hardware queues and their doorbells: work that the GPU takes by itself.
#include <array>

#include "src/sim/faults.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr sim::Time kNever = sim::Time{1} << 60;
constexpr UINT64 kLost = ~UINT64{0};

class HwQueue : public Gpu {
 protected:
  GpuWorld& make_queues() {
    GpuWorld& gpu = make(driver.settings());
    gpu.adapter->scheduler()->set_timeout(kNever);
    gpu.run();
    EXPECT_EQ(destroy_context(gpu.context.handle), STATUS_SUCCESS);  // only theirs is of interest
    EXPECT_EQ(create_queue_context(gpu.device, context), STATUS_SUCCESS);
    driver.take_calls();
    return gpu;
  }
  ClientHwQueue make_queue(bool is_for_user_mode = false) {
    const ClientHwQueue out = create_queue(context, is_for_user_mode);
    EXPECT_EQ(out.status, STATUS_SUCCESS);
    return out;
  }
  // A queue for user-mode submission whose doorbell is connected.
  void make_doorbell(GpuWorld& gpu) {
    queue = make_queue(/*is_for_user_mode=*/true);
    ring = gpu.one();
    control = gpu.one();
    bell = create_doorbell(queue.handle, ring, control);
    EXPECT_EQ(bell.status, STATUS_SUCCESS);
    EXPECT_EQ(testing::connect(queue.handle), STATUS_SUCCESS);
  }
  void TearDown() override {
    dxgk::finish_jobs();  // a doorbell's allocations may be on their way
    Gpu::TearDown();
    EXPECT_THAT(driver.faults(), IsEmpty());
    EXPECT_TRUE(driver.is_empty());
  }
  static NTSTATUS connect(D3DKMT_HANDLE handle) { return testing::connect(handle); }

  QueueMiniport driver;
  D3DKMT_HANDLE context = 0;
  ClientHwQueue queue;
  D3DKMT_HANDLE ring = 0, control = 0;
  ClientDoorbell bell;
};

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

TEST_F(HwQueue, DriversWithoutThemRefuse) {
  EngineMiniport::Settings settings;
  settings.gpu_mmu = true;
  GpuWorld& gpu = make(settings);
  ASSERT_EQ(create_queue_context(gpu.device, context), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.context_flags().back().HwQueueSupported, 0U);
  EXPECT_EQ(create_queue(context).status, STATUS_NOT_SUPPORTED);
  EXPECT_EQ(create_queue(gpu.context.handle).status, STATUS_NOT_SUPPORTED);
}

TEST_F(HwQueue, NodesWithoutUserModeSubmissionRefuse) {
  driver.has_user_mode = false;
  make_queues();
  EXPECT_EQ(create_queue(context, /*is_for_user_mode=*/true).status, STATUS_NOT_SUPPORTED);
  EXPECT_EQ(create_queue(context).status, STATUS_SUCCESS);
}

TEST_F(HwQueue, BadRequestsAreRefused) {
  GpuWorld& gpu = make_queues();
  EXPECT_EQ(create_queue(0).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create_queue(gpu.device).status, STATUS_INVALID_PARAMETER);
  ClientContext patched;
  ASSERT_EQ(testing::create_context(gpu.device, 0, patched), STATUS_SUCCESS);
  EXPECT_EQ(create_queue(patched.handle).status, STATUS_INVALID_PARAMETER);
  D3DKMT_CREATEHWQUEUE create{};
  create.hHwContext = context;
  create.Flags.Reserved = 1;
  EXPECT_EQ(D3DKMTCreateHwQueue(&create), STATUS_INVALID_PARAMETER);
  create.Flags.Value = 0;
  create.PrivateDriverDataSize = 8;
  EXPECT_EQ(D3DKMTCreateHwQueue(&create), STATUS_INVALID_PARAMETER) << "there is none";
  driver.create_queue = STATUS_NO_MEMORY;
  EXPECT_EQ(create_queue(context).status, STATUS_NO_MEMORY);
  driver.create_queue = STATUS_SUCCESS;

  queue = make_queue();
  EXPECT_EQ(testing::submit(context, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(testing::submit(queue.handle, 0), STATUS_INVALID_PARAMETER) << "no value";
  std::array<std::byte, 33> much{};
  EXPECT_EQ(testing::submit(queue.handle, 1, much), STATUS_INVALID_PARAMETER);
  D3DKMT_SUBMITCOMMANDTOHWQUEUE wrong{};
  wrong.hHwQueue = queue.handle;
  wrong.HwQueueProgressFenceId = 1;
  wrong.NumPrimaries = D3DDDI_MAX_WRITTEN_PRIMARIES + 1;
  EXPECT_EQ(D3DKMTSubmitCommandToHwQueue(&wrong), STATUS_INVALID_PARAMETER);
  wrong.NumPrimaries = 1;
  wrong.WrittenPrimaries = &gpu.device;
  EXPECT_EQ(D3DKMTSubmitCommandToHwQueue(&wrong), STATUS_INVALID_PARAMETER);
  ASSERT_EQ(testing::submit(queue.handle, 5), STATUS_SUCCESS);
  EXPECT_EQ(testing::submit(queue.handle, 5), STATUS_INVALID_PARAMETER) << "values only grow";
  driver.await_call("submit 5");
  driver.reach(gpu, driver.last_queue(), 5);
  EXPECT_EQ(D3DKMTDestroySynchronizationObject(
                std::array{D3DKMT_DESTROYSYNCHRONIZATIONOBJECT{queue.fence}}.data()),
            STATUS_INVALID_PARAMETER)
      << "the fence is the queue's";
}

TEST_F(HwQueue, BadRequestsForDoorbellsAreRefused) {
  GpuWorld& gpu = make_queues();
  queue = make_queue();
  ring = gpu.one();
  EXPECT_EQ(create_doorbell(queue.handle, ring, 0).status, STATUS_INVALID_PARAMETER)
      << "its work comes by the kernel";
  queue = make_queue(/*is_for_user_mode=*/true);
  EXPECT_EQ(testing::submit(queue.handle, 1), STATUS_INVALID_PARAMETER) << "and this one's not";
  EXPECT_EQ(connect(queue.handle), STATUS_INVALID_PARAMETER) << "it has no doorbell";
  EXPECT_EQ(destroy_doorbell(queue.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create_doorbell(context, ring, 0).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create_doorbell(queue.handle, 0, 0).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create_doorbell(queue.handle, ring, gpu.device).status, STATUS_INVALID_PARAMETER);
  D3DKMT_CREATE_DOORBELL create{};
  create.hHwQueue = queue.handle;
  create.hRingBuffer = ring;
  create.Flags.Reserved = 1;
  EXPECT_EQ(D3DKMTCreateDoorbell(&create), STATUS_INVALID_PARAMETER);
  create.Flags.Value = 0;
  create.Flags.RequireSecondaryCpuVA = 1;
  EXPECT_EQ(D3DKMTCreateDoorbell(&create), STATUS_NOT_SUPPORTED) << "the driver has none";
  create.Flags.Value = 0;
  create.PrivateDriverDataSize = D3DDDI_DOORBELL_PRIVATEDATA_MAX_BYTES_WDDM3_1 + 1;
  EXPECT_EQ(D3DKMTCreateDoorbell(&create), STATUS_INVALID_PARAMETER);
  driver.create_doorbell = STATUS_NO_MEMORY;
  EXPECT_EQ(create_doorbell(queue.handle, ring, ring).status, STATUS_NO_MEMORY);
  driver.create_doorbell = STATUS_SUCCESS;
  bell = create_doorbell(queue.handle, ring, 0);
  ASSERT_EQ(bell.status, STATUS_SUCCESS);
  EXPECT_EQ(create_doorbell(queue.handle, ring, 0).status, STATUS_INVALID_PARAMETER)
      << "it has one";
  D3DKMT_CONNECT_DOORBELL flags{};
  flags.hHwQueue = queue.handle;
  flags.Flags.Value = 1;
  EXPECT_EQ(D3DKMTConnectDoorbell(&flags), STATUS_INVALID_PARAMETER);
  driver.connect = STATUS_UNSUCCESSFUL;
  EXPECT_EQ(connect(queue.handle), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY});
  driver.connect = STATUS_SUCCESS;
  driver.connection = D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY;
  EXPECT_EQ(connect(queue.handle), STATUS_UNSUCCESSFUL) << "that is no connection";
  EXPECT_EQ(destroy(gpu.device, 0, {ring}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("U-226"), 1U);
  EXPECT_EQ(destroy_doorbell(bell.handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy_doorbell(bell.handle), STATUS_INVALID_PARAMETER);
  gpu.log.clear();
}

// A write to the client's doorbell arrives at the driver's place while the doorbell is connected.
TEST_F(HwQueue, AConnectedDoorbellRings) {
  GpuWorld& gpu = make_queues();
  queue = make_queue(/*is_for_user_mode=*/true);
  ring = gpu.one();
  bell = create_doorbell(queue.handle, ring, 0);
  ASSERT_EQ(bell.status, STATUS_SUCCESS);
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY});
  *bell.at = 1;
  EXPECT_EQ(driver.rung(), 0U);
  ASSERT_EQ(connect(queue.handle), STATUS_SUCCESS);
  EXPECT_EQ(connect(bell.handle), STATUS_SUCCESS) << "it is, and nothing happens";
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_CONNECTED});
  *bell.at = 2;
  EXPECT_EQ(driver.rung(), 2U);
  EXPECT_EQ(driver.take_away(gpu, driver.last_queue(), D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY),
            STATUS_SUCCESS);
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY});
  *bell.at = 3;
  EXPECT_EQ(driver.rung(), 2U);
  EXPECT_EQ(driver.take_away(gpu, 0x77, D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY),
            STATUS_INVALID_PARAMETER);
}

// The doorbell that another one needs is disconnected inside the call that connects the other.
TEST_F(HwQueue, OneThatAnotherNeedsIsTakenAway) {
  driver.is_single = true;
  GpuWorld& gpu = make_queues();
  make_doorbell(gpu);
  const ClientHwQueue other = make_queue(/*is_for_user_mode=*/true);
  const ClientDoorbell others = create_doorbell(other.handle, ring, 0);
  ASSERT_EQ(connect(other.handle), STATUS_SUCCESS);
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY});
  EXPECT_EQ(*others.state, UINT64{D3DDDI_DOORBELLSTATUS_CONNECTED});
  *bell.at = 1;
  *others.at = 2;
  EXPECT_EQ(driver.rung(), 2U);
  driver.connection = D3DDDI_DOORBELLSTATUS_CONNECTED_NOTIFY_KMD;
  ASSERT_EQ(connect(queue.handle), STATUS_SUCCESS);
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_CONNECTED_NOTIFY_KMD});
  EXPECT_EQ(*others.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY});
  driver.take_calls();
  D3DKMT_NOTIFY_WORK_SUBMISSION notify{};
  notify.hHwQueue = queue.handle;
  EXPECT_EQ(D3DKMTNotifyWorkSubmission(&notify), STATUS_SUCCESS);
  EXPECT_EQ(driver.take_calls().size(), 1U);
  notify.Flags.Value = 1;
  EXPECT_EQ(D3DKMTNotifyWorkSubmission(&notify), STATUS_INVALID_PARAMETER);
  gpu.end();
  driver.take_calls();
}

// K-233: the client's destroy succeeds, its handle is detached, and the driver has the allocation
// until the doorbell is destroyed. U-226: the client had to destroy the doorbell first.
TEST_F(HwQueue, U226ARingBufferThatGoesFirstIsFoundAndStays) {
  for (const Destroy how :
       {Destroy{}, Destroy{.assume_not_in_use = true}, Destroy{.synchronous = true}}) {
    GpuWorld& gpu = make_queues();
    make_doorbell(gpu);
    EXPECT_EQ(gpu.engine.ledger().live().allocations, 2U);
    EXPECT_EQ(destroy(gpu.device, 0, {control}, how), STATUS_SUCCESS);
    EXPECT_EQ(destroy(gpu.device, 0, {ring}, how), STATUS_SUCCESS);
    EXPECT_EQ(gpu.count("U-226"), 2U) << gpu.findings_text();
    EXPECT_EQ(destroy(gpu.device, 0, {ring}, how), STATUS_INVALID_PARAMETER) << "no handle";
    dxgk::finish_jobs();
    EXPECT_EQ(gpu.engine.ledger().live().allocations, 2U);
    driver.take_calls();
    EXPECT_EQ(destroy_doorbell(queue.handle), STATUS_SUCCESS);
    dxgk::finish_jobs();
    EXPECT_THAT(driver.take_calls(), ElementsAre("disconnect", "destroy doorbell",
                                                 "destroy allocation", "destroy allocation"));
    EXPECT_EQ(gpu.engine.ledger().live().allocations, 0U);
    gpu.log.clear();
    TearDown();
    world.reset();
  }
}

// A resource whose allocation is a ring buffer is destroyed as a whole, and later.
TEST_F(HwQueue, K233ARingBufferOfAResourceStaysWithIt) {
  GpuWorld& gpu = make_queues();
  queue = make_queue(/*is_for_user_mode=*/true);
  const Created made = create(gpu.device, Kind::kResource, 2);
  ASSERT_EQ(create_doorbell(queue.handle, made.allocations[0], 0).status, STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, made.resource, {}), STATUS_SUCCESS);
  dxgk::finish_jobs();
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 2U);
  EXPECT_EQ(gpu.engine.ledger().live().resources, 1U);
  EXPECT_EQ(destroy_queue(queue.handle), STATUS_SUCCESS) << "and its doorbell with it";
  dxgk::finish_jobs();
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 0U);
  gpu.log.clear();
}

TEST_F(HwQueue, U226InTheRightOrderOrWithTheDeviceIsSilent) {
  GpuWorld& gpu = make_queues();
  make_doorbell(gpu);
  EXPECT_EQ(destroy_doorbell(queue.handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {ring, control}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 0U);
  // The queue may have another one.
  ring = gpu.one();
  ASSERT_EQ(create_doorbell(queue.handle, ring, 0).status, STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("U-226"), 0U) << gpu.findings_text();
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

TEST_F(HwQueue, AQueueThatEndsIsNotConnectedAgain) {
  GpuWorld& gpu = make_queues();
  make_doorbell(gpu);
  const QueueMiniport::Id id = driver.last_queue();
  *bell.queued = 1;
  sim::Thread client = sim::spawn("client", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(destroy_queue(queue.handle), STATUS_SUCCESS);
  });
  driver.await_call("disconnect");
  EXPECT_EQ(connect(bell.handle), STATUS_INVALID_PARAMETER);
  driver.reach(gpu, id, 1);
  client.join();
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

// The client learns that it is over, and that trying again will not help.
TEST_F(HwQueue, ALostDeviceLosesItsDoorbells) {
  GpuWorld& gpu = make_queues();
  make_doorbell(gpu);
  const ClientHwQueue by_kernel = make_queue();
  driver.submit = STATUS_INVALID_PARAMETER;
  ASSERT_EQ(testing::submit(by_kernel.handle, 1), STATUS_SUCCESS);
  driver.await_call("disconnect");
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  settle(gpu);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  EXPECT_EQ(*bell.state, UINT64{D3DDDI_DOORBELLSTATUS_DISCONNECTED_ABORT});
  *bell.at = 9;
  EXPECT_EQ(driver.rung(), 0U);
  EXPECT_EQ(*by_kernel.progress, kLost);
  EXPECT_EQ(connect(queue.handle), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(create_queue(context).status, STATUS_DEVICE_REMOVED);
  EXPECT_EQ(testing::submit(by_kernel.handle, 2), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy_doorbell(queue.handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy_queue(queue.handle), STATUS_SUCCESS);
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
TEST_F(HwQueueTimes, WhoeverIsFirstEachGoesOnce) {
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
