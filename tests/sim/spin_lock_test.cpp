// A lock for a few loads and stores: one holder at a time, and each sees what the last one wrote.
#include "src/sim/spin_lock.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/sim/schedule.h"

namespace drydock::sim {
namespace {

constexpr int kStrands = 4;
constexpr int kSteps = 2000;

struct Account {
  SpinLock lock;
  int sum DRYDOCK_GUARDED_BY(lock) = 0;
  bool inside DRYDOCK_GUARDED_BY(lock) = false;
};

void deposit(Account& account) {
  const SpinHold hold(account.lock);
  EXPECT_FALSE(account.inside);
  account.inside = true;
  ++account.sum;
  account.inside = false;
}

int sum_of(Account& account) {
  const SpinHold hold(account.lock);
  return account.sum;
}

TEST(SpinLock, OneHolderAtATime) {
  Account account;
  std::vector<Thread> threads;
  for (int i = 0; i < kStrands; ++i) {
    threads.push_back(spawn("depositor", [&] {
      for (int step = 0; step < kSteps; ++step) deposit(account);
    }));
  }
  for (Thread& thread : threads) thread.join();
  EXPECT_EQ(sum_of(account), kStrands * kSteps);
}

TEST(SpinLock, CanBeTakenAgainAfterItWasGivenBack) {
  Account account;
  deposit(account);
  deposit(account);
  EXPECT_EQ(sum_of(account), 2);
}

}  // namespace
}  // namespace drydock::sim
