// Recovery: reset of the engine and of the adapter, who pays, and what drivers get wrong about it.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
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

// K-447: no other thread is inside the driver during the reset of the adapter.
TEST_F(GpuPromises, K447AdapterResetIsAlone) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = start({.engine_reset = false});
    int inside = 0;
    bool was_reset = false;
    gpu.engine.misdeeds.render = [&](DXGKARG_RENDER&) -> std::optional<NTSTATUS> {
      ++inside;
      for (int i = 0; i < 5; ++i) sim::switch_point();
      --inside;
      return std::nullopt;
    };
    gpu.engine.misdeeds.reset = [&]() -> std::optional<NTSTATUS> {
      EXPECT_EQ(inside, 0);
      for (int i = 0; i < 20; ++i) sim::switch_point();
      EXPECT_EQ(inside, 0);
      was_reset = true;
      return std::nullopt;
    };
    D3DKMT_HANDLE other = 0;
    ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
    ClientContext context;
    ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
    ASSERT_EQ(render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      while (!was_reset) {
        render(context, {}, {});
        sim::park(sim::now() + 1'000'000);
      }
    });
    wait_for_idle(gpu.device);
    client.join();
    TearDown();
    world.reset();
  }
}

TEST_F(GpuRules, K448FailedResetIsFound) {
  GpuWorld& gpu = make({.engine_reset = false});
  gpu.engine.misdeeds.reset = [] { return STATUS_UNSUCCESSFUL; };
  hang();
  EXPECT_TRUE(gpu.adapter->driver().alive());
  expect_found("K-448");
}

// The GPU writes after its reset.
TEST_F(GpuRules, K448WriteAfterResetIsFound) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2, .engine_reset = false});
  const D3DKMT_HANDLE target = gpu.one();
  void* memory = nullptr;
  ASSERT_EQ(lock(gpu.device, target, memory), STATUS_SUCCESS);
  ASSERT_EQ(unlock(gpu.device, target), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(target, 1), STATUS_SUCCESS);
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT) std::memset(memory, 9, 8);
    return std::nullopt;
  };
  hang();
  gpu.engine.misdeeds.build = {};
  expect_found("K-448");
}

// A client's own writes are none of the GPU's.
TEST_F(GpuRules, K448WhatIsLockedMayChange) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2, .engine_reset = false});
  const D3DKMT_HANDLE target = gpu.one();
  ASSERT_EQ(gpu.fill(target, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  void* memory = nullptr;
  ASSERT_EQ(lock(gpu.device, target, memory), STATUS_SUCCESS);
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT) std::memset(memory, 9, 8);
    return std::nullopt;
  };
  hang();
  gpu.engine.misdeeds.build = {};
  expect_silence();
}

TEST_F(GpuRules, K448K450K452ResetThatGoesWellIsSilent) {
  make({.engine_reset = false});
  work();
  hang();
  expect_silence();
}

// A device with a page of registers.
class WithRegisters : public dxgk::DeviceModel {
 public:
  static constexpr std::uint64_t kRegisters = 0xF000'0000;
  std::vector<Range> ranges() const override { return {{kRegisters, 4096, false, {}}}; }
};

TEST_F(GpuRules, K450RegistersTouchedInTheCleanUpAreFound) {
  for (const bool touches_in_reset : {true, false}) {
    world = std::make_unique<GpuWorld>(EngineMiniport::Settings{.engine_reset = false},
                                       std::make_shared<WithRegisters>());
    world->run();
    const auto touch = [] {
      PHYSICAL_ADDRESS where{};
      where.QuadPart = WithRegisters::kRegisters;
      void* const registers = MmMapIoSpace(where, 4096, MmNonCached);
      WRITE_REGISTER_ULONG(static_cast<PULONG>(registers), 1);
      MmUnmapIoSpace(registers, 4096);
    };
    work();
    world->engine.misdeeds.build = [=](DXGKARG_BUILDPAGINGBUFFER&) -> std::optional<NTSTATUS> {
      if (!touches_in_reset) touch();
      return std::nullopt;
    };
    world->engine.misdeeds.reset = [=]() -> std::optional<NTSTATUS> {
      if (touches_in_reset) touch();
      return std::nullopt;
    };
    hang();
    world->engine.misdeeds.build = {};
    EXPECT_EQ(world->count("K-450") == 0, touches_in_reset) << world->findings_text();
    EXPECT_TRUE(world->adapter->driver().alive());
    world.reset();
  }
}

