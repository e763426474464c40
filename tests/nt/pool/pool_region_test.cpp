// Special pool: blocks in pages of their own, beside a guard.
#include "src/nt/pool/pool_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "src/nt/pool/pool.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/pool/pool_scene.h"

namespace drydock::nt {
namespace {

using ::testing::HasSubstr;

class SpecialPoolGuard {
 public:
  explicit SpecialPoolGuard(SpecialPool special) { set_pool_options({special}); }
  ~SpecialPoolGuard() { set_pool_options({}); }
};

// devtest/special-pool: the block ends where an inaccessible page begins.
TEST(SpecialPoolDeathTest, GuardAfterStopsAnOverrun) {
  const SpecialPoolGuard on(SpecialPool::kGuardAfter);
  auto* block = static_cast<volatile char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  block[63] = 1;
  EXPECT_DEATH(block[64] = 1, "");
  EXPECT_THAT(*describe_pool_address(const_cast<char*>(block) + 72), HasSubstr("8 bytes behind"));
  ExFreePool(const_cast<char*>(block));
}

TEST(SpecialPoolDeathTest, GuardBeforeStopsAnUnderrun) {
  const SpecialPoolGuard on(SpecialPool::kGuardBefore);
  auto* block = static_cast<volatile char*>(ExAllocatePoolWithTag(PagedPool, 64, kTag));
  block[0] = 1;
  EXPECT_DEATH(block[-1] = 1, "");
  EXPECT_THAT(*describe_pool_address(const_cast<char*>(block) - 8), HasSubstr("8 bytes before"));
  ExFreePool(const_cast<char*>(block));
}

TEST(SpecialPoolDeathTest, FreedPagesAreInaccessible) {
  const SpecialPoolGuard on(SpecialPool::kGuardAfter);
  auto* block = static_cast<volatile char*>(ExAllocatePoolWithTag(PagedPool, 64, kTag));
  ExFreePool(const_cast<char*>(block));
  EXPECT_DEATH(static_cast<void>(block[0]), "");
  EXPECT_EQ(pool_rule_broken_at(const_cast<char*>(block)), "N-005"_rule);
}

TEST(SpecialPool, BytesBetweenTheBlockAndTheGuardAreChecked) {
  const SpecialPoolGuard on(SpecialPool::kGuardAfter);
  const rules::FindingLog log;
  auto* block = static_cast<char*>(ExAllocatePoolWithTag(PagedPool, 60, kTag));
  block[61] = 1;
  ExFreePool(block);
  auto* other = static_cast<char*>(ExAllocatePoolWithTag(PagedPool, 60, kTag));
  other[-1] = 1;
  ExFreePool(other);
  EXPECT_EQ(rules_in(log), (std::vector<std::string>{"N-004", "N-004"}));
}

TEST(SpecialPool, DoubleFreeIsFound) {
  const SpecialPoolGuard on(SpecialPool::kGuardAfter);
  const rules::FindingLog log;
  void* block = ExAllocatePoolWithTag(PagedPool, 60, kTag);
  ExFreePool(block);
  ExFreePool(block);
  EXPECT_EQ(rules_in(log), std::vector<std::string>{"N-001"});
}

TEST(SpecialPool, ThousandsOfBlocksComeAndGo) {
  const SpecialPoolGuard on(SpecialPool::kGuardBefore);
  const rules::FindingLog log;
  std::vector<void*> blocks;
  for (int i = 0; i < 3000; ++i) blocks.push_back(ExAllocatePoolWithTag(PagedPool, 40, kTag));
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), nullptr), 0);
  for (void* block : blocks) ExFreePool(block);
  EXPECT_TRUE(log.findings().empty());
}

}  // namespace
}  // namespace drydock::nt
