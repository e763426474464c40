// Calls about doorbells: what is refused.
#include "tests/dxgk/work/hw_queue_scene.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

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

}  // namespace
}  // namespace drydock::testing
