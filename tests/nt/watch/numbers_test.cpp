#include "src/nt/watch/numbers.h"

#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "src/trace/trace.h"

namespace {

using namespace drydock;

TEST(Numbers, CountInitialisationsWhileATraceRecords) {
  int one = 0, two = 0;
  nt::number(&one);  // nobody records
  EXPECT_EQ(nt::number_of(&one), 0U);
  const sim::SeededSchedule schedule(1);
  const trace::Recording recording;
  EXPECT_EQ(nt::number_of(&one), 0U);
  nt::number(&one);
  nt::number(&two);
  EXPECT_EQ(nt::number_of(&one), 1U);
  EXPECT_EQ(nt::number_of(&two), 2U);
  nt::number(&one);  // it is another object now
  EXPECT_EQ(nt::number_of(&one), 3U);
  EXPECT_EQ(nt::number_of(&two), 2U);
}

TEST(Numbers, BeginAgainWithEachSchedule) {
  int one = 0, two = 0;
  const trace::Recording recording;
  for (const int seed : {1, 2}) {
    const sim::SeededSchedule schedule(seed);
    EXPECT_EQ(nt::number_of(&one), 0U);
    nt::number(&two);
    nt::number(&one);
    EXPECT_EQ(nt::number_of(&one), 2U);
  }
}

}  // namespace
