// Devices: the kernel's first, and nothing but cleanup after a removal.
#include <gtest/gtest.h>

#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(UserModeDevice, LivesAndGoes) {
  Scene scene;
  scene.begin(textures(3));
  EXPECT_NE(scene.device->driver_handle().value, nullptr);
  EXPECT_EQ(scene.stand.kernel_allocations(), 3);
  EXPECT_EQ(scene.device->present(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->presents(), 1U);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->destroy(), S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  scene.device.reset();
  scene.stand.close_adapter();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U043KernelsDeviceComesFirst) {
  Stand stand;
  ASSERT_EQ(stand.open(), S_OK);
  stand.plan_deed(PLACE_CREATE_DEVICE, DEED_RETURN_AFTER, E_FAIL);
  stand.dock().surprise(stand.kernel_adapter());
  std::shared_ptr<d3d::Device9> device;
  EXPECT_EQ(stand.try_device(device), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.plan().Times, 0U);
}

TEST(RuntimePromises, U246AfterRemovalOnlyCleanupComes) {
  Scene scene;
  scene.begin();
  scene.stand.dock().surprise(scene.stand.kernel_adapter());
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), D3DDDIERR_DEVICEREMOVED);
  scene.stand.plan() = {};
  EXPECT_EQ(scene.device->flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), D3DDDIERR_DEVICEREMOVED);
  scene.device->destroy_resource(*scene.resource);
  const PLAN& seen = scene.stand.plan();
  EXPECT_EQ(seen.Flushes + seen.Locks, 0U);
  EXPECT_EQ(seen.Destroys, 1U);
}

}  // namespace
}  // namespace drydock::testing
