// Work that names more memory than fits runs in parts.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kBytes = 16 << 10;  // of an allocation

// Six allocations, of which four fit: as many fills as there are.
std::vector<D3DKMT_HANDLE> fill_too_many(GpuWorld& gpu) {
  std::vector<D3DKMT_HANDLE> all;
  std::vector<UserCommand> commands;
  for (std::uint32_t i = 0; i < 6; ++i) {
    all.push_back(gpu.one());
    commands.push_back({Op::kFill, i, i + 1});
  }
  EXPECT_EQ(render(gpu.context, all, commands), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  return all;
}

TEST_F(HostileGpu, K401WorkThatIsTooLargeRunsInParts) {
  GpuWorld& gpu = make();
  std::vector<std::pair<UINT, UINT>> parts;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> Answer {
    if (wanted.Flags.Paging == 0 && wanted.Flags.ContextSwitch == 0)
      parts.emplace_back(wanted.DmaBufferSubmissionStartOffset,
                         wanted.DmaBufferSubmissionEndOffset);
    return std::nullopt;
  };
  const std::vector<D3DKMT_HANDLE> all = fill_too_many(gpu);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].first, 0U);
  EXPECT_EQ(parts[0].second, parts[1].first);
  gpu.engine.misdeeds.submit = {};
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(gpu.content(all[i], kBytes), static_cast<int>(i) + 1) << i;
  expect_silence();
}

TEST_F(HostileGpu, K401ChangeOfAnotherPartIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.patch = [](const DXGKARG_PATCH& wanted) -> Answer {
    if (wanted.DmaBufferSubmissionStartOffset != 0) ++*static_cast<char*>(wanted.pDmaBuffer);
    return std::nullopt;
  };
  fill_too_many(gpu);
  expect_found("K-401");
}

// A part that was preempted comes before the parts behind it.
TEST_F(HostileGpu, PartsStayInOrderWhenTheyArePreempted) {
  world = std::make_unique<GpuWorld>();
  GpuWorld& gpu = *world;
  gpu.adapter->scheduler()->set_timeout(sim::Time{36'000} * 10'000'000);
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{urgent.handle, 5};
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  std::vector<D3DKMT_HANDLE> all;
  std::vector<UserCommand> commands;
  for (std::uint32_t i = 0; i < 6; ++i) {
    all.push_back(gpu.one());
    commands.push_back({Op::kFill, i, i + 1});
  }
  ASSERT_EQ(render(gpu.context, all, commands), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(all[5], 9), STATUS_SUCCESS);
  ASSERT_EQ(render(urgent, {all[0]}, {{Op::kFill, 0, 8}}), STATUS_SUCCESS);
  gpu.run();
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  for (std::size_t i = 1; i < 5; ++i)
    EXPECT_EQ(gpu.content(all[i], kBytes), static_cast<int>(i) + 1) << i;
  EXPECT_EQ(gpu.content(all[5], kBytes), 9);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
