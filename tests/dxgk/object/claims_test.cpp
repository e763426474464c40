// Claims on an object: granting, closing, and the one event that says that it is drained.
#include "src/dxgk/object/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

using By = Claims::By;
using Closed = Claims::Closed;

TEST(Claims, NewIsOpenToTheCreatorOnly) {
  Claims claims;
  EXPECT_FALSE(claims.is_open());
  EXPECT_FALSE(claims.claim(By::kHost));
  EXPECT_EQ(claims.close(false), Closed::kAlready);
  EXPECT_TRUE(claims.claim(By::kHost, /*before_open=*/true));
  EXPECT_FALSE(claims.release(By::kHost)) << "a hold that ends during creation drains nothing";
  claims.open();
  EXPECT_TRUE(claims.is_open());
}

TEST(Claims, AHoldFromCreationCountsWhenItIsClosed) {
  Claims claims;
  EXPECT_TRUE(claims.claim(By::kHost, /*before_open=*/true));
  claims.open();
  EXPECT_EQ(claims.close(false), Closed::kDraining);
  EXPECT_TRUE(claims.release(By::kHost));
}

TEST(Claims, ClosedGrantsNothing) {
  Claims claims;
  claims.open();
  EXPECT_EQ(claims.close(false), Closed::kDrained);
  EXPECT_FALSE(claims.claim(By::kHost));
  EXPECT_FALSE(claims.claim(By::kGpu));
  EXPECT_FALSE(claims.claim(By::kHost, /*before_open=*/true));
  EXPECT_EQ(claims.close(false), Closed::kAlready);
}

TEST(Claims, TheGpuKeepsItUnlessTheClientWaived) {
  Claims claimed;
  claimed.open();
  EXPECT_TRUE(claimed.claim(By::kGpu));
  EXPECT_TRUE(claimed.is_used_by_gpu());
  EXPECT_EQ(claimed.close(/*waive_gpu=*/false), Closed::kDraining);
  EXPECT_TRUE(claimed.release(By::kGpu));

  Claims waived;
  waived.open();
  EXPECT_TRUE(waived.claim(By::kGpu));
  EXPECT_EQ(waived.close(/*waive_gpu=*/true), Closed::kDrained);
  EXPECT_FALSE(waived.release(By::kGpu)) << "drained once is drained";
}

TEST(Claims, TheHostKeepsItEvenWhenTheClientWaived) {
  Claims claims;
  claims.open();
  EXPECT_TRUE(claims.claim(By::kHost));
  EXPECT_TRUE(claims.claim(By::kGpu));
  EXPECT_EQ(claims.close(/*waive_gpu=*/true), Closed::kDraining);
  EXPECT_TRUE(claims.release(By::kHost));
  EXPECT_FALSE(claims.release(By::kGpu));
}

// K-235: a claim that was never granted cannot be released, nor added to.
TEST(Claims, K235CountsDoNotRunUnder) {
  Claims claims;
  claims.open();
  EXPECT_TRUE(claims.claim(By::kHost));
  EXPECT_DEATH(static_cast<void>(claims.release(By::kGpu)), "mask_of");
  EXPECT_DEATH(claims.claim_again(By::kGpu), "mask_of");
  EXPECT_FALSE(claims.release(By::kHost));
}

// Any order of claims, releases and one close: exactly one drained event, and it comes when nothing
// that counts is left.
RC_GTEST_PROP(Claims, ExactlyOneDrainedEvent, (bool waive)) {
  Claims claims;
  claims.open();
  std::vector<By> held;
  int counting = 0;  // host claims, and those of the GPU unless waived
  int events = 0;
  bool closed = false;
  const auto counts = [&](By by) { return by == By::kHost || !waive; };
  const int steps = *rc::gen::inRange(0, 60);
  for (int i = 0; i < steps; ++i) {
    const int action = *rc::gen::inRange(0, 5);
    if (action < 2) {
      const By by = action == 0 ? By::kHost : By::kGpu;
      const bool granted = claims.claim(by);
      RC_ASSERT(granted == !closed);
      if (!granted) continue;
      held.push_back(by);
      counting += counts(by);
    } else if (action < 4 && !held.empty()) {
      const auto at = *rc::gen::inRange<std::size_t>(0, held.size());
      const By by = held[at];
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(at));
      counting -= counts(by);
      const bool drained = claims.release(by);
      RC_ASSERT(drained == (closed && counts(by) && counting == 0));
      events += drained;
    } else if (action == 4) {
      const Closed result = claims.close(waive);
      RC_ASSERT((result == Closed::kAlready) == closed);
      if (!closed) RC_ASSERT((result == Closed::kDrained) == (counting == 0));
      events += result == Closed::kDrained;
      closed = true;
    }
  }
  if (!closed) events += claims.close(waive) == Closed::kDrained;
  for (const By by : held) events += claims.release(by);
  RC_ASSERT(events == 1);
}

// The same with threads: claims, closes and releases at once.
TEST(Claims, ExactlyOneDrainedEventAmongThreads) {
  for (int round = 0; round < 500; ++round) {
    Claims claims;
    claims.open();
    std::atomic<int> events = 0, closers = 0, inside = 0;
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.push_back(sim::spawn("user", [&, i] {
        for (int step = 0; step < 20; ++step) {
          const By by = (step + i) % 2 == 0 ? By::kHost : By::kGpu;
          if (!claims.claim(by)) continue;
          inside.fetch_add(1);
          if (step == 10 && i < 2) {
            const Closed result = claims.close(false);
            EXPECT_NE(result, Closed::kDrained) << "this thread is still inside";
            closers += result != Closed::kAlready;
          }
          inside.fetch_sub(1);
          if (!claims.release(by)) continue;
          EXPECT_EQ(inside.load(), 0);
          ++events;
        }
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_EQ(closers.load(), 1);
    EXPECT_EQ(events.load(), 1);
  }
}

}  // namespace
}  // namespace drydock::dxgk
