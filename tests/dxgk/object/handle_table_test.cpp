// The numbers of a process: issued in order, found without a lock, never twice while they live.
#include "src/dxgk/object/handle_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sched.h>

#include <array>
#include <deque>
#include <map>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

constexpr std::uint64_t kNumbersOfRun = 4096;         // numbers that share memory
constexpr std::uint64_t kRound = 1ULL << kIndexBits;  // numbers before an index comes back

class NamedThing final : public Object {
 public:
  NamedThing() : Object(ObjectType::kContext) {}
  ~NamedThing() override = default;
};

Object* object_of(const HandleTable& table, Handle handle) {
  const ReadSection reading;
  return table.look_up(handle);
}

TEST(HandleTable, NumbersComeInOrder) {
  HandleTable table;
  std::array<NamedThing, 3> things;
  EXPECT_EQ(table.issue(things[0]), 0x40000000U);
  EXPECT_EQ(table.issue(things[1]), 0x40000040U);
  EXPECT_EQ(table.issue(things[2]), 0x40000080U);
  EXPECT_EQ(object_of(table, 0x40000040), &things[1]);
  EXPECT_TRUE(table.remove(0x40000040, things[1]));
  EXPECT_EQ(object_of(table, 0x40000040), nullptr);
  EXPECT_EQ(table.issue(things[1]), 0x400000c0U) << "a dead number does not come back";
}

TEST(HandleTable, WhatIsNoHandleIsNotFound) {
  HandleTable table;
  NamedThing thing;
  const Handle handle = table.issue(thing);
  for (const Handle wrong : {0U, 1U, handle + 1, handle + 2, handle + 0x40, handle | 0x80000000U,
                             handle & 0x3fffffffU, 0xffffffffU, 0x7fffffc0U})
    EXPECT_EQ(object_of(table, wrong), nullptr) << std::hex << wrong;
  EXPECT_EQ(object_of(table, handle), &thing);
}

TEST(HandleTable, OnlyTheRightObjectIsRemoved) {
  HandleTable table;
  NamedThing thing, other;
  const Handle handle = table.issue(thing);
  EXPECT_FALSE(table.remove(handle, other));
  EXPECT_FALSE(table.remove(handle + 0x40, thing));
  EXPECT_FALSE(table.remove(handle | 2, thing));
  EXPECT_TRUE(table.remove(handle, thing));
  EXPECT_FALSE(table.remove(handle, thing));
}

TEST(HandleTable, WithdrawnNumbersAreIssuedAgain) {
  HandleTable table;
  NamedThing first, second, third;
  const Handle one = table.issue(first);
  const Handle two = table.issue(second);
  table.withdraw(two, second);
  EXPECT_EQ(object_of(table, two), nullptr);
  EXPECT_EQ(table.issue(third), two);
  table.withdraw(one, first);  // not the latest: it is only removed
  EXPECT_EQ(object_of(table, one), nullptr);
  EXPECT_EQ(object_of(table, two), &third);
  EXPECT_EQ(table.issue(first), two + kHandleStep);
}

// Every boundary of a run: the last number before it, the first behind it, withdrawn and again.
TEST(HandleTable, GrowsAtEveryRunBoundary) {
  for (std::uint64_t run = 1; run <= kRound / kNumbersOfRun; ++run) {
    HandleTable table(run * kNumbersOfRun - 1);
    NamedThing last, next;
    const Handle before = table.issue(last);
    ASSERT_EQ(before, handle_of(run * kNumbersOfRun - 1));
    const Handle behind = table.issue(next);
    ASSERT_EQ(behind, handle_of(run * kNumbersOfRun));
    table.withdraw(behind, next);
    ASSERT_EQ(object_of(table, behind), nullptr);
    ASSERT_EQ(table.issue(next), behind);
    ASSERT_EQ(object_of(table, before), &last);
    ASSERT_EQ(object_of(table, behind), &next);
    ASSERT_TRUE(table.remove(before, last));
    ASSERT_TRUE(table.remove(behind, next));
  }
}

