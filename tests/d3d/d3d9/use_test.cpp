// Resources in use: locks, flushes and presents.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/sim/faults.h"
#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

TEST(ResourceRules, U076HintNotLockableThatIsObeyedIsFound) {
  d3d::ResourceSpec spec = textures();
  spec.flags.NotLockable = 1;
  Scene scene;
  scene.begin(spec).stand.plan_deed(PLACE_LOCK, DEED_RETURN, E_FAIL);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), E_FAIL);
  EXPECT_EQ(scene.count("U-076"), 1U);
  EXPECT_EQ(scene.count("U-155"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U076HintNotLockableThatIsIgnoredIsSilent) {
  d3d::ResourceSpec spec = textures();
  spec.flags.NotLockable = 1;
  Scene scene;
  scene.begin(spec);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U123UnlistedResultOfFlushIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_FLUSH, DEED_RETURN, E_FAIL);
  EXPECT_EQ(scene.device->flush(), E_FAIL);
  EXPECT_EQ(scene.count("U-123"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U128AndU157LockWithoutSubmissionIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_LOCK, DEED_NO_SUBMIT);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.count("U-128"), 1U);
  EXPECT_EQ(scene.count("U-157"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U144PresentBeforeTheBatchIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_FLUSH, DEED_NO_SUBMIT);
  EXPECT_EQ(scene.device->present(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-144"), 1U) << scene.stand.findings_text();
}

// The runtime leaves the submission to a driver whose application has the whole screen.
TEST(ResourceRules, U144FullScreenPresentBeforeTheBatchIsFound) {
  Scene scene({.is_full_screen = true});
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->present(*scene.resource), S_OK);
  EXPECT_EQ(scene.stand.plan().Flushes, 0U);
  EXPECT_EQ(scene.count("U-144"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U144FullScreenPresentOfNothingIsSilent) {
  Scene scene({.is_full_screen = true});
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.device->present(*scene.resource), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U155StillDrawingWithoutDoNotWaitIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_LOCK, DEED_RETURN, D3DDDIERR_WASSTILLDRAWING);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), D3DDDIERR_WASSTILLDRAWING);
  EXPECT_EQ(scene.count("U-155"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U155StillDrawingWithDoNotWaitIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_LOCK, DEED_RETURN, D3DDDIERR_WASSTILLDRAWING);
  d3d::LockedSurface locked;
  D3DDDI_LOCKFLAGS flags{};
  flags.DoNotWait = 1;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, flags, locked), D3DDDIERR_WASSTILLDRAWING);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U156AddressWithoutALockIsFound) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.stand.plan_deed(PLACE_LOCK, DEED_NO_LOCK);
  d3d::LockedSurface again;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, again), S_OK);
  EXPECT_EQ(again.data, locked.data);
  EXPECT_EQ(scene.count("U-156"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U160SecondLockThatFailsIsFound) {
  Scene scene;
  scene.begin(textures(2));
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  scene.stand.plan_deed(PLACE_LOCK, DEED_RETURN, E_OUTOFMEMORY);
  EXPECT_EQ(scene.device->lock(*scene.resource, 1, {}, locked), E_OUTOFMEMORY);
  EXPECT_EQ(scene.count("U-160"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U161UnlockThatFailsIsFound) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  scene.stand.plan_deed(PLACE_UNLOCK, DEED_RETURN, E_INVALIDARG);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-161"), 1U) << scene.stand.findings_text();
}

D3DDDI_LOCKFLAGS discard() {
  D3DDDI_LOCKFLAGS flags{};
  flags.Discard = 1;
  return flags;
}

TEST(ResourceRules, U177DiscardThatIsNotTriedAgainIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_LOCK, DEED_NO_RETRY);
  d3d::LockedSurface locked;
  const sim::FaultInjection injection({.nth = 0});
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, discard(), locked), E_OUTOFMEMORY);
  EXPECT_EQ(scene.count("U-177"), 1U) << scene.stand.findings_text();
}

// The driver asked for no other instance, so that there is nothing to try again.
TEST(ResourceRules, U177DiscardThatIsLockedOtherwiseIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_LOCK, DEED_PLAIN_LOCK);
  d3d::LockedSurface locked;
  {
    const sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(scene.device->lock(*scene.resource, 0, discard(), locked), E_OUTOFMEMORY);
  }
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U177FalsePromiseIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_LOCK, DEED_FALSE_PROMISE);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, discard(), locked), S_OK);
  EXPECT_EQ(scene.count("U-177"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U177DiscardThatIsTriedAgainIsSilent) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  {
    const sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(scene.device->lock(*scene.resource, 0, discard(), locked), S_OK);
    EXPECT_EQ(injection.failed(), 1U);
  }
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(SubmissionRules, U103LockThatDoesNotWaitForItsOwnWorkIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  scene.stand.plan_deed(PLACE_LOCK, DEED_IMPATIENT);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), D3DDDIERR_WASSTILLDRAWING);
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  EXPECT_EQ(scene.count("U-103"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U119SharedResourceThatTheDriverRenamesIsFound) {
  Scene scene;
  scene.begin(shared_textures()).stand.plan_deed(PLACE_LOCK, DEED_RENAME);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.count("U-119"), 0U) << scene.stand.findings_text();
  // The resource uses the other allocation from now on.
  scene.stand.plan_mistake(PLACE_FLUSH, CALLBACK_RENDER, MISTAKE_LIST,
                           scene.resource->of9().substitute.value);
  scene.device->flush();
  EXPECT_EQ(scene.count("U-119"), 1U) << scene.stand.findings_text();
}

// Shown elsewhere, and copied by a batch that names both.
TEST(ResourceRules, U119CopyOfASharedResourceForTheApplicationIsSilent) {
  Scene scene;
  scene.begin(shared_textures()).stand.plan_deed(PLACE_LOCK, DEED_RENAME);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_TRUE(scene.resource->of9().substitute);
  scene.stand.plan_deed(PLACE_UNLOCK, DEED_RENAME);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.stand.plan() = {};
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_FALSE(scene.resource->of9().substitute);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U119SharedResourceThatIsDiscardedKeepsItsAllocation) {
  Scene scene({.renaming = d3d::Renaming::kAlways});
  scene.begin(shared_textures());
  D3DDDI_LOCKFLAGS flags{};
  flags.Discard = 1;
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, flags, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  EXPECT_EQ(scene.device->objects.allocations.begin()->second->newest, 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// Unlocks while the first allocation that Unlock asks for is refused.
void unlock_without_memory(Scene& scene, DEED deed) {
  scene.begin();
  d3d::LockedSurface locked;
  ASSERT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  scene.stand.plan_mistake(PLACE_UNLOCK, CALLBACK_ALLOCATE, MISTAKE_RESOURCE);
  scene.stand.plan().Deed = deed;
  const sim::FaultInjection injection({.nth = 0, .only = sim::FaultKind::kObject});
  scene.device->unlock(*scene.resource, 0);
  EXPECT_EQ(injection.failed(), 1U);
}

TEST(SubmissionRules, U231UnlockThatFailsForWantOfMemoryIsFound) {
  Scene scene;
  unlock_without_memory(scene, DEED_CALL_AND_END);
  EXPECT_EQ(scene.count("U-231"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U231UnlockThatGoesOnWithoutMemoryIsSilent) {
  Scene scene;
  unlock_without_memory(scene, DEED_CALLBACK);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
