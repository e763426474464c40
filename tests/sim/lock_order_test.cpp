// The order of the host's locks: an inversion is a fault of the host, and names both locks.
#include "src/sim/lock_order.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/mutex.h"
#include "src/sim/spin_lock.h"

#ifndef NDEBUG

namespace drydock::sim {
namespace {

struct Inversion {
  const RankedLock* held;
  const RankedLock* taken;
};
std::vector<Inversion> inversions;

// Stores inversions while it lives, instead of ending the process.
class StoredInversions {
 public:
  StoredInversions()
      : before_(set_lock_order_handler([](const RankedLock& held, const RankedLock& taken) {
          inversions.push_back({&held, &taken});
        })) {
    inversions.clear();
  }
  ~StoredInversions() { set_lock_order_handler(before_); }
  StoredInversions(const StoredInversions&) = delete;
  StoredInversions& operator=(const StoredInversions&) = delete;

 private:
  const LockOrderHandler before_;
};

// Each lock is defined on a line of its own: that is what the order knows it by.
template <typename First, typename FirstHold, typename Second, typename SecondHold>
void take(First& first, Second& second) {
  const FirstHold outer(first);
  const SecondHold inner(second);
}

TEST(LockOrder, SameOrderIsSilent) {
  const StoredInversions stored;
  Lock outer;
  Lock inner;
  for (int i = 0; i < 3; ++i) take<Lock, Hold, Lock, Hold>(outer, inner);
  EXPECT_TRUE(inversions.empty());
  EXPECT_EQ(held_locks.count, 0U);
}

TEST(LockOrder, InversionNamesBothLocks) {
  const StoredInversions stored;
  Lock first;
  const unsigned line_of_first = __LINE__ - 1;
  Mutex second;
  const unsigned line_of_second = __LINE__ - 1;
  take<Lock, Hold, Mutex, MutexHold>(first, second);
  ASSERT_TRUE(inversions.empty());
  take<Mutex, MutexHold, Lock, Hold>(second, first);
  ASSERT_EQ(inversions.size(), 1U);
  EXPECT_EQ(inversions[0].held->where().line(), line_of_second);
  EXPECT_EQ(inversions[0].taken->where().line(), line_of_first);
  EXPECT_STREQ(inversions[0].held->where().file_name(), __FILE__);
}

// Neither thread ever waits for the other: the order is known from what each did alone.
TEST(LockOrder, OrderOfAnotherThreadCounts) {
  const StoredInversions stored;
  Mutex first;
  Mutex second;
  std::thread([&] { take<Mutex, MutexHold, Mutex, MutexHold>(first, second); }).join();
  take<Mutex, MutexHold, Mutex, MutexHold>(second, first);
  EXPECT_EQ(inversions.size(), 1U);
}

TEST(LockOrder, CircleOfThreeIsFound) {
  const StoredInversions stored;
  Lock a;
  Lock b;
  Lock c;
  take<Lock, Hold, Lock, Hold>(a, b);
  take<Lock, Hold, Lock, Hold>(b, c);
  EXPECT_TRUE(inversions.empty());
  take<Lock, Hold, Lock, Hold>(c, a);
  EXPECT_EQ(inversions.size(), 1U);
}

TEST(LockOrder, RankCountsFromTheFirstTime) {
  const StoredInversions stored;
  Mutex inner(LockRank::kStrand);
  Lock outer;
  SpinLock spin;
  take<Lock, Hold, Mutex, MutexHold>(outer, inner);
  take<Lock, Hold, SpinLock, SpinHold>(outer, spin);
  take<SpinLock, SpinHold, Mutex, MutexHold>(spin, inner);
  EXPECT_TRUE(inversions.empty());
  take<Mutex, MutexHold, Lock, Hold>(inner, outer);
  EXPECT_EQ(inversions.size(), 1U);
}

// The order in which locks are released is free.
TEST(LockOrder, ReleaseInAnyOrder) {
  const StoredInversions stored;
  Lock a;
  Lock b;
  a.acquire();
  b.acquire();
  a.release();
  EXPECT_EQ(held_locks.count, 1U);
  b.release();
  EXPECT_EQ(held_locks.count, 0U);
  EXPECT_TRUE(inversions.empty());
}

TEST(LockOrderDeathTest, InversionEndsTheProcess) {
  Lock first;
  Lock second;
  take<Lock, Hold, Lock, Hold>(first, second);
  EXPECT_DEATH((take<Lock, Hold, Lock, Hold>(second, first)),
               "against their order.*it holds the lock of .*lock_order_test.cpp.*"
               "it takes the lock of .*lock_order_test.cpp");
}

}  // namespace
}  // namespace drydock::sim

#else

TEST(LockOrder, IsNotCheckedWithoutAssertions) { EXPECT_EQ(sizeof(drydock::sim::Lock), 4U); }

#endif
