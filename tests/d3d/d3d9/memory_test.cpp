// Offers, residency and trimming as a program asks for them.
#include <gtest/gtest.h>

#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(SubmissionRules, U126TrimThatKeepsWhatIsDestroyedIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_DEFER_FOREVER);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->trim(), S_OK);
  EXPECT_EQ(scene.count("U-126"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U126TrimThatAllocatesIsFound) {
  Scene scene;
  scene.begin().stand.plan_mistake(PLACE_TRIM, CALLBACK_ALLOCATE, MISTAKE_RESOURCE);
  EXPECT_EQ(scene.device->trim(), S_OK);
  EXPECT_EQ(scene.count("U-126"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U126TrimThatMakesThingsIsFound) {
  for (const CALL_BACK callback : {CALLBACK_CREATE_CONTEXT, CALLBACK_SYNC, CALLBACK_CREATE_QUEUE}) {
    Scene scene;
    scene.begin().stand.plan_mistake(PLACE_TRIM, callback, MISTAKE_NONE);
    EXPECT_EQ(scene.device->trim(), S_OK);
    EXPECT_EQ(scene.count("U-126"), 1U) << scene.stand.findings_text();
  }
}

TEST(SubmissionRules, U126TrimThatReleasesIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_DEFER);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.living(), 1U);
  EXPECT_EQ(scene.device->trim(), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(SubmissionRules, U293LossThatIsNotReportedIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  scene.stand.plan_deed(PLACE_RECLAIM, DEED_NOT_ASKED);
  BOOL discarded = FALSE;
  EXPECT_EQ(scene.device->reclaim({&scene.resource, 1}, {&discarded, 1}), S_OK);
  EXPECT_EQ(scene.count("U-293"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U297NearerThanTheFarthestIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_RESIDENCY, DEED_RETURN_AFTER, S_OK);
  EXPECT_EQ(scene.device->query_residency({&scene.resource, 1}), S_OK);
  EXPECT_EQ(scene.count("U-297"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U297FarthestIsSilent) {
  Scene scene;
  scene.begin(textures(2));
  EXPECT_EQ(scene.device->query_residency({&scene.resource, 1}), d3d::kNotResident);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ProperDriver, OffersAndReclaims) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  BOOL discarded = TRUE;
  EXPECT_EQ(scene.device->reclaim({&scene.resource, 1}, {&discarded, 1}), S_OK);
  EXPECT_EQ(discarded, FALSE);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 2), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CreationRules, U083HandleThatIsNotTheResourcesIsFound) {
  for (const bool is_unlisted : {false, true}) {
    Scene scene;
    d3d::ResourceSpec spec = textures();
    spec.flags.CaptureBuffer = 1;
    scene.begin(spec).stand.plan_deed(PLACE_CAPTURE, is_unlisted ? DEED_RETURN : DEED_NO_HANDLE,
                                      is_unlisted ? E_FAIL : S_OK);
    d3d::KernelHandle handle;
    scene.device->capture_handle(*scene.resource, handle);
    EXPECT_EQ(scene.count("U-083"), 1U) << scene.stand.findings_text();
  }
}

TEST(CreationRules, U083HandleThatOutlivesItsResourceIsFound) {
  Scene scene;
  d3d::ResourceSpec spec = textures();
  spec.flags.CaptureBuffer = 1;
  d3d::Resource* other = nullptr;
  scene.begin(spec);
  d3d::KernelHandle handle;
  EXPECT_EQ(scene.device->capture_handle(*scene.resource, handle), S_OK);
  EXPECT_EQ(scene.device->create_resource(textures(), other), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RENDER, MISTAKE_LIST, handle.value),
            D3DDDIERR_INVALIDHANDLE);
  EXPECT_EQ(scene.count("U-083"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U083CaptureHandleIsSilentAndGoesWithItsResource) {
  Scene scene;
  d3d::ResourceSpec spec = textures();
  spec.flags.CaptureBuffer = 1;
  scene.begin(spec);
  d3d::KernelHandle handle;
  EXPECT_EQ(scene.device->capture_handle(*scene.resource, handle), S_OK);
  EXPECT_EQ(handle, scene.resource->allocations[0]);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->capture_handle(*scene.resource, handle), E_INVALIDARG);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
