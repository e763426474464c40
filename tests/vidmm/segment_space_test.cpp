// Ranges of a segment never overlap, are where they were asked to be, and come back whole.
#include "src/vidmm/segment_space.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace drydock::vidmm {
namespace {

constexpr std::uint64_t kPage = SegmentSpace::kPage;
using Range = SegmentSpace::Range;
using Side = SegmentSpace::Side;

TEST(SegmentSpace, FillsToTheLastPage) {
  SegmentSpace space(10 * kPage);
  std::vector<Range*> all;
  for (int i = 0; i < 10; ++i) {
    all.push_back(space.allocate(kPage));
    ASSERT_NE(all.back(), nullptr) << i;
  }
  EXPECT_EQ(space.free_bytes(), 0U);
  EXPECT_EQ(space.allocate(1), nullptr);
  for (Range* range : all) space.free(*range);
  EXPECT_EQ(space.largest_free_bytes(), 10 * kPage);
}

TEST(SegmentSpace, TheWholeSegmentCanBeHad) {
  for (const std::uint64_t pages : {1ULL, 31ULL, 32ULL, 33ULL, 1000003ULL, 1ULL << 20}) {
    SegmentSpace space(pages * kPage);
    Range* const range = space.allocate(pages * kPage);
    ASSERT_NE(range, nullptr) << pages;
    EXPECT_EQ(range->offset(), 0U);
    EXPECT_EQ(space.allocate(1), nullptr);
    space.free(*range);
    EXPECT_EQ(space.largest_free_bytes(), pages * kPage);
  }
}

TEST(SegmentSpace, SizesAreRoundedUpToPages) {
  SegmentSpace space(4 * kPage);
  EXPECT_EQ(space.allocate(1)->bytes(), kPage);
  EXPECT_EQ(space.allocate(kPage + 1)->bytes(), 2 * kPage);
  EXPECT_EQ(space.allocate(2 * kPage), nullptr);
}

TEST(SegmentSpace, AnAlignedRangeIsFoundInARangeThatJustFits) {
  SegmentSpace space(16 * kPage);
  ASSERT_NE(space.allocate(16 * kPage, 16 * kPage), nullptr);
}

TEST(SegmentSpace, WithinAPart) {
  SegmentSpace space(16 * kPage);
  Range* const low = space.allocate_within(4, 8, 2 * kPage, 0, Side::kLow);
  Range* const high = space.allocate_within(4, 8, kPage, 0, Side::kHigh);
  ASSERT_TRUE(low != nullptr && high != nullptr);
  EXPECT_EQ(low->offset(), 4 * kPage);
  EXPECT_EQ(high->offset(), 7 * kPage);
  EXPECT_EQ(space.allocate_within(4, 8, 2 * kPage, 0, Side::kLow), nullptr) << "one page is left";
  EXPECT_EQ(space.allocate_within(3, 9, kPage, 4 * kPage, Side::kLow)->offset(), 8 * kPage);
  space.free(*low);
  EXPECT_EQ(space.allocate_within(0, 16, 6 * kPage, 0, Side::kLow)->offset(), 0U)
      << "what is free is one range";
}

TEST(SegmentSpace, FromTheHighEnd) {
  SegmentSpace space(16 * kPage);
  EXPECT_EQ(space.allocate(kPage, kPage, Side::kHigh)->offset(), 15 * kPage);
  EXPECT_EQ(space.allocate(kPage, kPage, Side::kLow)->offset(), 0U);
  EXPECT_EQ(space.allocate(kPage, 4 * kPage, Side::kHigh)->offset(), 12 * kPage);
}

TEST(SegmentSpace, NothingFitsIntoNothing) {
  SegmentSpace space(kPage - 1);
  EXPECT_EQ(space.size(), 0U);
  EXPECT_EQ(space.allocate(1), nullptr);
  EXPECT_EQ(space.largest_free_bytes(), 0U);
}

TEST(SegmentSpace, RequestsBeyondAnySizeAreRefused) {
  SegmentSpace space(1ULL << 40);
  EXPECT_EQ(space.allocate(~0ULL), nullptr);
  EXPECT_EQ(space.allocate(1ULL << 41), nullptr);
  EXPECT_EQ(space.allocate(kPage, 1ULL << 41)->offset(), 0U);
}

// Checks the segment: neighbours are in order, and no two free ones are adjacent.
void check_whole(const SegmentSpace& space, const std::map<std::uint64_t, Range*>& live) {
  std::uint64_t at = 0;
  std::uint64_t free = 0;
  std::size_t taken = 0;
  bool last_was_free = false;
  for (const Range* each = space.first(); each != nullptr; each = each->after) {
    RC_ASSERT(each->first == at);
    RC_ASSERT(!(each->is_free && last_was_free));
    last_was_free = each->is_free;
    if (each->is_free) {
      free += each->bytes();
    } else {
      ++taken;
      RC_ASSERT(live.at(each->offset()) == each);
    }
    at += each->pages;
  }
  RC_ASSERT(at * kPage == space.size());
  RC_ASSERT(free == space.free_bytes());
  RC_ASSERT(taken == live.size());
}

RC_GTEST_PROP(SegmentSpaceProperty, NeverOverlapsAndNeverLoses, ()) {
  SegmentSpace space(*rc::gen::inRange<std::uint64_t>(1, 5000) * kPage);
  std::map<std::uint64_t, Range*> live;
  const int steps = *rc::gen::inRange(1, 300);
  for (int i = 0; i < steps; ++i) {
    if (live.empty() || *rc::gen::inRange(0, 5) < 3) {
      const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 64 * kPage);
      const std::uint64_t alignment = kPage << *rc::gen::inRange(0, 5);
      const Side side = *rc::gen::element(Side::kLow, Side::kHigh);
      Range* const range = space.allocate(bytes, alignment, side);
      if (range == nullptr) continue;
      RC_ASSERT(range->bytes() >= bytes);
      RC_ASSERT(range->offset() % alignment == 0);
      RC_ASSERT(live.emplace(range->offset(), range).second);
    } else {
      auto at = live.begin();
      std::advance(at, *rc::gen::inRange<std::size_t>(0, live.size()));
      space.free(*at->second);
      live.erase(at);
    }
    check_whole(space, live);
  }
  for (const auto& [offset, range] : live) space.free(*range);
  RC_ASSERT(space.largest_free_bytes() == space.size());
}

}  // namespace
}  // namespace drydock::vidmm
