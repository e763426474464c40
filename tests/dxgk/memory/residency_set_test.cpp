// Residency of allocations: what makes them stay, what moves them, and the notifications.
#include "src/sim/faults.h"
#include "tests/dxgk/memory/allocation_property_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// The CPU need not wait for the fence.
TEST_F(ResidencySet, K273ReclaimedMemoryIsLockedBeforeItsFence) {
  GpuWorld& gpu = run({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1});
  const D3DKMT_HANDLE one = gpu.one();
  bring_in({one});
  lose(one);
  block_queue();
  EXPECT_EQ(reclaim(one), D3DDDI_RECLAIM_RESULT_DISCARDED);
  EXPECT_LT(queue->value(), fence);
  void* data = nullptr;
  ASSERT_EQ(lock(gpu.device, one, data), STATUS_SUCCESS);
  std::memset(data, 0x5a, kBytes);
  ASSERT_EQ(unlock(gpu.device, one), STATUS_SUCCESS);
  EXPECT_LT(queue->value(), fence) << "it was not waited for";
  EXPECT_FALSE(is_resident(gpu.device, one));
  open_queue();
  ASSERT_EQ(queue->wait(gpu.device, fence), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu.device, one));
  EXPECT_EQ(gpu.content(one, kBytes), 0x5a);
}

// The GPU has to.
TEST_F(ResidencySet, K273WorkBeforeTheFenceOfAReclaimIsFound) {
  GpuWorld& gpu = run({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1});
  const D3DKMT_HANDLE one = gpu.one();
  bring_in({one});
  lose(one);
  block_queue();
  reclaim(one);
  EXPECT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-279"), 1U) << gpu.findings_text();
  open_queue();
}

TEST_F(ResidencySet, K273WhatHasNoMemoryIsNotCommittedAndStaysOffered) {
  GpuWorld& gpu = run({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1});
  const auto all = some(2);
  bring_in(all);
  lose(all[0], /*may_decommit=*/true);
  lose(all[1]);
  {
    const sim::FaultInjection no_memory({.seed = 1, .one_in = 1, .only = sim::FaultKind::kMapping});
    EXPECT_EQ(reclaim(all[0]), D3DDDI_RECLAIM_RESULT_NOT_COMMITTED);
    EXPECT_EQ(fence, 0U) << "there is nothing to bring in";
    EXPECT_EQ(reclaim(all[1]), D3DDDI_RECLAIM_RESULT_DISCARDED) << "its memory stayed";
  }
  void* data = nullptr;
  EXPECT_NE(lock(gpu.device, all[0], data), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(all[0], 1), STATUS_INVALID_PARAMETER) << "as before the reclaim";
  EXPECT_EQ(reclaim(all[0]), D3DDDI_RECLAIM_RESULT_DISCARDED) << "there is memory again";
  EXPECT_EQ(queue->wait(gpu.device, fence), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu.device, all[0]));
}

// A client that cannot learn of the loss keeps its memory.
TEST_F(ResidencySet, K273BeforeWddm21NothingIsDecommitted) {
  GpuWorld& gpu = run();
  const D3DKMT_HANDLE one = gpu.one();
  lose(one, /*may_decommit=*/true);
  const sim::FaultInjection no_memory({.seed = 1, .one_in = 1, .only = sim::FaultKind::kMapping});
  EXPECT_EQ(reclaim(one), D3DDDI_RECLAIM_RESULT_DISCARDED);
}

