// Memory, sums and resources of the run-time library.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace {

// wdm/nf-wdm-rtlcomparememory.md: the number of bytes that match until the first difference.
TEST(RtlMisc, CompareMemory) {
  EXPECT_EQ(RtlCompareMemory("abcd", "abxd", 4), 2u);
  EXPECT_EQ(RtlCompareMemory("abcd", "abcd", 4), 4u);
  EXPECT_EQ(RtlCompareMemory("a", "b", 0), 0u);
  UCHAR zeros[9] = {};
  EXPECT_TRUE(RtlIsZeroMemory(zeros, 9));
  zeros[8] = 1;
  EXPECT_FALSE(RtlIsZeroMemory(zeros, 9));
  EXPECT_EQ(RtlComputeCrc32(0, "123456789", 9), 0xCBF43926u);
}

// wdm/nf-wdm-rtlcmdecodememioresource.md
TEST(RtlMisc, LargeMemoryResources) {
  CM_PARTIAL_RESOURCE_DESCRIPTOR one{};
  EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypeMemory, 0x10000, 0xF0000000),
            STATUS_SUCCESS);
  EXPECT_EQ(one.Type, CmResourceTypeMemory);
  ULONGLONG start = 0;
  EXPECT_EQ(RtlCmDecodeMemIoResource(&one, &start), 0x10000u);
  EXPECT_EQ(start, 0xF0000000u);
  for (const ULONGLONG length : {0x200000100ULL, 0x100000000000ULL, 0x4000000000000000ULL}) {
    EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypeMemory, length, 0x8000000000ULL),
              STATUS_SUCCESS);
    EXPECT_EQ(one.Type, CmResourceTypeMemoryLarge);
    EXPECT_EQ(RtlCmDecodeMemIoResource(&one, &start), length);
  }
  EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypeMemory, 0x200000101ULL, 0),
            STATUS_UNSUCCESSFUL);
  EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypePort, 0x200000000ULL, 0),
            STATUS_UNSUCCESSFUL);
  IO_RESOURCE_DESCRIPTOR range{};
  EXPECT_EQ(RtlIoEncodeMemIoResource(&range, CmResourceTypeMemory, 0x200000000ULL, 0x100000, 1, 2),
            STATUS_SUCCESS);
  ULONGLONG alignment = 0;
  ULONGLONG least = 0;
  ULONGLONG most = 0;
  EXPECT_EQ(RtlIoDecodeMemIoResource(&range, &alignment, &least, &most), 0x200000000ULL);
  EXPECT_EQ(alignment, 0x100000u);
  EXPECT_EQ(least + most, 3u);
}

}  // namespace
