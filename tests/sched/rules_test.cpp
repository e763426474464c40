// Mistakes of drivers and clients with the GPU, one rule a test, and the same done right.
#include <sys/mman.h>

#include "src/nt/mm/physical.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

class GpuRules : public GpuRuleTest {
 protected:
  void hang() {
    render(world->context, {world->one()}, {{Op::kHang, 0, 0}});
    wait_for_idle(world->device);
  }
};

TEST_F(GpuRules, K319ApertureWithoutPagingIsFound) {
  make({.segments = 2, .preferred = 2, .pages = false});
  work();
  expect_found("K-319");
}

TEST_F(GpuRules, K319RefusedMappingIsFound) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  gpu.engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation != DXGK_OPERATION_MAP_APERTURE_SEGMENT) return std::nullopt;
    return STATUS_NOT_SUPPORTED;
  };
  work();
  EXPECT_EQ(gpu.count("K-319"), 1U) << gpu.findings_text();
  EXPECT_EQ(gpu.count("K-324"), 1U) << "and its status is none of those that it may have";
}

TEST_F(GpuRules, K319ApertureWithPagingIsSilent) {
  make({.segments = 2, .preferred = 2});
  page();
  expect_silence();
}

TEST_F(GpuRules, K324StrangeStatusIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_NO_MEMORY; };
  work();
  expect_found("K-324");
}

TEST_F(GpuRules, K324BusyFillIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER&) {
    return STATUS_GRAPHICS_ALLOCATION_BUSY;
  };
  work();
  expect_found("K-324");
}

TEST_F(GpuRules, K324BusyAlthoughIdleIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    return wanted.Operation == DXGK_OPERATION_TRANSFER
               ? std::optional<NTSTATUS>(STATUS_GRAPHICS_ALLOCATION_BUSY)
               : std::nullopt;
  };
  page();
  expect_found("K-324");
}

TEST_F(GpuRules, K324EmptyBufferThatIsTooSmallIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER&) {
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  };
  work();
  expect_found("K-324");
}

TEST_F(GpuRules, K324AllThreeAnswersAreSilent) {
  make({.paging_buffer = 128}).engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    return wanted.Operation == DXGK_OPERATION_TRANSFER &&
                   wanted.Transfer.Flags.AllocationIsIdle == 0
               ? std::optional<NTSTATUS>(STATUS_GRAPHICS_ALLOCATION_BUSY)
               : std::nullopt;
  };
  page();
  expect_silence();
}

TEST_F(GpuRules, K325BufferOverrunIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize + 1;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-325");
}

TEST_F(GpuRules, K325PrivateDataOverrunIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    wanted.pDmaBufferPrivateData =
        reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(wanted.pDmaBufferPrivateData) + 1);
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-325");
}

TEST_F(GpuRules, K325WholeBufferIsSilent) {
  make({.paging_buffer = 64});
  page();
  expect_silence();
}

TEST_F(GpuRules, K370HandleOfAnotherDeviceIsRefused) {
  GpuWorld& gpu = make();
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  const D3DKMT_HANDLE foreign = create(other, Kind::kLoose, 1).allocations.at(0);
  EXPECT_EQ(render(gpu.context, {foreign}, {}), STATUS_INVALID_HANDLE);
  const D3DKMT_HANDLE gone = gpu.one();
  EXPECT_EQ(destroy(gpu.device, 0, {gone}), STATUS_SUCCESS);
  EXPECT_EQ(render(gpu.context, {gone}, {}), STATUS_INVALID_HANDLE);
  expect_silence();
}

