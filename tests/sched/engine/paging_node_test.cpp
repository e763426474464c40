// Paging on the GPU: without a context, and after a switch away from the context that is loaded.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

TEST_F(GpuPromises, K346PagingHasNoContext) {
  GpuWorld& gpu = start();
  int paging = 0;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    paging += wanted.Flags.Paging != 0 ? 1 : 0;
    EXPECT_EQ(wanted.hContext == nullptr, wanted.Flags.Paging != 0);
    return std::nullopt;
  };
  fill_all(gpu, 6);
  EXPECT_GE(paging, 6);
}

// The submissions when a client locks, and so evicts, what the GPU used.
struct Submitted392 {
  UINT node;
  bool is_switch, is_paging, has_context;
  UINT bytes;
  bool operator==(const Submitted392&) const = default;
};
std::vector<Submitted392> submitted_by_lock(GpuWorld& gpu, D3DKMT_HANDLE allocation) {
  std::vector<Submitted392> out;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    const UINT bytes = wanted.DmaBufferSubmissionEndOffset - wanted.DmaBufferSubmissionStartOffset;
    out.push_back({wanted.NodeOrdinal, wanted.Flags.ContextSwitch != 0, wanted.Flags.Paging != 0,
                   wanted.hContext != nullptr, wanted.Flags.ContextSwitch != 0 ? bytes : 1});
    return std::nullopt;
  };
  EXPECT_GE(gpu.content(allocation, 16 << 10), 0);
  gpu.engine.misdeeds.submit = nullptr;
  return out;
}
constexpr Submitted392 kSwitch392{0, true, false, true, 0};
constexpr Submitted392 kPaging392{0, false, true, false, 1};

TEST_F(GpuPromises, K392TheRunningContextIsSwitchedAwayFromFirst) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kSwitch392, kPaging392));
}

// The node that pages has the paging loaded; the other one the context that used it.
TEST_F(GpuPromises, K392PagingIsSwitchedAwayFromToo) {
  GpuWorld& gpu = start({.nodes = 2});
  ClientContext second;
  ASSERT_EQ(create_context(gpu.device, 1, second), STATUS_SUCCESS);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(render(second, {one}, {{Op::kFill, 0, 5}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one),
              ElementsAre(Submitted392{0, true, true, false, 0},
                          Submitted392{1, true, false, true, 0}, kPaging392));
}

// Memory that another context used, or a destroyed one, causes no switch.
TEST_F(GpuPromises, K392OthersAreNotSwitched) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE two = gpu.one();
  ClientContext other;
  ASSERT_EQ(create_context(gpu.device, 0, other), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(two, 5), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(render(other, {two}, {{Op::kFill, 0, 6}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kPaging392));
  ASSERT_EQ(render(other, {one}, {{Op::kFill, 0, 6}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(destroy_context(other.handle), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kPaging392));
}

TEST_F(GpuPromises, K392BeforeWindows8NoContextIsSwitched) {
  GpuWorld& gpu = start({.version = DXGKDDI_INTERFACE_VERSION_WIN7});
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kPaging392));
}

}  // namespace
}  // namespace drydock::testing
