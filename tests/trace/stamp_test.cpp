// The time of an event: the schedule's under a seed, else the machine's.
#include "src/trace/stamp.h"

#include <gtest/gtest.h>

namespace drydock::trace::internal {
namespace {

TEST(Stamp, UnderASeedIsTheTimeOfTheSchedule) {
  const sim::SeededSchedule schedule(1);
  StampScale::restart();
  const Stamp first = Stamp::now();
  EXPECT_FALSE(first.is_count());
  EXPECT_EQ(first.value(), sim::now());
  sim::park(sim::now() + 1000);
  const Stamp second = Stamp::now();
  EXPECT_GE(second.value(), first.value() + 1000);
  // Whatever the machine's clocks say.
  EXPECT_EQ(StampScale().time_of(second), second.value());
}

// Counts lie between the two moments of the scale, in their order.
TEST(Stamp, WithoutASeedIsConvertedBetweenTheMomentsOfTheScale) {
  const sim::Time begin = sim::now();
  StampScale::restart();
  const Stamp first = Stamp::now();
  volatile int turns = 0;
  while (turns < 1'000'000) turns = turns + 1;
  const Stamp second = Stamp::now();
  const StampScale scale;
  const sim::Time end = sim::now();
  EXPECT_LT(first.value(), second.value());
  EXPECT_LE(begin - 1, scale.time_of(first));
  EXPECT_LE(scale.time_of(first), scale.time_of(second));
  EXPECT_LE(scale.time_of(second), end + 1);
}

}  // namespace
}  // namespace drydock::trace::internal
