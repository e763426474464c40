// Inputs of processing gates, and what the flags of a descriptor mean.
#include "src/ks/queue/processing.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::ks {
namespace {

TEST(KsGateInput, BeginsOffAndClosesAnAndGate) {
  KSGATE gate;
  KsGateInitializeAnd(&gate, nullptr);
  EXPECT_TRUE(KsGateGetStateUnsafe(&gate));
  {
    GateInput one(gate), other(gate);
    EXPECT_FALSE(KsGateGetStateUnsafe(&gate));
    one.set(true);
    EXPECT_FALSE(KsGateGetStateUnsafe(&gate)) << "the other is off";
    one.set(true);
    EXPECT_FALSE(KsGateGetStateUnsafe(&gate)) << "it counts once";
    other.set(true);
    EXPECT_TRUE(KsGateGetStateUnsafe(&gate));
    other.set(false);
    other.set(false);
    EXPECT_FALSE(KsGateGetStateUnsafe(&gate));
  }
  EXPECT_TRUE(KsGateGetStateUnsafe(&gate)) << "inputs that are gone hold nothing";
  EXPECT_EQ(gate.Count, 1);
}

TEST(KsGateInput, OpensAnOrGateAndLeavesItAsItWas) {
  KSGATE gate;
  KsGateInitializeOr(&gate, nullptr);
  {
    GateInput one(gate, GateKind::kOr), other(gate, GateKind::kOr);
    EXPECT_FALSE(KsGateGetStateUnsafe(&gate));
    one.set(true);
    other.set(true);
    one.set(false);
    EXPECT_TRUE(KsGateGetStateUnsafe(&gate));
  }
  EXPECT_FALSE(KsGateGetStateUnsafe(&gate));
  EXPECT_EQ(gate.Count, 0);
}

// Threads that follow a condition while it changes: the newest result stands.
TEST(KsGateInput, FollowsAConditionThatThreadsChange) {
  for (int round = 0; round < 50; ++round) {
    KSGATE gate;
    KsGateInitializeAnd(&gate, nullptr);
    std::atomic<int> frames = 0;
    GateInput input(gate);
    const auto follow = [&] { input.follow([&] { return frames > 0; }); };
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.push_back(sim::spawn("frames", [&] {
        for (int step = 0; step < 20; ++step) {
          ++frames;
          follow();
          --frames;
          follow();
        }
        ++frames;
        follow();
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_TRUE(KsGateGetStateUnsafe(&gate));
    frames = 0;
    follow();
    EXPECT_FALSE(KsGateGetStateUnsafe(&gate));
  }
}

TEST(KsProcessorOptions, FlagsOfADescriptor) {
  EXPECT_FALSE(options_from(0).at_dispatch);
  EXPECT_FALSE(options_from(0).asynchronous);
  EXPECT_EQ(options_from(0).urgency, Urgency::kDelayed);
  EXPECT_TRUE(options_from(KSPIN_FLAG_DISPATCH_LEVEL_PROCESSING).at_dispatch);
  EXPECT_TRUE(options_from(KSPIN_FLAG_ASYNCHRONOUS_PROCESSING).asynchronous);
  EXPECT_EQ(options_from(KSPIN_FLAG_CRITICAL_PROCESSING).urgency, Urgency::kCritical);
  EXPECT_EQ(
      options_from(KSPIN_FLAG_CRITICAL_PROCESSING | KSPIN_FLAG_HYPERCRITICAL_PROCESSING).urgency,
      Urgency::kHyperCritical);
}

}  // namespace
}  // namespace drydock::ks
