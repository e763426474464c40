// What every mapping of GPU virtual addresses must pass.
#include "src/dxgk/adapter/address_check.h"

#include <gtest/gtest.h>

#include "src/vidmm/tenant.h"

namespace drydock::dxgk {
namespace {

constexpr std::uint64_t kPage = AddressSpace::kPage;
using Protection = D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE;

AddressSpace::Place place(std::uint64_t base, std::uint64_t minimum, std::uint64_t maximum,
                          std::uint64_t bytes) {
  AddressSpace::Place out{};
  out.base = base;
  out.minimum = minimum;
  out.maximum = maximum;
  out.bytes = bytes;
  return out;
}

TEST(AddressCheck, K299EveryGivenAddressBeginsAPage) {
  EXPECT_TRUE(is_placed_by_pages(place(0, 0, 0, kPage)));
  EXPECT_TRUE(is_placed_by_pages(place(0, kPage, 8 * kPage, 2 * kPage)));
  EXPECT_FALSE(is_placed_by_pages(place(1, 0, 0, kPage)));
  EXPECT_FALSE(is_placed_by_pages(place(0, 1, 0, kPage)));
  EXPECT_FALSE(is_placed_by_pages(place(0, 0, kPage - 1, kPage)));
  EXPECT_FALSE(is_placed_by_pages(place(kPage, 0, 0, kPage + 1)));
  EXPECT_FALSE(is_placed_by_pages(place(kPage, 0, 0, 0))) << "nothing is no range";
}

TEST(AddressCheck, K305LimitsAreIgnoredWithABase) {
  EXPECT_TRUE(is_placed_by_pages(place(kPage, 1, 3, kPage)));
  EXPECT_TRUE(are_multiples(16 * kPage, place(16 * kPage, 1, 3, 16 * kPage)));
  EXPECT_FALSE(are_multiples(16 * kPage, place(kPage, 0, 0, 16 * kPage)));
}

TEST(AddressCheck, K301PagesAreTheTenants) {
  vidmm::Tenant tenant;
  tenant.describe({.size = 4 * kPage});
  EXPECT_TRUE(are_pages_of(tenant, 0, 4));
  EXPECT_TRUE(are_pages_of(tenant, 3, 1));
  EXPECT_FALSE(are_pages_of(tenant, 4, 1));
  EXPECT_FALSE(are_pages_of(tenant, 0, 5));
  EXPECT_FALSE(are_pages_of(tenant, 2, 3));
  EXPECT_FALSE(are_pages_of(tenant, 0, 0));
  EXPECT_FALSE(are_pages_of(tenant, ~0ULL, 2)) << "their sum is small";
  EXPECT_FALSE(are_pages_of(tenant, 1, ~0ULL));
}

TEST(AddressCheck, K300ProtectionsAreOfMemoryOrOfNothing) {
  Protection none{}, write{}, execute{}, zero{}, no_access{}, both{};
  write.Write = 1;
  execute.Execute = 1;
  zero.Zero = 1;
  no_access.NoAccess = 1;
  both.Value = zero.Value | no_access.Value;
  for (const Protection each : {none, write, execute}) {
    EXPECT_TRUE(is_for_memory(each));
    EXPECT_FALSE(is_for_nothing(each));
  }
  for (const Protection each : {zero, no_access}) {
    EXPECT_FALSE(is_for_memory(each));
    EXPECT_TRUE(is_for_nothing(each));
  }
  EXPECT_FALSE(is_for_nothing(both));
  both.Value = write.Value | zero.Value;
  EXPECT_FALSE(is_for_memory(both));
  EXPECT_FALSE(is_for_nothing(both));
}

}  // namespace
}  // namespace drydock::dxgk
