// The parts of a tenant: its place by stages, its owner, and the visibility of its memory.
#include "src/vidmm/tenant.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace drydock::vidmm {
namespace {

constexpr std::uint64_t kPageOfTenant = SegmentSpace::kPage;

HANDLE handle(std::uintptr_t value) { return reinterpret_cast<HANDLE>(value); }

TEST(Place, GoesThroughItsStages) {
  SegmentSpace space(4 * kPageOfTenant);
  SegmentSpace::Range& range = *space.allocate(2 * kPageOfTenant);
  Place place;
  EXPECT_FALSE(place.is_resident());
  EXPECT_EQ(place.segment(), 0U);
  place.take(/*segment=*/2, range, /*address=*/0x1000);
  EXPECT_TRUE(place.is_resident());
  EXPECT_FALSE(place.is_settled());
  EXPECT_EQ(place.segment(), 2U);
  EXPECT_EQ(place.range(), &range);
  place.settle();
  EXPECT_TRUE(place.is_settled());
  place.begin_leave();
  EXPECT_FALSE(place.is_settled());
  EXPECT_TRUE(place.is_resident());
  place.is_captured = place.is_reported_resident = true;
  place.leave();
  EXPECT_EQ(place.stage(), Place::Stage::kOut);
  EXPECT_EQ(place.address(), 0U);
  EXPECT_FALSE(place.is_captured);
  EXPECT_FALSE(place.is_reported_resident);
  space.free(range);
}

TEST(Place, StaysWhilePinnedOrCaptured) {
  Place place;
  EXPECT_TRUE(place.may_leave());
  place.pins = 1;
  EXPECT_FALSE(place.may_leave());
  place.pins = 0;
  place.is_captured = true;
  EXPECT_FALSE(place.may_leave());
}

TEST(Tenant, IsAdoptedByTheNextDeviceOnlyWhenItsOwnIsGone) {
  Tenant tenant;
  tenant.set_device(handle(1));
  tenant.adopt(handle(2));
  EXPECT_EQ(tenant.device(), handle(1));
  tenant.orphan();
  EXPECT_EQ(tenant.device(), nullptr);
  tenant.adopt(handle(2));
  tenant.adopt(handle(3));
  EXPECT_EQ(tenant.device(), handle(2));
}

TEST(Tenant, OfAPrimaryHasNoDeviceAndGetsNone) {
  Tenant tenant;
  tenant.adopt(handle(2));
  EXPECT_EQ(tenant.device(), nullptr);
}

TEST(Tenant, IsInReachOfAnyThreadThatHasItsAddress) {
  Tenant tenant;
  tenant.driver = handle(1);
  EXPECT_TRUE(tenant.is_out_of_cpus_reach());
  tenant.cpu.locks = 1;
  EXPECT_FALSE(tenant.is_out_of_cpus_reach());
  tenant.cpu.locks = 0;
  std::byte memory{};
  tenant.backing.use_client_memory(&memory);
  EXPECT_FALSE(tenant.is_out_of_cpus_reach());
  Tenant visible;
  visible.driver = handle(1);
  visible.describe({.size = kPageOfTenant, .shows_address = true});
  EXPECT_FALSE(visible.is_out_of_cpus_reach());
  Tenant bytes;  // nobody's object
  EXPECT_FALSE(bytes.is_out_of_cpus_reach());
}

}  // namespace
}  // namespace drydock::vidmm
