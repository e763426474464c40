// Ring buffers of doorbells, which are kept while a doorbell has them.
#include "src/dxgk/memory/device_memory.h"

#include "tests/dxgk/work/hw_queue_scene.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

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

}  // namespace
}  // namespace drydock::testing