// Growth in one life: many runs, with survivors in each, all of which stay.
TEST(HandleTable, SurvivorsStayWhereTheyAre) {
  HandleTable table;
  std::map<Handle, std::unique_ptr<NamedThing>> survivors;
  NamedThing passing;
  for (std::uint64_t n = 0; n < 12 * kNumbersOfRun; ++n) {
    if (n % 1000 == 0) {
      auto thing = std::make_unique<NamedThing>();
      const Handle handle = table.issue(*thing);
      ASSERT_EQ(handle, handle_of(n));
      survivors.emplace(handle, std::move(thing));
    } else {
      const Handle handle = table.issue(passing);
      ASSERT_EQ(handle, handle_of(n));
      ASSERT_TRUE(table.remove(handle, passing));
    }
  }
  for (const auto& [handle, thing] : survivors) EXPECT_EQ(object_of(table, handle), thing.get());
}

// When the index comes back, numbers in use are passed over, and stale ones stay stale.
TEST(HandleTable, AfterTheLastIndexComesTheNextRound) {
  HandleTable table(kRound - 2);
  std::array<NamedThing, 4> things;
  EXPECT_EQ(table.issue(things[0]), 0x7fffff80U);
  EXPECT_EQ(table.issue(things[1]), 0x7fffffc0U);
  EXPECT_EQ(table.issue(things[2]), 0x80000000U);
  EXPECT_EQ(table.issue(things[3]), 0x80000040U);
  EXPECT_EQ(object_of(table, 0x40000000), nullptr);
  EXPECT_EQ(object_of(table, 0x80000000), &things[2]);
}

TEST(HandleTable, TheThirdRoundIsFollowedByTheFirst) {
  HandleTable table(3 * kRound - 1);
  NamedThing last, first;
  EXPECT_EQ(table.issue(last), 0xffffffc0U);
  EXPECT_EQ(table.issue(first), 0x40000000U);
}

// A whole round with one object that lives through it.
TEST(HandleTable, ANumberInUseIsPassedOver) {
  HandleTable table;
  NamedThing old, passing;
  ASSERT_EQ(table.issue(old), handle_of(0));
  for (std::uint64_t n = 1; n < kRound; ++n) {
    const Handle handle = table.issue(passing);
    ASSERT_EQ(handle, handle_of(n));
    table.remove(handle, passing);
  }
  EXPECT_EQ(table.issue(passing), handle_of(kRound + 1)) << "index 0 is in use";
  EXPECT_EQ(object_of(table, handle_of(0)), &old);
  EXPECT_EQ(object_of(table, handle_of(kRound)), nullptr);
  EXPECT_TRUE(table.remove(handle_of(0), old));
}

// Against a map: what was issued is found, what was removed is not, whatever the order.
RC_GTEST_PROP(HandleTable, AgreesWithAMap, ()) {
  const auto offset = *rc::gen::inRange<std::uint64_t>(0, 40);
  const auto base =
      *rc::gen::elementOf(std::vector<std::uint64_t>{kNumbersOfRun, kRound, 3 * kRound});
  HandleTable table(base - offset);
  std::map<Handle, NamedThing*> model;
  std::deque<NamedThing> things;
  std::vector<Handle> dead;
  const int steps = *rc::gen::inRange(0, 80);
  for (int i = 0; i < steps; ++i) {
    const int action = *rc::gen::inRange(0, 6);
    if (action < 3 || model.empty()) {
      NamedThing& thing = things.emplace_back();
      const Handle handle = table.issue(thing);
      RC_ASSERT(is_local(handle));
      RC_ASSERT(model.emplace(handle, &thing).second);
    } else {
      auto victim = model.begin();
      std::advance(victim, *rc::gen::inRange<std::size_t>(0, model.size()));
      if (action == 3) {
        table.withdraw(victim->first, *victim->second);
      } else {
        RC_ASSERT(table.remove(victim->first, *victim->second));
      }
      dead.push_back(victim->first);
      model.erase(victim);
    }
    for (const auto& [handle, thing] : model) RC_ASSERT(object_of(table, handle) == thing);
    for (const Handle handle : dead) {
      if (!model.contains(handle)) RC_ASSERT(object_of(table, handle) == nullptr);
    }
  }
}

