// Tenants that come and go in segments that are too small for all of them.
#include "src/vidmm/video_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

using ::testing::ElementsAre;

constexpr std::size_t kMemoryPages = 16;
constexpr std::size_t kAperturePages = 8;

class VideoMemoryTest : public ::testing::Test {
 protected:
  ModelTenant& add(std::size_t pages, UINT segments, TenantShape shape = {}) {
    return tenants.emplace_back(tenants.size() + 1, pages, segments, std::move(shape));
  }
  std::vector<std::uintptr_t> in_memory() {
    std::vector<std::uintptr_t> out;
    for (ModelTenant& each : tenants) {
      if (each.tenant.place.segment() == kMemory)
        out.push_back(reinterpret_cast<std::uintptr_t>(each.tenant.driver));
    }
    return out;
  }
  // Not TearDown(): each run of a property has a fixture of its own.
  ~VideoMemoryTest() override {
    for (ModelTenant& each : tenants) {
      each.tenant.place.pins = 0;
      memory.discard(each.tenant);
    }
    EXPECT_EQ(memory.usage(kMemory).free, memory.usage(kMemory).size);
    EXPECT_EQ(memory.usage(kAperture).committed, 0U);
  }

  ModelGpu gpu{kMemoryPages, kAperturePages};
  VideoMemory memory{gpu, gpu};
  std::deque<ModelTenant> tenants;
};

TEST_F(VideoMemoryTest, ContentsSurviveTheWayInAndOut) {
  ModelTenant& one = add(4, set_of({kMemory}));
  one.write(std::byte{5});
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  EXPECT_EQ(one.tenant.place.segment(), kMemory);
  EXPECT_TRUE(one.holds(std::byte{5}, gpu));
  // The GPU writes.
  std::memset(&gpu.memory[one.tenant.place.range()->offset()], 9, one.tenant.size());
  EXPECT_TRUE(memory.evict(one.tenant));
  EXPECT_FALSE(one.tenant.is_resident());
  EXPECT_TRUE(one.holds(std::byte{9}, gpu));
}

TEST_F(VideoMemoryTest, TenantWithoutContentsIsZeroed) {
  std::ranges::fill(gpu.memory, std::byte{0xEE});
  ModelTenant& one = add(2, set_of({kMemory}));
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  EXPECT_TRUE(one.holds(std::byte{0}, gpu));
  EXPECT_EQ(gpu.count(DXGK_OPERATION_TRANSFER), 0U);
}

TEST_F(VideoMemoryTest, TheOneThatWasUsedLongestAgoLeaves) {
  for (int i = 0; i < 4; ++i)
    ASSERT_EQ(memory.make_resident(add(4, set_of({kMemory})).tenant), Placed::kYes);
  ASSERT_EQ(memory.make_resident(tenants[0].tenant), Placed::kYes);  // used again
  ASSERT_EQ(memory.make_resident(add(4, set_of({kMemory})).tenant), Placed::kYes);
  EXPECT_THAT(in_memory(), ElementsAre(1, 3, 4, 5));
}

TEST_F(VideoMemoryTest, NothingIsEvictedWhileAnotherSegmentHasRoom) {
  ASSERT_EQ(memory.make_resident(add(kMemoryPages, set_of({kMemory})).tenant), Placed::kYes);
  ModelTenant& either = add(4, set_of({kMemory, kAperture}));
  ASSERT_EQ(memory.make_resident(either.tenant), Placed::kYes);
  EXPECT_EQ(either.tenant.place.segment(), kAperture);
  EXPECT_THAT(in_memory(), ElementsAre(1));
}

TEST_F(VideoMemoryTest, PinnedTenantsStayAndTheOtherGetsBusy) {
  ModelTenant& pinned = add(kMemoryPages, set_of({kMemory}));
  ASSERT_EQ(memory.make_resident(pinned.tenant), Placed::kYes);
  memory.pin(pinned.tenant);
  ModelTenant& other = add(1, set_of({kMemory}));
  EXPECT_EQ(memory.make_resident(other.tenant), Placed::kBusy);
  memory.unpin(pinned.tenant);
  EXPECT_EQ(memory.make_resident(other.tenant), Placed::kYes);
  EXPECT_FALSE(pinned.tenant.is_resident());
}

TEST_F(VideoMemoryTest, WhatCannotFitIsRefusedAndNoTenantLeavesForIt) {
  ASSERT_EQ(memory.make_resident(add(1, set_of({kMemory})).tenant), Placed::kYes);
  EXPECT_EQ(memory.make_resident(add(kMemoryPages + 1, set_of({kMemory})).tenant), Placed::kNoRoom);
  EXPECT_THAT(in_memory(), ElementsAre(1));
  ModelTenant& nowhere = add(1, 0);
  EXPECT_EQ(memory.make_resident(nowhere.tenant), Placed::kYes) << "it stays in system memory";
  EXPECT_FALSE(nowhere.tenant.is_resident());
}

TEST_F(VideoMemoryTest, CommitLimitCountsBesidesRoom) {
  gpu.caps().segments[kAperture - 1].CommitLimit = 2 * kGpuPage;
  VideoMemory limited(gpu, gpu);
  ModelTenant& one = add(2, set_of({kAperture}));
  ModelTenant& two = add(1, set_of({kAperture}));
  ASSERT_EQ(limited.make_resident(one.tenant), Placed::kYes);
  ASSERT_EQ(limited.make_resident(two.tenant), Placed::kYes);
  EXPECT_FALSE(one.tenant.is_resident()) << "the limit allowed one of them";
  limited.evict_all();
  EXPECT_EQ(limited.usage(kAperture).committed, 0U);
}