TEST_F(GpuRules, K450ResetWithoutRestartIsFound) {
  GpuWorld& gpu = make({.engine_reset = false, .restarts = false});
  hang();
  EXPECT_TRUE(gpu.adapter->driver().alive()) << "the GPU counts as restarted";
  EXPECT_EQ(gpu.count("K-445"), 0U) << gpu.findings_text();
  expect_found("K-450");
}

TEST_F(GpuRules, K450FailedRestartIsFound) {
  make({.engine_reset = false}).engine.misdeeds.restart = [] { return STATUS_UNSUCCESSFUL; };
  hang();
  expect_found("K-450");
}

TEST_F(GpuRules, K452FenceThatStaysBehindIsFound) {
  GpuWorld& gpu = make({.engine_reset = false});
  gpu.engine.misdeeds.query_fence = [](DXGKARG_QUERYCURRENTFENCE& wanted) {
    wanted.CurrentFence = 0;
    return STATUS_SUCCESS;
  };
  hang();
  expect_found("K-452");
}

TEST_F(GpuRules, K453FenceBeyondTheLastIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.reset_engine = [](DXGKARG_RESETENGINE& wanted) {
    wanted.LastAbortedFenceId = 1000;
    return STATUS_SUCCESS;
  };
  hang();
  EXPECT_TRUE(gpu.adapter->driver().alive());
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_HUNG) << "its work was aborted";
  expect_found("K-453");
}

TEST_F(GpuRules, K455GroupWithoutItsNodeIsFound) {
  make().engine.misdeeds.group = [](DXGKARG_QUERYDEPENDENTENGINEGROUP& wanted) {
    wanted.DependentNodeOrdinalMask = 0;
    return STATUS_SUCCESS;
  };
  hang();
  expect_found("K-455");
}

TEST_F(GpuRules, K455FailedQueryIsFound) {
  make().engine.misdeeds.group = [](DXGKARG_QUERYDEPENDENTENGINEGROUP&) {
    return STATUS_UNSUCCESSFUL;
  };
  hang();
  expect_found("K-455");
}

TEST_F(GpuRules, K453K455EngineResetThatGoesWellIsSilent) {
  make();
  hang();
  expect_silence();
}

TEST_F(HostileGpu, K453FenceThatWasNotSubmittedIsFound) {
  GpuWorld& gpu = make();
  UINT preemption = 0;
  gpu.engine.misdeeds.preempt = [&](const DXGKARG_PREEMPTCOMMAND& wanted) {
    preemption = wanted.PreemptionFenceId;
    return STATUS_SUCCESS;
  };
  gpu.engine.misdeeds.reset_engine = [&](DXGKARG_RESETENGINE& wanted) {
    wanted.LastAbortedFenceId = preemption;
    return STATUS_SUCCESS;
  };
  render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}});
  wait_for_idle(gpu.device);
  expect_found("K-453");
}

TEST_F(HostileGpu, K455NodesThatAreNotThereAreFound) {
  make().engine.misdeeds.group = [](DXGKARG_QUERYDEPENDENTENGINEGROUP& wanted) {
    wanted.DependentNodeOrdinalMask = 3;
    return STATUS_SUCCESS;
  };
  render(world->context, {world->one()}, {{Op::kHang, 0, 0}});
  wait_for_idle(world->device);
  expect_found("K-455");
}

// K-445: the sixth reset within a minute.
TEST_F(GpuRules, K445SixthResetIsTheEnd) {
  GpuWorld& gpu = make({.engine_reset = false});
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(gpu.count("K-445"), 0U) << i;
    D3DKMT_HANDLE device = 0;
    ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
    ClientContext context;
    ASSERT_EQ(create_context(device, 0, context), STATUS_SUCCESS);
    const D3DKMT_HANDLE one = create(device, Kind::kLoose, 1).allocations.at(0);
    ASSERT_EQ(render(context, {one}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(device), STATUS_DEVICE_REMOVED);
  }
  EXPECT_EQ(gpu.count("K-445"), 1U);
  EXPECT_EQ(create_device(gpu.opened, gpu.device), STATUS_DEVICE_REMOVED);
}

}  // namespace
}  // namespace drydock::testing
