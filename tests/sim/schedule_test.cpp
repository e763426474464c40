// One seed, one order; strands, time and stuck schedules.
#include "src/sim/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "src/sim/standstill.h"

namespace drydock::sim {
namespace {

// Several strands that note their turns: the text is the order of events.
std::string turns(std::uint64_t seed, int strands = 4, int steps = 6) {
  const SeededSchedule schedule(seed);
  std::string out;
  std::vector<Thread> threads;
  for (int i = 0; i < strands; ++i) {
    threads.push_back(spawn("strand", [&out, i, steps] {
      for (int step = 0; step < steps; ++step) {
        out += static_cast<char>('a' + i);  // only one strand runs at a time, so this needs no lock
        switch_point();
      }
    }));
  }
  for (Thread& thread : threads) thread.join();
  return out;
}

TEST(SeededSchedule, SameSeedSameOrder) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) EXPECT_EQ(turns(seed), turns(seed)) << seed;
}

TEST(SeededSchedule, NumbersComeFromTheSeedAndChangeNoOrder) {
  const auto draw = [](std::uint64_t seed) {
    const SeededSchedule schedule(seed);
    return std::vector<std::uint64_t>{random(), random(), random()};
  };
  EXPECT_EQ(draw(4), draw(4));
  EXPECT_NE(draw(4), draw(5));
  EXPECT_NE(draw(4)[0], draw(4)[1]);
  EXPECT_NE(random(), random());

  const auto order = [](bool drawing) {
    const SeededSchedule schedule(7);
    Thread other = spawn("other", [] {
      for (int i = 0; i < 20; ++i) switch_point();
    });
    for (int i = 0; i < 20; ++i) {
      if (drawing) random();
      switch_point();
    }
    other.join();
    return schedule.order();
  };
  EXPECT_EQ(order(false), order(true));
}

TEST(SeededSchedule, SeedsGiveManyOrders) {
  std::set<std::string> orders;
  for (std::uint64_t seed = 0; seed < 300; ++seed) orders.insert(turns(seed));
  EXPECT_GE(orders.size(), 290U);
}

TEST(SeededSchedule, TimePassesOnlyWhenNoStrandCanRun) {
  const SeededSchedule schedule(7);
  const Time start = now();
  switch_point();
  EXPECT_EQ(now(), start);
  EXPECT_EQ(park(start + 500), Woken::kTimedOut);
  EXPECT_EQ(now(), start + 500);
}

TEST(SeededSchedule, TimeStopsAtEachDeadline) {
  const SeededSchedule schedule(1);
  std::vector<Time> seen;
  Thread late = spawn("late", [&] {
    park(now() + 200);
    seen.push_back(now());
  });
  Thread early = spawn("early", [&] {
    park(now() + 100);
    seen.push_back(now());
  });
  late.join();
  early.join();
  EXPECT_EQ(seen, (std::vector<Time>{100, 200}));
}

TEST(SeededSchedule, APermitThatCameFirstIsUsed) {
  const SeededSchedule schedule(3);
  unpark(current());
  EXPECT_EQ(park(), Woken::kUnparked);
}

TEST(SeededSchedule, UnparkEndsAWait) {
  const SeededSchedule schedule(3);
  Strand& me = current();
  Thread other = spawn("other", [&me] { unpark(me); });
  EXPECT_EQ(park(), Woken::kUnparked);
  other.join();
}

TEST(Strands, DeadlineBeyondTheClockIsNever) {
  Strand& me = current();
  for (const Time deadline : {kForever - 1, kForever / 8, kForever}) {
    Thread other = spawn("other", [&me] { unpark(me); });
    EXPECT_EQ(park(deadline), Woken::kUnparked);
    other.join();
  }
}

// After a lost wake-up all strands get an error, and none hangs.
TEST(SeededSchedule, AllStrandsGetAnErrorWhenNoneCanEverRun) {
  const SeededSchedule schedule(5);
  std::atomic<int> stuck = 0;
  Thread other = spawn("other", [&] { stuck += park() == Woken::kStuck; });
  stuck += park() == Woken::kStuck;
  other.join();
  EXPECT_EQ(stuck.load(), 2);
}

// --- Standstill ----------------------------------------------------------------------------

