// The strand by itself: which jobs run, where, in which order, and how often.
#include "src/sched/strand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/sim/gate.h"
#include "src/sim/schedule.h"

namespace drydock::sched {
namespace {

using ::testing::ElementsAre;
using Kind = Strand::Kind;

// A strand that does nothing but its jobs.
class Jobs : public ::testing::Test {
 protected:
  sim::Time step() {
    while (strand.take_wake()) {
      ++rounds;
      strand.run_jobs();
      strand.run_patient_jobs();
    }
    return sim::kForever;
  }
  // Returns when all jobs that were queued before have run.
  void flush() {
    strand.run(Kind::kInTurn, [] {});
  }
  // No job is lost or runs twice, whoever queues it and when.
  void queue_from_many_threads() {
    constexpr int kThreads = 4;
    constexpr int kJobs = 50;
    std::vector<int> runs(std::size_t{kThreads} * kJobs);
    std::vector<sim::Thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.push_back(sim::spawn("client", [&, thread] {
        for (int i = 0; i < kJobs; ++i) {
          int& count = runs[static_cast<std::size_t>(thread * kJobs + i)];
          const Kind kind = i % 2 == 0 ? Kind::kInTurn : Kind::kUrgent;
          if (i % 3 == 0) {
            strand.run(kind, [&] { ++count; });
          } else {
            strand.queue(kind, [&] { ++count; });
          }
          sim::switch_point();
        }
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    flush();
    EXPECT_THAT(runs, ::testing::Each(1));
  }

  const std::unique_ptr<const sim::SeededSchedule> schedule = make_schedule();
  int rounds = 0;
  Strand strand{[this] { return step(); }};

 private:
  // One that ends with "Threads" runs on threads of the machine.
  static std::unique_ptr<const sim::SeededSchedule> make_schedule() {
    const std::string_view suite =
        ::testing::UnitTest::GetInstance()->current_test_info()->test_suite_name();
    if (suite.ends_with("Threads")) return nullptr;
    return std::make_unique<const sim::SeededSchedule>(1);
  }
};
using StrandTest = Jobs;
using StrandThreads = Jobs;

TEST_F(StrandTest, AJobRunsOnTheStrandBeforeRunReturns) {
  const sim::Strand* const here = &sim::current();
  const sim::Strand* there = nullptr;
  strand.run(Kind::kInTurn, [&] { there = &sim::current(); });
  EXPECT_NE(there, nullptr);
  EXPECT_NE(there, here);
}

// Otherwise it would wait for itself.
TEST_F(StrandTest, AJobOfTheStrandItselfRunsAtOnce) {
  std::vector<std::string> order;
  strand.run(Kind::kInTurn, [&] {
    strand.run(Kind::kInTurn, [&] { order.emplace_back("inner"); });
    order.emplace_back("outer");
  });
  EXPECT_THAT(order, ElementsAre("inner", "outer"));
}

TEST_F(StrandTest, UrgentJobsComeFirstAndEachKindInItsOrder) {
  std::vector<std::string> order;
  const auto queue = [&](Kind kind, const char* name) {
    strand.queue(kind, [&order, name] { order.emplace_back(name); });
  };
  strand.run(Kind::kInTurn, [&] {
    queue(Kind::kInTurn, "first");
    queue(Kind::kUrgent, "urgent");
    queue(Kind::kInTurn, "second");
    queue(Kind::kUrgent, "also urgent");
  });
  flush();
  EXPECT_THAT(order, ElementsAre("urgent", "also urgent", "first", "second"));
}

// As while the strand waits until no other thread is inside the driver.
TEST_F(StrandTest, OnlyUrgentJobsRunWhileAJobServesThem) {
  sim::Completion is_served;
  sim::Completion is_over;
  bool other_ran = false;
  bool other_ran_meanwhile = false;
  strand.queue(Kind::kInTurn, [&] {
    while (!is_served.is_complete()) {
      strand.run_urgent_jobs();
      if (!is_served.is_complete()) sim::park(sim::kForever);
    }
    other_ran_meanwhile = other_ran;
    is_over.complete();
  });
  sim::switch_point();
  strand.queue(Kind::kInTurn, [&] { other_ran = true; });
  strand.run(Kind::kUrgent, [&] { is_served.complete(); });
  is_over.wait();
  EXPECT_FALSE(other_ran_meanwhile);
  flush();
  EXPECT_TRUE(other_ran);
}

TEST_F(StrandTest, APatientJobRunsWithEachWakeUntilItIsDone) {
  int calls = 0;
  bool is_ready = false;
  strand.queue_until_done([&] {
    ++calls;
    return is_ready;
  });
  flush();
  const int before = calls;
  EXPECT_GE(before, 1);
  strand.run(Kind::kInTurn, [&] { is_ready = true; });
  flush();
  EXPECT_EQ(calls, before + 1) << "once more, and never after it was done";
}

// A patient job may queue another one, and wake the strand.
TEST_F(StrandTest, APatientJobMayQueueAnother) {
  bool is_done = false;
  strand.queue_until_done([&] {
    strand.queue_until_done([&] { return is_done = true; });
    return true;
  });
  flush();
  flush();
  EXPECT_TRUE(is_done);
}

TEST_F(StrandTest, LookAgainMakesOneMoreRound) {
  strand.run(Kind::kInTurn, [] {});
  sim::park(sim::now() + 1);  // the round is over
  const int before = rounds;
  bool is_first = true;
  strand.queue(Kind::kInTurn, [&] {
    if (is_first) strand.look_again();
    is_first = false;
  });
  sim::park(sim::now() + 1);
  EXPECT_EQ(rounds, before + 2);
}

TEST_F(StrandTest, EveryJobRunsOnce) { queue_from_many_threads(); }

TEST_F(StrandThreads, EveryJobRunsOnce) { queue_from_many_threads(); }

}  // namespace
}  // namespace drydock::sched
