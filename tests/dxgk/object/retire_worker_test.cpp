// Jobs that run later: their order, their level, and who waits for them.
#include "src/dxgk/object/retire_worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "src/sim/gate.h"
#include "src/sim/schedule.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {
namespace {

using ::testing::ElementsAre;

TEST(RetireWorker, JobsRunInOrderOneAfterTheOther) {
  std::vector<int> order;
  for (int i = 0; i < 4; ++i) run_later([&order, i] { order.push_back(i); });
  finish_jobs();
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
}

// What a job queues comes after what was queued before it ran.
TEST(RetireWorker, JobMayQueueAnother) {
  std::string order;
  sim::Completion is_queued;
  run_later([&] {
    is_queued.wait();
    order += 'a';
    run_later([&] { order += 'c'; });
  });
  run_later([&] { order += 'b'; });
  is_queued.complete();
  finish_jobs();
  finish_jobs();  // for the one that the first job queued
  EXPECT_EQ(order, "abc");
}

TEST(RetireWorker, JobThatIsQueuedAtDispatchLevelRunsAtPassiveLevel) {
  std::atomic<int> level = -1;
  KIRQL before = 0;
  KeRaiseIrql(DISPATCH_LEVEL, &before);
  run_later([&] { level = KeGetCurrentIrql(); });
  KeLowerIrql(before);
  finish_jobs();
  EXPECT_EQ(level.load(), PASSIVE_LEVEL);
}

TEST(RetireWorker, EveryJobOfEveryThreadRunsOnce) {
  constexpr int kThreads = 4;
  constexpr int kJobs = 500;
  std::vector<std::vector<int>> ran(kThreads);  // only the worker writes
  std::atomic<int> inside = 0;
  std::atomic<int> together = 0;
  std::vector<sim::Thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.push_back(sim::spawn("queues", [&, t] {
      for (int i = 0; i < kJobs; ++i) {
        run_later([&, t, i] {
          if (++inside != 1) ++together;
          ran[static_cast<std::size_t>(t)].push_back(i);
          --inside;
        });
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  finish_jobs();
  EXPECT_EQ(together.load(), 0);
  for (const std::vector<int>& each : ran) {
    ASSERT_EQ(each.size(), static_cast<std::size_t>(kJobs));
    EXPECT_TRUE(std::ranges::is_sorted(each)) << "jobs of a thread keep its order";
  }
}

TEST(RetireWorker, JobsEndBeforeAScheduleDoes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    std::vector<int> order;
    for (int i = 0; i < 3; ++i) run_later([&order, i] { order.push_back(i); });
    finish_jobs();
    EXPECT_THAT(order, ElementsAre(0, 1, 2)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace drydock::dxgk
