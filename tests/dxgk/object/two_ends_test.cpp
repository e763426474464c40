// The two ends of an object of which a driver has a half.
#include "src/dxgk/object/two_ends.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::testing {
namespace {

using dxgk::TwoEnds;

TEST(TwoEnds, WithoutADriversHalfThereIsNothingToEnd) {
  TwoEnds ends;
  EXPECT_FALSE(ends.begin_driver_end());
  EXPECT_TRUE(ends.begin_destroy());
  EXPECT_FALSE(ends.begin_driver_end());
}

TEST(TwoEnds, EachEndIsBegunOnce) {
  TwoEnds ends;
  ends.begin_in_driver();
  EXPECT_FALSE(ends.is_destroyed());
  EXPECT_TRUE(ends.begin_driver_end());  // as when an adapter stops
  EXPECT_FALSE(ends.begin_driver_end());
  EXPECT_FALSE(ends.is_destroyed());
  EXPECT_TRUE(ends.begin_destroy());
  EXPECT_FALSE(ends.begin_destroy());
  EXPECT_TRUE(ends.is_destroyed());
}

TEST(TwoEnds, OfSeveralThreadsOneEnds) {
  for (int round = 0; round < 100; ++round) {
    TwoEnds ends;
    ends.begin_in_driver();
    std::atomic<int> driver_ends = 0;
    std::atomic<int> destroys = 0;
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.push_back(sim::spawn("ends", [&] {
        driver_ends += ends.begin_driver_end() ? 1 : 0;
        destroys += ends.begin_destroy() ? 1 : 0;
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_EQ(driver_ends, 1);
    EXPECT_EQ(destroys, 1);
  }
}

#ifndef NDEBUG
TEST(TwoEndsDeathTest, DriversHalfThatStaysIsCaught) {
  EXPECT_DEATH(
      {
        TwoEnds ends;
        ends.begin_in_driver();
      },
      "kLive");
}
#endif

}  // namespace
}  // namespace drydock::testing
