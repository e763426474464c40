// The book of GPU addresses: what an address was mapped to, after frees, releases and new maps.
#include "src/d3d/core/address_book.h"

#include <gtest/gtest.h>

namespace drydock::testing {
namespace {

using d3d::AddressBook;
using d3d::AddressMapping;
using d3d::AddressRange;
using d3d::KernelHandle;
using State = AddressRange::State;

AddressMapping of(std::uint64_t end, D3DKMT_HANDLE allocation) {
  AddressMapping out;
  out.end = end;
  out.allocation = {allocation};
  return out;
}

TEST(AddressBook, MapOutsideOfRangesIsARangeOfItsOwn) {
  AddressBook book;
  EXPECT_FALSE(book.map(0x1000, of(0x3000, 1)).is_reserved);
  ASSERT_NE(book.mapping_at(0x2fff), nullptr);
  EXPECT_EQ(book.mapping_at(0x2fff)->allocation.value, 1U);
  EXPECT_EQ(book.mapping_at(0x3000), nullptr);
  EXPECT_EQ(book.find(0xfff), nullptr);
  EXPECT_EQ(book.find_base(0x2000), nullptr);
  EXPECT_EQ(book.find_base(0x1000), book.find(0x2000));
}

TEST(AddressBook, MapInsideAReservationCutsWhatLayThere) {
  AddressBook book;
  AddressRange& range = book.add(0x1000, 0x9000, /*is_reserved=*/true);
  EXPECT_EQ(&book.map(0x1000, of(0x9000, 1)), &range);
  EXPECT_EQ(&book.map(0x3000, of(0x5000, 2)), &range);
  EXPECT_EQ(book.mapping_at(0x2000)->allocation.value, 1U);
  EXPECT_EQ(book.mapping_at(0x3000)->allocation.value, 2U);
  EXPECT_EQ(book.mapping_at(0x5000)->allocation.value, 1U);
  EXPECT_EQ(book.mapping_at(0x2000)->end, 0x3000U);
}

TEST(AddressBook, ReleaseFreesARangeThatWasNotReserved) {
  AddressBook book;
  AddressRange& range = book.map(0x1000, of(0x2000, 1));
  const std::uint64_t at[] = {0x1000};
  book.release({7}, at);
  EXPECT_EQ(range.state, State::kLive) << "another allocation";
  book.release({1}, at);
  EXPECT_EQ(range.state, State::kFreedWithAllocation);
  EXPECT_TRUE(book.mapping_at(0x1000)->is_released);
  EXPECT_EQ(range.history.size(), 1U);
}

TEST(AddressBook, ReleaseLeavesAReservation) {
  AddressBook book;
  AddressRange& range = book.add(0x1000, 0x9000, /*is_reserved=*/true);
  book.map(0x1000, of(0x2000, 1));
  const std::uint64_t at[] = {0x1000};
  book.release({1}, at);
  EXPECT_EQ(range.state, State::kLive);
  EXPECT_TRUE(book.mapping_at(0x1000)->is_released);
}

TEST(AddressBook, NewRangeTakesThePlaceOfFreedOnes) {
  AddressBook book;
  book.add(0x1000, 0x2000, false).state = State::kFreed;
  book.add(0x2000, 0x4000, false).state = State::kFreed;
  const AddressRange& made = book.map(0x1800, of(0x2800, 3));
  EXPECT_EQ(made.state, State::kLive);
  EXPECT_EQ(book.find(0x1000), nullptr);
  EXPECT_EQ(book.find(0x3000), nullptr);
  EXPECT_EQ(book.find(0x2000), &made);
}

TEST(AddressBook, OnlyTheKernelKnowsWhatIsUpdatedInAQueue) {
  AddressBook book;
  book.map(0x1000, of(0x2000, 1)).is_updated = true;
  EXPECT_EQ(book.mapping_at(0x1000), nullptr);
  EXPECT_NE(book.find(0x1000), nullptr);
}

}  // namespace
}  // namespace drydock::testing
