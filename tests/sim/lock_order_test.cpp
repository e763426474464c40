// The order of the host's locks: an inversion is a fault of the host, and names both locks.
#include "src/sim/lock_order.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "src/sim/interrupted_code.h"
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

template <typename First, typename FirstHold, typename Second, typename SecondHold>
void take(First& first, Second& second) {
  const FirstHold outer(first);
  const SecondHold inner(second);
}

// The first rank and the last one that are neither of leaves nor of what a strand needs.
constexpr LockRank kOuter = LockRank::kRecording;
constexpr LockRank kInner = static_cast<LockRank>(static_cast<int>(LockRank::kLeaf) - 1);
static_assert(kOuter < kInner);

TEST(LockOrder, WrittenOrderIsSilent) {
  const StoredInversions stored;
  Lock outer(kOuter);
  Mutex inner(kInner);
  Lock leaf;
  for (int i = 0; i < 3; ++i) {
    take<Lock, Hold, Mutex, MutexHold>(outer, inner);
    take<Lock, Hold, Lock, Hold>(outer, leaf);
    take<Mutex, MutexHold, Lock, Hold>(inner, leaf);
  }
  EXPECT_TRUE(inversions.empty());
  EXPECT_EQ(held_locks.count, 0U);
}

// The right order need not have been seen before.
TEST(LockOrder, InversionOfRanksIsFoundTheFirstTimeAndNamesBothLocks) {
  const StoredInversions stored;
  Lock outer(kOuter);
  const unsigned line_of_outer = __LINE__ - 1;
  Mutex inner(kInner);
  const unsigned line_of_inner = __LINE__ - 1;
  take<Mutex, MutexHold, Lock, Hold>(inner, outer);
  ASSERT_EQ(inversions.size(), 1U);
  EXPECT_EQ(inversions[0].held->where().line(), line_of_inner);
  EXPECT_EQ(inversions[0].held->rank(), kInner);
  EXPECT_EQ(inversions[0].taken->where().line(), line_of_outer);
  EXPECT_EQ(inversions[0].taken->rank(), kOuter);
  EXPECT_STREQ(inversions[0].held->where().file_name(), __FILE__);
}

// A class with a lock of its own rank, as objects of the host have one.
struct Guarded {
  Lock lock{kInner};
};

TEST(LockOrder, TwoLocksOfOneClassAreNeverHeldTogether) {
  const StoredInversions stored;
  std::array<Guarded, 2> objects;
  take<Lock, Hold, Lock, Hold>(objects[0].lock, objects[1].lock);
  take<Lock, Hold, Lock, Hold>(objects[1].lock, objects[0].lock);
  ASSERT_EQ(inversions.size(), 2U) << "in whatever order";
  EXPECT_EQ(inversions[0].held->where().line(), inversions[0].taken->where().line());
}

TEST(LockOrder, TwoClassesOfOneRankAreNeverHeldTogether) {
  const StoredInversions stored;
  Lock one(kInner);
  Mutex other(kInner);
  take<Lock, Hold, Mutex, MutexHold>(one, other);
  EXPECT_EQ(inversions.size(), 1U);
}

TEST(LockOrder, NothingButSpinLocksAndTheStrandsIsTakenUnderALeaf) {
  const StoredInversions stored;
  Lock leaf;
  Lock another_leaf;
  SpinLock spin;
  Mutex strand(LockRank::kStrand);
  take<Lock, Hold, SpinLock, SpinHold>(leaf, spin);
  take<Lock, Hold, Mutex, MutexHold>(leaf, strand);
  take<SpinLock, SpinHold, Mutex, MutexHold>(spin, strand);
  EXPECT_TRUE(inversions.empty());
  take<Lock, Hold, Lock, Hold>(leaf, another_leaf);
  EXPECT_EQ(inversions.size(), 1U);
  SpinLock another_spin;
  take<SpinLock, SpinHold, SpinLock, SpinHold>(spin, another_spin);
  EXPECT_EQ(inversions.size(), 2U);
  take<Mutex, MutexHold, Lock, Hold>(strand, leaf);
  EXPECT_EQ(inversions.size(), 3U);
}

// All that a thread holds count, not only what it took last.
TEST(LockOrder, EveryHeldLockCounts) {
  const StoredInversions stored;
  Lock outer(kOuter);
  Lock inner(kInner);
  Lock another(kInner);
  outer.acquire();
  inner.acquire();
  outer.release();
  another.acquire();
  EXPECT_EQ(inversions.size(), 1U);
  EXPECT_EQ(inversions[0].held->where().line(), inversions[0].taken->where().line() - 1);
  another.release();
  inner.release();
}

// As a handler does that reports a crash: what it interrupted never goes on.
TEST(LockOrder, LocksOfInterruptedCodeDoNotCount) {
  const StoredInversions stored;
  std::thread([]() DRYDOCK_NOT_ANALYSED {
    static Lock left;  // stays taken
    Lock leaf;
    left.acquire();
    disregard_held_locks();
    leaf.acquire();
    leaf.release();
  }).join();
  EXPECT_TRUE(inversions.empty());
}

TEST(LockOrder, HeldLocksAreTheThreadsOwn) {
  const StoredInversions stored;
  Lock inner(kInner);
  Lock outer(kOuter);
  inner.acquire();
  inner.assert_held();
  std::thread([&] { const Hold hold(outer); }).join();
  inner.release();
  EXPECT_TRUE(inversions.empty());
}

// The order in which locks are released is free.
TEST(LockOrder, ReleaseInAnyOrder) {
  const StoredInversions stored;
  Lock a(kOuter);
  Lock b(kInner);
  a.acquire();
  b.acquire();
  a.release();
  EXPECT_EQ(held_locks.count, 1U);
  b.release();
  EXPECT_EQ(held_locks.count, 0U);
  EXPECT_TRUE(inversions.empty());
}

TEST(LockOrderDeathTest, InversionEndsTheProcess) {
  Lock outer(kOuter);
  Lock inner(kInner);
  EXPECT_DEATH((take<Lock, Hold, Lock, Hold>(inner, outer)),
               "against their order.*it holds the lock of .*lock_order_test.cpp.*"
               "it takes the lock of .*lock_order_test.cpp.*of rank -22");
}

TEST(LockOrderDeathTest, AssertionThatALockIsHeldEndsTheProcess) {
  const Lock lock;
  EXPECT_DEATH(lock.assert_held(), "is_held");
}

}  // namespace
}  // namespace drydock::sim

#else

TEST(LockOrder, IsNotCheckedWithoutAssertions) { EXPECT_EQ(sizeof(drydock::sim::Lock), 4U); }

#endif
