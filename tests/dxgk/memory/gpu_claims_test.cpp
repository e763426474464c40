// References of work to what it names: they keep it, and nobody waits who need not.
#include "src/dxgk/memory/gpu_claims.h"

#include "tests/dxgk/memory/flight_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Sixth row: another opener keeps the memory, with what is in it.
TEST_F(Flight, AnotherOpenerKeepsTheMemory) {
  GpuWorld& gpu = make();
  gpu.run();
  const Created made = create(gpu.device, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ClientContext context;
  ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
  const Opened opened = open_shared(other, made.global);
  ASSERT_EQ(opened.status, STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(made.allocations[0], 6), STATUS_SUCCESS);
  gpu.engine.ledger().note_calls(true);
  EXPECT_EQ(destroy(gpu.device, made.resource, {}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1"));
  const D3DKMT_HANDLE mine = create(other, Kind::kLoose, 1).allocations.at(0);
  ASSERT_EQ(render(context, {opened.allocations[0], mine}, {{Op::kCopy, 1, 0}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  void* data = nullptr;
  ASSERT_EQ(lock(other, mine, data), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 6);
  EXPECT_EQ(destroy(other, opened.resource, {}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), Contains("destroy 1 resource"));
}

TEST_F(Flight, WorkOnAnotherNodeCounts) {
  GpuWorld& gpu = at_work({.nodes = 2});
  ClientContext second;
  ASSERT_EQ(create_context(gpu.device, 1, second), STATUS_SUCCESS);
  ASSERT_EQ(render(second, {allocation}, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  gpu.engine.await_packets(1, 1);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_TRUE(gpu.engine.finish_next(*gpu.adapter, 0));
  EXPECT_THAT(calls_of_driver(gpu), IsEmpty());
  finish(gpu);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
}

// K-257: D3DKMTLock2 leaves all of it to the client, where D3DKMTLock would wait, call the
// allocation busy, or give another instance of it. Nothing runs here until the end.
class SecondLock : public Flight {
 protected:
  NTSTATUS first_lock(UINT flags) const {
    D3DKMT_LOCK data{};
    data.hDevice = world->device;
    data.hAllocation = allocation;
    data.Flags.Value = flags;
    data.Flags.LockEntire = 1;
    return D3DKMTLock(&data);
  }
  void lock_while_at_work(const EngineMiniport::Settings& settings) {
    GpuWorld& gpu = at_work(settings);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
    gpu.engine.await_packets(0, 2);
    constexpr UINT kDonotWait = 1U << 2;
    EXPECT_EQ(first_lock(kDonotWait), STATUS_GRAPHICS_ALLOCATION_BUSY) << "for comparison";
    gpu.engine.take_calls();
    void* first = nullptr;
    void* again = nullptr;
    void* later = nullptr;
    ASSERT_EQ(lock(gpu.device, allocation, first), STATUS_SUCCESS);
    ASSERT_EQ(lock(gpu.device, allocation, again), STATUS_SUCCESS);
    EXPECT_EQ(again, first);
    EXPECT_EQ(unlock(gpu.device, allocation), STATUS_SUCCESS);
    EXPECT_EQ(unlock(gpu.device, allocation), STATUS_SUCCESS);
    ASSERT_EQ(lock(gpu.device, allocation, later), STATUS_SUCCESS);
    EXPECT_EQ(later, first) << "no other instance";
    EXPECT_EQ(unlock(gpu.device, allocation), STATUS_SUCCESS);
    EXPECT_EQ(gpu.engine.packets(0), 2U) << "the work is where it was";
    EXPECT_THAT(gpu.engine.take_calls(), IsEmpty()) << "nothing moved";
    EXPECT_EQ(gpu.fill(allocation, 4), STATUS_SUCCESS) << "its name is the same";
    finish(gpu);
    EXPECT_EQ(gpu.content(allocation, kBytes), 4);
    TearDown();
    world.reset();
  }
};

TEST_F(SecondLock, K257WaitsForNoWorkInMemory) { lock_while_at_work({.renaming_list = 4}); }

TEST_F(SecondLock, K257WaitsForNoWorkInAnAperture) {
  lock_while_at_work({.segments = 2, .preferred = 2, .renaming_list = 4});
}

// The work is only queued, behind a wait that never ends.
TEST_F(SecondLock, K257WaitsForNoWorkThatIsQueued) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  allocation = gpu.one();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 fence{};
  fence.hDevice = gpu.device;
  fence.Info.Type = D3DDDI_FENCE;
  ASSERT_EQ(D3DKMTCreateSynchronizationObject2(&fence), STATUS_SUCCESS);
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2 wait{};
  wait.hContext = gpu.context.handle;
  wait.ObjectCount = 1;
  wait.ObjectHandleArray[0] = fence.hSyncObject;
  wait.Fence.FenceValue = 1;
  ASSERT_EQ(D3DKMTWaitForSynchronizationObject2(&wait), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  void* data = nullptr;
  EXPECT_EQ(lock(gpu.device, allocation, data), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.packets(0), 0U);
  EXPECT_EQ(unlock(gpu.device, allocation), STATUS_SUCCESS);
  ClientContext other;
  ASSERT_EQ(create_context(gpu.device, 0, other), STATUS_SUCCESS);
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 signal{};
  signal.hContext = other.handle;
  signal.ObjectCount = 1;
  signal.ObjectHandleArray[0] = fence.hSyncObject;
  signal.Fence.FenceValue = 1;
  ASSERT_EQ(D3DKMTSignalSynchronizationObject2(&signal), STATUS_SUCCESS);
  finish(gpu);
  EXPECT_EQ(gpu.content(allocation, kBytes), 1);
}

// 0x29: every naming counts once, whether in one list or in many, and the last one that is over
// lets it go. The counts themselves are asserted (Claims.K235…).
TEST_F(Flight, K235EveryReferenceOfWorkCounts) {
  GpuWorld& gpu = at_work();
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(render(gpu.context, {allocation, allocation, allocation}, {{Op::kFill, 2, 3}}),
              STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  for (int i = 0; i < 5; ++i) {
    gpu.engine.await_packets(0, 1);
    EXPECT_THAT(calls_of_driver(gpu), IsEmpty()) << i << " packets are over";
    ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  }
  finish(gpu);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
}

}  // namespace
}  // namespace drydock::testing
