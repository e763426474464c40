// The order of a run: what is published, observed, followed and forgotten.
#include "src/sim/happens_before.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>

#include "src/sim/schedule.h"

namespace drydock::sim {
namespace {

// Two strands that take turns by an atomic, which makes no order of its own.
class Turns {
 public:
  void await(int turn) const {
    while (turn_.load() < turn) yield();
  }
  void next() { ++turn_; }

 private:
  std::atomic<int> turn_ = 0;
};

class HappensBefore : public ::testing::Test {
 protected:
  HappensBefore() { record_order(); }

  static Moment now() { return this_moment().value(); }
  // Runs both at once; neither begins after anything of the other.
  static void run(const std::function<void()>& one, const std::function<void()>& other) {
    Thread first = spawn("one", one);
    Thread second = spawn("other", other);
    first.join();
    second.join();
  }

  Turns turns;
  int object = 0, second_object = 0;
};

TEST_F(HappensBefore, APublicationIsBeforeItsObservations) {
  Moment before, after;
  run(
      [&] {
        before = now();
        publish(&object);
        after = now();
        turns.next();
      },
      [&] {
        turns.await(1);
        EXPECT_FALSE(is_before_now(before)) << "time alone is no order";
        observe(&second_object);
        EXPECT_FALSE(is_before_now(before)) << "another object";
        observe(&object);
        EXPECT_TRUE(is_before_now(before));
        EXPECT_FALSE(is_before_now(after)) << "what came after the publication";
      });
}

TEST_F(HappensBefore, OrderGoesOnThroughOthers) {
  Moment first;
  Thread third;
  run(
      [&] {
        first = now();
        publish(&object);
        turns.next();
        turns.await(2);
        EXPECT_TRUE(is_before_now(first));
      },
      [&] {
        turns.await(1);
        observe(&object);
        publish(&second_object);
        turns.next();
      });
  observe(&second_object);
  EXPECT_TRUE(is_before_now(first));
}

TEST_F(HappensBefore, RemovedPublicationOrdersNothing) {
  Moment before;
  run(
      [&] {
        before = now();
        publish(&object);
        remove_published(&object);
        turns.next();
      },
      [&] {
        turns.await(1);
        observe(&object);
        EXPECT_FALSE(is_before_now(before)) << "another object may lie there by now";
      });
}

TEST_F(HappensBefore, StrandBeginsAfterItsSpawnAndEndsBeforeItsJoin) {
  const Moment before = now();
  Moment inside;
  Thread strand = spawn("strand", [&] {
    EXPECT_TRUE(is_before_now(before));
    inside = now();
  });
  strand.join();
  EXPECT_TRUE(is_before_now(inside));
}

// An interrupt follows the strand that it stopped. The strand may count on nothing that it did.
TEST_F(HappensBefore, InterruptIsAfterItsStrandAndNotBeforeIt) {
  const Moment before = now();
  Moment inside;
  {
    const Aside interrupt;
    EXPECT_TRUE(is_before_now(before));
    inside = now();
    publish(&object);
  }
  EXPECT_FALSE(is_before_now(inside));
  observe(&object);
  EXPECT_TRUE(is_before_now(inside)) << "a lock that both hold would order them";
}

// Work that comes from elsewhere follows what queued it, and the strand follows the work.
TEST_F(HappensBefore, QueuedWorkIsAfterItsQueueingOnly) {
  publish(&object);
  const Moment after = now();
  Moment inside;
  {
    const Aside work(&object);
    EXPECT_FALSE(is_before_now(after)) << "what the strand did after it was queued";
    inside = now();
  }
  EXPECT_TRUE(is_before_now(inside));
}

TEST_F(HappensBefore, EverythingCanBeFollowed) {
  Moment before;
  run(
      [&] {
        before = now();
        turns.next();
      },
      [&] {
        turns.await(1);
        EXPECT_FALSE(is_before_now(before));
        follow_everything();
        EXPECT_TRUE(is_before_now(before));
      });
}

}  // namespace
}  // namespace drydock::sim
