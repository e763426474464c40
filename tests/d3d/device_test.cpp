// Loading, the adapter, the device, and what they are held to.
#include <gtest/gtest.h>

#include "src/d3d/result.h"
#include "tests/d3d/stand.h"

namespace drydock::testing {
namespace {

TEST(UserModeDevice, LivesAndGoes) {
  Stand stand;
  {
    const auto device = stand.new_device();
    EXPECT_NE(device->driver_handle().value, nullptr);
    d3d::Resource* resource = nullptr;
    ASSERT_EQ(device->create_resource(textures(3), resource), S_OK) << stand.told();
    EXPECT_EQ(stand.kernel_allocations(), 3);
    EXPECT_EQ(device->color_fill(*resource, 1, 0x11223344), S_OK);
    d3d::LockedSurface locked;
    ASSERT_EQ(device->lock(*resource, 1, {}, locked), S_OK);
    EXPECT_EQ(*static_cast<std::uint32_t*>(locked.data), 0x11223344U);
    EXPECT_EQ(device->unlock(*resource, 1), S_OK);
    EXPECT_EQ(device->flush(), S_OK);
    EXPECT_EQ(device->present(*resource), S_OK);
    EXPECT_EQ(device->presents(), 1U);
    EXPECT_EQ(device->destroy_resource(*resource), S_OK);
    EXPECT_EQ(device->destroy(), S_OK);
    EXPECT_EQ(stand.kernel_allocations(), 0);
  }
  stand.close_adapter();
  EXPECT_EQ(stand.told(), "");
}

}  // namespace
}  // namespace drydock::testing
