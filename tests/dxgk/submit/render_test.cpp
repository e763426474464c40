// Submission: from a client's command buffer to the fence that comes back.
#include <sys/mman.h>

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::size_t kBytes = 16 << 10;

using Submission = Gpu;

TEST_F(Submission, WorkIsPagedInPatchedSubmittedAndOver) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE allocation = gpu.one();
  gpu.run();
  ASSERT_EQ(gpu.fill(allocation, 0x5A), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("fill", "paging", "patch", "submit"));
  EXPECT_EQ(gpu.content(allocation, kBytes), 0x5A);
}

TEST_F(Submission, BuffersRotateAndGrow) {
  GpuWorld& gpu = make();
  gpu.run();
  const D3DKMT_HANDLE allocation = gpu.one();
  void* const first = gpu.context.commands;
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_NE(gpu.context.commands, first);
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
  EXPECT_EQ(gpu.context.commands, first);
  D3DKMT_RENDER data{};
  data.hContext = gpu.context.handle;
  data.Flags.ResizeCommandBuffer = 1;
  data.Flags.ResizeAllocationList = 1;
  data.NewCommandBufferSize = 64 << 10;
  data.NewAllocationListSize = 100;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_SUCCESS);
  EXPECT_EQ(data.NewCommandBufferSize, 64U << 10);
  EXPECT_EQ(data.NewAllocationListSize, 100U);
  EXPECT_EQ(data.NewPatchLocationListSize, 32U);
  std::memset(data.pNewCommandBuffer, 0, data.NewCommandBufferSize);
}

TEST_F(Submission, WhatTheDriverRefusesIsNotQueued) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE allocation = gpu.one();
  EXPECT_EQ(render(gpu.context, {allocation}, {{Op::kFill, 7, 0}}), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(gpu.engine.take_calls(), IsEmpty());
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
}

// A command buffer that does not fit in one DMA buffer becomes several.
TEST_F(Submission, ADmaBufferThatIsFullIsFollowedByAnother) {
  GpuWorld& gpu = make({.dma_buffer = 128});
  const D3DKMT_HANDLE allocation = gpu.one();
  gpu.run();
  std::vector<UserCommand> commands;
  for (std::uint32_t i = 0; i < 5; ++i) commands.push_back({Op::kFill, 0, i});
  ASSERT_EQ(render(gpu.context, {allocation}, commands), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  const auto calls = gpu.engine.take_calls();
  EXPECT_EQ(std::ranges::count(calls, "submit"), 3);
  EXPECT_EQ(gpu.content(allocation, kBytes), 4);
}

// K-394: one node has work of two processes at the same time, and gets it in turn.
TEST_F(Submission, K394ProcessesTakeTurnsWithoutIdleBetween) {
  GpuWorld& gpu = make();
  std::vector<HANDLE> submitted;  // contexts
  std::size_t fewest = 2;         // packets at the hardware, from the second submission on
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Flags.Paging != 0) return std::nullopt;
    if (!submitted.empty()) fewest = std::min(fewest, gpu.engine.packets(0));
    submitted.push_back(wanted.hContext);
    return std::nullopt;
  };
  const std::unique_ptr<dxgk::Process> process = gpu.dock->new_process();
  D3DKMT_HANDLE device = 0;
  ClientContext other;
  const auto as_other = [&](const std::function<void()>& body) {
    const dxgk::ProcessScope scope(process.get());
    body();
  };
  as_other([&] {
    ASSERT_EQ(create_device(open_adapter(gpu.adapter->luid()), device), STATUS_SUCCESS);
    ASSERT_EQ(create_context(device, 0, other), STATUS_SUCCESS);
  });
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(render(gpu.context, {}, {}), STATUS_SUCCESS);
    as_other([&] { ASSERT_EQ(render(other, {}, {}), STATUS_SUCCESS); });
  }
  expect_turns(gpu, submitted);
  EXPECT_EQ(fewest, 1U) << "the other's packet was there";
  as_other([&] { EXPECT_EQ(wait_for_idle(device), STATUS_SUCCESS); });
}

