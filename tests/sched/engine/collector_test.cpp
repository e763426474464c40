// The collector by itself: what becomes of work by which report.
#include "src/sched/engine/collector.h"

#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CollectorTest : public PartTest {
 protected:
  void send(std::unique_ptr<Packet> packet) {
    queue(std::move(packet));
    feeder.feed(0);
  }
  void fault(UINT fence, DXGK_PAGE_FAULT_FLAGS flags) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
    data.DmaPageFaulted.FaultedFenceId = fence;
    data.DmaPageFaulted.PageFaultFlags = flags;
    report(data);
  }

  Source& source = add_source();
  Source& second = add_source();
};

TEST_F(CollectorTest, NothingEndsBeforeItIsReported) {
  send(make(source));
  collector.end_reported();
  EXPECT_THAT(over, IsEmpty());
  complete(0, oldest_fence(0));
  EXPECT_THAT(over, ElementsAre(false));
}

// K-411: what came before is complete, and only the device of the work that faulted is in error.
TEST_F(CollectorTest, AFaultEndsItsWorkAndCompletesWhatCameBefore) {
  send(make(source));
  send(make(second));
  fault(oldest_fence(0) + 1, DXGK_PAGE_FAULT_WRITE);
  EXPECT_THAT(over, ElementsAre(false, true));
  EXPECT_FALSE(source.owner().error);
  EXPECT_EQ(second.owner().error, D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  EXPECT_EQ(at_hardware(0), 0U);
}

TEST_F(CollectorTest, AFaultWithoutAFenceEndsNothing) {
  send(make(source));
  fault(1000, DXGK_PAGE_FAULT_FENCE_INVALID);
  EXPECT_THAT(over, IsEmpty());
  complete(0, oldest_fence(0));
}

TEST_F(CollectorTest, PreemptedWorkWaitsInItsOldPlace) {
  caps.preempts = true;
  send(make(source));
  send(make(source));
  const UINT first = oldest_fence(0);
  preemption.ask(0);
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
  data.DmaPreempted.LastCompletedFenceId = first;
  {
    const NodesHold hold(nodes);
    data.DmaPreempted.PreemptionFenceId = nodes.at(0).preemption_fence;
  }
  report(data);
  EXPECT_THAT(over, ElementsAre(false)) << "the first one had ended";
  EXPECT_EQ(at_hardware(0), 0U);
  {
    const NodesHold hold(nodes);
    EXPECT_EQ(source.at_hardware, 0U);
  }
  feeder.feed(0);
  EXPECT_GT(oldest_fence(0), data.DmaPreempted.PreemptionFenceId) << "it has a new fence";
  complete(0, oldest_fence(0));
  EXPECT_THAT(over, ElementsAre(false, false));
}

// K-387: it ends when it is the oldest, whatever the hardware says of it.
TEST_F(CollectorTest, MalformedWorkEndsBehindTheWorkBeforeIt) {
  send(make(source, AddressedWork{}));
  const UINT first = oldest_fence(0);
  driver.answer = STATUS_INVALID_PARAMETER;
  send(make(second, AddressedWork{}));
  EXPECT_EQ(second.owner().error, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  EXPECT_THAT(over, IsEmpty());
  complete(0, first);
  EXPECT_THAT(over, ElementsAre(false, true));
}

}  // namespace
}  // namespace drydock::sched
