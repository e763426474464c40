// The order of calls in Direct3D 10 and 11: the order and threads of destruction, and the versions
// that both sides agree on first.
#include "src/sim/schedule.h"
#include "tests/d3d/d3d10/threaded.h"
#include "tests/d3d/support/stand10.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::Resource;

TEST(Direct3D10Rules, U053ARuntimeThatIsTooOldMustBeRefused) {
  Stand10 stand({.is_old_build = true});
  stand.plan_deed(AT_CREATE_DEVICE, DO_ACCEPT);
  EXPECT_EQ(stand.try_begin(), S_OK);
  EXPECT_EQ(stand.count("U-053"), 1U) << stand.findings_text();
  Stand10 longer({.interface10 = D3D11_0_7_DDI_INTERFACE_VERSION});
  longer.plan_deed(AT_CREATE_DEVICE, DO_LONG_TABLE);
  EXPECT_NE(longer.try_begin(), S_OK);
  EXPECT_EQ(longer.count("U-053"), 1U) << longer.findings_text();
}

TEST(Direct3D10Rules, U053RefusingARuntimeThatIsTooOldIsNoFinding) {
  Stand10 stand({.is_old_build = true});
  EXPECT_EQ(stand.try_begin(), E_FAIL);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Promises, U051NoCallbackSwitchesThreads) {
  Stand10 stand;
  stand.begin();
  EXPECT_EQ(stand.plan().HasSwitch, 0);
}

// The life of resources and views.

TEST(Direct3D10Promises, U243WhatCannotBeIsNotAsked) {
  Stand10 stand;
  stand.begin();
  std::vector<d3d::Spec10> impossible(9, Stand10::target());
  impossible[0].width = 0;
  impossible[1].levels = 6;  // of 16 texels
  impossible[2].access = D3D10_DDI_CPU_ACCESS_READ;
  impossible[3].usage = D3D10_DDI_USAGE_IMMUTABLE;
  impossible[4].usage = D3D10_DDI_USAGE_STAGING;
  impossible[5].usage = D3D10_DDI_USAGE_DYNAMIC;
  impossible[6].primary.emplace();
  impossible[7].format = DXGI_FORMAT_UNKNOWN;
  impossible[8].initial.resize(2);
  for (const d3d::Spec10& each : impossible) {
    Resource* made = nullptr;
    EXPECT_EQ(stand.device->create_resource10(each, made), E_INVALIDARG);
  }
  Child* view = nullptr;
  EXPECT_EQ(stand.device->create_child(ChildKind::kDepthStencil, stand.resource, 0, view),
            E_INVALIDARG);
  d3d::LockedSurface locked;
  EXPECT_EQ(stand.device->map(*stand.resource, 0, D3D10_DDI_MAP_READ, 0, locked), E_INVALIDARG);
  EXPECT_EQ(stand.plan().Creates, 1U);
  EXPECT_EQ(stand.plan().Maps, 0U);
}