// Threads that issue, look up and remove at once, over many runs: numbers are unique, own objects
// are found, dead numbers are not.
TEST(HandleTable, ThreadsAtOnce) {
  HandleTable table(kNumbersOfRun - 100);
  constexpr int kThreads = 4;
  constexpr int kSteps = 3000;
  std::vector<sim::Thread> threads;
  std::array<std::vector<Handle>, kThreads> issued;
  for (int i = 0; i < kThreads; ++i) {
    threads.push_back(sim::spawn("client", [&table, &mine = issued[static_cast<std::size_t>(i)]] {
      std::array<NamedThing, 8> things;
      std::array<Handle, 8> handles{};
      for (int step = 0; step < kSteps; ++step) {
        const std::size_t at = static_cast<std::size_t>(step) % things.size();
        if (handles[at] != 0) {
          EXPECT_EQ(object_of(table, handles[at]), &things[at]);
          EXPECT_TRUE(table.remove(handles[at], things[at]));
          EXPECT_EQ(object_of(table, handles[at]), nullptr);
        }
        handles[at] = table.issue(things[at]);
        mine.push_back(handles[at]);
      }
      for (std::size_t at = 0; at < things.size(); ++at) table.remove(handles[at], things[at]);
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  std::vector<Handle> all;
  for (const auto& mine : issued) all.insert(all.end(), mine.begin(), mine.end());
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kThreads * kSteps));
  free_retired();
}

// Two threads remove the last number of a run: one does it, and the other finds the run removed.
TEST(HandleTable, OneOfTwoRemovesTheLastOfARun) {
  for (int round = 0; round < 500; ++round) {
    HandleTable table(kNumbersOfRun - 1);
    NamedThing thing;
    const Handle handle = table.issue(thing);
    std::atomic<int> removed = 0;
    std::atomic<int> ready = 0;
    const auto race = [&] {
      ++ready;
      while (ready.load() < 2) sched_yield();
      removed += table.remove(handle, thing);
    };
    sim::Thread other = sim::spawn("other", race);
    race();
    other.join();
    ASSERT_EQ(removed.load(), 1);
    ASSERT_EQ(object_of(table, handle), nullptr);
    free_retired();
  }
}

TEST(HandleTable, KnowsWhichNumbersItHasIssued) {
  HandleTable table;
  NamedThing thing;
  const Handle handle = table.issue(thing);
  EXPECT_TRUE(table.was_issued(handle));
  EXPECT_FALSE(table.was_issued(handle + kHandleStep));
  EXPECT_FALSE(table.was_issued(handle_of(kRound)));
  EXPECT_FALSE(table.was_issued(handle | kGlobalInstance)) << "no local number";
  EXPECT_FALSE(table.was_issued(0));
  ASSERT_TRUE(table.remove(handle, thing));
  EXPECT_TRUE(table.was_issued(handle)) << "also when it is gone";
  EXPECT_TRUE(HandleTable(kRound + 1).was_issued(handle_of(kRound)));
  free_retired();
}

// Withdrawing while others issue loses no number and gives none twice.
TEST(HandleTable, WithdrawingAmongThreads) {
  HandleTable table(kNumbersOfRun - 50);
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.push_back(sim::spawn("client", [&table, i] {
      for (int step = 0; step < 2000; ++step) {
        NamedThing thing;
        const Handle handle = table.issue(thing);
        EXPECT_EQ(object_of(table, handle), &thing);
        if ((step + i) % 2 == 0) {
          table.withdraw(handle, thing);
        } else {
          EXPECT_TRUE(table.remove(handle, thing));
        }
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  free_retired();
}

}  // namespace
}  // namespace drydock::dxgk