TEST_F(Submission, ContextsOfSeveralNodesWorkAtTheSameTime) {
  GpuWorld& gpu = make({.nodes = 2});
  ClientContext other;
  ASSERT_EQ(create_context(gpu.device, 1, other), STATUS_SUCCESS);
  const D3DKMT_HANDLE first = gpu.one();
  const D3DKMT_HANDLE second = gpu.one();
  gpu.run();
  ASSERT_EQ(gpu.fill(first, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(second, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  ASSERT_EQ(gpu.fill(first, 2), STATUS_SUCCESS);
  ASSERT_EQ(render(other, {second}, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  gpu.engine.await_packets(1, 1);
  EXPECT_TRUE(gpu.engine.finish_next(*gpu.adapter, 1));
  EXPECT_TRUE(gpu.engine.finish_next(*gpu.adapter, 0));
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.run();
  EXPECT_EQ(gpu.content(first, kBytes), 2);
  EXPECT_EQ(gpu.content(second, kBytes), 3);
}

// A driver without contexts: the device has the buffers, and is what the driver gets to see.
TEST_F(Submission, ADeviceStandsInForAContext) {
  GpuWorld& gpu = make({.has_contexts = false});
  gpu.run();
  D3DKMT_CREATEDEVICE data{};
  data.hAdapter = gpu.opened;
  ASSERT_EQ(D3DKMTCreateDevice(&data), STATUS_SUCCESS);
  ASSERT_NE(data.pCommandBuffer, nullptr);
  EXPECT_EQ(data.AllocationListSize, 16U);
  ClientContext device = context_of(data.hDevice, data);
  const D3DKMT_HANDLE one = create(data.hDevice, Kind::kLoose, 1).allocations.at(0);
  ASSERT_EQ(render(device, {one}, {{Op::kFill, 0, 5}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(data.hDevice), STATUS_SUCCESS);
  void* bytes = nullptr;
  ASSERT_EQ(lock(data.hDevice, one, bytes), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(bytes)[kBytes - 1], 5);
  ASSERT_EQ(unlock(data.hDevice, one), STATUS_SUCCESS);
  ASSERT_EQ(render(device, {one}, {{Op::kFill, 0, 6}}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(data.hDevice), STATUS_SUCCESS);
}

// A client can query where an allocation is.
TEST_F(Submission, ResidencyFollowsTheMemory) {
  GpuWorld& gpu = make({.segments = 3});
  gpu.run();
  const auto residency = [&](D3DKMT_HANDLE allocation) {
    return residency_of(gpu.device, allocation);
  };
  std::vector<D3DKMT_HANDLE> all;
  for (int i = 0; i < 5; ++i) all.push_back(gpu.one());
  EXPECT_EQ(residency(all[0]), D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
  for (const D3DKMT_HANDLE each : all) ASSERT_EQ(gpu.fill(each, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(residency(all[0]), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  EXPECT_EQ(residency(all[4]), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY);
  EXPECT_EQ(gpu.content(all[0], kBytes), 1);
  EXPECT_EQ(residency(all[0]), D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT) << "locked and shown";
}

// K-355, K-357.
TEST_F(Submission, AContextGoesAfterItsWork) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = make();
    gpu.adapter->scheduler()->set_timeout(sim::Time{36'000} * 10'000'000);
    const D3DKMT_HANDLE allocation = gpu.one();
    gpu.run();
    ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    gpu.engine.stop_engine();
    ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
    gpu.engine.await_packets(0, 1);
    bool is_destroyed = false;
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      EXPECT_EQ(destroy_context(gpu.context.handle), STATUS_SUCCESS);
      is_destroyed = true;
    });
    for (int i = 0; i < 50; ++i) sim::switch_point();
    EXPECT_FALSE(is_destroyed);
    EXPECT_EQ(gpu.engine.ledger().live().contexts, 1U) << "the driver is not asked yet";
    gpu.run();
    client.join();
    EXPECT_TRUE(is_destroyed);
    EXPECT_EQ(gpu.engine.ledger().live().contexts, 0U);
    TearDown();
    world.reset();
  }
}

}  // namespace
}  // namespace drydock::testing