TEST(Direct3D10Rules, U211APrimaryIsReleasedAtOnce) {
  Stand10 stand;
  stand.begin(Stand10::primary());
  stand.plan_deed(AT_DESTROY_RESOURCE, DO_DEFER);
  stand.device->destroy_resource(*stand.resource);
  EXPECT_EQ(stand.count("U-211"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U211APrimaryThatIsReleasedAtOnceIsNoFinding) {
  Stand10 stand;
  stand.begin(Stand10::primary());
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// A staging resource that the batch names.
void use_staging(Stand10& stand, Resource*& staging) {
  ASSERT_EQ(stand.device->create_resource10(Stand10::staging(), staging), S_OK);
  ASSERT_EQ(stand.device->copy_region(*staging, 0, *stand.resource, 0), S_OK);
}

TEST(Direct3D10Promises, U212BusyStagingResourcesGoLater) {
  Stand10 stand;
  stand.begin();
  Resource* staging = nullptr;
  ASSERT_NO_FATAL_FAILURE(use_staging(stand, staging));
  EXPECT_EQ(stand.device->destroy_resource(*staging), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 0U);
  EXPECT_EQ(stand.device->destroy_resource(*staging), E_INVALIDARG);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 1U);
  EXPECT_EQ(stand.findings_text(), "");
  Stand10 disabled;
  disabled.plan_deed(AT_CREATE_DEVICE, DO_DISABLE_STAGING);
  disabled.begin();
  ASSERT_NO_FATAL_FAILURE(use_staging(disabled, staging));
  EXPECT_EQ(disabled.device->destroy_resource(*staging), S_OK);
  EXPECT_EQ(disabled.plan().Destroys, 1U);
  EXPECT_EQ(disabled.plan().Busy, 0U);
  disabled.end();
  EXPECT_EQ(disabled.findings_text(), "");
}

TEST(Direct3D10Rules, U213BusyResourceThatIsSaidToBeIdleIsFound) {
  Stand10 stand;
  stand.begin();
  Resource* staging = nullptr;
  ASSERT_NO_FATAL_FAILURE(use_staging(stand, staging));
  stand.plan_deed(AT_STAGING_BUSY, DO_SAY_IDLE);
  stand.device->destroy_resource(*staging);
  EXPECT_EQ(stand.count("U-213"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U213BusyResourceThatIsSaidToBeBusyIsNoFinding) {
  Stand10 stand;
  stand.begin();
  Resource* staging = nullptr;
  ASSERT_NO_FATAL_FAILURE(use_staging(stand, staging));
  EXPECT_EQ(stand.device->destroy_resource(*staging), S_OK);
  EXPECT_GT(stand.plan().Busy, 0U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// Threads.

TEST(Direct3D10Rules, U260ASharedResourceGetsItsAllocationsInItsCreation) {
  Stand10 stand;
  stand.begin(Stand10::shared());
  stand.plan_deed(AT_FLUSH, DO_ALLOCATE_SHARED);
  stand.device->flush();
  EXPECT_EQ(stand.plan().Got, E_INVALIDARG);
  EXPECT_EQ(stand.count("U-260"), 1U) << stand.findings_text();
}

// Two threads that flush and make primaries.
void work_on_two_threads(Stand10& stand) {
  const auto work = [&] {
    for (int i = 0; i < 20; ++i) {
      Resource* made = nullptr;
      EXPECT_EQ(stand.device->create_resource10(Stand10::primary(), made), S_OK);
      stand.device->flush();
    }
  };
  sim::Thread second = sim::spawn("second", work);
  work();
  second.join();
}

TEST(Direct3D10Promises, U265ASingleThreadedDeviceHasOneThreadInIt) {
  Threaded stand(D3D11DDICAPS_FREETHREADED,
                 {.device_flags10 = D3D11DDI_CREATEDEVICE_FLAG_SINGLETHREADED});
  stand.begin();
  EXPECT_FALSE(stand.device->is_free_threaded());
  EXPECT_NE(stand.plan().LastFlags & D3D11DDI_CREATEDEVICE_FLAG_SINGLETHREADED, 0U);
  work_on_two_threads(stand);
  EXPECT_EQ(stand.plan().MostInside, 1);
}

TEST(Direct3D10Promises, U264PrimariesComeOneAtATime) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  work_on_two_threads(stand);
  EXPECT_EQ(stand.plan().MostInside, 1);
}

// Renaming.

// Calls after a submission.

TEST(Direct3D10Rules, U005AndU210WhatIsNeverReleasedIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_DESTROY_RESOURCE, DO_NEVER_RELEASE);
  stand.device->destroy_resource(*stand.resource);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.device->flush();
  stand.end();
  EXPECT_EQ(stand.count("U-005"), 1U) << stand.findings_text();
}

// A target and a shared one are destroyed, after work if that is wanted, and not released.
void leave_unreleased(Stand10& stand, bool has_work) {
  stand.begin();
  Resource* shared = nullptr;
  ASSERT_EQ(stand.device->create_resource10(Stand10::shared(), shared), S_OK);
  for (Resource* each : {stand.resource, shared}) {
    if (has_work) EXPECT_EQ(stand.device->color_fill(*each, 0, 0xff000011), S_OK);
    stand.plan_deed(AT_DESTROY_RESOURCE, DO_NEVER_RELEASE);
    EXPECT_EQ(stand.device->destroy_resource(*each), S_OK);
    stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  }
}

TEST(Direct3D10Rules, U208AndU209DeferralThatOutstaysTwoFlushesIsFound) {
  Stand10 stand;
  ASSERT_NO_FATAL_FAILURE(leave_unreleased(stand, /*has_work=*/false));
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.count("U-208") + stand.count("U-209"), 0U) << stand.findings_text();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.count("U-208"), 1U) << stand.findings_text();
  EXPECT_EQ(stand.count("U-209"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U208AndU209DeferralWhileTheGpuWorksIsSilent) {
  Stand10 stand;
  ASSERT_EQ(stand.try_begin(), S_OK);
  steer(stand, SOFTGPU_ESCAPE_HOLD);
  ASSERT_NO_FATAL_FAILURE(leave_unreleased(stand, /*has_work=*/true));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.count("U-208") + stand.count("U-209"), 0U) << stand.findings_text();
  steer(stand, SOFTGPU_ESCAPE_GO);
}

}  // namespace
}  // namespace drydock::testing
