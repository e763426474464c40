// The pool under many threads: what two of them do to one block in the same moment is decided once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "src/nt/pool/pool.h"
#include "src/rules/finding.h"

namespace drydock::nt {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::Field;

constexpr ULONG kTag = 0x65726854;
constexpr int kRounds = 400;
constexpr int kThreads = 2;

// Both threads run it again and again, each time from a common start, with what is made for the
// round before it.
void race(const std::function<void()>& prepare, const std::function<void()>& body) {
  std::barrier start(kThreads, [&]() noexcept { prepare(); });
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        start.arrive_and_wait();
        body();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::vector<std::string> rules_in(const rules::FindingLog& log) {
  std::vector<std::string> out;
  for (const rules::Finding& finding : log.findings()) out.emplace_back(finding.rule->id);
  return out;
}

// All blocks that are handed out now are different ones.
void expect_no_block_is_handed_out_twice(std::size_t bytes) {
  std::set<void*> live;
  for (int i = 0; i < 2000; ++i) live.insert(ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag));
  EXPECT_EQ(live.size(), 2000U);
  for (void* block : live) ExFreePoolWithTag(block, kTag);
}

void expect_one_of_two_frees_is_found(std::size_t bytes) {
  const rules::FindingLog log;
  void* block = nullptr;
  race([&] { block = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag); },
       [&] { ExFreePoolWithTag(block, kTag); });
  EXPECT_THAT(rules_in(log), ::testing::AllOf(::testing::SizeIs(kRounds), Each("N-001")));
  for (const rules::Finding& finding : log.findings()) {
    EXPECT_THAT(finding.stacks, Contains(Field(&rules::LabelledStack::label, "allocated")));
    EXPECT_THAT(finding.stacks, Contains(Field(&rules::LabelledStack::label, "freed first")));
  }
  expect_no_block_is_handed_out_twice(bytes);
}

TEST(PoolThreads, OneOfTwoFreesInTheSameMomentIsFound) { expect_one_of_two_frees_is_found(64); }

TEST(PoolThreads, OneOfTwoFreesOfALargeBlockInTheSameMomentIsFound) {
  expect_one_of_two_frees_is_found(100'000);
}

TEST(PoolThreads, OneOfTwoWithAWrongTagInTheSameMomentIsADoubleFree) {
  const rules::FindingLog log;
  void* block = nullptr;
  race([&] { block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag); },
       [&] { ExFreePoolWithTag(block, kTag + 1); });
  const std::vector<std::string> found = rules_in(log);
  EXPECT_EQ(std::ranges::count(found, "N-001"), kRounds);
  EXPECT_EQ(std::ranges::count(found, "N-002"), kRounds);
}

TEST(PoolThreads, OneOfTwoReturnsToALookasideListInTheSameMomentIsFound) {
  const rules::FindingLog log;
  NPAGED_LOOKASIDE_LIST list;
  ExInitializeNPagedLookasideList(&list, nullptr, nullptr, POOL_NX_ALLOCATION, 64, kTag, 0);
  void* entry = nullptr;
  race([&] { entry = ExAllocateFromNPagedLookasideList(&list); },
       [&] { ExFreeToNPagedLookasideList(&list, entry); });
  ExDeleteNPagedLookasideList(&list);
  EXPECT_THAT(rules_in(log), ::testing::AllOf(::testing::SizeIs(kRounds), Each("N-001")));
  expect_no_block_is_handed_out_twice(64);
}

// A mark that comes together with the free must neither be lost on the next owner of the memory nor
// disturb it.
TEST(PoolThreads, MarksAndFreesInTheSameMoment) {
  const rules::FindingLog log;
  void* block = nullptr;
  std::atomic<int> turn = 0;
  race([&] { block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, kTag); },
       [&] {
         if (turn.fetch_add(1, std::memory_order_relaxed) % 2 == 0) {
           ExFreePoolWithTag(block, kTag);
         } else {
           mark_object_in_pool(block);
         }
       });
  EXPECT_TRUE(log.findings().empty());
}

TEST(PoolThreads, BlocksAreFreedByOthersThanTheirAllocators) {
  const rules::FindingLog log;
  constexpr std::size_t kBlocks = 3000;
  std::vector<std::atomic<void*>> handed(kBlocks);
  const auto allocate = [&](std::size_t first) {
    for (std::size_t i = first; i < kBlocks; i += 2) {
      const std::size_t bytes = 16 + i % 700;
      void* block = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag);
      std::memset(block, static_cast<int>(first), bytes);
      handed[i].store(block, std::memory_order_release);
    }
  };
  const auto release = [&](std::size_t first) {
    for (std::size_t i = first; i < kBlocks; i += 2) {
      void* block = nullptr;
      while ((block = handed[i].load(std::memory_order_acquire)) == nullptr)
        std::this_thread::yield();
      ExFreePoolWithTag(block, kTag);
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < 2; ++first) {
    threads.emplace_back(allocate, first);
    threads.emplace_back(release, first);
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(log.findings().empty());
}

}  // namespace
}  // namespace drydock::nt
