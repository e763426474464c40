// The order of calls in Direct3D 10 and 11: the order and threads of destruction, and the versions
// that both sides agree on first.
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/d3d/support/stand10.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::Resource;

// A stand whose driver says this of threading.
struct Threaded : Stand10 {
  explicit Threaded(UINT caps, d3d::Options options = {}) : Stand10(options) {
    plan_deed(AT_OPEN_ADAPTER, DO_CAPS, S_OK, caps);
  }
};

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

TEST(Direct3D10Rules, U049AnEntryWithoutAFunctionIsFound) {
  Stand10 stand;
  stand.plan_deed(AT_CREATE_DEVICE, DO_SHORT_TABLE);
  EXPECT_EQ(stand.try_begin(), E_FAIL);
  EXPECT_EQ(stand.count("U-049"), 1U) << stand.findings_text();
}

TEST(Direct3D10Promises, U051NoCallbackSwitchesThreads) {
  Stand10 stand;
  stand.begin();
  EXPECT_EQ(stand.plan().HasSwitch, 0);
}

TEST(Direct3D10Rules, U258CommandListsNeedFreeThreading) {
  Threaded stand(D3D11DDICAPS_COMMANDLISTS);
  stand.try_begin();
  EXPECT_EQ(stand.count("U-258"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U258CommandListsWithFreeThreadingAreNoFinding) {
  Threaded stand(D3D11DDICAPS_COMMANDLISTS | D3D11DDICAPS_FREETHREADED);
  stand.begin();
  EXPECT_TRUE(stand.device->is_free_threaded());
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// The life of resources and views.

TEST(Direct3D10Promises, U214AndU036ResourcesOutliveTheirViewsAndViewsTheirBeingBound) {
  Stand10 stand;
  stand.begin();
  Child *bound = nullptr, *other = nullptr;
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, bound), S_OK);
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, other), S_OK);
  EXPECT_EQ(stand.device->bind(*bound), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 1U);
  EXPECT_EQ(stand.plan().ViewsAtDestroy, 0U);
  EXPECT_EQ(stand.plan().BoundAtDestroy, 0U);
  EXPECT_EQ(stand.plan().Binds, 2U);
  Child* late = nullptr;
  EXPECT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, late),
            E_INVALIDARG);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Promises, U223ChildrenGoBeforeTheirDevice) {
  Stand10 stand;
  stand.begin();
  for (int i = 0; i < 3; ++i) {
    Resource* made = nullptr;
    Child* view = nullptr;
    ASSERT_EQ(stand.device->create_resource10(Stand10::target(), made), S_OK);
    ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, made, 0, view), S_OK);
  }
  stand.plan().ChildrenAtEnd = 99;
  stand.end();
  EXPECT_EQ(stand.plan().ChildrenAtEnd, 0U);
  EXPECT_EQ(stand.plan().Destroys, 4U);
  EXPECT_EQ(stand.findings_text(), "");
}

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

TEST(Direct3D10Rules, U212DisabledTooLateIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_DISABLE_STAGING);
  stand.device->flush();
  EXPECT_EQ(stand.count("U-212"), 1U) << stand.findings_text();
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

// Two resources of a swap chain, rotated and destroyed.
void rotate_and_destroy(Stand10& stand, DEED10 deed) {
  d3d::Spec10 spec = Stand10::target();
  spec.bind |= D3D10_DDI_BIND_PRESENT;
  stand.begin(spec);
  Resource* second = nullptr;
  ASSERT_EQ(stand.device->create_resource10(spec, second), S_OK);
  stand.plan_deed(AT_ROTATE, deed);
  Resource* const chain[] = {stand.resource, second};
  EXPECT_EQ(stand.device->rotate(chain), S_OK);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.device->destroy_resource(*stand.resource);
  stand.device->destroy_resource(*second);
}

