// Resources after each call: created, resolved, flushed, and of one kind.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(ResourceRules, U082FailedCreateThatLeavesAnAllocationIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_KEEP);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), E_OUTOFMEMORY);
  EXPECT_EQ(scene.count("U-082"), 1U) << scene.stand.findings_text();
}

// The driver hands out parts of allocations of the device.
TEST(ResourceRules, U082AllocationReusedForTheNextResourceIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_POOL);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), E_OUTOFMEMORY);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.count("U-082"), 0U) << scene.stand.findings_text();
}

TEST(ResourceRules, U082FailedCreateThatUndoesIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_UNDO);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), E_OUTOFMEMORY);
  EXPECT_EQ(scene.living(), 1U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U101OtherAllocationsForTheSameKindAreFound) {
  Scene scene;
  scene.begin(shared_textures(2)).stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_EXTRA);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(shared_textures(2), second), S_OK);
  EXPECT_EQ(scene.count("U-101"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U101SameAllocationsForTheSameKindAreSilent) {
  Scene scene;
  scene.begin(shared_textures(2));
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(shared_textures(2), second), S_OK);
  EXPECT_EQ(scene.device->create_resource(shared_textures(3), second), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U121ResolveThatKeepsItsBatchIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_RESOLVE, DEED_NO_SUBMIT);
  EXPECT_EQ(scene.device->resolve(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-121"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U125FlushThatKeepsItsBatchIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_FLUSH, DEED_NO_SUBMIT);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.count("U-125"), 1U) << scene.stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
