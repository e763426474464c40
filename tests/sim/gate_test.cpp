// Gates and completions, under seeds and with threads of the machine.
#include "src/sim/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace drydock::sim {
namespace {

// The test's own count of the strands inside: many, or one alone.
struct Room {
  Gate gate;
  std::atomic<int> others = 0;
  std::atomic<int> alone = 0;
  std::atomic<int> most_others = 0;

  // `Inside` is Passage or Alone.
  template <typename Inside>
  void pass() {
    const Inside inside(gate);
    constexpr bool is_alone = std::is_same_v<Inside, Alone>;
    const int company = (is_alone ? alone : others).fetch_add(1) + 1;
    if (is_alone) {
      EXPECT_EQ(company, 1);
      EXPECT_EQ(others.load(), 0);
    } else {
      EXPECT_EQ(alone.load(), 0);
      int seen = most_others.load();
      while (company > seen && !most_others.compare_exchange_weak(seen, company)) {
      }
    }
    switch_point();
    (is_alone ? alone : others).fetch_sub(1);
  }
};

void visit_room(Room& room, int strands, int steps, int one_alone_in) {
  std::vector<Thread> threads;
  for (int i = 0; i < strands; ++i) {
    threads.push_back(spawn("visitor", [&room, i, steps, one_alone_in] {
      for (int step = 0; step < steps; ++step) {
        const bool alone = (step + i) % one_alone_in == 0;
        alone ? room.pass<Alone>() : room.pass<Passage>();
      }
    }));
  }
  for (Thread& thread : threads) thread.join();
}

RC_GTEST_PROP(Gate, AThreadThatIsAloneIsAlone, ()) {
  const SeededSchedule schedule(*rc::gen::arbitrary<std::uint64_t>());
  Room room;
  visit_room(room, *rc::gen::inRange(2, 6), 6, *rc::gen::inRange(1, 4));
}

TEST(Gate, AThreadThatIsAloneIsAloneOnThreadsOfTheMachine) {
  Room room;
  visit_room(room, 4, 2000, 3);
}

// The analysis of threads does not know that a strand may be inside twice.
void pass_twice(Gate& gate) DRYDOCK_NOT_ANALYSED {
  gate.enter();
  gate.enter();
  gate.leave();
  gate.leave();
}

TEST(Gate, OthersAreInsideTogether) {
  const SeededSchedule schedule(2);
  Room room;
  pass_twice(room.gate);
  visit_room(room, 4, 8, 1000);
  EXPECT_GT(room.most_others.load(), 1);
}

// Later strands do not overtake one that waits to be alone. They enter after it, in their order.
TEST(Gate, FirstComeFirstServed) {
  const SeededSchedule schedule(5);
  Gate gate;
  std::string order;
  gate.enter();
  std::vector<Thread> threads;
  const auto queue_up = [&]<typename Inside>(char name) {
    std::atomic<bool> begun = false;
    threads.push_back(spawn(std::string(1, name), [&gate, &order, &begun, name] {
      begun = true;
      const Inside inside(gate);
      order += name;
    }));
    while (!begun) switch_point();
    for (int i = 0; i < 20; ++i) switch_point();  // it waits by now
  };
  queue_up.operator()<Alone>('a');
  queue_up.operator()<Passage>('b');
  queue_up.operator()<Alone>('c');
  queue_up.operator()<Passage>('d');
  EXPECT_EQ(order, "");
  gate.leave();
  for (Thread& thread : threads) thread.join();
  EXPECT_EQ(order, "abcd");
}

// The last strand, which is alone, destroys the gate. The others do not touch it any more.
TEST(Gate, TheLastOneAloneMayDestroyIt) {
  for (int round = 0; round < 3000; ++round) {
    auto gate = std::make_unique<Gate>();
    std::atomic<int> left = 2;
    gate->enter_alone();
    const auto pass = [&] {
      gate->enter_alone();
      const bool last = left.fetch_sub(1) == 1;
      gate->leave_alone();
      if (last) gate.reset();
    };
    Thread other = spawn("other", pass);
    Thread another = spawn("another", pass);
    gate->leave_alone();
    other.join();
    another.join();
    EXPECT_EQ(gate, nullptr);
  }
}

TEST(Completion, EveryWaiterWakes) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const SeededSchedule schedule(seed);
    Completion done;
    int woken = 0;
    std::vector<Thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.push_back(spawn("waiter", [&] {
        EXPECT_TRUE(done.wait());
        EXPECT_TRUE(done.is_complete());
        ++woken;
      }));
    }
    done.complete();
    for (Thread& thread : threads) thread.join();
    EXPECT_EQ(woken, 3);
  }
}

TEST(Completion, WaitAfterwardsReturnsAtOnce) {
  Completion done;
  EXPECT_FALSE(done.is_complete());
  done.complete();
  EXPECT_TRUE(done.wait());
}

TEST(Completion, ADeadlineThatComesFirstEndsTheWait) {
  const SeededSchedule schedule(1);
  Completion done;
  const Time start = now();
  EXPECT_FALSE(done.wait(start + 500));
  EXPECT_EQ(now(), start + 500);
  done.complete();  // knows nobody any more
  EXPECT_TRUE(done.wait(start + 600));
}

// The waiter sees what the completing strand wrote, and may destroy the completion.
TEST(Completion, TheWaiterMayDestroyIt) {
  for (int round = 0; round < 3000; ++round) {
    auto done = std::make_unique<Completion>();
    int result = 0;
    Thread worker = spawn("worker", [&done, &result] {
      result = 7;
      done->complete();
    });
    done->wait();
    EXPECT_EQ(result, 7);
    done.reset();
    worker.join();
  }
}

}  // namespace
}  // namespace drydock::sim
