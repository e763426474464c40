// Retired memory is freed when no read section can see it, and not before.
#include "src/dxgk/object/read_section.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "src/sim/gate.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

constexpr int kAlive = 0x11fe;

struct RetiredThing : Retirable {
  explicit RetiredThing(std::atomic<int>& freed, RetiredThing* next = nullptr)
      : freed_(freed), next_(next) {}
  ~RetiredThing() override {
    mark = 0;
    ++freed_;
    if (next_ != nullptr) retire_memory(*next_);
  }

  int mark = kAlive;

 private:
  std::atomic<int>& freed_;
  RetiredThing* const next_;
};

TEST(ReadSection, WithoutVisitsEverythingIsFreed) {
  std::atomic<int> freed = 0;
  for (int i = 0; i < 10; ++i) retire_memory(*new RetiredThing(freed));
  free_retired();
  EXPECT_EQ(freed.load(), 10);
}

TEST(ReadSection, WhatAVisitMaySeeStays) {
  std::atomic<int> freed = 0;
  {
    const ReadSection reading;
    const ReadSection nested;
    for (int i = 0; i < 1000; ++i) retire_memory(*new RetiredThing(freed));
    free_retired();
    EXPECT_EQ(freed.load(), 0);
  }
  free_retired();
  EXPECT_EQ(freed.load(), 1000);
}

TEST(ReadSection, ANestedVisitThatEndsEndsNothing) {
  std::atomic<int> freed = 0;
  {
    const ReadSection reading;
    {
      const ReadSection nested;
    }
    retire_memory(*new RetiredThing(freed));
    free_retired();
    EXPECT_EQ(freed.load(), 0);
  }
  free_retired();
  EXPECT_EQ(freed.load(), 1);
}

TEST(ReadSection, ABatchIsFreedWithoutBeingAsked) {
  std::atomic<int> freed = 0;
  for (int i = 0; i < 1000; ++i) retire_memory(*new RetiredThing(freed));
  EXPECT_GT(freed.load(), 500);
  free_retired();
  EXPECT_EQ(freed.load(), 1000);
}

// Freeing may retire more memory, in long chains, without recursion.
TEST(ReadSection, FreeingMayHandOverMore) {
  std::atomic<int> freed = 0;
  RetiredThing* chain = nullptr;
  for (int i = 0; i < 100'000; ++i) chain = new RetiredThing(freed, chain);
  retire_memory(*chain);
  free_retired();
  EXPECT_EQ(freed.load(), 100'000);
}

TEST(ReadSection, AVisitOfAnotherThreadKeepsWhatItMaySee) {
  std::atomic<int> freed = 0;
  sim::Completion begun, enough;
  sim::Thread reader = sim::spawn("visitor", [&] {
    const ReadSection reading;
    begun.complete();
    enough.wait();
  });
  begun.wait();
  for (int i = 0; i < 500; ++i) retire_memory(*new RetiredThing(freed));
  free_retired();
  EXPECT_EQ(freed.load(), 0);
  enough.complete();
  reader.join();
  free_retired();
  EXPECT_EQ(freed.load(), 500);
}

TEST(ReadSection, AThreadThatEndsLeavesWhatItHandedOver) {
  std::atomic<int> freed = 0;
  for (int i = 0; i < 4; ++i) {
    sim::Thread other = sim::spawn("other", [&] {
      for (int thing = 0; thing < 7; ++thing) retire_memory(*new RetiredThing(freed));
    });
    other.join();
  }
  free_retired();
  EXPECT_EQ(freed.load(), 4 * 7);
}

// Readers follow a pointer that writers exchange: what they find is alive while they look at it.
TEST(ReadSection, ReadersNeverSeeWhatIsFreed) {
  std::atomic<int> freed = 0;
  std::atomic<RetiredThing*> place = new RetiredThing(freed);
  std::atomic<bool> stop = false;
  constexpr int kExchanges = 20'000;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.push_back(sim::spawn("reader", [&] {
      while (!stop.load(std::memory_order_relaxed)) {
        const ReadSection reading;
        EXPECT_EQ(place.load()->mark, kAlive);
      }
    }));
  }
  for (int i = 0; i < 2; ++i) {
    threads.push_back(sim::spawn("writer", [&] {
      for (int step = 0; step < kExchanges; ++step)
        retire_memory(*place.exchange(new RetiredThing(freed)));
    }));
  }
  threads[2].join();
  threads[3].join();
  stop = true;
  threads[0].join();
  threads[1].join();
  retire_memory(*place.exchange(nullptr));
  free_retired();
  EXPECT_EQ(freed.load(), 2 * kExchanges + 1);
}

}  // namespace
}  // namespace drydock::dxgk
