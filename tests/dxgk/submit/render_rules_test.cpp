// D3DKMTRender and DxgkDdiRender: what clients and drivers get wrong, and the same done right.
#include <sys/mman.h>

#include "tests/sched/gpu_suites.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(GpuRules, K370HandleOfAnotherDeviceIsRefused) {
  const Raises raises({"K-370"});
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
  const StaysSilent silent({"K-370"});
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  EXPECT_EQ(render(gpu.context, {one, gpu.one(), one}, {{Op::kFill, 2, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(GpuRules, K373TooManyBroadcastContextsAreRefused) {
  const Raises raises({"K-373"});
  GpuWorld& gpu = make();
  D3DKMT_RENDER data{};
  data.hContext = gpu.context.handle;
  data.BroadcastContextCount = D3DDDI_MAX_BROADCAST_CONTEXT + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  expect_silence();
}

TEST_F(GpuRules, K373NoBroadcastContextIsAccepted) {
  const StaysSilent silent({"K-373"});
  GpuWorld& gpu = make();
  EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(GpuPromises, K377ListsAreConverted) {
  GpuWorld& gpu = start();
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
    EXPECT_EQ(wanted.AllocationListSize, 2U);
    EXPECT_NE(wanted.pAllocationList[0].hDeviceSpecificAllocation, nullptr);
    EXPECT_NE(wanted.pAllocationList[0].hDeviceSpecificAllocation,
              wanted.pAllocationList[1].hDeviceSpecificAllocation);
    EXPECT_EQ(wanted.pAllocationList[0].WriteOperation, 1U);
    EXPECT_EQ(wanted.pAllocationList[0].SegmentId, 0U);
    return std::nullopt;
  };
  ASSERT_EQ(render(gpu.context, {gpu.one(), gpu.one()}, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
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

// What the driver wrote behind the end does not count against its next call.
TEST_F(HostileGpu, K382OneWriteBehindTheBufferIsFoundOnce) {
  GpuWorld& gpu = make({.dma_buffer = 100});
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize, 7, 1);
    return std::nullopt;
  };
  EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_DEVICE_REMOVED);
  gpu.engine.misdeeds = {};
  for (std::uint32_t value = 1; value < 8; ++value)
    EXPECT_EQ(gpu.fill(gpu.one(), value), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-382"), 1U) << gpu.findings_text();
  expect_found("K-382");
}

TEST_F(GpuRules, K382FullBuffersAreSilent) {
  GpuWorld& gpu = make({.dma_buffer = 64});
  EXPECT_EQ(render(gpu.context, {gpu.one()}, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}}),
            STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(HostileGpu, K382CommandsBehindThePointerAreFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    std::memset(wanted.pDmaBuffer, 7, 8);
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(HostileGpu, K382PatchLocationBehindThePointerIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    wanted.pPatchLocationListOut[0].PatchOffset = 8;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(HostileGpu, K382WritingBehindTheBufferIsFound) {
  make({.dma_buffer = 100}).engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize, 7, 1);
    return std::nullopt;
  };
  work();
  expect_found("K-382");
}

// Commands on a device that stands in for contexts.
void submit_by_device(GpuWorld& gpu, const std::vector<UserCommand>& commands) {
  D3DKMT_CREATEDEVICE data{};
  data.hAdapter = gpu.opened;
  ASSERT_EQ(D3DKMTCreateDevice(&data), STATUS_SUCCESS);
  ClientContext device = context_of(data.hDevice, data);
  const D3DKMT_HANDLE one = create(data.hDevice, Kind::kLoose, 1).allocations.at(0);
  render(device, {one}, commands);
  wait_for_idle(data.hDevice);
}

TEST_F(GpuRules, K383BrokenGuaranteeIsFound) {
  GpuWorld& gpu = make({.dma_buffer = 64, .has_contexts = false, .guarantees_room = true});
  submit_by_device(gpu, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}});
  expect_found("K-383");
}

TEST_F(GpuRules, K383GuaranteeThatHoldsIsSilent) {
  GpuWorld& gpu = make({.has_contexts = false, .guarantees_room = true});
  submit_by_device(gpu, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}});
  expect_silence();
}

TEST_F(GpuPromises, K384AnExceptionOnTheDeviceLosesIt) {
  GpuWorld& gpu = start();
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER&) {
    return STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE;
  };
  EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
}

}  // namespace
}  // namespace drydock::testing
