// Plans of schedules: their text, and that a run repeats its own.
#include "src/sim/schedule_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "src/sim/explore.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/sim/shrink.h"
#include "tests/sim/race_of_two.h"

namespace drydock::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using Policy = SchedulePlan::Policy;

TEST(SchedulePlanText, SaysWhatDecides) {
  EXPECT_EQ(to_text({.seed = 7}), "random:7");
  EXPECT_EQ(to_text({.policy = Policy::kPct, .seed = 7}), "pct:7:3");
  EXPECT_EQ(to_text({.policy = Policy::kPct, .seed = 7, .changes = 2, .length = 40}), "pct:7:2:40");
  EXPECT_EQ(to_text(switches({})), "at:");
  EXPECT_EQ(to_text(switches({{2, 4, 17}, {0, 1, 9}})), "at:2.17=4,0.9=1");
  SchedulePlan seeded = switches({{2, 4, 17}});
  seeded.seed = 5;
  EXPECT_EQ(to_text(seeded), "at:5:2.17=4");
}

TEST(SchedulePlanText, OtherTextIsNoPlan) {
  for (const char* text : {"",
                           "7",
                           "random",
                           "random:",
                           "random:x",
                           "random:-1",
                           "random:7 ",
                           "pct:7",
                           "pct:7:",
                           "pct:7:3:",
                           "at",
                           "at:1",
                           "at:1.2",
                           "at:1.2=",
                           "at:1.2=3,",
                           "at:,1.2=3",
                           "at:x:1.2=3",
                           "at:1.2=3;",
                           "at:4294967296.1=1",
                           "random:18446744073709551616",
                           "AT:"}) {
    EXPECT_FALSE(parse_schedule_plan(text)) << text;
  }
}

RC_GTEST_PROP(SchedulePlanTextProperty, AnyPlanComesBack, ()) {
  SchedulePlan plan{.policy = *rc::gen::element(Policy::kRandom, Policy::kPct, Policy::kSwitches),
                    .seed = *rc::gen::arbitrary<std::uint64_t>()};
  if (plan.policy == Policy::kPct) {
    plan.changes = *rc::gen::arbitrary<std::uint32_t>();
    plan.length = *rc::gen::arbitrary<std::uint64_t>();
  }
  if (plan.policy == Policy::kSwitches) {
    const int count = *rc::gen::inRange(0, 5);
    for (int i = 0; i < count; ++i) {
      plan.switches.push_back({*rc::gen::arbitrary<std::uint32_t>(),
                               *rc::gen::arbitrary<std::uint32_t>(),
                               *rc::gen::arbitrary<std::uint64_t>()});
    }
  }
  RC_ASSERT(parse_schedule_plan(to_text(plan)) == plan);
}

TEST(SchedulePlan, NoStrandIsInterruptedByDefault) {
  const SeededSchedule schedule(switches({}));
  std::string out;
  std::vector<Thread> threads;
  for (const char name : {'a', 'b', 'c'}) {
    threads.push_back(spawn("strand", [&out, name] {
      for (int i = 0; i < 3; ++i) {
        out += name;
        switch_point();
      }
    }));
  }
  for (Thread& thread : threads) thread.join();
  EXPECT_EQ(out, "aaabbbccc");
  EXPECT_THAT(schedule.taken().switches, SizeIs(0));
}

TEST(SchedulePlan, ASwitchInterruptsAtItsPlace) {
  const SeededSchedule schedule(switches({{1, 2, 0}}));
  std::string out;
  std::vector<Thread> threads;
  for (const char name : {'a', 'b'}) {
    threads.push_back(spawn("strand", [&out, name] {
      for (int i = 0; i < 3; ++i) {
        out += name;
        switch_point();
      }
    }));
  }
  for (Thread& thread : threads) thread.join();
  EXPECT_EQ(out, "abbbaa");
  EXPECT_THAT(schedule.taken().switches, ElementsAre(Switch{1, 2, 0}));
}

// A list may name strands that do not exist or cannot run: nothing happens there.
TEST(SchedulePlan, WhatCannotHappenIsPassedOver) {
  const Outcome plain = race(switches({}));
  const Outcome other = race(switches({{1, 77, 3}, {9, 1, 0}, {1, 0, 4}}));
  EXPECT_EQ(plain.order, other.order);
  EXPECT_THAT(other.taken.switches, SizeIs(0));
}

// Strands that take a lock, wait for each other and let time pass: the run of every policy can be
// written as a list of switches, and the list makes the same run.
std::uint64_t busy_order(const SchedulePlan& plan, SchedulePlan& taken) {
  const SeededSchedule schedule(plan);
  Lock lock;
  std::vector<Thread> threads;
  Strand& first = current();
  for (int i = 0; i < 4; ++i) {
    threads.push_back(spawn("strand", [&, i] {
      for (int step = 0; step < 4; ++step) {
        const Hold hold(lock);
        switch_point();
        if (random() % 2 == 0) switch_point();
      }
      if (i % 2 == 0) park(now() + i);
      unpark(first);
    }));
  }
  park();
  for (Thread& thread : threads) thread.join();
  taken = schedule.taken();
  return schedule.order();
}

RC_GTEST_PROP(SchedulePlanProperty, AnyRunIsReplayedFromItsSwitches, ()) {
  SchedulePlan plan{.policy = *rc::gen::element(Policy::kRandom, Policy::kPct),
                    .seed = *rc::gen::arbitrary<std::uint64_t>()};
  plan.length = 60;
  SchedulePlan taken;
  const std::uint64_t order = busy_order(plan, taken);
  SchedulePlan again;
  RC_ASSERT(busy_order(*parse_schedule_plan(to_text(taken)), again) == order);
  RC_ASSERT(to_text(again) == to_text(taken));
}

TEST(SchedulePlan, PrioritiesAreTheSeeds) {
  std::set<std::uint64_t> orders;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::uint64_t order = race(pct(seed, 40)).order;
    EXPECT_EQ(order, race(pct(seed, 40)).order) << seed;
    orders.insert(order);
  }
  EXPECT_GE(orders.size(), 20U);
}

// A strand that asks in a loop for what another must do would never end in an order without
// interruptions.
TEST(SchedulePlan, AStrandThatWaitsInALoopLetsOthersRun) {
  for (const char* text : {"at:", "pct:1:2", "pct:2:2", "random:1"}) {
    const SeededSchedule schedule(*parse_schedule_plan(text));
    bool is_ready = false;
    Thread waiter = spawn("waiter", [&] {
      while (!is_ready) switch_point();
    });
    Thread setter = spawn("setter", [&] { is_ready = true; });
    waiter.join();
    setter.join();
  }
}

}  // namespace
}  // namespace drydock::sim
