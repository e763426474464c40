// Preemption: what comes back from the hardware, and how it goes there again.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

// K-393, K-396: preempted work is submitted again, with a new fence.
TEST_F(GpuPromises, K393PreemptedWorkIsSubmittedAgain) {
  GpuWorld& gpu = start(wddm2());
  gpu.adapter->scheduler()->set_timeout(kNever);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  std::vector<std::pair<UINT, UINT>> submitted;  // fence, resubmission
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    submitted.emplace_back(wanted.SubmissionFenceId, wanted.Flags.Resubmission);
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 3), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{};
  priority.hContext = urgent.handle;
  priority.Priority = 3;
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  gpu.engine.take_calls();
  ASSERT_EQ(render(urgent, {one}, {{Op::kFill, 0, 4}}), STATUS_SUCCESS);
  gpu.engine.await_calls("submit", 2);
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(submitted.size(), 5U);
  EXPECT_EQ(submitted[0].second, 0U);
  EXPECT_EQ(submitted[2].second, 0U) << "the urgent one";
  EXPECT_EQ(submitted[3].second, 1U);
  EXPECT_EQ(submitted[4].second, 1U);
  for (std::size_t i = 1; i < submitted.size(); ++i)
    EXPECT_GT(submitted[i].first, submitted[i - 1].first);
  EXPECT_EQ(gpu.content(one, 16 << 10), 3) << "the order of each context";
}

// Preempted paging is submitted again at once, with its old fence, before later work.
TEST_F(GpuPromises, K393PreemptedPagingKeepsItsFence) {
  const sim::SeededSchedule schedule(5);
  GpuWorld& gpu = start(wddm2());
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  struct Submitted {
    UINT fence, resubmission, paging;
    bool operator==(const Submitted&) const = default;
  };
  std::vector<Submitted> submitted;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    submitted.push_back({wanted.SubmissionFenceId, wanted.Flags.Resubmission, wanted.Flags.Paging});
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(gpu.one(), 3), STATUS_SUCCESS) << "behind it, its page-in";
  gpu.engine.await_calls("preempt", 1);  // they take too long
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(submitted.size(), 5U);
  const UINT first = submitted[0].fence;
  EXPECT_EQ(submitted[0], (Submitted{first, 0, 0}));
  EXPECT_EQ(submitted[1], (Submitted{first + 1, 0, 1}));
  EXPECT_EQ(submitted[2], (Submitted{first + 1, 1, 1})) << "the paging, as it was";
  EXPECT_GT(submitted[3].fence, first + 1);
  EXPECT_EQ(submitted[3].resubmission, 1U) << "the first fill, as new";
  EXPECT_EQ(submitted[4].resubmission, 0U);
  EXPECT_GT(submitted[4].fence, submitted[3].fence);
  EXPECT_EQ(gpu.content(one, 16 << 10), 2);
  TearDown();
  world.reset();
}

// Paging that was submitted behind the request is not what it asked for: it runs once.
TEST_F(GpuPromises, K396WhatCameAfterTheRequestGoesOn) {
  GpuWorld& gpu = start();
  gpu.adapter->scheduler()->set_timeout(kNever);
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE idle = gpu.one();
  ASSERT_EQ(gpu.fill(idle, 7), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{};
  priority.hContext = urgent.handle;
  priority.Priority = 3;
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  UINT asked = 0;
  UINT completed = 0;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    if (completed == 0) completed = wanted.SubmissionFenceId - 1;
    return std::nullopt;
  };
  gpu.engine.misdeeds.preempt = [&](const DXGKARG_PREEMPTCOMMAND& wanted) {
    asked = wanted.PreemptionFenceId;
    return STATUS_SUCCESS;  // the answer comes later
  };
  for (int i = 0; i < 2; ++i) ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  ASSERT_EQ(render(urgent, {one}, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  gpu.engine.await_calls("preempt", 1);
  gpu.engine.take_calls();
  sim::Thread reader = sim::spawn("reader", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(gpu.content(idle, 16 << 10), 7) << "it is evicted for the lock";
  });
  gpu.engine.await_calls("paging", 1);
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
  data.DmaPreempted.PreemptionFenceId = asked;
  data.DmaPreempted.LastCompletedFenceId = completed;
  gpu.engine.report(*gpu.adapter, data);
  gpu.run();
  reader.join();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  const auto calls = gpu.engine.take_calls();
  EXPECT_EQ(std::ranges::count(calls, "paging"), 1);
  EXPECT_EQ(std::ranges::count(calls, "submit"), 3) << "the urgent one, and two once more";
}

TEST_F(GpuRules, K395FailedPreemptionIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) { return STATUS_UNSUCCESSFUL; };
  hang();
  EXPECT_TRUE(gpu.adapter->driver().alive());
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_HUNG) << "the engine was reset instead";
  EXPECT_EQ(gpu.count("K-395"), 1U) << "nobody asks again: " << gpu.findings_text();
  expect_found("K-395");
}

}  // namespace
}  // namespace drydock::testing
