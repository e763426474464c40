// The buffers of a batch: fresh ones for each submission, while the last ones are watched.
#include "src/d3d/core/batch.h"

#include <gtest/gtest.h>

namespace drydock::testing {
namespace {

using d3d::Batch;
using d3d::BatchSizes;

constexpr BatchSizes kSizes{4096, 8, 8};

TEST(Batch, BeginsUntouched) {
  Batch batch(kSizes);
  EXPECT_TRUE(batch.is_untouched());
  EXPECT_FALSE(batch.was_written_behind());
  EXPECT_FALSE(batch.names({0x40}));
  static_cast<char*>(batch.commands())[100] = 1;
  EXPECT_FALSE(batch.is_untouched());
}

TEST(Batch, NamesWhatItsAllocationListHoldsWhateverTheInstance) {
  Batch batch(kSizes);
  batch.allocations()[3].hAllocation = 0x40000044;  // an instance of 0x40000040
  EXPECT_TRUE(batch.names({0x40000040}));
  EXPECT_FALSE(batch.names({0x40000080}));
}

TEST(Batch, NextSubmissionLiesElsewhereAndIsEmpty) {
  Batch batch(kSizes);
  void* const before = batch.commands();
  batch.allocations()[0].hAllocation = 0x40;
  batch.rotate({2048, 4, 4}, kSizes);
  EXPECT_NE(batch.commands(), before);
  EXPECT_TRUE(batch.is_untouched());
  EXPECT_FALSE(batch.names({0x40}));
  EXPECT_EQ(batch.sizes().commands, 2048U);
  EXPECT_EQ(batch.sizes_before().commands, kSizes.commands);
}

TEST(Batch, WriteIntoTheLastSubmissionIsFound) {
  Batch batch(kSizes);
  auto* const before = static_cast<char*>(batch.commands());
  batch.rotate(kSizes, kSizes);
  EXPECT_FALSE(batch.was_written_behind());
  before[0] = 1;
  EXPECT_TRUE(batch.was_written_behind());
}

TEST(Batch, ReadingTheLastSubmissionIsNotWriting) {
  Batch batch(kSizes);
  auto* const before = static_cast<char*>(batch.commands());
  before[5] = 7;
  batch.rotate(kSizes, kSizes);
  EXPECT_EQ(before[5], 7);
  EXPECT_FALSE(batch.was_written_behind());
}

TEST(Batch, DriverThatKeepsItsBuffersHasThemWithWhatStoodThere) {
  Batch batch(kSizes);
  auto* const before = static_cast<char*>(batch.commands());
  before[5] = 7;
  batch.allocations()[0].hAllocation = 0x40;
  batch.rotate({2048, 4, 4}, kSizes);
  before[6] = 8;
  batch.stay_behind({1024, 8, 8});
  EXPECT_EQ(batch.commands(), before);
  EXPECT_EQ(before[5], 7);
  EXPECT_EQ(before[6], 8);
  EXPECT_EQ(batch.sizes().commands, 1024U) << "the kernel has no more room";
  EXPECT_FALSE(batch.was_written_behind());

  batch.rotate(kSizes, kSizes);
  EXPECT_EQ(batch.commands(), before);
  EXPECT_FALSE(batch.names({0x40})) << "it is of the batch before";
  before[5] = 9;
  batch.allocations()[1].hAllocation = 0x80;
  EXPECT_TRUE(batch.names({0x80}));
  EXPECT_FALSE(batch.was_written_behind());
}

TEST(Batch, ListOfASubmissionThatFailedNamesNothingUntilItChanges) {
  Batch batch(kSizes);
  batch.allocations()[0].hAllocation = 0x40;
  batch.note_dropped();
  EXPECT_FALSE(batch.names({0x40}));
  batch.allocations()[1].hAllocation = 0x80;
  EXPECT_TRUE(batch.names({0x40}));
}

TEST(GuardedPages, EndWhereAPageBegins) {
  d3d::GuardedPages pages;
  pages.renew(100);
  EXPECT_EQ(pages.size(), 100U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.data() + 100) % 4096, 0U);
  EXPECT_EQ(pages.data()[99], std::byte{0});
  EXPECT_DEATH(pages.data()[100] = std::byte{1}, "");
}

}  // namespace
}  // namespace drydock::testing
