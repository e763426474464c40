// The sizes that the levels of page tables cover, and descriptions without entries for all
// addresses.
#include "src/vidmm/gpu_mmu.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace drydock::vidmm {
namespace {

// The leaves' index bits first; the root's are what is left.
GpuMmu mmu_of(UINT bits, std::initializer_list<UINT> index_bits) {
  GpuMmu out;
  out.caps.VirtualAddressBitCount = bits;
  for (const UINT each : index_bits) {
    DXGK_PAGE_TABLE_LEVEL_DESC level{};
    level.PageTableIndexBitCount = each;
    level.PageTableSizeInBytes = 4096;
    out.levels.push_back(level);
  }
  return out;
}

TEST(GpuMmu, EntriesLeadToWhatTheLevelsBelowReach) {
  const GpuMmu mmu = mmu_of(40, {9, 10, 9});
  EXPECT_EQ(mmu.bytes_of_entry(0), 1ULL << 12);
  EXPECT_EQ(mmu.bytes_of_leaf(), 1ULL << 21);
  EXPECT_EQ(mmu.bytes_of_entry(2), 1ULL << 31);
}

TEST(GpuMmu, K079TheFirstEntryOfTheRootLeadsNowhere) {
  EXPECT_EQ(mmu_of(40, {9, 10, 9}).first_address(), 1ULL << 31);
  EXPECT_EQ(mmu_of(32, {10, 10}).first_address(), 1ULL << 22);
}

TEST(GpuMmu, IsWholeWhenTheRootHasBitsLeft) {
  EXPECT_TRUE(mmu_of(32, {10, 10}).is_whole());
  EXPECT_TRUE(mmu_of(23, {10, 0}).is_whole());
  EXPECT_FALSE(mmu_of(22, {10, 10}).is_whole());
  EXPECT_FALSE(mmu_of(12, {0, 0}).is_whole());
  EXPECT_FALSE(mmu_of(DXGK_MAX_GPU_VA_BIT_COUNT + 1, {10, 10}).is_whole());
}

TEST(GpuMmu, IsNotWholeWithALevelThatHasNoEntriesOrNoSize) {
  EXPECT_FALSE(mmu_of(32, {0, 10}).is_whole());
  GpuMmu mmu = mmu_of(32, {10, 10});
  mmu.levels[0].PageTableSizeInBytes = 0;
  EXPECT_FALSE(mmu.is_whole());
}

}  // namespace
}  // namespace drydock::vidmm
