// Doorbells: connected, taken away, and the ring buffers behind them.
#include "src/dxgk/work/doorbell.h"

#include "src/sim/faults.h"
#include "tests/dxgk/work/hw_queue_scene.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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
  // The device takes the allocation along: a lint about this scene.
  for (const rules::Finding& each : gpu.log.findings())
    EXPECT_EQ(each.rule->id, "K-027") << rules::to_text(each);
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

}  // namespace
}  // namespace drydock::testing
