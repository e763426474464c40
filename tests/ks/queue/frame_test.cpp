// The states of frames and their requests in a queue.
#include "src/ks/queue/frame.h"

#include <gtest/gtest.h>

namespace {

using namespace drydock::ks;

TEST(KsFrame, IsOutsideAgainWhenTheLastReferenceIsReleased) {
  some_queue_lock.is_not_needed();  // nobody else has it
  Frame frame;
  frame.enter_queue();
  EXPECT_EQ(frame.state, FrameState::kAhead);
  ++frame.references;  // a clone
  frame.pass();
  EXPECT_FALSE(frame.release());
  EXPECT_EQ(frame.state, FrameState::kPassed);
  EXPECT_TRUE(frame.release());
  EXPECT_EQ(frame.state, FrameState::kOutside);
  frame.enter_queue();  // the next queue
  EXPECT_EQ(frame.references, 1U);
}

TEST(KsFrame, LosesItsLocksWithADeadDriver) {
  some_queue_lock.is_not_needed();  // nobody else has it
  Frame frame;
  frame.enter_queue();
  ++frame.locks;
  frame.abandon();
  EXPECT_EQ(frame.state, FrameState::kOutside);
  EXPECT_EQ(frame.references, 0U);
  EXPECT_EQ(frame.locks, 0U);
}

TEST(KsFrame, ARequestGoesOnAfterItWasHeld) {
  some_queue_lock.is_not_needed();  // nobody else has it
  StreamRequest request;
  request.enter(RequestState::kHeld);
  EXPECT_FALSE(request.is_cancelled());
  request.enter(RequestState::kQueued);
  request.enter(RequestState::kTravelling);
  request.enter(RequestState::kQueued);
  request.enter(RequestState::kCancelled);
  EXPECT_TRUE(request.is_cancelled());
  request.enter(RequestState::kTravelling);  // recycled
  EXPECT_EQ(request.state, RequestState::kTravelling);
}

// The steps that no code of the host takes.
#ifndef NDEBUG
TEST(KsFrameDeathTest, AFrameIsNotPassedTwice) {
  some_queue_lock.is_not_needed();  // nobody else has it
  Frame frame;
  frame.enter_queue();
  frame.pass();
  EXPECT_DEATH(frame.pass(), "kAhead");
}

TEST(KsFrameDeathTest, ARequestWithOpenFramesDoesNotTravel) {
  some_queue_lock.is_not_needed();  // nobody else has it
  StreamRequest request;
  request.enter(RequestState::kQueued);
  request.open = 1;
  EXPECT_DEATH(request.enter(RequestState::kTravelling), "open == 0");
}
#endif

}  // namespace