std::vector<Standstill> stillnesses;
std::atomic<bool> may_end;

// Ends the waits of the test's strands. A real handler ends the process.
void end_waits(const Standstill& standstill) {
  stillnesses.push_back(standstill);
  may_end = true;
}

class AStandstill : public ::testing::Test {
 protected:
  void SetUp() override {
    stillnesses.clear();
    may_end = false;
    on_standstill(end_waits);
  }
  void TearDown() override { on_standstill(nullptr); }
};

TEST_F(AStandstill, IsReportedWhenAStuckStrandWaitsOn) {
  const SeededSchedule schedule(5);
  while (!may_end) park();
  ASSERT_EQ(stillnesses.size(), 1U);
  EXPECT_TRUE(stillnesses[0].is_stuck);
  ASSERT_EQ(stillnesses[0].strands.size(), 1U);
  EXPECT_TRUE(stillnesses[0].strands[0].is_principal);
  EXPECT_NE(stillnesses[0].strands[0].frame, nullptr);
}

TEST_F(AStandstill, IsReportedWhenOnlyAServiceGetsItsTurns) {
  const SeededSchedule schedule(5);
  Strand& me = current();
  Thread service = spawn("service", [&me] {
    while (!may_end) park(now() + 10'000'000);
    unpark(me);
  });
  while (!may_end) park();
  service.join();
  ASSERT_EQ(stillnesses.size(), 1U);
  EXPECT_FALSE(stillnesses[0].is_stuck);
  EXPECT_EQ(stillnesses[0].strands.size(), 2U);
}

TEST_F(AStandstill, IsNoneWhileAPrincipalWaitsForATimeOrGetsItsTurns) {
  const SeededSchedule schedule(5);
  const Time hour = 3600LL * 10'000'000;
  bool is_over = false;
  Thread service = spawn("service", [&] {
    while (!is_over) park(now() + hour / 3600);
  });
  park(now() + hour);
  Thread actor = spawn("actor", [&] {
    become_principal();
    for (int i = 0; i < 60; ++i) park(now() + hour / 60);
  });
  actor.join();
  is_over = true;
  service.join();
  EXPECT_TRUE(stillnesses.empty());
}

TEST(SeededSchedule, OrderIsADigestOfTheChoices) {
  const auto digest = [](std::uint64_t seed) {
    const SeededSchedule schedule(seed);
    Thread other = spawn("other", [] {
      for (int i = 0; i < 20; ++i) switch_point();
    });
    for (int i = 0; i < 20; ++i) switch_point();
    other.join();
    return schedule.order();
  };
  EXPECT_EQ(digest(11), digest(11));
  EXPECT_NE(digest(11), digest(12));
}

RC_GTEST_PROP(SeededScheduleProperty, AnyProgramOfTurnsRepeats, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const int strands = *rc::gen::inRange(1, 6);
  const int steps = *rc::gen::inRange(0, 8);
  RC_ASSERT(turns(seed, strands, steps) == turns(seed, strands, steps));
}

TEST(FreeSchedule, ParkEndsAtItsDeadline) {
  const Time deadline = now() + 10'000;  // one millisecond
  EXPECT_EQ(park(deadline), Woken::kTimedOut);
  EXPECT_GE(now(), deadline);
}

TEST(FreeSchedule, UnparkFromAnotherThread) {
  Strand& me = current();
  Thread other = spawn("other", [&me] { unpark(me); });
  EXPECT_EQ(park(), Woken::kUnparked);
  other.join();
}

TEST(FreeSchedule, ManyStrandsHandPermitsRound) {
  constexpr int kRounds = 200;
  std::atomic<int> rounds = 0;
  Strand& me = current();
  Thread other = spawn("other", [&] {
    for (int i = 0; i < kRounds; ++i) {
      park();
      ++rounds;
      unpark(me);
    }
  });
  for (int i = 0; i < kRounds; ++i) {
    unpark(other.strand());
    park();
  }
  other.join();
  EXPECT_EQ(rounds.load(), kRounds);
}

TEST(ScheduleChange, HooksRunAtBothEnds) {
  static int calls = 0;
  on_schedule_change([] { ++calls; });
  {
    const SeededSchedule schedule(1);
  }
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace drydock::sim
