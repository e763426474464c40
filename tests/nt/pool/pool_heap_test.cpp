// A thread's store of pool: what is idle, what is in quarantine, and what threads give each other.
#include "src/nt/pool/pool_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <thread>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "tests/nt/pool/pool_scene.h"

namespace drydock::nt {
namespace {

char* allocate(std::size_t bytes, POOL_TYPE type = NonPagedPoolNx) {
  return static_cast<char*>(ExAllocatePoolWithTag(type, bytes, kTag));
}

// Memory that was just freed is not handed out again, but not for ever.
TEST(PoolHeap, FreedMemoryWaitsInQuarantineAndComesBack) {
  char* const first = allocate(700);
  ExFreePoolWithTag(first, kTag);
  std::set<char*> used;
  bool came_back = false;
  for (int i = 0; i < 1000 && !came_back; ++i) {
    char* const block = allocate(700);
    came_back = block == first;
    EXPECT_FALSE(came_back && i < 8) << "after " << i << " blocks";
    used.insert(block);
    ExFreePoolWithTag(block, kTag);
  }
  EXPECT_TRUE(came_back);
  EXPECT_LT(used.size(), 200U);
}

TEST(PoolHeap, WhatWasWrittenInQuarantineIsFoundAndNeverUsedAgain) {
  const rules::FindingLog log;
  char* const written = allocate(1300);
  ExFreePoolWithTag(written, kTag);
  written[40] = 1;
  for (int i = 0; i < 1000; ++i) {
    char* const block = allocate(1300);
    ASSERT_NE(block, written);
    ExFreePoolWithTag(block, kTag);
  }
  EXPECT_EQ(rules_in(log), std::vector<std::string>{"N-005"});
}

TEST(PoolHeap, EverySizeHasRoomForItsGuardAndNewMemoryIsNotZero) {
  for (std::size_t bytes = 1; bytes <= kLargestSlot; bytes += bytes < 600 ? 7 : 1001) {
    char* const block = allocate(bytes);
    ASSERT_NE(block, nullptr);
    const auto last = find_pool_block(block + bytes - 1);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->address, block);
    EXPECT_FALSE(find_pool_block(block + bytes));
    EXPECT_NE(block[bytes - 1], 0) << bytes;
    ExFreePoolWithTag(block, kTag);
  }
}

TEST(PoolHeap, AlignedOnesBeginAtALineAndExecutableOnesLieApart) {
  for (int i = 0; i < 20; ++i) {
    char* const aligned = allocate(96, NonPagedPoolNxCacheAligned);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned) % 64, 0U);
    char* const executable = allocate(96, NonPagedPoolExecute);
    EXPECT_NE(reinterpret_cast<std::uintptr_t>(aligned) / kPoolPage,
              reinterpret_cast<std::uintptr_t>(executable) / kPoolPage);
    ExFreePoolWithTag(aligned, kTag);
    ExFreePoolWithTag(executable, kTag);
  }
}

// One thread allocates and another frees: the memory goes round, instead of growing.
TEST(PoolHeap, IdleMemoryIsSharedBetweenThreads) {
  std::set<char*> used;
  for (int round = 0; round < 200; ++round) {
    std::vector<char*> blocks(40);
    std::ranges::generate(blocks, [] { return allocate(12000); });
    used.insert(blocks.begin(), blocks.end());
    std::thread([&] {
      for (char* const block : blocks) ExFreePoolWithTag(block, kTag);
    }).join();
  }
  EXPECT_LT(used.size(), 1000U);
}

// A new thread takes over what a thread that has ended had idle.
TEST(PoolHeap, TheHeapOfAThreadThatEndedIsTakenOver) {
  std::set<char*> used;
  for (int round = 0; round < 300; ++round) {
    std::thread([&] {
      char* const block = allocate(20000);
      used.insert(block);
      ExFreePoolWithTag(block, kTag);
    }).join();
  }
  EXPECT_LT(used.size(), 100U);
}

}  // namespace
}  // namespace drydock::nt
