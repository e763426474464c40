// A mutex keeps threads apart, and a condition wakes the threads that wait for it.
#include "src/sim/mutex.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace drydock::sim {
namespace {

struct Box {
  Mutex mutex;
  Condition changed;
  int value DRYDOCK_GUARDED_BY(mutex) = 0;

  int read() {
    const MutexHold hold(mutex);
    return value;
  }
};

TEST(Mutex, KeepsThreadsApart) {
  Box box;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&box] {
      for (int step = 0; step < 1000; ++step) {
        const MutexHold hold(box.mutex);
        ++box.value;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(box.read(), 4000);
}

TEST(Condition, WaitEndsWhenNotified) {
  Box box;
  std::thread other([&box] {
    const MutexHold hold(box.mutex);
    box.value = 1;
    box.changed.notify_all();
  });
  {
    const MutexHold hold(box.mutex);
    while (box.value == 0) box.changed.wait(box.mutex);
    EXPECT_EQ(box.value, 1);
  }
  other.join();
}

TEST(Condition, WaitEndsAtItsTimeWithTheMutexHeld) {
  Box box;
  const MutexHold hold(box.mutex);
  const auto end = Condition::Clock::now() + std::chrono::milliseconds(5);
  while (box.changed.wait_until(box.mutex, end)) {
  }
  EXPECT_GE(Condition::Clock::now(), end);
  box.value = 2;  // the analysis of the compiler knows that the mutex is held again
  EXPECT_EQ(box.value, 2);
}

}  // namespace
}  // namespace drydock::sim
