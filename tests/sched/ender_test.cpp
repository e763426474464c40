// The ends of packets: complete with all that came before, or dropped and cancelled in the driver.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

TEST_F(GpuPromises, K400AFenceCompletesEverythingBeforeIt) {
  GpuWorld& gpu = start();
  gpu.adapter->scheduler()->set_timeout(kNever);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  UINT last = 0;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    last = wanted.SubmissionFenceId;
    return STATUS_SUCCESS;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 3), STATUS_SUCCESS);
  gpu.adapter->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
  while (true) {
    bool both = false;
    gpu.adapter->scheduler()->run_on_strand([&](vidmm::VideoMemory&) { both = last == 4; });
    if (both) break;
  }
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = last;
  gpu.engine.report(*gpu.adapter, data);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.submit = nullptr;
  gpu.run();
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

}  // namespace
}  // namespace drydock::testing
