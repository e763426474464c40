// Allocations: their alignment, their flags and their failure.
#include "src/nt/pool/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/pool/pool_scene.h"

namespace drydock::nt {
namespace {

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

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
