// The documented behaviour of the pool, called directly.
#include "src/nt/pool/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/faults.h"

namespace drydock::nt {
namespace {

using ::testing::HasSubstr;

constexpr ULONG kTag = 0x6c6f6f50;   // Pool
constexpr ULONG kAbcd = 0x64636261;  // abcd

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

std::vector<std::string> rules_in(const rules::FindingLog& log) {
  std::vector<std::string> out;
  for (const rules::Finding& finding : log.findings()) out.emplace_back(finding.rule->id);
  return out;
}

class SpecialPoolGuard {
 public:
  explicit SpecialPoolGuard(SpecialPool special) { set_pool_options({special}); }
  ~SpecialPoolGuard() { set_pool_options({}); }
};

// Questions of the host about blocks that a driver uses as handles.
TEST(Pool, LiveBlocksAreToldFromOthers) {
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

// wdm/nf-wdm-exallocatepoolwithtag.md: "If NumberOfBytes is PAGE_SIZE or greater, a page-aligned
// buffer is allocated. Memory allocations of PAGE_SIZE or less are allocated within a page and do
// not cross page boundaries. Memory allocations of less than PAGE_SIZE … are aligned … to 16-byte
// boundaries in 64-bit systems."
TEST(Pool, BlocksAreAlignedAsDocumented) {
  for (const std::size_t bytes : {1, 7, 16, 17, 100, 1000, 2032, 4080, 4081, 4095, 4096, 4097, 8192,
                                  70000, 300000, 3000000}) {
    void* block = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag);
    ASSERT_NE(block, nullptr) << bytes;
    const std::uintptr_t alignment = bytes >= PAGE_SIZE ? PAGE_SIZE : 16;
    EXPECT_EQ(number(block) % alignment, 0U) << bytes;
    if (bytes <= PAGE_SIZE) {
      EXPECT_EQ(number(block) / PAGE_SIZE, (number(block) + bytes - 1) / PAGE_SIZE) << bytes;
    }
    std::memset(block, 0x5a, bytes);
    ExFreePoolWithTag(block, kTag);
  }
}

// kernel/pool_flags.md: "Cache align the pool allocation."
TEST(Pool, CacheAlignedBlocksAre) {
  for (const std::size_t bytes : {1, 20, 80, 100, 500, 700}) {
    void* block = ExAllocatePool2(POOL_FLAG_NON_PAGED | POOL_FLAG_CACHE_ALIGNED, bytes, kTag);
    EXPECT_EQ(number(block) % 64, 0U) << bytes;
    ExFreePool(block);
  }
}

// wdm/nf-wdm-exallocatepool2.md: "Memory is zero initialized unless POOL_FLAG_UNINITIALIZED is
// specified."
TEST(Pool, AllocatePool2Zeroes) {
  for (int round = 0; round < 300; ++round) {
    auto* block = static_cast<char*>(ExAllocatePool2(POOL_FLAG_PAGED, 200, kTag));
    EXPECT_EQ(std::count(block, block + 200, 0), 200);
    std::memset(block, 0x77, 200);
    ExFreePoolWithTag(block, kTag);
  }
}

// wdm/nf-wdm-exallocatepool2.md: "The following conditions cause the function to return NULL …
// Tag is set to 0 or invalid POOL_FLAGS are specified"
TEST(Pool, AllocatePool2RefusesBadFlagsAndNoTag) {
  const rules::FindingLog log;
  EXPECT_EQ(ExAllocatePool2(POOL_FLAG_NON_PAGED, 16, 0), nullptr);
  EXPECT_EQ(ExAllocatePool2(0, 16, kTag), nullptr);
  EXPECT_EQ(ExAllocatePool2(POOL_FLAG_NON_PAGED | POOL_FLAG_PAGED, 16, kTag), nullptr);
  EXPECT_EQ(ExAllocatePool2(POOL_FLAG_NON_PAGED | POOL_FLAG_RESERVED2, 16, kTag), nullptr);
  EXPECT_EQ(rules_in(log), std::vector<std::string>{"N-010"});
}

// kernel/pool_flags.md: "High 32-bits of ULONG64 is for optional parameters (allocation succeeds
// if they cannot be satisfied or are unrecognized)."
TEST(Pool, AllocatePool2IgnoresUnknownOptionalFlags) {
  void* block = ExAllocatePool2(POOL_FLAG_NON_PAGED | 0x4000000000000000ULL, 16, kTag);
  ASSERT_NE(block, nullptr);
  ExFreePool(block);
}

// wdm/nf-wdm-exallocatepool3.md: "Invalid POOL_EXTENDED_PARAMETER structures" return NULL.
TEST(Pool, AllocatePool3TakesPriorityAndRefusesTheUnknown) {
  POOL_EXTENDED_PARAMETER parameter{};
  parameter.Type = PoolExtendedParameterPriority;
  parameter.Priority = HighPoolPriority;
  void* block = ExAllocatePool3(POOL_FLAG_NON_PAGED, 32, kTag, &parameter, 1);
  ASSERT_NE(block, nullptr);
  ExFreePool2(block, kTag, nullptr, 0);
  parameter.Type = PoolExtendedParameterInvalidType;
  EXPECT_EQ(ExAllocatePool3(POOL_FLAG_NON_PAGED, 32, kTag, &parameter, 1), nullptr);
  parameter.Optional = 1;
  block = ExAllocatePool3(POOL_FLAG_NON_PAGED, 32, kTag, &parameter, 1);
  ASSERT_NE(block, nullptr);
  ExFreePool(block);
}

// wdm/nf-wdm-exallocatepoolwithtag.md: "returns NULL if there is insufficient memory"
TEST(Pool, WhatNoMachineHasIsRefused) {
  EXPECT_EQ(ExAllocatePoolWithTag(NonPagedPoolNx, ~SIZE_T{0}, kTag), nullptr);
  EXPECT_EQ(ExAllocatePoolWithTag(PagedPool, SIZE_T{1} << 50, kTag), nullptr);
  EXPECT_EQ(ExAllocatePoolWithQuotaTag(
                static_cast<POOL_TYPE>(PagedPool | POOL_QUOTA_FAIL_INSTEAD_OF_RAISE),
                SIZE_T{1} << 50, kTag),
            nullptr);
}

TEST(Pool, FaultInjectionFailsAnAllocation) {
  sim::FaultPlan plan;
  plan.nth = 1;
  const sim::FaultInjection injection(plan);
  void* first = ExAllocatePoolWithTag(NonPagedPoolNx, 16, kTag);
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(ExAllocatePoolWithTag(NonPagedPoolNx, 16, kTag), nullptr);
  EXPECT_EQ(injection.failed(), 1U);
  ExFreePool(first);
}

// A zero-byte request gets a block of its own.
TEST(Pool, ZeroBytesGiveAnAddressToFree) {
  const rules::FindingLog log;
  void* block = ExAllocatePoolWithTag(PagedPool, 0, kTag);
  EXPECT_NE(block, nullptr);
  ExFreePoolWithTag(block, kTag);
  EXPECT_EQ(rules_in(log), std::vector<std::string>{"N-009"});
}

TEST(Pool, FreedMemoryIsPoisonedAndNotReusedAtOnce) {
  auto* block = static_cast<unsigned char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  std::memset(block, 1, 64);
  ExFreePool(block);
  EXPECT_EQ(std::count(block, block + 64, 0xdd), 64);
  void* next = ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag);
  EXPECT_NE(next, block);
  ExFreePool(next);
}

TEST(Pool, LateWriteIsFoundWhenTheBlockLeavesTheQuarantine) {
  const rules::FindingLog log;
  auto* block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  ExFreePool(block);
  block[40] = 'x';
  for (int i = 0; i < 300; ++i) ExFreePool(ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag));
  ASSERT_EQ(rules_in(log), std::vector<std::string>{"N-005"});
  EXPECT_THAT(log.findings()[0].message, HasSubstr("1 byte from offset 40"));
}

