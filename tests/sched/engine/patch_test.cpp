// DxgkDdiPatch: where it writes, and what it must leave alone.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

TEST_F(GpuPromises, K389PatchAndSubmitAgree) {
  GpuWorld& gpu = start({.dma_buffer = 128});
  std::vector<std::array<UINT, 3>> patched, submitted;
  gpu.engine.misdeeds.patch = [&](const DXGKARG_PATCH& wanted) -> std::optional<NTSTATUS> {
    patched.push_back({wanted.SubmissionFenceId, wanted.DmaBufferSubmissionStartOffset,
                       wanted.DmaBufferSubmissionEndOffset});
    return std::nullopt;
  };
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Flags.Paging == 0)
      submitted.push_back({wanted.SubmissionFenceId, wanted.DmaBufferSubmissionStartOffset,
                           wanted.DmaBufferSubmissionEndOffset});
    return std::nullopt;
  };
  ASSERT_EQ(
      render(gpu.context, {gpu.one()}, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}, {Op::kFill, 0, 3}}),
      STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(patched.size(), 2U);
  EXPECT_EQ(patched, submitted);
}

TEST_F(GpuRules, K385FailedPatchIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.patch = [](const DXGKARG_PATCH&) { return STATUS_UNSUCCESSFUL; };
  work();
  EXPECT_TRUE(gpu.adapter->driver().alive());
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT) << "its work is lost";
  expect_found("K-385");
}

TEST_F(HostileGpu, K380PlaceThatIsLeftToPatchIsFound) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    EXPECT_EQ(wanted.pAllocationList[0].SegmentId, 1U);
    wanted.pAllocationList[0].PhysicalAddress.QuadPart = 0;  // so that it does not know it
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  expect_found("K-380");
}

TEST_F(HostileGpu, K380PlacesThatAreKnownAreSilent) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  for (std::uint32_t value = 1; value < 4; ++value) {
    ASSERT_EQ(gpu.fill(one, value), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
  page();
  expect_silence();
}

TEST_F(HostileGpu, K385PatchBehindTheEndIsFound) {
  make().engine.misdeeds.patch = [](const DXGKARG_PATCH& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaBufferSubmissionEndOffset, 7, 4);
    return std::nullopt;
  };
  work();
  expect_found("K-385");
}

}  // namespace
}  // namespace drydock::testing
