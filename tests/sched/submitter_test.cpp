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

TEST_F(GpuRules, K385K386WorkThatGoesWellIsSilent) {
  make();
  work();
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
