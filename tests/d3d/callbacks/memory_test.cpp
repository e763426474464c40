// Allocations of a driver: for which resource, how large, with which data.
#include <gtest/gtest.h>

#include "tests/d3d/callbacks/creating.h"
#include "tests/d3d/callbacks/mistaken.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(CallbackRules, U086NumberInsteadOfAResourceIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, MISTAKE_NO_HANDLE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-086"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U087AllocationThatIsNotAttachedIsFound) {
  Scene scene;
  EXPECT_EQ(create(scene, DEED_UNATTACHED, textures()), S_OK);
  EXPECT_EQ(scene.count("U-087"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U088SharedAllocationThatIsNotAttachedIsFound) {
  Scene scene;
  EXPECT_EQ(create(scene, DEED_UNATTACHED, shared_textures()), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-088"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U089SharedResourceInTwoCallsIsFound) {
  Scene scene;
  EXPECT_EQ(create(scene, DEED_SPLIT, shared_textures(2)), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-089"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U089UnsharedResourceInTwoCallsIsSilent) {
  Scene scene;
  EXPECT_EQ(create(scene, DEED_SPLIT, textures(2)), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CallbackRules, U091MemoryOfNoSurfaceIsFound) {
  const int somewhere = 0;
  Scene scene;
  EXPECT_EQ(create(scene, DEED_FIELDS, textures(), 0, &somewhere), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-091"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U094AddressInPrivateDataIsFound) {
  Scene scene;
  EXPECT_EQ(create(scene, DEED_POINTER, textures()), S_OK);
  EXPECT_EQ(scene.count("U-094"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U095SourceOfWhatIsNoPrimaryIsFound) {
  Scene scene;
  EXPECT_EQ(create(scene, DEED_FIELDS, textures(), 0x300), S_OK);
  EXPECT_EQ(scene.count("U-095"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U096FlagsThatCannotBeAreFound) {
  for (const ULONG flags : {0x2U, 0x80U}) {
    Scene scene;
    EXPECT_EQ(create(scene, DEED_FIELDS, textures(), flags), E_INVALIDARG);
    EXPECT_EQ(scene.count("U-096"), 1U) << scene.stand.findings_text();
  }
}

TEST(CallbackRules, U116AllocationThatIsAddedToASharedResourceIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, MISTAKE_RESOURCE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-116"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U233InvalidArgumentThatIsHiddenIsFound) {
  expect_found({"U-233", CALLBACK_ALLOCATE, MISTAKE_NO_STRUCT, 0, E_INVALIDARG});
}

}  // namespace
}  // namespace drydock::testing
