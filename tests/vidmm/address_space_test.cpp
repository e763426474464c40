// The addresses of a process: ranges, and what they lead to.
#include "src/vidmm/address_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/vidmm/free_ranges.h"
#include "src/vidmm/tenant.h"

namespace drydock::vidmm {
namespace {

using Outcome = AddressSpace::Outcome;
using Target = AddressSpace::Target;

constexpr std::uint64_t kPage = AddressSpace::kPage;
constexpr std::uint64_t kBlock = FreeRanges::kBlock;
constexpr std::uint64_t kBegin = 0x20'0000;
constexpr UINT kBits = 32;

class Addresses : public ::testing::Test {
 protected:
  Target to(Tenant& tenant, std::uint64_t page = 0, UINT64 protection = 0) const {
    return {&tenant, &tenant, page * kPage, {}, protection};
  }
  std::uint64_t reserve(std::uint64_t bytes, std::uint64_t base = 0) {
    std::uint64_t at = 0;
    EXPECT_EQ(space.reserve({base, 0, 0, bytes}, {}, at), Outcome::kDone);
    return at;
  }
  Outcome map(std::uint64_t base, std::uint64_t pages, const Target& target) {
    std::uint64_t at = 0;
    return space.map({base, 0, 0, pages * kPage}, target, AddressSpace::Base::kFreeOrInside, at);
  }
  Outcome update(const std::vector<AddressSpace::Change>& changes) {
    AddressSpace::Reservations named;
    const Outcome outcome = space.check(changes, named);
    return outcome == Outcome::kDone ? space.update(changes, named) : outcome;
  }
  // The page of `one` that an address leads to; -1 when it is none.
  int page_at(std::uint64_t address) const {
    const auto found = space.mapping_at(address);
    if (!found || found->target.tenant != &one) return -1;
    return static_cast<int>((found->target.offset + address - found->begin) / kPage);
  }

  AddressSpace space{kBegin, kBits};
  Tenant one, two;
};

TEST_F(Addresses, TheFirstEntryOfTheRootIsNeverReserved) {
  EXPECT_EQ(reserve(kBlock), kBegin);
  std::uint64_t at = 0;
  EXPECT_EQ(space.reserve({kBegin - kBlock, 0, 0, kBlock}, {}, at), Outcome::kTaken);
}

TEST_F(Addresses, MappingsInsideAReservationCutEachOther) {
  const std::uint64_t at = reserve(kBlock);
  EXPECT_EQ(map(at, 8, to(one)), Outcome::kDone);
  EXPECT_EQ(map(at + 2 * kPage, 3, to(two)), Outcome::kDone);
  EXPECT_EQ(page_at(at + kPage), 1);
  EXPECT_EQ(page_at(at + 2 * kPage), -1);
  EXPECT_EQ(page_at(at + 5 * kPage), 5);
  EXPECT_TRUE(space.is_mapped({at, at + 8 * kPage}));
  EXPECT_FALSE(space.is_mapped({at, at + 9 * kPage}));
  EXPECT_TRUE(space.free_all(two, &two));
  EXPECT_FALSE(space.is_mapped({at, at + 8 * kPage}));
  EXPECT_EQ(page_at(at + 7 * kPage), 7);
  EXPECT_FALSE(space.free_all(two, &two));
}

TEST_F(Addresses, K228WhatAMapCallGotGoesWithItsLastMapping) {
  std::uint64_t at = 0;
  ASSERT_EQ(space.map({0, 0, 0, 4 * kPage}, to(one), AddressSpace::Base::kFree, at),
            Outcome::kDone);
  ASSERT_EQ(map(at, 2, to(two)), Outcome::kDone) << "a part of it leads elsewhere";
  EXPECT_TRUE(space.free_all(one, &one));
  EXPECT_FALSE(space.free(at, 2 * kPage)) << "no range of its own";
  EXPECT_TRUE(space.free_all(two, &two));
  EXPECT_FALSE(space.free(at, 4 * kPage)) << "it went with the last";
  std::uint64_t again = 0;
  ASSERT_EQ(space.map({at, 0, 0, 4 * kPage}, to(one), AddressSpace::Base::kFree, again),
            Outcome::kDone);
  const std::uint64_t reserved = reserve(kBlock);
  ASSERT_EQ(map(reserved, 1, to(one)), Outcome::kDone);
  EXPECT_TRUE(space.free_all(one, &one));
  EXPECT_TRUE(space.free(reserved, kBlock)) << "a reservation stays";
}

TEST_F(Addresses, K310UpdatesAreAllOrNothing) {
  const std::uint64_t at = reserve(2 * kBlock);
  const std::uint64_t other = reserve(kBlock);
  using Change = AddressSpace::Change;
  const Change good{.to = {at, at + 4 * kPage}, .target = to(one), .repeat = 2 * kPage};
  const Change elsewhere{.to = {other, other + kPage}, .target = to(one)};
  EXPECT_EQ(update({good, elsewhere}), Outcome::kNotReserved);
  EXPECT_EQ(page_at(at), -1);
  // Twice the same two pages; then shifted over themselves; then somewhere else.
  const Change shifted{.to = {at + kPage, at + 5 * kPage}, .copied_from = at};
  ASSERT_EQ(update({good, shifted}), Outcome::kDone);
  for (const auto& [page, expected] :
       std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {2, 1}, {3, 0}, {4, 1}, {5, -1}})
    EXPECT_EQ(page_at(at + static_cast<std::uint64_t>(page) * kPage), expected) << page;
  const Change copied{.to = {other, other + 2 * kPage}, .copied_from = at};
  const Change from_other{.to = {other, other + 2 * kPage}, .copied_from = other + kPage};
  EXPECT_EQ(update({copied, from_other}), Outcome::kNotReserved) << "two sources";
  EXPECT_EQ(update({copied}), Outcome::kDone);
  EXPECT_EQ(page_at(other + kPage), 0);
  const Change wrapped{.to = {other, other + kPage}, .copied_from = ~std::uint64_t{0} - kPage + 1};
  EXPECT_EQ(update({wrapped}), Outcome::kNotReserved);
}

TEST_F(Addresses, K306AUniqueProtectionIsTheOnlyOne) {
  constexpr UINT64 kUnique = D3DGPU_UNIQUE_DRIVER_PROTECTION | 1;
  const std::uint64_t at = reserve(kBlock);
  ASSERT_EQ(map(at, 2, to(one, 0, 5)), Outcome::kDone);
  ASSERT_EQ(map(at + 2 * kPage, 2, to(one, 0, kUnique)), Outcome::kDone) << "5 is not unique";
  EXPECT_EQ(map(at + 4 * kPage, 1, to(one, 1, 5)), Outcome::kProtected);
  EXPECT_EQ(map(at + 4 * kPage, 1, to(one, 1, kUnique)), Outcome::kDone);
  EXPECT_EQ(map(at + 5 * kPage, 1, to(one, 2, 5)), Outcome::kDone) << "other pages";
  ASSERT_EQ(map(at + 2 * kPage, 3, {}), Outcome::kDone) << "mapped to nothing";
  EXPECT_EQ(map(at + 4 * kPage, 1, to(one, 1, 5)), Outcome::kDone);
}

}  // namespace
}  // namespace drydock::vidmm
