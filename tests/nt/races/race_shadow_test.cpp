// The last accesses to each byte, and what a new one meets.
#include "src/nt/races/race_shadow.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "src/sim/happens_before.h"
#include "src/sim/schedule.h"

namespace {

using namespace drydock::nt;
namespace sim = drydock::sim;

constexpr AccessKind kRead{}, kWrite{.is_write = true}, kAtomicRead{.is_atomic = true},
    kAtomicWrite{.is_write = true, .is_atomic = true};

// A shadow of an image of two pages, and accesses of two strands that nothing orders.
class Shadow : public ::testing::Test {
 protected:
  static constexpr std::uintptr_t kImage = 0x7000'0000;

  Shadow() {
    sim::record_order();
    shadow_->track({kImage, kImage + 8192});
  }

  std::optional<Access> meet(std::uintptr_t word, AccessKind kind, std::uint8_t bytes = 0xFF) {
    const Access access{.pc = nullptr,
                        .where = "routine",
                        .side = {},
                        .moment = sim::this_moment().value(),
                        .kind = kind,
                        .bytes = bytes};
    return shadow_->meet(word, access);
  }

  // Runs one on a strand and then the other on another; neither is after the other.
  static void in_turn(const std::function<void()>& one, const std::function<void()>& other) {
    std::atomic<bool> is_done = false;
    sim::Thread first = sim::spawn("one", [&] {
      one();
      is_done = true;
    });
    sim::Thread second = sim::spawn("other", [&] {
      while (!is_done) sim::yield();
      other();
    });
    first.join();
    second.join();
  }

  // Whether the second strand's access meets the first one's, in a word of their own.
  bool meets(AccessKind first, AccessKind second, std::uint8_t first_bytes = 0xFF,
             std::uint8_t second_bytes = 0xFF) {
    word_ += 8;
    bool out = false;
    in_turn([&] { meet(word_, first, first_bytes); },
            [&] { out = meet(word_, second, second_bytes).has_value(); });
    return out;
  }

  // Its pages live as long as the process, as those of the one shadow of a process do.
  static RaceShadow* make_shadow() {
    static std::vector<std::unique_ptr<RaceShadow>>& all =
        *new std::vector<std::unique_ptr<RaceShadow>>;
    return all.emplace_back(std::make_unique<RaceShadow>()).get();
  }
  RaceShadow* const shadow_ = make_shadow();
  std::uintptr_t word_ = kImage;
};

TEST_F(Shadow, AWriteMeetsEveryOtherAccessButTwoAtomicOnesDoNotMeet) {
  EXPECT_TRUE(meets(kWrite, kWrite));
  EXPECT_TRUE(meets(kWrite, kRead));
  EXPECT_TRUE(meets(kRead, kWrite));
  EXPECT_FALSE(meets(kRead, kRead));
  EXPECT_FALSE(meets(kAtomicWrite, kAtomicWrite));
  EXPECT_TRUE(meets(kAtomicWrite, kWrite));
  EXPECT_TRUE(meets(kWrite, kAtomicWrite));
  // A word that is read while an atomic operation changes it is read whole.
  EXPECT_FALSE(meets(kAtomicWrite, kRead));
  EXPECT_FALSE(meets(kRead, kAtomicWrite));
  EXPECT_TRUE(meets(kAtomicRead, kWrite));
}

TEST_F(Shadow, NeighboursInAWordDoNotMeet) {
  EXPECT_FALSE(meets(kWrite, kWrite, 0x0F, 0xF0));
  EXPECT_TRUE(meets(kWrite, kWrite, 0x0F, 0x18));
}

TEST_F(Shadow, AccessesOfOneStrandAndOrderedOnesDoNotMeet) {
  int object = 0;
  bool met = true, met_itself = true;
  in_turn(
      [&] {
        meet(kImage, kWrite);
        met_itself = meet(kImage, kWrite).has_value();
        sim::publish(&object);
      },
      [&] {
        sim::observe(&object);
        met = meet(kImage, kWrite).has_value();
      });
  EXPECT_FALSE(met_itself);
  EXPECT_FALSE(met);
}

TEST_F(Shadow, WhatIsRemovedIsMetNoLonger) {
  const std::uintptr_t far = kImage + 4096;  // on the second page
  bool near_met = true, far_met = true, beside_met = false;
  in_turn(
      [&] {
        for (const std::uintptr_t word : {kImage + 4088, far, far + 8}) meet(word, kWrite);
        shadow_->remove(kImage + 4088, 16);
      },
      [&] {
        near_met = meet(kImage + 4088, kWrite).has_value();
        far_met = meet(far, kWrite).has_value();
        beside_met = meet(far + 8, kWrite).has_value();
      });
  EXPECT_FALSE(near_met);
  EXPECT_FALSE(far_met);
  EXPECT_TRUE(beside_met);
}

TEST_F(Shadow, AnAtomicWriteIsKnownByItsBytesHoweverManyReadFollow) {
  meet(kImage, kAtomicWrite, 0x0F);
  for (int i = 0; i < 8; ++i) meet(kImage, kRead, static_cast<std::uint8_t>(1 << i));
  EXPECT_TRUE(shadow_->is_atomic_at(kImage, 0x01));
  EXPECT_FALSE(shadow_->is_atomic_at(kImage, 0xF0));
  EXPECT_FALSE(shadow_->is_atomic_at(kImage + 8, 0xFF));
  meet(kImage, kWrite);
  EXPECT_FALSE(shadow_->is_atomic_at(kImage + 4096, 0xFF));
}

TEST_F(Shadow, OnlyImagesThatAreTrackedAreLookedAt) {
  EXPECT_FALSE(shadow_->looks_at(kImage - 1));
  EXPECT_TRUE(shadow_->looks_at(kImage));
  EXPECT_TRUE(shadow_->looks_at(kImage + 8191));
  EXPECT_FALSE(shadow_->looks_at(kImage + 8192));
  shadow_->track({0x9000'0000, 0x9000'1000});
  EXPECT_TRUE(shadow_->looks_at(0x9000'0800));
  meet(0x9000'0000, kAtomicWrite);
  shadow_->untrack({0x9000'0000, 0x9000'1000});
  EXPECT_FALSE(shadow_->is_atomic_at(0x9000'0000, 0xFF));
  EXPECT_FALSE(meet(0xA000'0000, kWrite).has_value());
}

}  // namespace
