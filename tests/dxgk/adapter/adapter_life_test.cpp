// The states of an adapter.
#include "src/dxgk/adapter/adapter_life.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::testing {
namespace {

using dxgk::AdapterLife;
using State = AdapterLife::State;

TEST(AdapterLife, StartsStopsAndStartsAgain) {
  AdapterLife life;
  EXPECT_EQ(life.state(), State::kAdded);
  EXPECT_FALSE(life.try_stop()) << "it is not started";
  life.start();
  EXPECT_FALSE(life.may_start());
  EXPECT_TRUE(life.try_stop());
  EXPECT_FALSE(life.try_stop());
  EXPECT_TRUE(life.may_start());
  life.start();
  EXPECT_TRUE(life.try_stop());
  life.remove();
  EXPECT_EQ(life.state(), State::kRemoved);
  EXPECT_FALSE(life.may_start());
}

TEST(AdapterLife, WorkIsRefusedUntilItIsAccepted) {
  AdapterLife life;
  EXPECT_FALSE(life.refuses_work());
  life.refuse_work();
  EXPECT_TRUE(life.refuses_work());
  life.accept_work();
  EXPECT_FALSE(life.refuses_work());
  EXPECT_FALSE(life.is_silent());
  life.silence();
  EXPECT_TRUE(life.is_silent());
}

TEST(AdapterLife, OfSeveralThreadsOneStops) {
  for (int round = 0; round < 100; ++round) {
    AdapterLife life;
    life.start();
    std::atomic<int> stops = 0;
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.push_back(sim::spawn("stops", [&] { stops += life.try_stop() ? 1 : 0; }));
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_EQ(stops, 1);
    EXPECT_EQ(life.state(), State::kStopped);
  }
}

#ifndef NDEBUG
TEST(AdapterLifeDeathTest, RemovalOfWhatIsStartedIsCaught) {
  AdapterLife life;
  life.start();
  EXPECT_DEATH(life.remove(), "may_start");
}
#endif

}  // namespace
}  // namespace drydock::testing