TEST(Pool, ForeignPointersAreRefusedWhateverTheyAre) {
  const rules::FindingLog log;
  int local = 0;
  void* block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag);
  void* large = ExAllocatePoolWithTag(NonPagedPoolNx, 1 << 20, kTag);
  ExFreePool(nullptr);
  ExFreePool(&local);
  ExFreePool(reinterpret_cast<void*>(0x10));
  ExFreePool(reinterpret_cast<void*>(~std::uintptr_t{0}));
  ExFreePool(static_cast<char*>(block) + 8);
  ExFreePool(static_cast<char*>(block) + 16 * 4096);
  ExFreePool(static_cast<char*>(large) + 4096);
  EXPECT_EQ(rules_in(log), std::vector<std::string>(7, "N-003"));
  EXPECT_THAT(log.findings()[4].message,
              HasSubstr("8 bytes from the beginning of pool block 'Pool'"));
  ExFreePool(block);
  ExFreePool(large);
}

TEST(Pool, OverrunIsFoundFromTheFirstByteOn) {
  for (const std::size_t bytes : {1, 16, 31, 64, 4080, 4096, 5000, 100000}) {
    const rules::FindingLog log;
    auto* block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag));
    block[bytes] = 1;
    ExFreePool(block);
    EXPECT_EQ(rules_in(log), std::vector<std::string>{"N-004"}) << bytes;
  }
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

TEST(Pool, LiveBlocksNeverOverlap) {
  std::set<std::pair<char*, char*>> live;
  std::uint32_t random = 1;
  for (int i = 0; i < 20000; ++i) {
    random = random * 1664525 + 1013904223;
    if (live.size() > 200) {
      const auto victim = live.begin();
      ExFreePool(victim->first);
      live.erase(victim);
    }
    const std::size_t bytes = (random >> 12) % 5000 + 1;
    auto* block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag));
    const auto [at, fresh] = live.emplace(block, block + bytes);
    ASSERT_TRUE(fresh);
    ASSERT_TRUE(std::next(at) == live.end() || std::next(at)->first >= block + bytes);
    ASSERT_TRUE(at == live.begin() || std::prev(at)->second <= block);
  }
  for (const auto& [begin, end] : live) ExFreePool(begin);
}

}  // namespace
}  // namespace drydock::nt
