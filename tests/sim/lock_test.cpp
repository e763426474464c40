// One holder at a time, with and without a seed.
#include "src/sim/lock.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/sim/schedule.h"

namespace drydock::sim {
namespace {

struct Counted {
  Lock lock;
  int value DRYDOCK_GUARDED_BY(lock) = 0;

  void add_slowly() {
    const Hold hold(lock);
    const int before = value;
    switch_point();
    value = before + 1;
  }
  int read() {
    const Hold hold(lock);
    return value;
  }
};

int count_with_four_strands() {
  Counted counted;
  {
    std::vector<Thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.push_back(spawn("adder", [&] {
        for (int step = 0; step < 100; ++step) counted.add_slowly();
      }));
    }
  }
  return counted.read();
}

TEST(Lock, KeepsThreadsApart) { EXPECT_EQ(count_with_four_strands(), 400); }

// A strand that holds it may lose its turn; the others let it go on.
TEST(Lock, MayBeHeldOverASwitchPoint) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const SeededSchedule schedule(seed);
    EXPECT_EQ(count_with_four_strands(), 400) << seed;
  }
}

}  // namespace
}  // namespace drydock::sim
