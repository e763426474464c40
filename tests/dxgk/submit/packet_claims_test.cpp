// What a packet keeps while it is queued, at work, and preempted.
#include "src/dxgk/submit/packet_claims.h"

#include "tests/dxgk/memory/flight_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Queued behind others, not yet at the hardware.
TEST_F(Flight, QueuedWorkKeepsItFromTheDriver) {
  GpuWorld& gpu = at_work();
  const D3DKMT_HANDLE queued = gpu.one();
  for (int i = 0; i < 3; ++i) ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(queued, 4), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {queued}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), IsEmpty());
  finish(gpu);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
}

// The same for work that has not reached the hardware: it never does.
TEST_F(Flight, ABrokenPromiseAboutQueuedWorkIsAFaultToo) {
  GpuWorld& gpu = at_work();
  const D3DKMT_HANDLE queued = gpu.one();
  for (int i = 0; i < 3; ++i) ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(queued, 4), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {queued}, {.assume_not_in_use = true, .synchronous = true}),
            STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
}

// Named by two devices: each opener waits for its own work.
TEST_F(Flight, EachOpenersWorkCountsForItsOwnBinding) {
  GpuWorld& gpu = make();
  gpu.adapter->scheduler()->set_timeout(kNever);
  gpu.run();
  const Created made = create(gpu.device, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ClientContext context;
  ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
  const Opened opened = open_shared(other, made.global);
  ASSERT_EQ(gpu.fill(made.allocations.at(0), 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  gpu.engine.ledger().note_calls(true);
  ASSERT_EQ(render(context, {opened.allocations.at(0)}, {{Op::kFill, 0, 2}}), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  EXPECT_EQ(destroy(gpu.device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1")) << "its own work does not name it";
  EXPECT_EQ(destroy(other, opened.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), IsEmpty());
  gpu.run();
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1 resource"));
}

TEST_F(Flight, PreemptedWorkKeepsItsReferences) {
  GpuWorld& gpu = at_work();
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{};
  priority.hContext = urgent.handle;
  priority.Priority = 5;
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  ASSERT_EQ(render(urgent, {allocation}, {{Op::kFill, 0, 9}}), STATUS_SUCCESS);
  gpu.engine.await_calls("preempt", 1);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), IsEmpty());
  finish(gpu);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("preempt"));
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
}

}  // namespace
}  // namespace drydock::testing
