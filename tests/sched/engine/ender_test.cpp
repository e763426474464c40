// The ends of packets: complete with all that came before, or dropped and cancelled in the driver.
#include "src/sched/engine/ender.h"

#include "tests/sched/gpu_suites.h"
#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EnderTest : public PartTest {
 protected:
  Source& source = add_source();
};

TEST_F(EnderTest, APacketReleasesWhatItHad) {
  vidmm::Tenant tenant;
  auto packet = make(source);
  packet->uses.push_back({.tenant = &tenant});
  packet->as<RenderWork>().allocations.resize(1);
  queue(std::move(packet));
  feeder.feed(0);
  EXPECT_EQ(tenant.place.pins, 1U);
  EXPECT_EQ(source.claims, 1);
  ender.finish(nodes.complete(0, oldest_fence(0)));
  EXPECT_EQ(tenant.place.pins, 0U);
  EXPECT_EQ(source.claims, 0);
  EXPECT_THAT(over, ElementsAre(false));
}

TEST_F(EnderTest, AThreadWaitsForAllWorkOfADevice) {
  const sim::SeededSchedule schedule(1);
  for (int i = 0; i < 2; ++i) queue(make(source));
  feeder.feed(0);
  bool is_idle = false;
  sim::Thread waiter = sim::spawn("waiter", [&] {
    ender.wait_idle(source.owner());
    is_idle = true;
  });
  complete(0, oldest_fence(0));
  sim::park(sim::now() + 1);  // the other thread has its turn
  EXPECT_FALSE(is_idle);
  complete(0, oldest_fence(0));
  waiter.join();
  EXPECT_TRUE(is_idle);
}

TEST_F(EnderTest, WithoutItsDriverAllWorkIsLost) {
  for (int i = 0; i < 3; ++i) queue(make(source));
  feeder.feed(0);
  ender.drop_hopeless();
  EXPECT_THAT(over, IsEmpty()) << "there is hope";
  driver.reachable = false;
  ender.drop_hopeless();
  EXPECT_THAT(over, ElementsAre(true, true, true));
  EXPECT_EQ(source.owner().error, D3DKMT_DEVICEEXECUTION_STOPPED);
}

TEST_F(EnderTest, OnlyTheDeviceThatFailedLosesItsWork) {
  Source& other = add_source();
  queue(make(source));
  queue(make(other));
  source.owner().error = D3DKMT_DEVICEEXECUTION_HUNG;
  ender.drop_hopeless();
  EXPECT_EQ(source.claims, 0);
  EXPECT_EQ(other.claims, 1);
  feeder.feed(0);
  complete(0, oldest_fence(0));
  EXPECT_THAT(over, ElementsAre(true, false));
}

}  // namespace
}  // namespace drydock::sched

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
