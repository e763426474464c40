// Releases: by name, by list, at once and later.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/sim/schedule.h"
#include "tests/d3d/callbacks/flags.h"
#include "tests/d3d/callbacks/mistaken.h"
#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

TEST(CallbackRules, U026HandleOfNoAllocationIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NO_HANDLE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-026"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U192NeitherResourceNorListIsFound) {
  expect_found({"U-192", CALLBACK_DEALLOCATE, MISTAKE_NONE, 0, E_INVALIDARG});
}

TEST(CallbackRules, U192ListOfTwoResourcesIsFound) {
  Scene scene;
  scene.begin();
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(), second), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_MIX), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-192"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U194OtherNamesInAReleaseAreFound) {
  expect_found({"U-194", CALLBACK_DEALLOCATE, MISTAKE_DRIVER_HANDLE, 0, E_INVALIDARG});
  expect_found({"U-194", CALLBACK_DEALLOCATE, MISTAKE_KERNEL_HANDLE, 0, E_INVALIDARG});
}

TEST(CallbackRules, U199SecondReleaseIsFound) {
  expect_found({"U-199", CALLBACK_DEALLOCATE, MISTAKE_TWICE, 0, E_INVALIDARG});
}

TEST(CallbackRules, U205FlagsThatAreTheSystemsAreFound) {
  expect_found(
      {"U-205", CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, destroy_flag::kSystemUse, E_INVALIDARG});
  expect_found(
      {"U-205", CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, destroy_flag::kReserved, E_INVALIDARG});
}

TEST(CallbackRules, U200FailedReleaseThatIsHiddenIsFound) {
  Scene scene;
  scene.begin().stand.plan_mistake(PLACE_DESTROY_RESOURCE, CALLBACK_DEALLOCATE,
                                   MISTAKE_DRIVER_HANDLE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-200"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U203AssumedNotInUseAndUsedIsFound) {
  const sim::SeededSchedule schedule(1);
  Scene scene;
  scene.begin();
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  fill_and_flush(scene);
  scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, destroy_flag::kNotInUse);
  EXPECT_EQ(scene.count("U-203"), 1U) << scene.stand.findings_text();
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  // The driver lives, and its next mistake is seen.
  scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, destroy_flag::kNotInUse);
  EXPECT_EQ(scene.count("U-199"), 1U) << scene.stand.findings_text();
  EXPECT_TRUE(scene.stand.driver().alive());
}

TEST(SubmissionRules, U203AssumedNotInUseAndIdleIsSilent) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, destroy_flag::kNotInUse), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U204SynchronousReleaseReturnsWhenTheMemoryIsBack) {
  Scene scene;
  scene.begin(textures(2));
  fill_and_flush(scene);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, destroy_flag::kSynchronous),
            S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// A list names allocations; the resource is an object of its own.
TEST(RuntimePromises, U015ListReleasesAllocationsAndTheResourceFormBoth) {
  Scene scene;
  scene.begin(textures(2)).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_LIST_RELEASE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  EXPECT_EQ(scene.stand.kernel_resources(), 1);
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_TWO_RELEASES);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(2), second), S_OK);
  EXPECT_EQ(scene.stand.kernel_resources(), 2);
  EXPECT_EQ(scene.device->destroy_resource(*second), S_OK);
  EXPECT_EQ(scene.stand.kernel_resources(), 1);
}

}  // namespace
}  // namespace drydock::testing
