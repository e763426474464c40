// What is found when a block is freed or leaves the quarantine.
#include "src/nt/pool/pool_check.h"

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

}  // namespace
}  // namespace drydock::nt