TEST_F(VideoMemoryTest, CpuLockBringsContentsBackOrMapsWhereTheCpuSeesThem) {
  ModelTenant& one = add(2, set_of({kMemory}));
  one.write(std::byte{1});
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  memory.pin(one.tenant);
  one.tenant.cpu.locks = 1;
  memory.map_for_cpu(one.tenant);
  EXPECT_TRUE(one.tenant.is_resident()) << "the GPU uses it";
  memory.unpin(one.tenant);
  EXPECT_FALSE(one.tenant.is_resident()) << "it leaves as soon as it may";
  EXPECT_TRUE(one.holds(std::byte{1}, gpu));
  one.tenant.cpu.locks = 0;
}

// A reset loses what was in memory, and nothing is copied.
TEST_F(VideoMemoryTest, ResetLosesContentsInMemoryOnly) {
  ModelTenant& inside = add(2, set_of({kMemory}));
  ModelTenant& through = add(2, set_of({kAperture}));
  inside.write(std::byte{1});
  through.write(std::byte{2});
  ASSERT_EQ(memory.make_resident(inside.tenant), Placed::kYes);
  ASSERT_EQ(memory.make_resident(through.tenant), Placed::kYes);
  memory.lose_all();
  EXPECT_FALSE(inside.tenant.is_resident());
  EXPECT_FALSE(inside.tenant.cpu.has_content);
  EXPECT_FALSE(through.tenant.is_resident());
  EXPECT_TRUE(through.holds(std::byte{2}, gpu)) << "an aperture only led there";
}

TEST_F(VideoMemoryTest, TenantWhoseContentsDoNotArriveIsNotPlaced) {
  ModelTenant& one = add(2, set_of({kMemory}));
  one.write(std::byte{1});
  gpu.loses_runs = true;
  EXPECT_EQ(memory.make_resident(one.tenant), Placed::kLost);
  EXPECT_FALSE(one.tenant.is_resident());
  EXPECT_EQ(memory.usage(kMemory).free, memory.usage(kMemory).size);
  gpu.loses_runs = false;
  EXPECT_EQ(memory.make_resident(one.tenant), Placed::kYes);
}

// K-155: a permanent tenant's pages in system memory stay as they are, so a clean one is dropped.
TEST_F(VideoMemoryTest, CleanPermanentTenantLeavesWithoutACopy) {
  ModelTenant& one = add(2, set_of({kMemory}), {.is_permanent = true});
  one.write(std::byte{1});
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  const std::size_t before = gpu.count(DXGK_OPERATION_TRANSFER);
  EXPECT_TRUE(memory.evict(one.tenant));
  EXPECT_EQ(gpu.count(DXGK_OPERATION_TRANSFER), before);
  EXPECT_EQ(gpu.count(DXGK_OPERATION_DISCARD_CONTENT), 1U);
  EXPECT_TRUE(one.holds(std::byte{1}, gpu));
}

// Whatever comes, goes and is used: contents stay, places do not overlap, and the books agree.
RC_GTEST_FIXTURE_PROP(VideoMemoryTest, AnyOrderOfUsesKeepsEveryByte, ()) {
  constexpr std::size_t kTenants = 8;
  std::vector<std::byte> expected(kTenants);
  for (std::size_t i = 0; i < kTenants; ++i) {
    const UINT segments =
        *rc::gen::element(set_of({kMemory}), set_of({kAperture}), set_of({kMemory, kAperture}));
    ModelTenant& made = add(*rc::gen::inRange<std::size_t>(1, 7), segments);
    expected[i] = static_cast<std::byte>(i + 1);
    made.write(expected[i]);
  }
  for (int step = 0; step < 40; ++step) {
    const auto which = *rc::gen::inRange<std::size_t>(0, kTenants);
    Tenant& tenant = tenants[which].tenant;
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        if (tenant.may_leave()) RC_ASSERT(memory.evict(tenant));
        break;
      case 1:
        if (tenant.is_resident() && tenant.place.pins == 0) memory.pin(tenant);
        break;
      case 2:
        if (tenant.place.pins != 0) memory.unpin(tenant);
        break;
      default: {
        const Placed placed = memory.make_resident(tenant);
        RC_ASSERT(placed == Placed::kYes || placed == Placed::kBusy || placed == Placed::kNoRoom);
        RC_ASSERT(tenant.is_resident() == (placed == Placed::kYes));
      }
    }
    std::array<std::uint64_t, 2> used{};
    std::vector<std::array<bool, kMemoryPages>> taken(2);
    for (std::size_t i = 0; i < kTenants; ++i) {
      const Place& place = tenants[i].tenant.place;
      RC_ASSERT(tenants[i].holds(expected[i], gpu));
      RC_ASSERT(place.pins == 0 || place.is_resident());
      if (!place.is_resident()) continue;
      used[place.segment() - 1] += place.range()->bytes();
      for (std::size_t page = 0; page < place.range()->pages; ++page)
        RC_ASSERT(!std::exchange(taken[place.segment() - 1][place.range()->first + page], true));
    }
    for (const UINT segment : {kMemory, kAperture}) {
      RC_ASSERT(memory.usage(segment).committed == used[segment - 1]);
      RC_ASSERT(memory.usage(segment).free == memory.usage(segment).size - used[segment - 1]);
    }
  }
}

}  // namespace
}  // namespace drydock::vidmm
