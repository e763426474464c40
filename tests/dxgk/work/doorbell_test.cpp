// Doorbells: connected, taken away, and the ring buffers behind them.
#include "src/dxgk/work/doorbell.h"

#include "tests/dxgk/work/hw_queue_scene.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

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