TEST_F(GpuRules, K370HandlesOfTheDeviceAreAccepted) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  EXPECT_EQ(render(gpu.context, {one, gpu.one(), one}, {{Op::kFill, 2, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(GpuRules, K373TooManyBroadcastContextsAreRefused) {
  GpuWorld& gpu = make();
  D3DKMT_RENDER data{};
  data.hContext = gpu.context.handle;
  data.BroadcastContextCount = D3DDDI_MAX_BROADCAST_CONTEXT + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  expect_silence();
}

TEST_F(GpuRules, K373NoBroadcastContextIsAccepted) {
  GpuWorld& gpu = make();
  EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(GpuRules, K381SplitOffsetsOutOfOrderAreFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    wanted.pPatchLocationListOut[0] = {0, {}, 0, 0, 8, 8};
    wanted.pPatchLocationListOut[1] = {0, {}, 0, 0, 0, 0};
    wanted.pPatchLocationListOut += 2;
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + 64;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-381");
}

TEST_F(GpuRules, K381ReferenceToNothingIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    *wanted.pPatchLocationListOut++ = {wanted.AllocationListSize, {}, 0, 0, 0, 0};
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + 64;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-381");
}

TEST_F(GpuRules, K381SlotThatIsNotThereIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    D3DDDI_PATCHLOCATIONLIST patch{};
    patch.SlotId = 1;  // the last one is 0
    *wanted.pPatchLocationListOut++ = patch;
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + 64;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-381");
}

TEST_F(GpuRules, K381EntryThatTheDriverMadeUpIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
    wanted.pAllocationList[0].hDeviceSpecificAllocation = &wanted;
    return std::nullopt;
  };
  work();
  expect_found("K-381");
}

// An unbound allocation need not be resident.
TEST_F(GpuRules, K381NullUnbindsASlot) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE used = gpu.one();
  const D3DKMT_HANDLE unbound = gpu.one();
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
    wanted.pAllocationList[1].hDeviceSpecificAllocation = nullptr;
    return std::nullopt;
  };
  EXPECT_EQ(render(gpu.context, {used, unbound}, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.content(used, 16 << 10), 1);
  const auto calls = gpu.engine.take_calls();
  EXPECT_EQ(std::ranges::count(calls, "fill"), 1) << "only one was brought";
  expect_silence();
}

TEST_F(GpuRules, K381OrderOfUseIsSilent) {
  GpuWorld& gpu = make();
  EXPECT_EQ(render(gpu.context, {gpu.one(), gpu.one()},
                   {{Op::kFill, 0, 1}, {Op::kCopy, 1, 0}, {Op::kFill, 1, 2}}),
            STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(GpuRules, K382DmaBufferOverrunIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize + 1;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(GpuRules, K382PatchesOfNothingWrittenAreFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    *wanted.pPatchLocationListOut++ = {};
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(GpuRules, K382PointerThatMovedBackIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) - 1;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(GpuRules, K382PatchListOverrunIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) {
    wanted.pPatchLocationListOut += wanted.PatchLocationListOutSize + 1;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(GpuRules, K382FullBuffersAreSilent) {
  GpuWorld& gpu = make({.dma_buffer = 64});
  EXPECT_EQ(render(gpu.context, {gpu.one()}, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}}),
            STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

// The client's commands, which it takes away before it submits them.
void submit_without_commands(GpuWorld& gpu) {
  D3DKMT_RENDER data{};
  data.hContext = gpu.context.handle;
  data.CommandLength = sizeof(UserCommand);
  mprotect(gpu.context.commands, gpu.context.command_bytes, PROT_NONE);
  D3DKMTRender(&data);
  mprotect(gpu.context.commands, gpu.context.command_bytes, PROT_READ | PROT_WRITE);
}

TEST_F(GpuRules, K378UnguardedReadIsFound) {
  submit_without_commands(make());
  EXPECT_EQ(world->count("K-378"), 1U) << world->findings_text();
}

TEST_F(GpuRules, K378GuardedReadIsSilent) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
    if (nt::readable(wanted.pCommand, wanted.CommandLength)) return std::nullopt;
    return STATUS_INVALID_USER_BUFFER;
  };
  submit_without_commands(gpu);
  EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  expect_silence();
}

// Commands on a device that stands in for contexts.
void submit_by_device(GpuWorld& gpu, const std::vector<UserCommand>& commands) {
  D3DKMT_CREATEDEVICE data{};
  data.hAdapter = gpu.opened;
  ASSERT_EQ(D3DKMTCreateDevice(&data), STATUS_SUCCESS);
  ClientContext device = {data.hDevice,
                          data.pCommandBuffer,
                          data.pAllocationList,
                          data.pPatchLocationList,
                          data.CommandBufferSize,
                          data.AllocationListSize,
                          data.PatchLocationListSize};
  const D3DKMT_HANDLE one = create(data.hDevice, Kind::kLoose, 1).allocations.at(0);
  render(device, {one}, commands);
  wait_for_idle(data.hDevice);
}

TEST_F(GpuRules, K383BrokenGuaranteeIsFound) {
  GpuWorld& gpu = make({.dma_buffer = 64, .has_contexts = false, .guarantees_room = true});
  submit_by_device(gpu, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}});
  expect_found("K-383");
}

TEST_F(GpuRules, K383KeptGuaranteeIsSilent) {
  GpuWorld& gpu = make({.has_contexts = false, .guarantees_room = true});
  submit_by_device(gpu, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}});
  expect_silence();
}

TEST_F(GpuRules, K385FailedPatchIsFound) {
  make().engine.misdeeds.patch = [](const DXGKARG_PATCH&) { return STATUS_UNSUCCESSFUL; };
  work();
  expect_found("K-385");
}

TEST_F(GpuRules, K386FailedSubmitIsFound) {
  make().engine.misdeeds.submit = [](const DXGKARG_SUBMITCOMMAND&) { return STATUS_UNSUCCESSFUL; };
  work();
  expect_found("K-386");
}

TEST_F(GpuRules, K385K386WorkThatGoesWellIsSilent) {
  make();
  work();
  expect_silence();
}

TEST_F(GpuRules, K395FailedPreemptionIsFound) {
  make().engine.misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) {
    return STATUS_UNSUCCESSFUL;
  };
  hang();
  expect_found("K-395");
}

TEST_F(GpuRules, K397FailedCancelIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.cancel = [](const DXGKARG_CANCELCOMMAND&) { return STATUS_UNSUCCESSFUL; };
  render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}});
  for (int i = 0; i < 3; ++i) gpu.fill(gpu.one(), 1);
  wait_for_idle(gpu.device);
  expect_found("K-397");
}

