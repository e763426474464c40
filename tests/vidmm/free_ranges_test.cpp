// Free parts of an address space, against a model of pages.
#include "src/vidmm/free_ranges.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bitset>
#include <optional>
#include <utility>
#include <vector>

namespace drydock::vidmm {
namespace {

constexpr std::uint64_t kPage = FreeRanges::kPage;
constexpr std::uint64_t kBlock = FreeRanges::kBlock;

// Pages of a small space, one bit each.
class FreePages {
 public:
  static constexpr std::size_t kPages = 256;
  static constexpr std::uint64_t kFirst = 3;  // so that blocks do not begin with the space

  bool is_free(std::uint64_t begin, std::uint64_t end) const {
    if (begin < kFirst || end > kPages) return false;
    for (std::uint64_t page = begin; page < end; ++page) {
      if (taken_[page]) return false;
    }
    return true;
  }
  void set(std::uint64_t begin, std::uint64_t end, bool taken) {
    for (std::uint64_t page = begin; page < end; ++page) taken_[page] = taken;
  }
  std::optional<std::uint64_t> find(std::uint64_t pages, std::uint64_t unit, std::uint64_t minimum,
                                    std::uint64_t maximum) const {
    for (std::uint64_t at = 0; at + pages <= kPages; at += unit) {
      if (at >= minimum && at + pages <= maximum && is_free(at, at + pages)) return at;
    }
    return std::nullopt;
  }

 private:
  std::bitset<kPages> taken_;
};

RC_GTEST_PROP(FreeRanges, AreWhatAModelOfPagesSays, ()) {
  FreeRanges ranges(FreePages::kFirst * kPage, FreePages::kPages * kPage);
  FreePages model;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  const auto below = [](std::uint64_t end) { return *rc::gen::inRange<std::uint64_t>(0, end); };
  for (int step = 0; step < 60; ++step) {
    const std::uint64_t pages = 1 + below(24);
    const std::uint64_t kind = below(3);
    if (kind == 0 && !taken.empty()) {
      const auto at = taken.begin() + static_cast<std::ptrdiff_t>(below(taken.size()));
      ranges.release(at->first * kPage, at->second * kPage);
      model.set(at->first, at->second, false);
      taken.erase(at);
      continue;
    }
    std::uint64_t begin = below(FreePages::kPages);
    if (kind == 1) {
      const bool in_blocks = below(2) == 0;
      const std::uint64_t maximum = begin + below(FreePages::kPages);
      const auto expected = model.find(pages, in_blocks ? kBlock / kPage : 1, begin, maximum);
      const auto found = ranges.find(
          pages * kPage, in_blocks ? FreeRanges::Alignment::kBlock : FreeRanges::Alignment::kPage,
          begin * kPage, maximum * kPage);
      RC_ASSERT(found.has_value() == expected.has_value());
      if (!found) continue;
      RC_ASSERT(*found == *expected * kPage);
      begin = *expected;
    }
    RC_ASSERT(ranges.take(begin * kPage, (begin + pages) * kPage) ==
              model.is_free(begin, begin + pages));
    if (!model.is_free(begin, begin + pages)) continue;
    model.set(begin, begin + pages, true);
    taken.emplace_back(begin, begin + pages);
  }
}

TEST(FreeRanges, NeighboursGrowTogether) {
  FreeRanges ranges(kPage, 9 * kPage);
  ASSERT_TRUE(ranges.take(2 * kPage, 4 * kPage));
  ASSERT_TRUE(ranges.take(4 * kPage, 6 * kPage));
  ranges.release(4 * kPage, 6 * kPage);
  EXPECT_FALSE(ranges.find(8 * kPage, FreeRanges::Alignment::kPage, 0, 9 * kPage));
  ranges.release(2 * kPage, 4 * kPage);
  EXPECT_EQ(ranges.find(8 * kPage, FreeRanges::Alignment::kPage, 0, 9 * kPage), kPage);
}

TEST(FreeRanges, WhatIsPartlyTakenStaysAsItWas) {
  FreeRanges ranges(kPage, 9 * kPage);
  ASSERT_TRUE(ranges.take(3 * kPage, 4 * kPage));
  EXPECT_FALSE(ranges.take(2 * kPage, 5 * kPage));
  EXPECT_TRUE(ranges.take(2 * kPage, 3 * kPage));
  EXPECT_TRUE(ranges.take(4 * kPage, 5 * kPage));
}

}  // namespace
}  // namespace drydock::vidmm