TEST(Direct3D10Rules, U217RotatedRuntimeHandlesAreFound) {
  Stand10 stand;
  ASSERT_NO_FATAL_FAILURE(rotate_and_destroy(stand, DO_ROTATE_RUNTIME));
  EXPECT_GE(stand.count("U-217"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U217RotatedKernelHandlesAreNoFinding) {
  Stand10 stand;
  ASSERT_NO_FATAL_FAILURE(rotate_and_destroy(stand, DO_NOTHING));
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
  Stand10 other;
  other.begin();
  Resource* const alone[] = {other.resource, other.resource};
  EXPECT_EQ(other.device->rotate(alone), E_INVALIDARG);  // not bound for presents
}

// Threads.

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

TEST(Direct3D10Rules, U260ASharedResourceGetsItsAllocationsInItsCreation) {
  Stand10 stand;
  stand.begin(Stand10::shared());
  stand.plan_deed(AT_FLUSH, DO_ALLOCATE_SHARED);
  stand.device->flush();
  EXPECT_EQ(stand.plan().Got, E_INVALIDARG);
  EXPECT_EQ(stand.count("U-260"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U262EntriesThatCreateAndDestroyStayWhatTheyAre) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_SWAP_TABLE);
  stand.device->flush();
  EXPECT_EQ(stand.count("U-262"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U262OtherEntriesMayBeReplaced) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_SWAP_DRAW);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Draws, 100U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
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

// A dynamic resource that was discarded, and a target to which it is copied.
struct Renamed : Stand10 {
  explicit Renamed(d3d::Renaming renaming = d3d::Renaming::kAlways)
      : Stand10({.renaming = renaming}) {
    begin();
    EXPECT_EQ(device->create_resource10(dynamic(), source), S_OK);
  }

  HRESULT discard() {
    d3d::LockedSurface locked;
    const HRESULT result = device->map(*source, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked);
    return FAILED(result) ? result : device->unmap(*source, 0);
  }
  HRESULT copy_and_flush() {
    const HRESULT result = device->copy_region(*resource, 0, *source, 0);
    return FAILED(result) ? result : device->flush();
  }

  Resource* source = nullptr;
};

TEST(Direct3D10Rules, U175ANewInstanceThatIsNotAdoptedIsFound) {
  Renamed stand;
  stand.plan_deed(AT_MAP, DO_KEEP_INSTANCE);
  EXPECT_EQ(stand.discard(), S_OK);
  EXPECT_EQ(stand.copy_and_flush(), S_OK);
  EXPECT_EQ(stand.count("U-175"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U141AnOlderInstanceAfterANewerOneIsFound) {
  Renamed stand;
  EXPECT_EQ(stand.discard(), S_OK);
  EXPECT_EQ(stand.copy_and_flush(), S_OK);
  EXPECT_EQ(stand.findings_text(), "");
  stand.plan_deed(AT_COPY, DO_USE_FORMER);
  EXPECT_EQ(stand.copy_and_flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.count("U-141"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U141AndU175InstancesThatAreAdoptedAreNoFinding) {
  for (const d3d::Renaming renaming :
       {d3d::Renaming::kAlways, d3d::Renaming::kWhenBusy, d3d::Renaming::kNever}) {
    Renamed stand(renaming);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(stand.discard(), S_OK);
      EXPECT_EQ(stand.copy_and_flush(), S_OK);
    }
    EXPECT_EQ(stand.device->destroy_resource(*stand.source), S_OK);
    stand.end();
    EXPECT_EQ(stand.findings_text(), "");
  }
}

TEST(Direct3D10Rules, U291AnOlderInstanceThatIsOfferedIsFound) {
  Renamed stand;
  EXPECT_EQ(stand.discard(), S_OK);
  stand.plan_deed(AT_DRAW, DO_OFFER_FORMER);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Got, S_OK);
  EXPECT_EQ(stand.count("U-291"), 1U) << stand.findings_text();
}

TEST(Direct3D10Promises, U176SharedAllocationsAndPrimariesAreNotRenamed) {
  Renamed stand;
  const auto changes = [&](const d3d::Spec10& spec) {
    Resource* made = nullptr;
    EXPECT_EQ(stand.device->create_resource10(spec, made), S_OK);
    stand.plan_deed(AT_DRAW, DO_DISCARD);
    EXPECT_EQ(stand.device->draw(3), S_OK);
    EXPECT_EQ(stand.plan().Got, S_OK);
    return stand.plan().Value;
  };
  EXPECT_EQ(changes(Stand10::target()), 1U);
  EXPECT_EQ(changes(Stand10::shared()), 0U);
  EXPECT_EQ(changes(Stand10::primary()), 0U);
}

// Calls after a submission.

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

TEST(Direct3D10Rules, U127AFlushThatSubmitsNothingOrAnswersWronglyIsFound) {
  BOOL answer = FALSE;
  Stand10 empty;
  empty.begin();
  empty.plan_deed(AT_FLUSH, DO_SUBMIT_ALWAYS);
  EXPECT_EQ(empty.device->flush_unless_empty(answer), S_OK);
  EXPECT_EQ(empty.count("U-127"), 1U) << empty.findings_text();
  Stand10 wrong;
  wrong.begin();
  EXPECT_EQ(wrong.device->color_fill(*wrong.resource, 0, 1), S_OK);
  wrong.plan_deed(AT_FLUSH, DO_WRONG_BOOL);
  EXPECT_EQ(wrong.device->flush_unless_empty(answer), S_OK);
  EXPECT_EQ(wrong.count("U-127"), 1U) << wrong.findings_text();
}

TEST(Direct3D10Promises, StateThatTheDriverAsksForIsSetAgain) {
  Stand10 stand;
  stand.begin();
  Child* view = nullptr;
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, view), S_OK);
  EXPECT_EQ(stand.device->bind(*view), S_OK);
  stand.plan_deed(AT_DRAW, DO_REFRESH);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Binds, 2U);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

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

// Creation, drawing, a map of what was drawn, and the end.
void live_in_table(Stand10& stand) {
  stand.begin();
  ASSERT_NE(stand.device, nullptr);
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 0xff000033), S_OK);
  Resource *staging = nullptr, *dynamic = nullptr;
  ASSERT_EQ(stand.device->create_resource10(Stand10::staging(), staging), S_OK);
  EXPECT_EQ(stand.device->copy_region(*staging, 0, *stand.resource, 0), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(stand.device->map(*staging, 0, D3D10_DDI_MAP_READ, 0, locked), S_OK);
  EXPECT_EQ(*static_cast<const std::uint32_t*>(locked.data), 0x33U);
  EXPECT_EQ(stand.device->unmap(*staging, 0), S_OK);
  ASSERT_EQ(stand.device->create_resource10(Stand10::dynamic(), dynamic), S_OK);
  EXPECT_EQ(stand.device->map(*dynamic, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked), S_OK);
  EXPECT_EQ(stand.device->unmap(*dynamic, 0), S_OK);
  Child* view = nullptr;
  EXPECT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, view), S_OK);
  EXPECT_EQ(stand.device->bind(*view), S_OK);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
  EXPECT_EQ(stand.plan().ChildrenAtEnd, 0U);
}

