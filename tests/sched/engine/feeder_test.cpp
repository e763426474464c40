// The feeder by itself: which packets go to the hardware, which wait, and which never arrive.
#include "src/sched/engine/feeder.h"

#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A point that the test opens.
class Point final : public SyncPoint {
 public:
  Point(bool is_signal, const bool& is_open, int& drops)
      : is_signal_(is_signal), is_open_(is_open), drops_(drops) {}
  bool is_after_work() const override { return is_signal_; }
  bool pass() override { return is_open_; }
  void drop() override { ++drops_; }

 private:
  const bool is_signal_;
  const bool& is_open_;
  int& drops_;
};

class FeederTest : public PartTest {
 protected:
  void queue_point(Source& source, bool is_signal) {
    queue(make(source, SyncWork{std::make_unique<Point>(is_signal, is_open, drops)}));
  }
  // As Scheduler::retry().
  void retry(Source& source) {
    const NodesHold hold(nodes);
    ++source.retries;
    source.is_blocked = false;
  }

  bool is_open = false;
  int drops = 0;
  Source& source = add_source();
};

TEST_F(FeederTest, TheHardwareTakesTwoPacketsAndThenOneForEachThatEnds) {
  for (int i = 0; i < 4; ++i) queue(make(source));
  feeder.feed(0);
  EXPECT_THAT(driver.take_calls(), ElementsAre("submit", "submit"));
  complete(0, oldest_fence(0));
  EXPECT_THAT(over, ElementsAre(false));
  feeder.feed(0);
  EXPECT_THAT(driver.take_calls(), ElementsAre("submit"));
  complete(0, oldest_fence(0) + 1);
  feeder.feed(0);
  complete(0, oldest_fence(0));
  EXPECT_EQ(over.size(), 4U);
  EXPECT_EQ(source.claims, 0);
}

TEST_F(FeederTest, AWaitStopsItsContextAndNoOther) {
  Source& other = add_source();
  queue_point(source, /*is_signal=*/false);
  queue(make(source));
  queue(make(other));
  feeder.feed(0);
  EXPECT_EQ(at_hardware(0), 1U);
  complete(0, oldest_fence(0));
  EXPECT_EQ(other.claims, 0);
  is_open = true;
  feeder.feed(0);
  EXPECT_EQ(at_hardware(0), 0U) << "nothing has said that the point is open";
  retry(source);
  feeder.feed(0);
  EXPECT_EQ(at_hardware(0), 1U);
  complete(0, oldest_fence(0));
  EXPECT_EQ(source.claims, 0);
}

TEST_F(FeederTest, ASignalIsPassedWhenAllEarlierWorkHasEnded) {
  is_open = true;
  queue(make(source));
  queue_point(source, /*is_signal=*/true);
  feeder.feed(0);
  EXPECT_THAT(over, IsEmpty());
  complete(0, oldest_fence(0));
  feeder.feed(0);
  EXPECT_THAT(over, ElementsAre(false, false));
}

TEST_F(FeederTest, WorkOfADeviceThatFailedIsDropped) {
  caps.cancels = true;
  queue(make(source));
  queue_point(source, /*is_signal=*/false);
  source.owner().error = D3DKMT_DEVICEEXECUTION_HUNG;
  feeder.feed(0);
  EXPECT_THAT(driver.take_calls(), ElementsAre("cancel"));
  EXPECT_THAT(over, ElementsAre(true, true));
  EXPECT_EQ(drops, 1);
}

TEST_F(FeederTest, WorkThatCannotBePatchedIsDropped) {
  caps.patches = true;
  driver.answer = STATUS_UNSUCCESSFUL;
  queue(make(source));
  feeder.feed(0);
  EXPECT_THAT(driver.take_calls(), ElementsAre("patch"));
  EXPECT_THAT(over, ElementsAre(true));
}

TEST_F(FeederTest, NothingGoesToANodeThatIsPreempted) {
  caps.preempts = true;
  queue(make(source));
  feeder.feed(0);
  preemption.ask(0);
  queue(make(source));
  driver.take_calls();
  feeder.feed(0);
  EXPECT_THAT(driver.take_calls(), IsEmpty());
  driver.reachable = false;
  ender.drop_hopeless();
  EXPECT_THAT(over, ElementsAre(true, true));
}

}  // namespace
}  // namespace drydock::sched