TEST_F(GpuRules, K395K397PreemptionAndCancelAreSilent) {
  GpuWorld& gpu = make();
  render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}});
  for (int i = 0; i < 3; ++i) gpu.fill(gpu.one(), 1);
  wait_for_idle(gpu.device);
  expect_silence();
}

TEST_F(GpuRules, K398FenceKnownButNotReportedIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.query_fence = [&](DXGKARG_QUERYCURRENTFENCE& wanted) {
    wanted.CurrentFence = 100;
    return STATUS_SUCCESS;
  };
  hang();
  EXPECT_GE(gpu.count("K-398"), 1U) << gpu.findings_text();
}

TEST_F(GpuRules, K398FenceReportedOnAskingIsSilent) {
  GpuWorld& gpu = make();
  render(gpu.context, {gpu.one()}, {{Op::kLoseInterrupt, 0, 0}});
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

// Work whose end only an interrupt has reported gets more time for its DPC, once. Then it counts as
// hung.
TEST_F(GpuRules, AnEndThatNoDpcTellsOfIsAHang) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE allocation = gpu.one();
  gpu.engine.misdeeds.dpc_is_silent = true;
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  gpu.engine.misdeeds = {};
  expect_found("K-404");
}

TEST_F(GpuRules, K399FenceThatWasNotIssuedIsFound) {
  GpuWorld& gpu = make();
  work();
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = 1000;
  gpu.engine.report(*gpu.adapter, data);
  expect_found("K-399");
}

TEST_F(GpuRules, K399FenceThatGoesBackIsFound) {
  GpuWorld& gpu = make();
  work();
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = 1;
  gpu.engine.report(*gpu.adapter, data);
  expect_found("K-399");
}

TEST_F(GpuRules, K399PreemptionNobodyAskedForIsFound) {
  GpuWorld& gpu = make();
  work();
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
  data.DmaPreempted.PreemptionFenceId = 9;
  data.DmaPreempted.LastCompletedFenceId = 2;
  gpu.engine.report(*gpu.adapter, data);
  expect_found("K-399");
}

TEST_F(GpuRules, K399FencesInOrderAreSilent) {
  make({.nodes = 2});
  for (int i = 0; i < 5; ++i) work();
  expect_silence();
}

TEST_F(GpuRules, K448FailedResetIsFound) {
  make({.engine_reset = false}).engine.misdeeds.reset = [] { return STATUS_UNSUCCESSFUL; };
  hang();
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
    EXPECT_EQ(world->count("K-450"), touches_in_reset ? 0U : 1U) << world->findings_text();
    world.reset();
  }
}

TEST_F(GpuRules, K450ResetWithoutRestartIsFound) {
  make({.engine_reset = false, .restarts = false});
  hang();
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

TEST_F(GpuRules, K448K450K452ResetThatGoesWellIsSilent) {
  make({.engine_reset = false});
  work();
  hang();
  expect_silence();
}

TEST_F(GpuRules, K414ReportOfAnEngineThatWasResetIsFound) {
  GpuWorld& gpu = make();
  hang();
  DXGKARGCB_NOTIFY_INTERRUPT_DATA late{};
  late.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  late.DmaCompleted.SubmissionFenceId = 1;
  gpu.engine.report(*gpu.adapter, late);
  expect_found("K-414");
}

TEST_F(GpuRules, K414ReportsOfWhatCameAfterAResetAreSilent) {
  GpuWorld& gpu = make();
  hang();
  ASSERT_EQ(destroy_device(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(create_device(gpu.opened, gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(create_context(gpu.device, 0, gpu.context), STATUS_SUCCESS);
  work();
  expect_silence();
}

TEST_F(GpuRules, K453FenceBeyondTheLastIsFound) {
  make().engine.misdeeds.reset_engine = [](DXGKARG_RESETENGINE& wanted) {
    wanted.LastAbortedFenceId = 1000;
    return STATUS_SUCCESS;
  };
  hang();
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
