// The submission of packets to the driver.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

TEST_F(GpuPromises, K391NullRenderingCompletesItsFence) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE one = gpu.one();
  D3DKMT_RENDERFLAGS flags{};
  flags.NullRendering = 1;
  bool was_null = false;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    was_null |= wanted.Flags.NullRendering != 0;
    return std::nullopt;
  };
  ASSERT_EQ(render(gpu.context, {one}, {{Op::kFill, 0, 9}}, flags), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_TRUE(was_null);
  EXPECT_EQ(gpu.content(one, 16 << 10), 0);
}

TEST_F(GpuRules, K386FailedSubmitIsFound) {
  make().engine.misdeeds.submit = [](const DXGKARG_SUBMITCOMMAND&) { return STATUS_UNSUCCESSFUL; };
  work();
  expect_found("K-386");
}

// Only the device whose packet the driver did not take is in error; nothing waits for its fence.
TEST_F(GpuRules, K386TheDriverGoesOnAfterAFailedSubmit) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE mine = gpu.one();
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ClientContext others_context;
  ASSERT_EQ(create_context(other, 0, others_context), STATUS_SUCCESS);
  const Created others = create(other, Kind::kLoose, 1);
  ASSERT_EQ(gpu.fill(mine, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.submit = [](const DXGKARG_SUBMITCOMMAND&) { return STATUS_UNSUCCESSFUL; };
  ASSERT_EQ(gpu.fill(mine, 2), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  gpu.engine.misdeeds.submit = {};
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  EXPECT_EQ(render(others_context, others.allocations, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  EXPECT_EQ(state_of(other), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_TRUE(gpu.adapter->driver().alive());
  EXPECT_EQ(gpu.count("K-386"), 1U) << gpu.findings_text();
  EXPECT_EQ(gpu.count("K-445"), 0U) << "no reset was needed: " << gpu.findings_text();
}

TEST_F(GpuRules, K385K386WorkThatGoesWellIsSilent) {
  make();
  work();
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