TEST(Direct3D10, EveryInterfaceHasItsTable) {
  for (const UINT each : {D3D10_0_DDI_INTERFACE_VERSION, D3D10_0_x_DDI_INTERFACE_VERSION,
                          D3D10_0_7_DDI_INTERFACE_VERSION, D3D10_1_DDI_INTERFACE_VERSION,
                          D3D10_1_x_DDI_INTERFACE_VERSION, D3D10_1_7_DDI_INTERFACE_VERSION,
                          D3D11_0_DDI_INTERFACE_VERSION, D3D11_0_7_DDI_INTERFACE_VERSION,
                          D3D11_1_DDI_INTERFACE_VERSION, D3DWDDM1_3_DDI_INTERFACE_VERSION,
                          D3DWDDM2_0_DDI_INTERFACE_VERSION, D3DWDDM2_1_DDI_INTERFACE_VERSION,
                          D3DWDDM2_2_DDI_INTERFACE_VERSION, D3DWDDM2_3_DDI_INTERFACE_VERSION,
                          D3DWDDM2_4_DDI_INTERFACE_VERSION, D3DWDDM2_5_DDI_INTERFACE_VERSION,
                          D3DWDDM2_6_DDI_INTERFACE_VERSION, D3DWDDM2_7_DDI_INTERFACE_VERSION}) {
    SCOPED_TRACE(each);
    Stand10 stand({.interface10 = each});
    live_in_table(stand);
  }
}

TEST(Direct3D10, ADriverOfDirect3D10AloneIsOpenedTheFirstWay) {
  Stand10 stand({}, /*is_of_10_alone=*/true);
  live_in_table(stand);
  EXPECT_EQ(stand.device->agreement().interface, UINT{D3D10_0_DDI_INTERFACE_VERSION});
}

}  // namespace
}  // namespace drydock::testing
