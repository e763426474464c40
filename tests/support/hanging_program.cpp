// A test program whose tests hang on purpose: hang_guard_test.cpp runs it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/support/hang_guard.h"

namespace hanging {

std::atomic<bool> never_set = false;

[[gnu::noinline]] void spins_for_ever() {
  while (!never_set.load(std::memory_order_relaxed)) {
  }
}

[[gnu::noinline]] void sleeps_for_ever() {
  while (!never_set.load(std::memory_order_relaxed)) pause();
}

TEST(Hanging, TwoThreads) {
  std::thread other(spins_for_ever);
  sleeps_for_ever();
  other.join();
}

TEST(Hanging, AChild) {
  if (fork() == 0) sleeps_for_ever();
  spins_for_ever();
}

// Longer than the limit that its caller sets.
void work() { std::this_thread::sleep_for(std::chrono::milliseconds(3500)); }

TEST(Hanging, NotLongerThanItSays) {
  drydock::testing::HangGuard::has(std::chrono::seconds(60));
  work();
}

TEST(Hanging, NotWhileItCompiles) {
  const drydock::testing::HangGuard::Pause compiling;
  work();
}

TEST(Hanging, NotOnABusyMachine) {
  std::atomic<bool> is_over = false;
  std::vector<std::thread> others(8 * std::thread::hardware_concurrency());
  for (std::thread& each : others)
    each = std::thread([&] {
      while (!is_over.load(std::memory_order_relaxed)) continue;
    });
  work();
  is_over.store(true, std::memory_order_relaxed);
  for (std::thread& each : others) each.join();
}

}  // namespace hanging
