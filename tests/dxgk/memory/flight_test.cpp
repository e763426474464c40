// Destruction while the GPU is at work: every cell of the matrix of work in flight, with the
// scheduler's own references.
#include "tests/dxgk/memory/flight_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// The destroy returns at once, and the driver is called when the work has ended.
TEST_F(Flight, RunningWorkKeepsItFromTheDriver) {
  GpuWorld& gpu = at_work();
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 3), STATUS_INVALID_HANDLE) << "the handle is dead at once";
  EXPECT_THAT(calls_of_driver(gpu), IsEmpty());
  EXPECT_THAT(gpu.engine.take_calls(), IsEmpty());
  finish(gpu);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("discard"));
}

// The allocation is evicted, closed and destroyed, in this order.
TEST_F(Flight, ItLeavesItsSegmentBeforeItIsClosed) {
  GpuWorld& gpu = at_work();
  finish(gpu);
  std::vector<std::string> known_then;
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    EXPECT_EQ(wanted.Operation, DXGK_OPERATION_DISCARD_CONTENT);
    known_then = gpu.engine.ledger().take_calls();
    known_then.emplace_back("discard");
    return std::nullopt;
  };
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(known_then, ElementsAre("discard")) << "nothing was closed by then";
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
}

// Second row.
TEST_F(Flight, ASynchronousDestroyWaitsForTheWork) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = at_work();
    bool returned = false;
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
      returned = true;
    });
    for (int i = 0; i < 50; ++i) sim::switch_point();
    EXPECT_FALSE(returned);
    finish(gpu);
    client.join();
    EXPECT_THAT(gpu.engine.ledger().take_calls(), ElementsAre("close 1", "destroy 1"));
    TearDown();
    world.reset();
  }
}

// The memory is freed at once, and the work that uses it faults.
TEST_F(Flight, ABrokenPromiseIsAGpuFault) {
  for (const bool synchronous : {false, true}) {
    GpuWorld& gpu = at_work();
    EXPECT_EQ(destroy(gpu.device, 0, {allocation},
                      {.assume_not_in_use = true, .synchronous = synchronous}),
              STATUS_SUCCESS);
    EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
    EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
    gpu.run();
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
    EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
    TearDown();
    world.reset();
  }
}

// K-411: nothing but the fault says that what came before it is complete.
TEST_F(Flight, K411AFaultCompletesWhatCameBefore) {
  GpuWorld& gpu = at_work();
  finish(gpu);
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
  ClientContext context;
  ASSERT_EQ(create_context(device, 0, context), STATUS_SUCCESS);
  const std::vector<D3DKMT_HANDLE> his = create(device, Kind::kLoose, 1).allocations;
  ASSERT_EQ(render(context, his, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(device), STATUS_SUCCESS);
  std::vector<UINT> fences;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& command) {
    fences.push_back(command.SubmissionFenceId);
    return std::optional<NTSTATUS>(STATUS_SUCCESS);  // its GPU never reports it
  };
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
  settle(gpu);
  ASSERT_EQ(render(context, his, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  settle(gpu);
  ASSERT_EQ(fences.size(), 2U);
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
  data.DmaPageFaulted.FaultedFenceId = fences.back();
  gpu.engine.report(*gpu.adapter, data);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_EQ(wait_for_idle(device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  gpu.engine.misdeeds.submit = {};
}

// A promise that is kept costs nothing.
TEST_F(Flight, APromiseThatHoldsFreesAtOnce) {
  GpuWorld& gpu = at_work();
  const D3DKMT_HANDLE idle = gpu.one();
  EXPECT_EQ(destroy(gpu.device, 0, {idle}, {.assume_not_in_use = true, .synchronous = true}),
            STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
  finish(gpu);
}

// Locked, and at work.
TEST_F(Flight, ALockDoesNotKeepIt) {
  GpuWorld& gpu = at_work();
  void* data = nullptr;
  ASSERT_EQ(lock(gpu.device, allocation, data), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  finish(gpu);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
}

TEST_F(Flight, TheEndOfADeviceWaitsForItsWork) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = at_work();
    bool is_destroyed = false;
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      EXPECT_EQ(destroy_device(gpu.device), STATUS_SUCCESS);
      is_destroyed = true;
    });
    for (int i = 0; i < 50; ++i) sim::switch_point();
    EXPECT_FALSE(is_destroyed);
    gpu.run();
    client.join();
    EXPECT_THAT(gpu.engine.ledger().take_calls(),
                ElementsAre("destroy context", "close 1", "destroy 1", "destroy device"));
    TearDown();
    world.reset();
  }
}

// The adapter is stopped while work runs and waits.
TEST_F(Flight, AStopEndsTheWorkFirst) {
  GpuWorld& gpu = at_work();
  for (int i = 0; i < 5; ++i) ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
  gpu.run();
  gpu.dock->unplug(*gpu.adapter);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_STOPPED);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
}

TEST_F(Flight, ASurpriseRemovalLosesTheWork) {
  GpuWorld& gpu = at_work({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_0});
  for (int i = 0; i < 5; ++i) ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
  gpu.dock->surprise(*gpu.adapter);
  EXPECT_NE(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
}

// K-463: the GPU has not ended its work, and the host does not wait for that: it preempts the work.
TEST_F(Flight, K463WorkOfAKilledProcessIsNotWaitedFor) {
  GpuWorld& gpu = at_work();
  finish(gpu);
  std::unique_ptr<dxgk::Process> other = gpu.dock->new_process();
  {
    const dxgk::ProcessScope scope(other.get());
    D3DKMT_HANDLE device = 0;
    ASSERT_EQ(create_device(open_adapter(gpu.adapter->luid()), device), STATUS_SUCCESS);
    ClientContext context;
    ASSERT_EQ(create_context(device, 0, context), STATUS_SUCCESS);
    const std::vector<D3DKMT_HANDLE> his = create(device, Kind::kLoose, 1).allocations;
    ASSERT_EQ(render(context, his, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(device), STATUS_SUCCESS);
    gpu.engine.stop_engine();
    ASSERT_EQ(render(context, his, {{Op::kFault, 0, 0}}), STATUS_SUCCESS);
  }
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  other->vanish();
  EXPECT_THAT(gpu.engine.take_calls(), Contains("preempt"));
  gpu.engine.await_packets(0, 1);  // what was preempted with it is submitted again
  finish(gpu);
  EXPECT_EQ(gpu.content(allocation, 16 << 10), 2);
}

TEST_F(Flight, AProcessThatVanishesTakesItsWorkAlong) {
  GpuWorld& gpu = at_work();
  for (int i = 0; i < 5; ++i) ASSERT_EQ(gpu.fill(allocation, 3), STATUS_SUCCESS);
  gpu.scope.reset();
  gpu.process->vanish();
  EXPECT_EQ(gpu.engine.ledger().live(), LedgerMiniport::Counts{});
  const auto calls = gpu.engine.take_calls();
  EXPECT_GT(std::ranges::count(calls, "cancel"), 0) << "what waited is not done";
}

// K-235, bug check 0x10E/0x38: a paging packet that names it is at the hardware.
TEST_F(Flight, K235NotWhileItIsPagedIn) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = make();
    gpu.adapter->scheduler()->set_timeout(kNever);
    allocation = gpu.one();
    gpu.engine.ledger().note_calls(true);
    ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
    gpu.engine.await_packets(0, 1);
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      // Even a client that promises that its work is done cannot free memory that paging uses.
      EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.assume_not_in_use = true}), STATUS_SUCCESS);
    });
    for (int i = 0; i < 50; ++i) sim::switch_point();
    EXPECT_THAT(gpu.engine.ledger().take_calls(), IsEmpty());
    gpu.run();
    client.join();
    EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
    TearDown();
    world.reset();
  }
}

