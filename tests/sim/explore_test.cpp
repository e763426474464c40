// Schedules as values: their text, their replay, the search through them and how they shrink.
#include "src/sim/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/sim/shrink.h"

namespace drydock::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using Policy = SchedulePlan::Policy;

SchedulePlan switches(std::vector<Switch> list) {
  return {.policy = Policy::kSwitches, .switches = std::move(list)};
}

void pass_points(int count) {
  for (int i = 0; i < count; ++i) switch_point();
}

struct Outcome {
  bool found = false;
  std::uint64_t order = 0;
  std::uint64_t choices = 0;
  SchedulePlan taken;
  std::vector<Switch> alternatives;
};

// Goes wrong only when the writer is interrupted between its two steps by the reader, and the
// reader then, between its own two, by the writer.
Outcome race(const SchedulePlan& plan) {
  const SeededSchedule schedule(plan);
  Outcome out;
  bool is_open = false;
  bool is_inside = false;
  Thread writer = spawn("writer", [&] {
    pass_points(8);
    is_open = true;
    switch_point();
    out.found |= is_inside;
    is_open = false;
    pass_points(8);
  });
  Thread reader = spawn("reader", [&] {
    pass_points(8);
    is_inside = is_open;
    switch_point();
    is_inside = false;
    pass_points(8);
  });
  writer.join();
  reader.join();
  out.order = schedule.order();
  out.choices = schedule.choices();
  out.taken = schedule.taken();
  out.alternatives = schedule.alternatives();
  return out;
}

bool race_is_lost(const SchedulePlan& plan) { return race(plan).found; }

Explored explored(const SchedulePlan& plan) {
  Outcome out = race(plan);
  return {out.found, std::move(out.alternatives)};
}

SchedulePlan pct(std::uint64_t seed, std::uint64_t length) {
  return {.policy = Policy::kPct, .seed = seed, .changes = 2, .length = length};
}

// The first of 2,000 schedules that fails, or an empty plan.
template <typename Plan>
SchedulePlan first_failing(const Plan& plan_of) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const SchedulePlan plan = plan_of(seed);
    if (race_is_lost(plan)) return plan;
  }
  return {};
}

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

TEST(SchedulePlan, NobodyIsInterruptedByDefault) {
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

TEST(Explore, FindsARaceOfTwoSwitches) {
  const ExploreResult result = explore(explored);
  ASSERT_THAT(result.found, SizeIs(1));
  EXPECT_THAT(result.found[0].switches, SizeIs(2));
  EXPECT_TRUE(race_is_lost(result.found[0]));
}

TEST(Explore, SaysWhenItSawEverything) {
  ExploreOptions options{.most_switches = 1};
  std::uint64_t reported_runs = 0;
  options.progress = [&](const ExploreProgress& progress) {
    EXPECT_EQ(progress.runs, ++reported_runs);
    EXPECT_LE(progress.runs, progress.known);
    return true;
  };
  const ExploreResult one = explore(explored, options);
  EXPECT_TRUE(one.is_complete);
  EXPECT_THAT(one.found, SizeIs(0));
  EXPECT_EQ(one.runs, reported_runs);
  EXPECT_EQ(one.runs, 1 + race(switches({})).alternatives.size());

  const ExploreResult all = explore(explored, {.stops_when_found = false});
  EXPECT_TRUE(all.is_complete);
  EXPECT_GE(all.found.size(), 1U);
}

TEST(Explore, RunsEachScheduleOnce) {
  std::set<std::uint64_t> orders;
  const ExploreResult all = explore(
      [&](const SchedulePlan& plan) {
        Outcome out = race(plan);
        EXPECT_EQ(out.taken, plan);
        EXPECT_TRUE(orders.insert(out.order).second) << to_text(plan);
        return Explored{false, std::move(out.alternatives)};
      },
      {.most_switches = 2});
  EXPECT_TRUE(all.is_complete);
  EXPECT_EQ(orders.size(), all.runs);
}

TEST(Explore, ALimitMakesItIncomplete) {
  const ExploreResult limited = explore(explored, {.most_runs = 20});
  EXPECT_EQ(limited.runs, 20U);
  EXPECT_FALSE(limited.is_complete);

  ExploreOptions options;
  options.progress = [](const ExploreProgress& progress) { return progress.runs < 5; };
  const ExploreResult stopped = explore(explored, options);
  EXPECT_EQ(stopped.runs, 5U);
  EXPECT_FALSE(stopped.is_complete);
}

TEST(Pct, FindsARaceOfTwoSwitchesWithin2000Schedules) {
  const std::uint64_t length = race(switches({})).choices;
  const SchedulePlan failing = first_failing([&](std::uint64_t seed) { return pct(seed, length); });
  ASSERT_EQ(failing.policy, Policy::kPct);
  const SchedulePlan again = *parse_schedule_plan(to_text(failing));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(race_is_lost(again));
}

TEST(Shrink, LeavesTheTwoSwitchesThatMatter) {
  const SchedulePlan random =
      first_failing([](std::uint64_t seed) { return SchedulePlan{.seed = seed}; });
  const Outcome failing = race(random);
  ASSERT_TRUE(failing.found);
  ASSERT_GT(failing.taken.switches.size(), 4U);
  const Shrunk shrunk = shrink(failing.taken, race_is_lost);
  EXPECT_TRUE(shrunk.is_minimal);
  EXPECT_THAT(shrunk.plan.switches, SizeIs(2));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(race_is_lost(shrunk.plan));
  EXPECT_EQ(shrink(failing.taken, race_is_lost).plan, shrunk.plan);
}

TEST(Shrink, KeepsTheBestWhenItsRunsAreUsedUp) {
  const SchedulePlan failing = switches({{1, 2, 1}, {1, 2, 2}, {1, 2, 3}, {1, 2, 4}});
  const auto fails = [](const SchedulePlan& plan) { return !plan.switches.empty(); };
  EXPECT_FALSE(shrink(failing, fails, 1).is_minimal);
  EXPECT_THAT(shrink(failing, fails, 1).plan.switches, SizeIs(2));
  EXPECT_THAT(shrink(failing, fails).plan.switches, SizeIs(1));
  EXPECT_THAT(shrink(failing, [](const SchedulePlan&) { return true; }).plan.switches, SizeIs(0));
}

}  // namespace
}  // namespace drydock::sim
