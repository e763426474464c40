#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "src/nt/base/wdk.h"

namespace {

constexpr ULONG kNone = 0xFFFFFFFF;

struct Map {
  explicit Map(ULONG bits) : words((bits + 31) / 32 + 1, 0) {
    words.back() = 0xDEADBEEF;
    RtlInitializeBitMap(&map, words.data(), bits);
  }
  std::vector<ULONG> words;
  RTL_BITMAP map{};
};

// wdm/nf-wdm-rtlfindclearbitsandset.md
TEST(RtlBitmap, FindClearBitsAndSetTakesWhatItFinds) {
  Map one(100);
  EXPECT_EQ(RtlFindClearBitsAndSet(&one.map, 10, 0), 0u);
  EXPECT_EQ(RtlFindClearBitsAndSet(&one.map, 40, 0), 10u);
  EXPECT_TRUE(RtlAreBitsSet(&one.map, 0, 50));
  EXPECT_FALSE(RtlAreBitsSet(&one.map, 0, 51));
  EXPECT_TRUE(RtlAreBitsClear(&one.map, 50, 50));
  EXPECT_EQ(RtlFindClearBitsAndSet(&one.map, 51, 0), kNone);
  EXPECT_EQ(RtlNumberOfSetBits(&one.map), 50u);
  EXPECT_EQ(RtlNumberOfClearBits(&one.map), 50u);
  RtlClearBits(&one.map, 5, 3);
  EXPECT_EQ(RtlFindClearBits(&one.map, 3, 60), 60u);
  // Behind the hint there is no room, so the search begins again.
  RtlSetBits(&one.map, 50, 50);
  EXPECT_EQ(RtlFindClearBits(&one.map, 3, 60), 5u);
  EXPECT_EQ(one.words.back(), 0xDEADBEEF);
}

// wdm/nf-wdm-rtlarebitsset.md: an empty range, or one that leaves the map, is FALSE.
TEST(RtlBitmap, RangesOutsideAreFalse) {
  Map one(40);
  RtlSetAllBits(&one.map);
  EXPECT_TRUE(RtlAreBitsSet(&one.map, 0, 40));
  EXPECT_FALSE(RtlAreBitsSet(&one.map, 0, 41));
  EXPECT_FALSE(RtlAreBitsSet(&one.map, 40, 1));
  EXPECT_FALSE(RtlAreBitsSet(&one.map, 10, 0));
  EXPECT_FALSE(RtlAreBitsSet(&one.map, 10, kNone));
  EXPECT_EQ(RtlFindSetBits(&one.map, 41, 0), kNone);
  EXPECT_EQ(RtlFindSetBitsAndClear(&one.map, 40, 0), 0u);
  EXPECT_EQ(RtlNumberOfSetBits(&one.map), 0u);
}

TEST(RtlBitmap, Runs) {
  Map one(64);
  RtlSetAllBits(&one.map);
  RtlClearBits(&one.map, 2, 3);
  RtlClearBits(&one.map, 20, 20);
  RtlClearBits(&one.map, 60, 4);
  ULONG start = 0;
  EXPECT_EQ(RtlFindFirstRunClear(&one.map, &start), 3u);
  EXPECT_EQ(start, 2u);
  EXPECT_EQ(RtlFindLongestRunClear(&one.map, &start), 20u);
  EXPECT_EQ(start, 20u);
  EXPECT_EQ(RtlFindNextForwardRunClear(&one.map, 40, &start), 4u);
  EXPECT_EQ(start, 60u);
  EXPECT_EQ(RtlFindLastBackwardRunClear(&one.map, 59, &start), 20u);
  EXPECT_EQ(start, 20u);
  RTL_BITMAP_RUN runs[2];
  EXPECT_EQ(RtlFindClearRuns(&one.map, runs, 2, FALSE), 2u);
  EXPECT_EQ(runs[0].StartingIndex, 2u);
  EXPECT_EQ(runs[1].NumberOfBits, 20u);
  EXPECT_EQ(RtlFindClearRuns(&one.map, runs, 2, TRUE), 2u);
  EXPECT_EQ(runs[0].NumberOfBits, 20u);
  EXPECT_EQ(runs[1].NumberOfBits, 4u);
}

TEST(RtlBitmap, SingleBitsAndNumbers) {
  Map one(33);
  RtlSetBit(&one.map, 32);
  EXPECT_TRUE(RtlTestBit(&one.map, 32));
  EXPECT_TRUE(RtlCheckBit(&one.map, 32));
  RtlClearBit(&one.map, 32);
  EXPECT_FALSE(RtlTestBit(&one.map, 32));
  EXPECT_EQ(RtlFindLeastSignificantBit(0x80), 7);
  EXPECT_EQ(RtlFindMostSignificantBit(0x8000000000000001ULL), 63);
  EXPECT_EQ(RtlFindLeastSignificantBit(0), -1);
  EXPECT_EQ(RtlFindMostSignificantBit(0), -1);
  EXPECT_EQ(RtlNumberOfSetBitsUlongPtr(0xF0F0), 8u);
}

ULONG naive_find(const std::vector<bool>& bits, ULONG count, ULONG from, ULONG to) {
  for (ULONG at = from; at < to && at + count <= bits.size(); ++at) {
    ULONG i = 0;
    while (i < count && !bits[at + i]) ++i;
    if (i == count) return at;
  }
  return kNone;
}

TEST(RtlBitmap, AgreesWithASimpleModel) {
  std::mt19937 random(7);
  Map one(150);
  std::vector<bool> model(150);
  for (int step = 0; step < 5000; ++step) {
    const ULONG begin = random() % 150;
    const ULONG count = random() % (150 - begin + 1);
    const bool set = random() % 2 != 0;
    set ? RtlSetBits(&one.map, begin, count) : RtlClearBits(&one.map, begin, count);
    std::fill_n(model.begin() + begin, count, set);
    const ULONG wanted = random() % 20 + 1;
    const ULONG hint = random() % 150;
    ULONG expected = naive_find(model, wanted, hint, 150);
    if (expected == kNone) expected = naive_find(model, wanted, 0, hint);
    ASSERT_EQ(RtlFindClearBits(&one.map, wanted, hint), expected) << "step " << step;
    ASSERT_EQ(RtlNumberOfSetBits(&one.map), static_cast<ULONG>(std::ranges::count(model, true)));
  }
  EXPECT_EQ(one.words.back(), 0xDEADBEEF);
}

}  // namespace
