// A queue that one strand serves in order: what it refuses, whom it wakes, when entries are freed.
#include "src/sched/work/served_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::sched {
namespace {

using ::testing::ElementsAre;

// `guard` is freed with the entry.
struct Entry {
  int value = 0;
  std::shared_ptr<void> guard;
};
using Queue = ServedQueue<Entry>;

void add(Queue& queue, int value, std::shared_ptr<void> guard = {}) {
  const sim::Hold hold(queue.lock());
  queue.add({value, std::move(guard)});
}

std::optional<int> first_of(Queue& queue) {
  const sim::Hold hold(queue.lock());
  const Entry* const first = queue.first();
  return first == nullptr ? std::nullopt : std::optional(first->value);
}

TEST(ServedQueue, EntriesEndInTheirOrder) {
  sim::Lock lock;
  Queue queue(lock);
  EXPECT_EQ(first_of(queue), std::nullopt);
  for (int i = 1; i <= 3; ++i) add(queue, i);
  std::vector<int> seen;
  while (const std::optional<int> first = first_of(queue)) {
    if (seen.empty()) add(queue, 4);  // comes behind all others
    seen.push_back(*first);
    queue.end_first();
  }
  EXPECT_THAT(seen, ElementsAre(1, 2, 3, 4));
}

// The strand works on the first entry without the lock.
TEST(ServedQueue, FirstStaysWhereItIsWhileOthersAreAdded) {
  sim::Lock lock;
  Queue queue(lock);
  add(queue, 1);
  const Entry* first = nullptr;
  {
    const sim::Hold hold(queue.lock());
    first = queue.first();
  }
  for (int i = 2; i < 2000; ++i) add(queue, i);
  const sim::Hold hold(queue.lock());
  EXPECT_EQ(queue.first(), first);
  EXPECT_EQ(first->value, 1);
  EXPECT_EQ(queue.size(), 1999U);
}

// The last reference to what an entry holds may go with it, and that may take the lock.
TEST(ServedQueue, EntriesAreDestroyedWithoutTheLock) {
  sim::Lock lock;
  Queue queue(lock);
  int freed = 0;
  const auto guard = [&] {
    return std::shared_ptr<void>(nullptr, [&](void*) {
      const sim::Hold hold(lock);
      ++freed;
    });
  };
  for (int i = 0; i < 3; ++i) add(queue, i, guard());
  queue.end_first();
  EXPECT_EQ(freed, 1);
  queue.drop_all();
  EXPECT_EQ(freed, 3);
}

TEST(ServedQueue, EmptyQueueIsNotAwaited) {
  sim::Lock lock;
  Queue queue(lock);
  queue.wait_until_empty();
  queue.close();
  queue.wait_until_empty();
}

// What is queued still ends after close(), so the thread that waits for its end goes on waiting.
TEST(ServedQueue, CloseDoesNotEndAWaitForTheEnd) {
  sim::Lock lock;
  Queue queue(lock);
  add(queue, 1);
  add(queue, 2);
  sim::Completion begun;
  std::atomic<bool> is_over = false;
  sim::Thread waiter = sim::spawn("waiter", [&] {
    begun.complete();
    queue.wait_until_empty();
    is_over = true;
  });
  begun.wait();
  queue.close();
  {
    const sim::Hold hold(queue.lock());
    EXPECT_TRUE(queue.is_closed());
  }
  queue.end_first();
  EXPECT_FALSE(is_over) << "one is left";
  queue.end_first();
  waiter.join();
  EXPECT_TRUE(is_over);
}

TEST(ServedQueue, RoomIsThereWhenEnoughHaveEnded) {
  sim::Lock lock;
  Queue queue(lock);
  for (int i = 0; i < 4; ++i) add(queue, i);
  sim::Completion room;
  {
    const sim::Hold hold(queue.lock());
    queue.await_room(2, room);
  }
  queue.end_first();
  EXPECT_FALSE(room.is_complete()) << "three are left";
  queue.end_first();
  EXPECT_TRUE(room.is_complete());
}

TEST(ServedQueue, CloseWakesThoseThatWaitForRoom) {
  sim::Lock lock;
  Queue queue(lock);
  add(queue, 1);
  sim::Completion room;
  {
    const sim::Hold hold(queue.lock());
    queue.await_room(0, room);
  }
  queue.close();
  EXPECT_TRUE(room.is_complete());
  EXPECT_EQ(first_of(queue), 1) << "it stays queued";
}

TEST(ServedQueue, DropWakesEverybody) {
  sim::Lock lock;
  Queue queue(lock);
  add(queue, 1);
  add(queue, 2);
  sim::Completion room;
  {
    const sim::Hold hold(queue.lock());
    queue.await_room(1, room);
  }
  sim::Thread waiter = sim::spawn("waiter", [&] { queue.wait_until_empty(); });
  queue.drop_all();
  waiter.join();
  EXPECT_TRUE(room.is_complete());
  EXPECT_EQ(first_of(queue), std::nullopt);
}

// Under every schedule each entry ends once, in order for each thread that adds, and the thread
// that waits comes back only when all have ended.
TEST(ServedQueue, SchedulesLoseNoWaiter) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    sim::Lock lock;
    Queue queue(lock);
    std::vector<int> ended;
    const auto adder = [&](int from) {
      for (int i = 0; i < 3; ++i) {
        add(queue, from + i);
        sim::yield();
      }
    };
    sim::Thread one = sim::spawn("one", [&] { adder(10); });
    sim::Thread two = sim::spawn("two", [&] {
      adder(20);
      queue.wait_until_empty();
    });
    sim::Thread strand = sim::spawn("strand", [&] {
      while (ended.size() < 6) {
        if (const std::optional<int> first = first_of(queue)) {
          ended.push_back(*first);
          sim::yield();
          queue.end_first();
        }
        sim::yield();
      }
    });
    one.join();
    two.join();
    strand.join();
    std::vector<int> of_one;
    std::ranges::copy_if(ended, std::back_inserter(of_one), [](int i) { return i < 20; });
    EXPECT_THAT(of_one, ElementsAre(10, 11, 12)) << seed;
    EXPECT_EQ(ended.size(), 6U) << seed;
  }
}

}  // namespace
}  // namespace drydock::sched
