// Private data as a hostile client would send it.
#include "src/verify/scenarios/miniport/spoiled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <set>

using namespace drydock::verify;
using ::testing::Contains;
using ::testing::Not;

namespace {

Blob words(const std::vector<std::uint32_t>& values) {
  Blob out(values.size() * sizeof(std::uint32_t));
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

TEST(Spoiled, EachWordOfShortDataIsChangedInFourWays) {
  const std::vector<Blob> bad = spoiled(words({1, 2, 0}));
  for (const auto& expected :
       {words({0xFFFFFFFF, 2, 0}), words({2, 2, 0}), words({0, 2, 0}), words({0x100, 2, 0}),
        words({1, 0x7F7F7F7F, 0}), words({1, 3, 0}), words({1, 0, 0}), words({1, 0x200, 0}),
        words({1, 2, 0xFFFFFFFF}), words({1, 2, 1})})
    EXPECT_THAT(bad, Contains(expected));
  EXPECT_THAT(bad, Not(Contains(words({1, 2, 0})))) << "that is the good data";
}

TEST(Spoiled, DataIsCutOffTooLongAndWithoutSense) {
  const Blob good = words({1, 2});
  std::set<std::size_t> sizes;
  for (const Blob& bad : spoiled(good)) sizes.insert(bad.size());
  EXPECT_EQ(sizes, (std::set<std::size_t>{0, 1, 4, 7, 8, 9}));
  EXPECT_THAT(spoiled(good), Contains(words({0, 0})));
  EXPECT_THAT(spoiled(good), Contains(words({0xFFFFFFFF, 0xFFFFFFFF})));
}

TEST(Spoiled, OfLongDataTheFirstWordsAndSomeOthersAreChanged) {
  const std::vector<std::uint32_t> good(1000, 5);
  std::set<std::size_t> changed;
  for (const Blob& bad : spoiled(words(good))) {
    if (bad.size() != 4000 || bad == Blob(4000) || bad == Blob(4000, std::byte{0xFF})) continue;
    const Blob same = words(good);
    const auto [at, other] = std::ranges::mismatch(same, bad);
    changed.insert(static_cast<std::size_t>(at - same.begin()) / 4);
  }
  EXPECT_EQ(changed.size(), 16U);
  EXPECT_TRUE(changed.contains(11));
  EXPECT_GT(*changed.rbegin(), 700U);
}

}  // namespace
