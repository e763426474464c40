// Callbacks of the core layer: from which thread, in which call, how often.
#include <gtest/gtest.h>

#include "tests/d3d/d3d10/threaded.h"
#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

using d3d::Resource;

TEST(Direct3D10Rules, U212DisabledTooLateIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_DISABLE_STAGING);
  stand.device->flush();
  EXPECT_EQ(stand.count("U-212"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U257ACallbackOfAnotherThreadIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_OUTSIDE, DO_ALLOCATE);
  stand.call_outside();
  EXPECT_EQ(stand.count("U-257"), 2U) << stand.findings_text();  // the allocation and its release
}

TEST(Direct3D10Rules, U257ACallbackOfAnotherThreadOfAFreeThreadedDeviceIsNoFinding) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  stand.plan_deed(AT_OUTSIDE, DO_ALLOCATE);
  stand.call_outside();
  EXPECT_EQ(stand.plan().Got, S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Rules, U261PresentsAndSubmissionsHaveTheirPlaces) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_DRAW, DO_PRESENT);
  stand.device->draw(3);
  EXPECT_EQ(stand.count("U-261"), 1U) << stand.findings_text();
  stand.plan_deed(AT_OUTSIDE, DO_RENDER);
  stand.call_outside();
  EXPECT_EQ(stand.count("U-261"), 2U) << stand.findings_text();
  Threaded free(D3D11DDICAPS_FREETHREADED);
  free.begin();
  EXPECT_EQ(free.device->color_fill(*free.resource, 0, 1), S_OK);
  free.plan_deed(AT_CREATE_RESOURCE, DO_RENDER);
  Resource* made = nullptr;
  free.device->create_resource10(Stand10::target(), made);
  EXPECT_EQ(free.count("U-261"), 1U) << free.findings_text();
}

TEST(Direct3D10Rules, U207AFreeThreadedDestroyMustNotSubmit) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 1), S_OK);
  stand.device->destroy_resource(*stand.resource);  // the fitter submits what names it
  EXPECT_EQ(stand.count("U-207"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U207AFreeThreadedDestroyThatSubmitsNothingIsNoFinding) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 1), S_OK);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Rules, U267AmortizedProcessingNeverOrTwiceIsFound) {
  Stand10 twice;
  twice.begin();
  twice.plan_deed(AT_FLUSH, DO_AMORTIZE);
  twice.device->flush();
  EXPECT_EQ(twice.count("U-267"), 1U) << twice.findings_text();
  Stand10 never;
  never.begin();
  never.plan_deed(AT_NOWHERE, DO_NOT_AMORTIZE);
  EXPECT_EQ(never.device->color_fill(*never.resource, 0, 1), S_OK);
  EXPECT_EQ(never.device->present(*never.resource), S_OK);
  EXPECT_EQ(never.count("U-267"), 1U) << never.findings_text();
}

}  // namespace
}  // namespace drydock::testing
