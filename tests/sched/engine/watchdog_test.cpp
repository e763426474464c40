// Time-outs: work that takes too long is asked for and preempted before the GPU is reset.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

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
TEST_F(GpuRules, AnEndWithoutADpcIsAHang) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE allocation = gpu.one();
  gpu.engine.misdeeds.dpc_is_silent = true;
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  gpu.engine.misdeeds = {};
  expect_found("K-404");
}

// Preemption is asked for, its answer does not come although the work is over.
TEST_F(HostileGpu, K395UnansweredPreemptionIsFound) {
  world = std::make_unique<GpuWorld>();
  GpuWorld& gpu = *world;
  gpu.engine.misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) { return STATUS_SUCCESS; };
  gpu.fill(gpu.one(), 1);
  gpu.engine.await_packets(0, 1);  // the fill of its memory
  gpu.engine.finish_next(*gpu.adapter);
  gpu.engine.await_calls("preempt", 1);
  gpu.run();
  wait_for_idle(gpu.device);
  for (int i = 0; i < 10; ++i) sim::park(sim::now() + 10'000'000);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE) << "all its work was complete";
  expect_found("K-395");
}

}  // namespace
}  // namespace drydock::testing
