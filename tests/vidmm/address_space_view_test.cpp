// An address space as page tables see it: its parts, and what has changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "src/vidmm/address_space.h"
#include "src/vidmm/tenant.h"

namespace drydock::vidmm {

bool operator==(const AddressSpace::Extent& one, const AddressSpace::Extent& other) {
  return one.begin == other.begin && one.end == other.end;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kViewPage = AddressSpace::kPage;
constexpr std::uint64_t kPagesOfView = 32;

class AddressSpaceView : public ::testing::Test {
 protected:
  AddressSpaceView() {
    EXPECT_EQ(space.reserve({0, 0, 0, kPagesOfView * kViewPage}, {}, at),
              AddressSpace::Outcome::kDone);
    space.note_changes();
  }
  ~AddressSpaceView() override {
    for (Tenant& each : tenants) space.free_all(each, nullptr);
  }
  void map(std::uint64_t page, std::uint64_t pages, Tenant* tenant, std::uint64_t first = 0,
           UINT64 protection = 0) {
    std::uint64_t out = 0;
    const AddressSpace::Target target{nullptr, tenant, first * kViewPage, {}, protection, nullptr};
    ASSERT_EQ(space.map({at + page * kViewPage, 0, 0, pages * kViewPage}, target,
                        AddressSpace::Base::kFreeOrInside, out),
              AddressSpace::Outcome::kDone);
  }
  AddressSpace::Extent extent(std::uint64_t begin, std::uint64_t end) const {
    return {at + begin * kViewPage, at + end * kViewPage};
  }

  AddressSpace space{0x20'0000, 32};
  std::array<Tenant, 2> tenants;
  std::uint64_t at = 0;
};

TEST_F(AddressSpaceView, ChangesAreTakenOnceInOrderAndTogether) {
  map(8, 2, &tenants[0]);
  map(0, 4, &tenants[0]);
  map(2, 4, &tenants[1]);
  EXPECT_THAT(space.take_changes(), ElementsAre(extent(0, 6), extent(8, 10)));
  EXPECT_THAT(space.take_changes(), IsEmpty());
  EXPECT_TRUE(space.free_all(tenants[1], nullptr));
  EXPECT_THAT(space.take_changes(), ElementsAre(extent(2, 6)));
}

TEST_F(AddressSpaceView, ExtentsOfATenantAreWhereItIsMapped) {
  map(0, 8, &tenants[0]);
  map(3, 2, &tenants[1]);
  EXPECT_THAT(space.extents_of(tenants[0]), ElementsAre(extent(0, 3), extent(5, 8)));
  EXPECT_THAT(space.extents_of(tenants[1]), ElementsAre(extent(3, 5)));
  space.free_all(tenants[0], nullptr);
  EXPECT_THAT(space.extents_of(tenants[0]), IsEmpty());
}

TEST_F(AddressSpaceView, UniqueProtectionHoldsForItsBytes) {
  constexpr UINT64 kUnique = D3DGPU_UNIQUE_DRIVER_PROTECTION | 3;
  map(0, 2, &tenants[0], /*first=*/4, kUnique);
  std::uint64_t bytes = 16 * kViewPage;
  EXPECT_EQ(space.unique_protection(tenants[0], 0, bytes), 0U);
  EXPECT_EQ(bytes, 4 * kViewPage) << "up to where it begins";
  bytes = 16 * kViewPage;
  EXPECT_EQ(space.unique_protection(tenants[0], 5 * kViewPage, bytes), kUnique);
  EXPECT_EQ(bytes, kViewPage) << "up to its end";
  bytes = 16 * kViewPage;
  EXPECT_EQ(space.unique_protection(tenants[0], 6 * kViewPage, bytes), 0U);
  EXPECT_EQ(bytes, 16 * kViewPage);
  EXPECT_EQ(space.unique_protection(tenants[1], 0, bytes), 0U);
}

// Parts against a page-wise model, for any extent: in order, without overlap, offsets included.
RC_GTEST_FIXTURE_PROP(AddressSpaceView, PartsAreWhatPagesLeadTo, ()) {
  struct Page {
    std::size_t tenant;
    std::uint64_t number;
    bool operator==(const Page&) const = default;
  };
  std::array<std::optional<Page>, kPagesOfView> model;
  for (int step = 0; step < 10; ++step) {
    const auto first = *rc::gen::inRange<std::uint64_t>(0, kPagesOfView);
    const auto count = *rc::gen::inRange<std::uint64_t>(1, kPagesOfView - first + 1);
    const auto tenant = *rc::gen::inRange<std::size_t>(0, 3);
    const auto offset = *rc::gen::inRange<std::uint64_t>(0, 8);
    map(first, count, tenant == 2 ? nullptr : &tenants[tenant], offset);
    for (std::uint64_t i = 0; i < count; ++i)
      model[first + i] = tenant == 2 ? std::nullopt : std::optional(Page{tenant, offset + i});
  }
  const auto begin = *rc::gen::inRange<std::uint64_t>(0, kPagesOfView);
  const auto end = *rc::gen::inRange<std::uint64_t>(begin + 1, kPagesOfView + 1);
  std::array<std::optional<Page>, kPagesOfView> seen;
  std::uint64_t reached = extent(begin, end).begin;
  for (const AddressSpace::Mapping& part : space.parts(extent(begin, end))) {
    RC_ASSERT(part.begin >= reached);
    RC_ASSERT(part.begin < part.end && part.end <= extent(begin, end).end);
    reached = part.end;
    if (part.target.tenant == nullptr) continue;
    for (std::uint64_t address = part.begin; address < part.end; address += kViewPage)
      seen[(address - at) / kViewPage] =
          Page{static_cast<std::size_t>(part.target.tenant - tenants.data()),
               (part.target.offset + address - part.begin) / kViewPage};
  }
  for (std::uint64_t page = begin; page < end; ++page) RC_ASSERT(seen[page] == model[page]);
}

}  // namespace
}  // namespace drydock::vidmm