TEST_F(Flight, K235NotWhileItIsPagedOut) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = make({.memory_bytes = kBytes});
    gpu.adapter->scheduler()->set_timeout(kNever);
    gpu.run();
    allocation = gpu.one();
    ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    gpu.engine.stop_engine();
    gpu.engine.ledger().note_calls(true);
    ASSERT_EQ(gpu.fill(gpu.one(), 2), STATUS_SUCCESS) << "there is room for one";
    gpu.engine.await_packets(0, 1);
    EXPECT_TRUE(gpu.engine.finish_next(*gpu.adapter)) << "its context is switched away from";
    gpu.engine.await_packets(0, 1);
    gpu.engine.ledger().take_calls();
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
    });
    for (int i = 0; i < 50; ++i) sim::switch_point();
    EXPECT_THAT(gpu.engine.ledger().take_calls(), IsEmpty());
    finish(gpu);
    client.join();
    EXPECT_THAT(gpu.engine.ledger().take_calls(), ElementsAre("close 1", "destroy 1"));
    TearDown();
    world.reset();
  }
}

// 0x24: an aperture leads to its pages, until the driver was made to unmap them.
TEST_F(Flight, K235NotWhileAnApertureLeadsToItsPages) {
  GpuWorld& gpu = at_work({.segments = 2, .preferred = 2});
  int destroyed = 0;
  gpu.engine.misdeeds.destroy = [&](const DXGKARG_DESTROYALLOCATION&) {
    EXPECT_TRUE(gpu.engine.is_memory_free());
    ++destroyed;
  };
  EXPECT_FALSE(gpu.engine.is_memory_free());
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  finish(gpu);
  EXPECT_THAT(calls_of_driver(gpu), ElementsAre("close 1", "destroy 1"));
  EXPECT_EQ(destroyed, 1);
}

// The creator of the allocation is destroyed first, while another device's work needs the
// allocation.
TEST_F(Flight, K235TheOwnerMayGoFirst) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2, .nodes = 2});
  gpu.adapter->scheduler()->set_timeout(kNever);
  const Created made = create(gpu.device, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ClientContext context;
  ASSERT_EQ(create_context(other, 1, context), STATUS_SUCCESS) << "where nobody pages";
  const Opened opened = open_shared(other, made.global);
  gpu.run();
  ASSERT_EQ(gpu.fill(made.allocations.at(0), 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  gpu.engine.ledger().note_calls(true);
  ASSERT_EQ(render(context, {opened.allocations.at(0)}, {{Op::kFill, 0, 2}}), STATUS_SUCCESS);
  gpu.engine.await_packets(1, 1);
  sim::Thread client = sim::spawn("client", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(destroy_device(gpu.device), STATUS_SUCCESS);
  });
  EXPECT_FALSE(gpu.engine.finish_next(*gpu.adapter, 0)) << "it is not unmapped under the work";
  gpu.run();
  client.join();
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), Not(Contains("destroy 1 resource")));
  void* data = nullptr;
  ASSERT_EQ(render(context, {opened.allocations.at(0)}, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  const D3DKMT_HANDLE mine = create(other, Kind::kLoose, 1).allocations.at(0);
  ASSERT_EQ(render(context, {opened.allocations.at(0), mine}, {{Op::kCopy, 1, 0}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  ASSERT_EQ(lock(other, mine, data), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 3);
  EXPECT_EQ(destroy(other, opened.resource, {}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(calls_of_driver(gpu), Contains("destroy 1 resource"));
}

}  // namespace
}  // namespace drydock::testing
