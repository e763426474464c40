// Hardware queues by themselves: whose work ends by which value, and what a suspension drops.
#include "src/sched/engine/hardware_queues.h"

#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class HardwareQueuesTest : public PartTest {
 protected:
  HardwareQueuesTest() { queues.add(queue_); }
  ~HardwareQueuesTest() override { queues.remove(queue_); }

  // Sends work that ends with this value of the queue's fence.
  void send(Queue& to, Source& of, UINT64 progress) {
    AddressedWork work;
    work.queue = nt::Ref<HardwareQueue>(to);
    work.progress = progress;
    queue(make(of, std::move(work)));
    feeder.feed(of.node());
  }

  Source& source = add_source();
  Queue queue_{source};
};

TEST_F(HardwareQueuesTest, WorkEndsWhenItsValueIsThere) {
  send(queue_, source, 1);
  send(queue_, source, 2);
  EXPECT_THAT(driver.take_calls(), ElementsAre("submit to queue", "submit to queue"));
  EXPECT_FALSE(queues.end_progress());
  queue_.progress = 1;
  EXPECT_TRUE(queues.end_progress());
  EXPECT_THAT(over, ElementsAre(false));
  EXPECT_FALSE(queues.end_progress());
  queue_.progress = 5;
  EXPECT_TRUE(queues.end_progress());
  EXPECT_THAT(over, ElementsAre(false, false));
  EXPECT_EQ(queue_.claims, 0);
  EXPECT_EQ(source.claims, 0);
}

TEST_F(HardwareQueuesTest, AQueueThatWasRemovedIsNotLookedAt) {
  Queue second(source);
  queues.add(second);
  queues.disconnect_lost();
  queues.remove(second);
  queues.disconnect_lost();
  EXPECT_EQ(queue_.looked_at, 2);
  EXPECT_EQ(second.looked_at, 1);
}

TEST_F(HardwareQueuesTest, WorkThatTheDriverRefusesIsAborted) {
  driver.answer = STATUS_INVALID_PARAMETER;
  send(queue_, source, 1);
  EXPECT_THAT(over, ElementsAre(true));
  EXPECT_EQ(source.owner().error, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  EXPECT_TRUE(queue_.is_ended) << "nothing will write the value";
}

TEST_F(HardwareQueuesTest, ASuspensionDropsTheWorkOfItsContextOnly) {
  Source& other = add_source();
  Queue others_queue(other);
  send(queue_, source, 1);
  send(others_queue, other, 1);
  driver.answer = STATUS_PENDING;
  sim::Completion is_over;
  queues.suspend(source, is_over);
  EXPECT_FALSE(is_over.is_complete());
  queues.end_suspension(source.driver(), 7);
  EXPECT_FALSE(is_over.is_complete()) << "another fence";
  queues.end_suspension(source.driver(), 1);
  EXPECT_TRUE(is_over.is_complete());
  EXPECT_THAT(over, ElementsAre(true));
  EXPECT_EQ(at_hardware(0), 1U) << "the work of the other context";
  EXPECT_EQ(source.claims, 0);
  driver.reachable = false;
  ender.drop_hopeless();
}

TEST_F(HardwareQueuesTest, ASuspensionThatIsDoneAtOnceNeedsNoReport) {
  send(queue_, source, 1);
  sim::Completion is_over;
  queues.suspend(source, is_over);
  EXPECT_TRUE(is_over.is_complete());
  EXPECT_EQ(at_hardware(0), 0U);
}

TEST_F(HardwareQueuesTest, ADriverThatCannotBeReachedIsNotAskedToSuspend) {
  driver.reachable = false;
  sim::Completion is_over;
  queues.suspend(source, is_over);
  EXPECT_TRUE(is_over.is_complete());
  EXPECT_THAT(driver.take_calls(), IsEmpty());
}

}  // namespace
}  // namespace drydock::sched
