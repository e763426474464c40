// The buffers of a context: their sizes, their turns, and what a client does with them.
#include "src/dxgk/pages/command_buffers.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace drydock::dxgk {
namespace {

DXGK_CONTEXTINFO context_info(UINT command_bytes, UINT allocations, UINT patches) {
  DXGK_CONTEXTINFO out{};
  out.DmaBufferSize = command_bytes;
  out.AllocationListSize = allocations;
  out.PatchLocationListSize = patches;
  return out;
}

constexpr UINT kBytes = 8192;
constexpr UINT kEntries = 16;

class CommandBuffersTest : public ::testing::Test {
 protected:
  static void name(CommandBuffers::Set& set, std::size_t entry, D3DKMT_HANDLE allocation) {
    set.allocations.data()[entry].hAllocation = allocation;
  }

  CommandBuffers buffers{context_info(kBytes, kEntries, kEntries)};
};

TEST_F(CommandBuffersTest, SizesAreTheDriversAtLeast) {
  CommandBuffers::Set& set = buffers.current();
  EXPECT_EQ(set.commands.size(), kBytes);
  EXPECT_EQ(set.allocations.size(), kEntries);
  EXPECT_EQ(set.patches.size(), kEntries);
  CommandBuffers::Set& smaller = buffers.rotate({1, 1, 1});
  EXPECT_EQ(smaller.commands.size(), kBytes);
  EXPECT_EQ(smaller.allocations.size(), kEntries);
  EXPECT_EQ(smaller.patches.size(), kEntries);
}

TEST_F(CommandBuffersTest, DriverThatSaysNothingGetsSomething) {
  CommandBuffers none(context_info(0, 0, 0));
  EXPECT_GT(none.current().commands.size(), 0U);
  EXPECT_EQ(none.current().allocations.size(), 1U);
  EXPECT_EQ(none.current().patches.size(), 1U);
}

TEST_F(CommandBuffersTest, K286DriverThatPatchesNothingHasNoListOfPatches) {
  DXGK_CONTEXTINFO info = context_info(kBytes, kEntries, 0);
  info.Caps.NoPatchingRequired = 1;
  CommandBuffers unpatched(info);
  EXPECT_EQ(unpatched.current().patches.size(), 0U);
  EXPECT_EQ(unpatched.current().patches.data(), nullptr);
  EXPECT_EQ(unpatched.rotate({}).patches.data(), nullptr);
  EXPECT_FALSE(unpatched.was_retired_written());
}

TEST_F(CommandBuffersTest, ClientGetsTheSizesThatItAskedForUntilItAsksAgain) {
  buffers.current();
  EXPECT_EQ(buffers.rotate({2 * kBytes, 0, 0}).commands.size(), 2 * kBytes);
  const CommandBuffers::Set& next = buffers.rotate({0, 3 * kEntries, 0});
  EXPECT_EQ(next.commands.size(), 2 * kBytes);
  EXPECT_EQ(next.allocations.size(), 3 * kEntries);
  EXPECT_EQ(buffers.rotate({kBytes, 0, 0}).commands.size(), kBytes);
}

TEST_F(CommandBuffersTest, SizesBeyondAllReasonAreCutAndNotRefused) {
  buffers.current();
  const CommandBuffers::Set& most = buffers.rotate({~0U, ~0U, ~0U});
  EXPECT_EQ(most.commands.size(), 16U << 20);
  EXPECT_EQ(most.allocations.size(), 1U << 20);
  EXPECT_EQ(most.patches.size(), 1U << 20);
  EXPECT_NE(most.patches.data(), nullptr);
}

TEST_F(CommandBuffersTest, TwoSetsTakeTurns) {
  std::byte* const first = buffers.current().commands.data();
  std::byte* const second = buffers.rotate({}).commands.data();
  EXPECT_NE(first, second);
  EXPECT_EQ(buffers.current().commands.data(), second);
  EXPECT_EQ(buffers.rotate({}).commands.data(), first);
}

TEST_F(CommandBuffersTest, WriteIntoTheSubmittedSetIsSeen) {
  CommandBuffers::Set& submitted = buffers.current();
  submitted.commands.data()[0] = std::byte{1};
  CommandBuffers::Set& given = buffers.rotate({});
  EXPECT_FALSE(buffers.was_retired_written());
  given.commands.data()[0] = std::byte{2};
  EXPECT_FALSE(buffers.was_retired_written()) << "the client may write into what it has";
  submitted.commands.data()[0] = std::byte{3};
  EXPECT_TRUE(buffers.was_retired_written());
  submitted.commands.data()[0] = std::byte{1};
  EXPECT_FALSE(buffers.was_retired_written());
  name(submitted, 0, 0x40000000);
  EXPECT_TRUE(buffers.was_retired_written()) << "the allocation list counts too";
}

TEST_F(CommandBuffersTest, BeforeTheFirstRotationNothingIsRetired) {
  buffers.current().commands.data()[0] = std::byte{1};
  EXPECT_FALSE(buffers.was_retired_written());
}

TEST_F(CommandBuffersTest, OnlyWhatWasWrittenSinceTheTurnIsNamed) {
  name(buffers.current(), 0, 0x40000000);
  EXPECT_TRUE(buffers.is_being_named(0x40000000));
  EXPECT_FALSE(buffers.is_being_named(0x40000040));
  buffers.rotate({});
  EXPECT_FALSE(buffers.is_being_named(0x40000000));
  CommandBuffers::Set& again = buffers.rotate({});
  EXPECT_FALSE(buffers.is_being_named(0x40000000)) << "it is left from the turn before";
  name(again, 1, 0x40000000);
  EXPECT_TRUE(buffers.is_being_named(0x40000000)) << "in another entry";
}

// Pages of the client's own are the client's to free: nobody faults, and nothing is named in them.
TEST_F(CommandBuffersTest, MemoryThatTheClientFreedIsEmpty) {
  CommandBuffers::Set& set = buffers.current();
  name(set, 0, 0x40000000);
  ASSERT_EQ(mprotect(set.allocations.data(), 4096, PROT_NONE), 0);
  EXPECT_FALSE(buffers.is_being_named(0x40000000));
  buffers.rotate({});
  EXPECT_FALSE(buffers.was_retired_written());
  ASSERT_EQ(mprotect(set.allocations.data(), 4096, PROT_READ | PROT_WRITE), 0);
}

TEST(ClientPages, OfAnotherSizeAreNewAndZeroed) {
  ClientPages pages;
  EXPECT_EQ(pages.data(), nullptr);
  pages.resize(4096);
  void* const first = pages.data();
  std::memset(first, 1, 4096);
  pages.resize(4096);
  EXPECT_EQ(pages.data(), first);
  pages.resize(8192);
  const auto* const bytes = static_cast<const std::byte*>(pages.data());
  EXPECT_TRUE(
      std::all_of(bytes, bytes + 8192, [](std::byte each) { return each == std::byte{0}; }));
}

TEST(ClientPages, ThatCannotBeHadLeaveTheOldOnes) {
  ClientPages pages;
  pages.resize(4096);
  void* const before = pages.data();
  EXPECT_THROW(pages.resize(std::size_t{1} << 62), std::bad_alloc);
  EXPECT_EQ(pages.data(), before);
  EXPECT_EQ(pages.size(), 4096U);
}

}  // namespace
}  // namespace drydock::dxgk
