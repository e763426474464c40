// Memory that work does not name and must not change.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

TEST_F(HostileGpu, K379WorkThatReachesOthersIsFound) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  const D3DKMT_HANDLE other = gpu.one();
  void* memory = nullptr;
  ASSERT_EQ(lock(gpu.device, other, memory), STATUS_SUCCESS);
  ASSERT_EQ(unlock(gpu.device, other), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(other, 1), STATUS_SUCCESS);
  const D3DKMT_HANDLE own = gpu.one();
  ASSERT_EQ(gpu.fill(own, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.submit = [=](const DXGKARG_SUBMITCOMMAND&) -> Answer {
    std::memset(memory, 9, 8);  // as a command would that Render did not look at
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(own, 2), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  expect_found("K-379");
}

TEST_F(HostileGpu, K379WorkOnWhatItNamesIsSilent) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE two = gpu.one();
  for (std::uint32_t value = 1; value < 4; ++value) {
    ASSERT_EQ(gpu.fill(one, value), STATUS_SUCCESS);
    ASSERT_EQ(gpu.fill(two, value), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
