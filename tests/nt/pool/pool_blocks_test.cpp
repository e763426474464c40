// What the host knows of an address in the pool.
#include "src/nt/pool/pool_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/pool/pool.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/pool/pool_scene.h"

namespace drydock::nt {
namespace {

using ::testing::HasSubstr;
constexpr ULONG kAbcd = 0x64636261;  // abcd

// Questions of the host about blocks that a driver uses as handles.
TEST(Pool, LiveBlocksAreDistinguishedFromOthers) {
  auto* const block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  int elsewhere = 0;
  EXPECT_TRUE(is_live_pool_block(block));
  EXPECT_FALSE(is_live_pool_block(block + 16)) << "inside";
  EXPECT_FALSE(is_live_pool_block(&elsewhere));
  EXPECT_FALSE(is_live_pool_block(nullptr));
  ExFreePoolWithTag(block, kTag);
  EXPECT_FALSE(is_live_pool_block(block));
}

TEST(Pool, FreedBlockMayHaveARuleOfItsOwn) {
  auto* const block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  auto* const other = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  ExFreePoolWithTag(block, kTag);
  ExFreePoolWithTag(other, kTag);
  EXPECT_EQ(pool_rule_broken_at(block + 8), "N-005"_rule);
  set_rule_of_freed_block(block, "K-422");
  EXPECT_EQ(pool_rule_broken_at(block + 8), "K-422"_rule);
  EXPECT_EQ(pool_rule_broken_at(other + 8), "N-005"_rule);
}

TEST(Pool, AddressesAreDescribed) {
  auto* block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 60, kAbcd));
  EXPECT_THAT(*describe_pool_address(block + 4),
              HasSubstr("4 bytes inside pool block 'abcd' of 60 bytes"));
  EXPECT_THAT(*describe_pool_address(block + 68), HasSubstr("8 bytes behind pool block 'abcd'"));
  EXPECT_EQ(pool_rule_broken_at(block + 4), std::nullopt);
  EXPECT_EQ(pool_rule_broken_at(block + 60), "N-004"_rule);
  EXPECT_EQ(find_pool_block(block + 59)->size, 60U);
  EXPECT_FALSE(find_pool_block(block + 60));
  ExFreePool(block);
  EXPECT_THAT(*describe_pool_address(block), HasSubstr("freed pool block 'abcd'"));
  EXPECT_EQ(pool_rule_broken_at(block), "N-005"_rule);
  EXPECT_FALSE(describe_pool_address(&block));
  EXPECT_FALSE(describe_pool_address(nullptr));
}

}  // namespace
}  // namespace drydock::nt
