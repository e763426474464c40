// The default clock: its time runs in RUN and stands elsewhere.
#include "src/ks/clock/clock.h"

#include <gtest/gtest.h>

namespace {

using namespace drydock::ks;

// A clock whose physical time the test moves.
struct Moved {
  LONGLONG now = 1000;
  std::shared_ptr<Clock> clock = make_default_clock({.correlated =
                                                         [this](LONGLONG& system) {
                                                           system = now + 7;
                                                           return now;
                                                         },
                                                     .resolution = {3, 4}});
};

TEST(KsClock, TimeRunsOnlyInRun) {
  Moved moved;
  moved.now += 10;
  EXPECT_EQ(moved.clock->time(), 0);
  set_state(*moved.clock, KSSTATE_RUN);
  moved.now += 25;
  EXPECT_EQ(moved.clock->time(), 25);
  set_state(*moved.clock, KSSTATE_PAUSE);
  moved.now += 100;
  EXPECT_EQ(moved.clock->time(), 25);
  set_state(*moved.clock, KSSTATE_RUN);
  moved.now += 5;
  EXPECT_EQ(moved.clock->time(), 30);
  EXPECT_EQ(moved.clock->state(), KSSTATE_RUN);
}

TEST(KsClock, StopBeginsAnewAndATimeCanBeSet) {
  Moved moved;
  set_state(*moved.clock, KSSTATE_RUN);
  set_time(*moved.clock, 500);
  moved.now += 1;
  EXPECT_EQ(moved.clock->time(), 501);
  set_state(*moved.clock, KSSTATE_STOP);
  EXPECT_EQ(moved.clock->time(), 0);
}

TEST(KsClock, CorrelatedTimeComesWithItsSystemTime) {
  Moved moved;
  LONGLONG system = 0;
  EXPECT_EQ(moved.clock->correlated_physical_time(system), 1000);
  EXPECT_EQ(system, 1007);
  EXPECT_EQ(moved.clock->correlated_time(system), 0);
  EXPECT_EQ(moved.clock->resolution().Granularity, 3);
}

}  // namespace
