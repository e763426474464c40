// What the driver reports: stored until its DPC, or returned when it cannot be true.
#include "src/sched/engine/reports.h"

#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

// Two engines without a driver.
class ReportsTest : public ::testing::Test {
 protected:
  // Puts a packet at the hardware of the node, and returns its fence.
  UINT send(UINT node) {
    const sched::NodesHold hold(nodes);
    auto packet = std::make_unique<sched::Packet>(sched::PagingWork{}, node);
    const UINT fence = packet->fence = nodes.at(node).issue_fence();
    nodes.at(node).submitted(std::move(packet));
    return fence;
  }
  std::optional<sched::Reports::BadReport> complete(UINT node, UINT fence) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    data.DmaCompleted.NodeOrdinal = node;
    data.DmaCompleted.SubmissionFenceId = fence;
    return reports.interrupt(data);
  }
  std::optional<sched::Reports::BadReport> preempt(UINT fence, UINT preemption) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
    data.DmaPreempted.LastCompletedFenceId = fence;
    data.DmaPreempted.PreemptionFenceId = preemption;
    return reports.interrupt(data);
  }

  sched::Nodes nodes{2};
  sched::Reports reports{nodes};
};

TEST_F(ReportsTest, AReportIsTakenAfterItsDpc) {
  const UINT fence = send(1);
  EXPECT_FALSE(complete(1, fence));
  EXPECT_THAT(reports.take(), IsEmpty());
  EXPECT_TRUE(reports.dpc());
  const auto taken = reports.take();
  ASSERT_THAT(taken, SizeIs(1));
  EXPECT_EQ(taken[0].type, DXGK_INTERRUPT_DMA_COMPLETED);
  EXPECT_EQ(taken[0].node, 1U);
  EXPECT_EQ(taken[0].fence, fence);
  EXPECT_FALSE(reports.dpc()) << "there is nothing more";
  EXPECT_THAT(reports.take(), IsEmpty());
}

TEST_F(ReportsTest, AFenceThatWasNotSubmittedIsReturnedAndNotStored) {
  const UINT fence = send(0);
  const auto bad = complete(0, fence + 1);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->fence, fence + 1);
  EXPECT_EQ(bad->issued, fence);
  EXPECT_FALSE(reports.dpc());
  EXPECT_FALSE(complete(0, fence)) << "the right one still counts";
}

TEST_F(ReportsTest, FencesDoNotGoBack) {
  const UINT first = send(0);
  const UINT second = send(0);
  EXPECT_FALSE(complete(0, second));
  const auto bad = complete(0, first);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->completed, second);
}

TEST_F(ReportsTest, ANodeThatDoesNotExistIsReturned) {
  const auto bad = complete(2, 1);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->node, 2U);
}

TEST_F(ReportsTest, APreemptionAnswersItsRequestOnly) {
  const UINT fence = send(0);
  const auto unasked = preempt(fence, 7);
  ASSERT_TRUE(unasked);
  EXPECT_EQ(unasked->fence, 7U);
  UINT asked = 0;
  {
    const sched::NodesHold hold(nodes);
    asked = nodes.at(0).issue_fence();
    nodes.at(0).ask_back(asked);
  }
  EXPECT_TRUE(preempt(fence, asked + 1));
  EXPECT_FALSE(preempt(fence, asked));
}

TEST_F(ReportsTest, AnEngineThatWasResetReportsNothing) {
  const UINT fence = send(0);
  {
    const sched::NodesHold hold(nodes);
    nodes.at(0).is_stopped = true;
  }
  const auto bad = complete(0, fence);
  ASSERT_TRUE(bad);
  EXPECT_TRUE(bad->is_of_stopped);
  EXPECT_FALSE(complete(0, send(0))) << "new work starts it again";
}

TEST_F(ReportsTest, AResetOfTheAdapterLosesWorkAndReports) {
  EXPECT_FALSE(complete(0, send(0)));
  EXPECT_TRUE(reports.dpc());
  EXPECT_FALSE(complete(1, send(1)));
  EXPECT_THAT(reports.take_lost(), SizeIs(2));
  EXPECT_FALSE(nodes.is_at_work());
  EXPECT_FALSE(reports.dpc());
  EXPECT_THAT(reports.take(), IsEmpty());
}

TEST_F(ReportsTest, InterruptsOfTheDisplayAreIgnored) {
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_CRTC_VSYNC;
  EXPECT_FALSE(reports.interrupt(data));
  EXPECT_FALSE(reports.dpc());
}

void report_completed(GpuWorld& gpu, UINT fence) {
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = fence;
  gpu.engine.report(*gpu.adapter, data);
}

TEST_F(GpuRules, K399FenceThatWasNotIssuedIsFound) {
  GpuWorld& gpu = make();
  work();
  report_completed(gpu, 1000);
  expect_found("K-399");
}

TEST_F(GpuRules, K399FenceThatGoesBackIsFound) {
  GpuWorld& gpu = make();
  work();
  report_completed(gpu, 1);
  expect_found("K-399");
}

TEST_F(GpuRules, K399PreemptionThatWasNotRequestedIsFound) {
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

TEST_F(HostileGpu, K399FenceThatWasNotSubmittedIsFound) {
  world = std::make_unique<GpuWorld>();
  GpuWorld& gpu = *world;
  UINT preemption = 0;
  gpu.engine.misdeeds.preempt = [&](const DXGKARG_PREEMPTCOMMAND& wanted) {
    preemption = wanted.PreemptionFenceId;
    return STATUS_SUCCESS;
  };
  gpu.fill(gpu.one(), 1);
  gpu.engine.await_packets(0, 1);
  gpu.engine.finish_next(*gpu.adapter);
  gpu.engine.await_calls("preempt", 1);
  report_completed(gpu, preemption);
  expect_found("K-399");
}

TEST_F(GpuRules, K414ReportOfAnEngineThatWasResetIsFound) {
  GpuWorld& gpu = make();
  hang();
  report_completed(gpu, 1);
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

}  // namespace
}  // namespace drydock::testing
