// A strand that serves a queue: when it runs, and with which schedule it ends.
#include "src/nt/time/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <vector>

#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using ::testing::ElementsAre;

TEST(Service, StepRunsOnAStrandOfItsOwn) {
  sim::Completion done;
  std::atomic<bool> was_me = false;
  sim::Strand* strand = nullptr;
  Service* self = nullptr;
  Service service("serves", [&] {
    was_me = self->is_me();
    strand = &sim::current();
    done.complete();
    return sim::kForever;
  });
  self = &service;
  EXPECT_FALSE(service.is_me());
  service.wake();
  done.wait();
  EXPECT_TRUE(was_me);
  EXPECT_NE(strand, &sim::current());
}

TEST(Service, IsCalledAgainAtTheTimeThatItNames) {
  const sim::SeededSchedule schedule(1);
  std::vector<sim::Time> called;
  sim::Completion done;
  Service service("serves", [&] {
    called.push_back(sim::now());
    if (called.size() == 3) {
      done.complete();
      return sim::kForever;
    }
    return sim::now() + 1000;
  });
  const sim::Time begin = sim::now();
  service.wake();
  done.wait();
  ASSERT_EQ(called.size(), 3U);
  EXPECT_GE(called[1] - begin, 1000);
  EXPECT_GE(called[2] - called[1], 1000);
}

// Threads that queue and wake: nothing stays in the queue, whoever wakes first.
TEST(Service, NoWakeIsLost) {
  struct Queue {
    sim::Lock lock;
    std::deque<int> items DRYDOCK_GUARDED_BY(lock);
  } queue;
  std::atomic<int> served = 0;
  sim::Completion done;
  constexpr int kThreads = 3;
  constexpr int kItems = 300;
  Service service("serves", [&] {
    for (;;) {
      {
        const sim::Hold hold(queue.lock);
        if (queue.items.empty()) return sim::kForever;
        queue.items.pop_front();
      }
      if (++served == kThreads * kItems) done.complete();
    }
  });
  std::vector<sim::Thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.push_back(sim::spawn("queues", [&] {
      for (int item = 0; item < kItems; ++item) {
        {
          const sim::Hold hold(queue.lock);
          queue.items.push_back(item);
        }
        service.wake();
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  done.wait();
  EXPECT_EQ(served.load(), kThreads * kItems);
}

// Its strand belongs to the schedule of the day: it ends with it, and starts again on demand.
TEST(Service, ServesEverySchedule) {
  std::atomic<int> steps = 0;
  sim::Completion* done = nullptr;
  Service service("serves", [&] {
    ++steps;
    done->complete();
    return sim::kForever;
  });
  const auto wake_once = [&] {
    sim::Completion step;
    done = &step;
    service.wake();
    step.wait();
  };
  wake_once();
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const sim::SeededSchedule schedule(seed);
    wake_once();
  }
  wake_once();
  EXPECT_EQ(steps.load(), 5);
}

}  // namespace
}  // namespace drydock::nt
