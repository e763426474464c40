// Time-outs: detection, preemption, reset of the engine and of the adapter, and which devices are
// lost.
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSubsetOf;
using ::testing::IsSupersetOf;
using ::testing::Not;

constexpr std::size_t kBytes = 16 << 10;
constexpr sim::Time kSecond = 10'000'000;

// The tests run in virtual time, which passes only when no strand can run.
class TimeOut : public Gpu {
 protected:
  GpuWorld& start(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = make(settings);
    gpu.run();
    return gpu;
  }
  // Work that never ends; what waits for it returns when it was given up.
  static void hang(GpuWorld& gpu, D3DKMT_HANDLE allocation) {
    ASSERT_EQ(render(gpu.context, {allocation}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  }
  struct Other {
    D3DKMT_HANDLE device = 0;
    ClientContext context;
    D3DKMT_HANDLE allocation = 0;
  };
  static Other second_device(GpuWorld& gpu) {
    Other out;
    EXPECT_EQ(create_device(gpu.opened, out.device), STATUS_SUCCESS);
    EXPECT_EQ(create_context(out.device, 0, out.context), STATUS_SUCCESS);
    out.allocation = create(out.device, Kind::kLoose, 1).allocations.at(0);
    return out;
  }
  void TearDown() override {
    Gpu::TearDown();
    world.reset();
    schedule.reset();
  }

  std::unique_ptr<sim::SeededSchedule> schedule = std::make_unique<sim::SeededSchedule>(1);
};

// K-444, K-453: preemption first; two seconds later the engine.
TEST_F(TimeOut, AHungPacketIsPreemptedThenItsEngineReset) {
  GpuWorld& gpu = start();
  Other other = second_device(gpu);
  ASSERT_EQ(render(other.context, {other.allocation}, {{Op::kFill, 0, 7}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(other.device), STATUS_SUCCESS);
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.take_calls();
  const sim::Time began = sim::now();
  hang(gpu, allocation);
  EXPECT_GE(sim::now() - began, 4 * kSecond) << "two for the packet, two for the preemption";
  EXPECT_LT(sim::now() - began, 5 * kSecond);
  EXPECT_THAT(gpu.engine.take_calls(),
              ElementsAre("patch", "submit", "query fence", "preempt", "query fence", "collect",
                          "engine status", "reset engine"));
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_HUNG);
  // Others live on, and what they had is there.
  EXPECT_EQ(state_of(other.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  void* data = nullptr;
  ASSERT_EQ(lock(other.device, other.allocation, data), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 7);
  EXPECT_EQ(unlock(other.device, other.allocation), STATUS_SUCCESS);
  ASSERT_EQ(render(other.context, {other.allocation}, {{Op::kFill, 0, 8}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other.device), STATUS_SUCCESS);
}

// K-457, K-458, K-460: a device in error refuses work, can be taken down, and made anew.
TEST_F(TimeOut, ADeviceInErrorIsDestroyedAndMadeAnew) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  hang(gpu, allocation);
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(create(gpu.device, Kind::kLoose, 1).status, STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(create_device(gpu.opened, gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(create_context(gpu.device, 0, gpu.context), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

// K-397: what waits behind the work that hung never reaches the hardware.
TEST_F(TimeOut, QueuedWorkOfTheGuiltyDeviceIsCancelled) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(render(gpu.context, {allocation}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
  for (int i = 0; i < 4; ++i) ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  const auto calls = gpu.engine.take_calls();
  EXPECT_EQ(std::ranges::count(calls, "cancel"), 3) << "two were at the hardware";
}

// K-449 to K-452, K-454: without a reset of engines the adapter is reset.
TEST_F(TimeOut, WithoutEngineResetTheAdapterIsReset) {
  GpuWorld& gpu = start({.segments = 3, .engine_reset = false});
  Other other = second_device(gpu);
  ASSERT_EQ(render(other.context, {other.allocation}, {{Op::kFill, 0, 7}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(other.device), STATUS_SUCCESS);
  std::vector<D3DKMT_HANDLE> all;
  for (int i = 0; i < 4; ++i) {
    all.push_back(gpu.one());
    ASSERT_EQ(gpu.fill(all.back(), 1), STATUS_SUCCESS);
  }
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.take_calls();
  hang(gpu, all[0]);
  const auto calls = gpu.engine.take_calls();
  const auto reset = std::ranges::find(calls, "reset");
  ASSERT_NE(reset, calls.end());
  EXPECT_THAT(
      std::vector<std::string>(reset, calls.end()),
      ElementsAre("reset", "lost", "lost", "lost", "lost", "unmap", "restart", "query fence"));
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_HUNG);
  // Another device continues; its contents in video memory are lost.
  EXPECT_EQ(state_of(other.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  ASSERT_EQ(render(other.context, {other.allocation}, {{Op::kFill, 0, 9}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("fill", "paging", "patch", "submit"));
}

// A failed reset of the engine is promoted (K-454).
TEST_F(TimeOut, AFailedEngineResetIsPromoted) {
  GpuWorld& gpu = start();
  gpu.engine.misdeeds.reset_engine = [](DXGKARG_RESETENGINE&) { return STATUS_UNSUCCESSFUL; };
  hang(gpu, gpu.one());
  EXPECT_THAT(gpu.engine.take_calls(), IsSupersetOf({"reset engine", "reset", "restart"}));
}

// K-398: only the interrupt was lost.
TEST_F(TimeOut, ALostInterruptIsFoundByAsking) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(render(gpu.context, {allocation}, {{Op::kLoseInterrupt, 0, 0}, {Op::kFill, 0, 3}}),
            STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  const auto calls = gpu.engine.take_calls();
  EXPECT_THAT(calls, Contains("query fence"));
  EXPECT_THAT(calls, Not(Contains("preempt")));
  EXPECT_EQ(gpu.content(allocation, kBytes), 3);
}

// Paging that hangs takes the adapter; the device whose memory moved is in error.
TEST_F(TimeOut, HungPagingResetsTheAdapter) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  bool hangs = true;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) {
    return wanted.Flags.Paging != 0 && std::exchange(hangs, false)
               ? std::optional<NTSTATUS>(STATUS_SUCCESS)
               : std::nullopt;
  };
  gpu.engine.misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) { return STATUS_SUCCESS; };
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_RESET);
  EXPECT_THAT(gpu.engine.take_calls(), IsSupersetOf({"reset", "restart"}));
  Other other = second_device(gpu);
  ASSERT_EQ(render(other.context, {other.allocation}, {{Op::kFill, 0, 9}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other.device), STATUS_SUCCESS);
}

// An allocation is destroyed while work with it hangs. The reset ends the work, and destruction
// goes on.
TEST_F(TimeOut, DestructionGoesOnAfterAReset) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(render(gpu.context, {allocation}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 0U);
}

// DestroyContext waits for work that hangs. The time-out ends that wait.
TEST_F(TimeOut, AContextThatHangsCanBeDestroyed) {
  GpuWorld& gpu = start();
  ASSERT_EQ(render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_context(gpu.context.handle), STATUS_SUCCESS);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_HUNG);
}

// K-445.
TEST_F(TimeOut, MoreThanFiveResetsWithinAMinuteAreTheEnd) {
  GpuWorld& gpu = start({.engine_reset = false});
  for (int i = 0; i < 5; ++i) {
    Other other = second_device(gpu);
    ASSERT_EQ(render(other.context, {other.allocation}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(other.device), STATUS_DEVICE_REMOVED);
    EXPECT_EQ(destroy_device(other.device), STATUS_SUCCESS);
  }
  EXPECT_TRUE(gpu.is_silent()) << gpu.findings_text();
  EXPECT_TRUE(gpu.engine.miniport().driver->alive());
}

}  // namespace
}  // namespace drydock::testing
