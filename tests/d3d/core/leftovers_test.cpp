// What a driver leaves when its device goes.
#include <gtest/gtest.h>

#include "tests/d3d/d3d9/planned.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(DeviceRules, U153ContextThatIsLeftIsFound) {
  EXPECT_EQ(found("U-153", PLACE_DESTROY_DEVICE, DEED_KEEP_CONTEXT), 1U);
  EXPECT_EQ(found("U-153", PLACE_CREATE_DEVICE, DEED_FAIL_AND_KEEP), 1U);
}

TEST(DeviceRules, U178LockThatIsLeftIsFound) {
  EXPECT_EQ(found("U-178", PLACE_DESTROY_DEVICE, DEED_KEEP_LOCK), 1U);
}

TEST(DeviceRules, U220AllocationThatIsLeftIsFound) {
  EXPECT_EQ(found("U-220", PLACE_DESTROY_DEVICE, DEED_KEEP_SCRATCH), 1U);
}

TEST(DeviceRules, U298SynchronizationObjectThatIsLeftIsFound) {
  EXPECT_EQ(found("U-298", PLACE_DESTROY_DEVICE, DEED_KEEP_SYNC), 1U);
}

TEST(ResourceRules, U005NeverReleasedIsFoundWhenTheDeviceGoes) {
  Scene scene;
  scene.begin(textures(3)).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_NO_RELEASE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  scene.device->flush();
  scene.device->flush();
  EXPECT_EQ(scene.count("U-208"), 0U);
  EXPECT_EQ(scene.count("U-005"), 0U);
  scene.end();
  EXPECT_EQ(scene.count("U-005"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U115SharedNeverReleasedIsFound) {
  Scene scene;
  scene.begin(shared_textures()).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_NO_RELEASE);
  scene.end();
  EXPECT_EQ(scene.count("U-115"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U195AndU196ListWithoutTheResourceIsFound) {
  Scene scene;
  scene.begin(textures(2)).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_LIST_RELEASE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-196"), 0U);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.count("U-196"), 1U);
  EXPECT_EQ(scene.count("U-195"), 0U);
  scene.end();
  EXPECT_EQ(scene.count("U-195"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U195ListAndThenTheResourceIsSilent) {
  Scene scene;
  scene.begin(textures(2)).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_TWO_RELEASES);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