// While work runs, the GPU may use all that is resident; only what the work names is in use.
TEST_F(ResidencySet, K220ResidentAndNotNamedIsSilent) {
  GpuWorld& gpu = run();
  const std::vector<D3DKMT_HANDLE> all = some(2);
  bring_in(all);
  settle(gpu);
  gpu.engine.stop_engine();
  EXPECT_EQ(gpu.fill(all[0], 1), STATUS_SUCCESS);
  gpu.adapter->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
  EXPECT_EQ(destroy(gpu.device, 0, {all[1]}, {.assume_not_in_use = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-220"), 0U) << gpu.findings_text();
  EXPECT_EQ(destroy(gpu.device, 0, {all[0]}, {}), STATUS_SUCCESS);
  gpu.run();
}

// The device has a residency list.
TEST_F(ResidencySet, K286AListBringsNothingBack) {
  GpuWorld& gpu = run();
  const D3DKMT_HANDLE one = gpu.one();
  bring_in({one});
  sim::Completion is_held, goes_on;
  sim::Thread holder = sim::spawn("holder", [&] {
    gpu.adapter->scheduler()->run_on_strand([&](vidmm::VideoMemory&) {
      is_held.complete();
      goes_on.wait();
    });
  });
  is_held.wait();
  gpu.engine.take_calls();
  EXPECT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {one}), STATUS_SUCCESS);
  goes_on.complete();
  holder.join();
  settle(gpu);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  const std::vector<std::string> calls = gpu.engine.take_calls();
  EXPECT_THAT(calls, Not(Contains("in")));
  EXPECT_THAT(calls, Not(Contains("fill")));
  EXPECT_THAT(calls, Not(Contains("submit")));
}

TEST_F(ResidencySet, K286WithoutPatchesAListHasWrittenPrimaries) {
  GpuWorld& gpu = run({.sources = 1, .gpu_mmu = true, .patches = false});
  EXPECT_EQ(gpu.context.allocation_count, 16U);
  EXPECT_EQ(gpu.context.patch_count, 0U);
  const D3DKMT_HANDLE primary_handle = primary();
  const D3DKMT_HANDLE other = gpu.one();
  EXPECT_EQ(render(gpu.context, {primary_handle}, {}), STATUS_INVALID_PARAMETER)
      << "it is not resident";
  bring_in({primary_handle, other});
  EXPECT_EQ(render(gpu.context, {other}, {}), STATUS_INVALID_PARAMETER) << "no primary";
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE) << "only refused";
  gpu.engine.take_calls();
  EXPECT_EQ(render(gpu.context, {primary_handle}, {}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("submit")) << "nothing is patched or moved";
  EXPECT_EQ(gpu.context.allocation_count, 16U);
}

TEST_F(ResidencySet, K286PrimariesOfASubmissionAreOnTheList) {
  GpuWorld& gpu = run({.sources = 1, .gpu_mmu = true});
  D3DKMT_HANDLE context = 0;
  ASSERT_EQ(create_virtual(gpu.device, context), STATUS_SUCCESS);
  D3DKMT_SUBMITCOMMAND request = submission(context);
  request.NumPrimaries = 1;
  request.WrittenPrimaries[0] = primary();
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER);
  bring_in({request.WrittenPrimaries[0]});
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

TEST_F(ResidencySet, K289NoSegmentForBudgetsIsFound) {
  GpuWorld& gpu = run({.targets = false});
  const auto all = some(2);
  bring_in(all);
  bring_in({gpu.one()});
  expect_found("K-289");
}

TEST_F(ResidencySet, K289MarkedSegmentsAreSilent) {
  GpuWorld& gpu = run();
  const auto all = some(2);
  bring_in(all);
  for (const D3DKMT_HANDLE each : all) EXPECT_TRUE(is_resident(gpu.device, each));
  EXPECT_EQ(gpu.findings_text(), "");
}

// Other properties for an allocation that is in memory and holds something.

// A driver that wants notifications, and a record of them.
class ResidencyNotice : public ResidencySet {
 protected:
  void begin(const EngineMiniport::Settings& settings) {
    run(settings);
    world->engine.misdeeds.build =
        [this](const DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
      if (wanted.Operation == DXGK_OPERATION_NOTIFY_RESIDENCY)
        notifications.push_back(wanted.NotifyResidency);
      return std::nullopt;
    };
    world->engine.take_calls();
  }
  static EngineMiniport::Settings explicit_notices() {
    DXGK_ALLOCATIONINFOFLAGS flags{};
    flags.ExplicitResidencyNotification = 1;
    // Small paging buffers: one transfer takes several.
    return {.paging_buffer = 64, .flags = flags.Value};
  }
  // Moves of memory and notices, without the packets that carry them out.
  std::vector<std::string> moves() {
    std::vector<std::string> out = world->engine.take_calls();
    std::erase_if(out, [](const std::string& each) {
      return each == "paging" || each == "submit" || each == "patch" || each == "switch";
    });
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
  }

  std::vector<DXGK_BUILDPAGINGBUFFER_NOTIFYRESIDENCY> notifications;
};

TEST_F(ResidencyNotice, K340OnceWhenItCameAndOnceBeforeItLeaves) {
  begin(explicit_notices());
  const auto all = some(2);
  bring_in(all);
  EXPECT_THAT(moves(), ElementsAre("fill", "resident", "fill", "resident"));
  ASSERT_EQ(notifications.size(), 2U);
  EXPECT_EQ(notifications[1].Resident, 1U);
  EXPECT_EQ(notifications[1].PhysicalAddress.SegmentId, kMemory);
  EXPECT_EQ(notifications[1].PhysicalAddress.SegmentOffset, kBytes);
  EXPECT_NE(notifications[0].hAllocation, notifications[1].hAllocation);
  ASSERT_EQ(world->fill(all[1], 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  ASSERT_EQ(evict(world->device, {all[1]}), STATUS_SUCCESS);
  settle(*world);
  EXPECT_THAT(moves(), ElementsAre("leaves", "out"));
  ASSERT_EQ(notifications.size(), 3U);
  EXPECT_EQ(notifications[2].hAllocation, notifications[1].hAllocation);
  EXPECT_EQ(notifications[2].Resident, 0U);
  EXPECT_EQ(notifications[2].PhysicalAddress.SegmentId, 0U);
  EXPECT_EQ(notifications[2].PhysicalAddress.SegmentOffset, 0U);
  bring_in({all[1]});
  EXPECT_THAT(moves(), ElementsAre("in", "resident"));
  EXPECT_EQ(destroy(world->device, 0, {all[0]}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(moves(), ElementsAre("leaves", "discard"));
}

TEST_F(ResidencyNotice, K340OthersHearNothing) {
  begin({});
  const D3DKMT_HANDLE one = world->one();
  bring_in({one});
  ASSERT_EQ(evict(world->device, {one}), STATUS_SUCCESS);
  settle(*world);
  EXPECT_FALSE(is_resident(world->device, one));
  EXPECT_THAT(notifications, IsEmpty());
}

TEST_F(ResidencyNotice, K340AnApertureIsNoMemory) {
  EngineMiniport::Settings settings = explicit_notices();
  settings.segments = 1U << (kAperture - 1);
  settings.preferred = kAperture;
  begin(settings);
  const D3DKMT_HANDLE one = world->one();
  bring_in({one});
  ASSERT_EQ(evict(world->device, {one}), STATUS_SUCCESS);
  settle(*world);
  EXPECT_THAT(notifications, IsEmpty());
}

TEST_F(ResidencyNotice, K340AResetTakesEverythingOut) {
  begin(explicit_notices());
  bring_in({world->one()});
  moves();
  world->adapter->scheduler()->force_timeout(sched::Scheduler::Reset::kAdapter);
  EXPECT_EQ(notifications.size(), 2U);
  EXPECT_EQ(notifications.back().Resident, 0U);
  EXPECT_THAT(moves(), Contains("lost"));
}

}  // namespace
}  // namespace drydock::testing
