// Drivers that make no mistakes with resources, in ways that differ.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/sim/faults.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

// The driver probes without waiting, and keeps what the application writes until the GPU is done.
TEST(ProperDriver, ServesDiscardFromItsOwnMemory) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  scene.stand.plan_deed(PLACE_LOCK, DEED_OWN_MEMORY);
  D3DDDI_LOCKFLAGS flags{};
  flags.Discard = 1;
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, flags, locked), S_OK);
  EXPECT_NE(locked.data, nullptr);
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// The memory of its own is not there: that failure is not the callback's.
TEST(ProperDriver, HasNoMemoryToServeDiscardFrom) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  scene.stand.plan_deed(PLACE_LOCK, DEED_OWN_MEMORY, E_OUTOFMEMORY);
  D3DDDI_LOCKFLAGS flags{};
  flags.Discard = 1;
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, flags, locked), E_OUTOFMEMORY);
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// A shadow of the resource in memory of the driver's own, which it never locks.
TEST(ProperDriver, ServesLocksFromAShadow) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_LOCK, DEED_NO_LOCK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ProperDriver, BatchesLocksAndDestroys) {
  Scene scene;
  scene.begin(textures(3));
  for (UINT i = 0; i < 3; ++i) {
    EXPECT_EQ(scene.device->color_fill(*scene.resource, i, 0x01010101 * i), S_OK);
    d3d::LockedSurface locked;
    ASSERT_EQ(scene.device->lock(*scene.resource, i, {}, locked), S_OK);
    EXPECT_EQ(*static_cast<UINT*>(locked.data), 0x01010101 * i);
  }
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 5), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 6), S_OK);
  EXPECT_EQ(scene.device->present(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 7), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);  // batched, and two are locked
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ProperDriver, DefersUntilTheNextFlush) {
  for (const bool is_shared : {false, true}) {
    Scene scene;
    scene.begin(is_shared ? shared_textures(2) : textures(2));
    scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_DEFER);
    EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
    EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
    EXPECT_EQ(scene.living(), 2U);
    EXPECT_EQ(scene.device->flush(), S_OK);
    EXPECT_EQ(scene.living(), 0U);
    d3d::Resource* second = nullptr;
    EXPECT_EQ(scene.device->create_resource(textures(), second), S_OK);
    scene.end();  // the second is deferred to the end
    EXPECT_EQ(scene.stand.findings_text(), "");
  }
}

// In Direct3D 9 a driver releases when it likes, until the device goes.
TEST(ProperDriver, DefersPastAFlush) {
  for (const bool is_shared : {false, true}) {
    Scene scene;
    scene.begin(is_shared ? shared_textures(2) : textures(2));
    scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_DEFER_FOREVER);
    EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
    EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(scene.device->flush(), S_OK);
    EXPECT_EQ(scene.living(), 2U);
    scene.stand.plan() = {};
    EXPECT_EQ(scene.device->flush(), S_OK);
    EXPECT_EQ(scene.living(), 0U);
    scene.end();
    EXPECT_EQ(scene.stand.findings_text(), "");
  }
}

TEST(ProperDriver, SharesAndOpens) {
  Scene scene;
  scene.begin(shared_textures(2));
  const auto other = scene.stand.new_device();
  d3d::Resource* opened = nullptr;
  ASSERT_EQ(other->open_resource(scene.resource->global, opened), S_OK)
      << scene.stand.findings_text();
  EXPECT_EQ(opened->surfaces.size(), 2U);
  EXPECT_EQ(other->color_fill(*opened, 1, 7), S_OK);
  EXPECT_EQ(other->resolve(*opened), S_OK);
  EXPECT_EQ(other->destroy_resource(*opened), S_OK);
  EXPECT_EQ(scene.living(), 2U);
  other->destroy();
  d3d::LockedSurface locked;
  ASSERT_EQ(scene.device->lock(*scene.resource, 1, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 1), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
