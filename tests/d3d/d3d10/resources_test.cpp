// The rules of Direct3D 10 and 11, each provoked by the fitter, and lives in which it is silent.
#include <gmock/gmock.h>

#include <set>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::LockedSurface;
using d3d::Resource;

// A little of everything, with whatever happens on the way.
void live(Stand10& stand) {
  if (FAILED(stand.try_begin())) return;
  d3d::Device10& device = *stand.device;
  Resource *target = nullptr, *staging = nullptr, *dynamic = nullptr, *shared = nullptr;
  device.create_resource10(Stand10::target(), target);
  device.create_resource10(Stand10::staging(), staging);
  device.create_resource10(Stand10::dynamic(), dynamic);
  device.create_resource10(Stand10::shared(), shared);
  LockedSurface locked;
  if (target != nullptr) {
    Child* view = nullptr;
    device.create_child(ChildKind::kRenderTarget, target, 0, view);
    if (view != nullptr) device.bind(*view);
    device.draw(3);
    device.color_fill(*target, 0, 0xff000011);
    device.present(*target);
  }
  if (target != nullptr && staging != nullptr) device.copy_region(*staging, 0, *target, 0);
  if (staging != nullptr && SUCCEEDED(device.map(*staging, 0, D3D10_DDI_MAP_READ, 0, locked)))
    device.unmap(*staging, 0);
  if (dynamic != nullptr &&
      SUCCEEDED(device.map(*dynamic, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked)))
    device.unmap(*dynamic, 0);
  if (target != nullptr && staging != nullptr) {
    device.copy_region(*staging, 0, *target, 0);
    device.destroy_resource(*staging);
    device.destroy_resource(*target);
  }
  BOOL answer = FALSE;
  device.flush_unless_empty(answer);
  device.flush();
  if (shared != nullptr) device.color_fill(*shared, 0, 0xff000022);
  device.destroy();
}

TEST(Direct3D10, AProperDriverIsSilent) {
  Stand10 stand;
  live(stand);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
  EXPECT_EQ(stand.plan().Creates, 4U);
  EXPECT_EQ(stand.plan().Destroys, 4U);
  EXPECT_EQ(stand.plan().Presents, 1U);
}

TEST(Direct3D10, AProperDriverIsSilentWithTheOlderTable) {
  Stand10 stand({.interface10 = D3D11_0_7_DDI_INTERFACE_VERSION});
  live(stand);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10, AProperDriverIsSilentWithAFaultAtEveryPoint) {
  std::uint64_t points = 1;
  for (std::uint64_t nth = 0; nth < points; ++nth) {
    Stand10 stand;
    {
      const sim::FaultInjection injection({.nth = nth, .only = sim::FaultKind::kObject});
      live(stand);
      points = std::max(points, injection.points());
    }
    stand.end();
    ASSERT_THAT(stand.findings(), ::testing::IsEmpty()) << "fault " << nth << "\n"
                                                        << stand.findings_text();
    ASSERT_TRUE(stand.driver().alive()) << stand.findings_text();
  }
  EXPECT_GT(points, 20U);
}

TEST(Direct3D10, AProperDriverIsSilentUnderSeededSchedules) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Stand10 stand;
    live(stand);
    stand.end();
    ASSERT_EQ(stand.findings_text(), "") << "seed " << seed;
  }
}

TEST(Direct3D10, ResourcesAreSharedBetweenDevices) {
  Stand10 stand;
  stand.begin(Stand10::shared());
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 0x11), S_OK);
  EXPECT_EQ(stand.device->flush(), S_OK);
  const auto other =
      std::static_pointer_cast<d3d::Device10>(d3d::make_device(stand.adapter().shared_from_this()));
  ASSERT_EQ(other->create(), S_OK);
  Resource* opened = nullptr;
  ASSERT_EQ(other->open_resource(stand.resource->global, opened), S_OK) << stand.findings_text();
  EXPECT_EQ(other->color_fill(*opened, 0, 0x22), S_OK);
  EXPECT_EQ(other->destroy_resource(*opened), S_OK);
  EXPECT_EQ(other->destroy(), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// The driver is not called, and the kernel has nothing open for it.
TEST(Direct3D10, ARemovedDeviceOpensNothing) {
  Stand10 stand;
  stand.begin(Stand10::shared());
  const auto other =
      std::static_pointer_cast<d3d::Device10>(d3d::make_device(stand.shared_adapter()));
  ASSERT_EQ(other->create(), S_OK);
  other->set_removed();
  Resource* opened = stand.resource;
  EXPECT_EQ(other->open_resource(stand.resource->global, opened), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(stand.plan().Opens, 0U);
  EXPECT_TRUE(other->objects.resources.empty());
  EXPECT_EQ(other->destroy(), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// A device that is destroyed, and handles of nothing.
TEST(Direct3D10, OnlyWhatIsSharedIsOpened) {
  Stand10 stand;
  stand.begin(Stand10::shared());
  const auto other =
      std::static_pointer_cast<d3d::Device10>(d3d::make_device(stand.shared_adapter()));
  ASSERT_EQ(other->create(), S_OK);
  for (const D3DKMT_HANDLE none : {D3DKMT_HANDLE{0}, D3DKMT_HANDLE{0x7FFF'FFC0}}) {
    Resource* opened = stand.resource;
    EXPECT_TRUE(FAILED(other->open_resource(none, opened)));
    EXPECT_EQ(opened, nullptr);
  }
  EXPECT_EQ(other->destroy(), S_OK);
  Resource* opened = stand.resource;
  EXPECT_EQ(other->open_resource(stand.resource->global, opened), E_INVALIDARG);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(stand.plan().Opens, 0U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Promises, U107OpenersGetEveryKernelHandle) {
  Stand10 stand;
  stand.begin(Stand10::shared());
  const auto other =
      std::static_pointer_cast<d3d::Device10>(d3d::make_device(stand.shared_adapter()));
  ASSERT_EQ(other->create(), S_OK);
  Resource* opened = nullptr;
  ASSERT_EQ(other->open_resource(stand.resource->global, opened), S_OK) << stand.findings_text();
  ASSERT_TRUE(opened->kernel);
  EXPECT_EQ(stand.plan().OpenedKernelResource, opened->kernel.value);
  ASSERT_EQ(opened->allocations.size(), 1U);
  EXPECT_EQ(stand.plan().OpenedAllocation, opened->allocations[0].value);
  EXPECT_EQ(other->destroy(), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// Private memory.

TEST(Direct3D10Promises, U031BlocksAreOfTheirSizePoisonedAndStayWhereTheyAre) {
  Stand10 stand;
  stand.begin();
  std::set<void*> blocks;
  for (int i = 0; i < 20; ++i) {
    Resource* made = nullptr;
    ASSERT_EQ(stand.device->create_resource10(Stand10::target(), made), S_OK);
    EXPECT_EQ(made->memory->size(), stand.plan().LastBytes);
    EXPECT_EQ(made->memory->data(), stand.plan().LastBlock);
    EXPECT_TRUE(blocks.insert(stand.plan().LastBlock).second);
    if (i % 2 == 0) stand.device->destroy_resource(*made);
  }
  stand.end();
  EXPECT_EQ(stand.plan().WasPoisoned, 21U);
  EXPECT_EQ(stand.plan().BlockMoved, 0U);
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Rules, U241SizeBelowAPointerIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_CALC_RESOURCE, DO_SIZE, S_OK, sizeof(void*) - 1);
  Resource* made = nullptr;
  stand.device->create_resource10(Stand10::target(), made);
  EXPECT_EQ(stand.count("U-241"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U241NoSizeIsALackOfMemoryAndNoFinding) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_CALC_RESOURCE, DO_SIZE, S_OK, ~0U);
  Resource* made = nullptr;
  EXPECT_EQ(stand.device->create_resource10(Stand10::target(), made), E_OUTOFMEMORY);
  EXPECT_EQ(stand.plan().Creates, 1U);
  stand.plan_deed(AT_CALC_VIEW, DO_SIZE, S_OK, ~0U);
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 0), E_OUTOFMEMORY);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Rules, U242WriteBehindTheBlockIsFound) {
  Stand10 far;
  far.begin();
  far.plan_deed(AT_CREATE_RESOURCE, DO_OVERRUN, S_OK, sizeof(void*) * 2);
  Resource* made = nullptr;
  EXPECT_EQ(far.device->create_resource10(Stand10::target(), made), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(far.count("U-242"), 1U) << far.findings_text();
  EXPECT_FALSE(far.driver().alive());
  Stand10 near;
  near.begin();
  near.plan_deed(AT_CREATE_VIEW, DO_OVERRUN, S_OK, sizeof(void*) + 4);
  near.plan().Value = 24;
  near.device->color_fill(*near.resource, 0, 0);
  EXPECT_EQ(near.count("U-242"), 1U) << near.findings_text();
}

// Spare bytes are all that was hit, so the device goes on, and the next mistake is seen too.
TEST(Direct3D10Rules, U242ALifeGoesOnAfterAWriteIntoSpareBytes) {
  Stand10 stand;
  stand.begin();
  for (const std::size_t times : {1U, 2U}) {
    stand.plan_deed(AT_CREATE_VIEW, DO_OVERRUN, S_OK, 24);
    EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 0), S_OK);
    EXPECT_EQ(stand.count("U-242"), times) << stand.findings_text();
    EXPECT_TRUE(stand.driver().alive());
  }
}

TEST(Direct3D10Rules, U215UseOfTheMemoryOfADestroyedResourceIsFound) {
  Stand10 stand;
  stand.begin();
  Resource* second = nullptr;
  ASSERT_EQ(stand.device->create_resource10(Stand10::target(), second), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*second), S_OK);
  stand.plan_deed(AT_FLUSH, DO_TOUCH_DEAD);
  EXPECT_EQ(stand.device->flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.count("U-215"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U224UseOfTheMemoryOfADestroyedDeviceIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_CLOSE_ADAPTER, DO_TOUCH_DEAD);
  stand.end();
  EXPECT_EQ(stand.count("U-224"), 1U) << stand.findings_text();
}

TEST(Direct3D10Promises, U032HandlesLiveFromCreateToDestroy) {
  Stand10 stand;
  stand.begin();
  Child* view = nullptr;
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, view), S_OK);
  EXPECT_EQ(stand.device->destroy_child(*view), S_OK);
  EXPECT_EQ(stand.device->destroy_child(*view), E_INVALIDARG);
  EXPECT_EQ(stand.device->bind(*view), E_INVALIDARG);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), E_INVALIDARG);
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 0), E_INVALIDARG);
  EXPECT_EQ(stand.plan().Destroys, 1U);
  // A finding about a driver that uses a destroyed resource names the resource.
  stand.plan_deed(AT_FLUSH, DO_TOUCH_DEAD);
  stand.device->flush();
  EXPECT_FALSE(stand.driver().alive());
}

TEST(Direct3D10Promises, U033KernelHandlesOutliveTheDriversHandle) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_DESTROY_RESOURCE, DO_DEFER);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  EXPECT_EQ(stand.device->objects.living_of(*stand.resource).size(), 1U);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_TRUE(stand.device->objects.living_of(*stand.resource).empty());
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// Errors that drivers set, and those that they may set.

struct ErrorSet {
  PLACE10 place;
  HRESULT result;
  const char* rule;
};

void act_at(Stand10& stand, PLACE10 place) {
  Resource* made = nullptr;
  LockedSurface locked;
  UINT support = 0;
  Child* view = nullptr;
  switch (place) {
    case AT_CREATE_RESOURCE:
      stand.device->create_resource10(Stand10::target(), made);
      break;
    case AT_OPEN_RESOURCE: {
      EXPECT_EQ(stand.device->create_resource10(Stand10::shared(), made), S_OK);
      Resource* opened = nullptr;
      stand.device->open_resource(made->global, opened);
      break;
    }
    case AT_MAP:
      EXPECT_EQ(stand.device->create_resource10(Stand10::staging(), made), S_OK);
      stand.device->map(*made, 0, D3D10_DDI_MAP_READ, 0, locked);
      break;
    case AT_UNMAP:
      EXPECT_EQ(stand.device->create_resource10(Stand10::staging(), made), S_OK);
      EXPECT_EQ(stand.device->map(*made, 0, D3D10_DDI_MAP_READ, 0, locked), S_OK);
      stand.device->unmap(*made, 0);
      break;
    case AT_CHECK_FORMAT:
      stand.device->check_format(DXGI_FORMAT_B8G8R8A8_UNORM, support);
      break;
    case AT_CREATE_VIEW:
      stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, view);
      break;
    case AT_DESTROY_RESOURCE:
      stand.device->destroy_resource(*stand.resource);
      break;
    case AT_DESTROY_DEVICE:
      stand.device->destroy();
      break;
    case AT_DRAW:
      stand.device->draw(3);
      break;
    case AT_CALC_RESOURCE:
      stand.device->create_resource10(Stand10::target(), made);
      break;
    default:
      stand.device->flush();
  }
}

// An error that a driver may not set is a finding and loses the device.
void expect_lost(const ErrorSet& error) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(error.place, DO_SET_ERROR, error.result);
  act_at(stand, error.place);
  EXPECT_EQ(stand.plan().Times, 1U);
  EXPECT_EQ(stand.count(error.rule), 1U) << stand.findings_text();
  EXPECT_TRUE(stand.device->is_removed());
  EXPECT_EQ(stand.device->draw(3),
            error.place == AT_DESTROY_DEVICE ? E_INVALIDARG : D3DDDIERR_DEVICEREMOVED);
}

TEST(Direct3D10Rules, U114OpenResourceSetsTheWrongError) {
  expect_lost({AT_OPEN_RESOURCE, DXGI_DDI_ERR_UNSUPPORTED, "U-114"});
}
TEST(Direct3D10Rules, U190MapAndUnmapSetTheWrongError) {
  expect_lost({AT_MAP, DXGI_DDI_ERR_WASSTILLDRAWING, "U-190"});
  expect_lost({AT_UNMAP, E_OUTOFMEMORY, "U-190"});
}
TEST(Direct3D10Rules, U216DestroyResourceSetsTheWrongError) {
  expect_lost({AT_DESTROY_RESOURCE, E_OUTOFMEMORY, "U-216"});
}
TEST(Direct3D10Rules, U222DestroyDeviceSetsTheWrongError) {
  expect_lost({AT_DESTROY_DEVICE, E_FAIL, "U-222"});
}
TEST(Direct3D10Rules, U235SuccessIsNoErrorToSet) { expect_lost({AT_FLUSH, S_OK, "U-235"}); }
TEST(Direct3D10Rules, U237AnErrorOfAnotherCategoryIsFound) {
  expect_lost({AT_FLUSH, E_OUTOFMEMORY, "U-237"});
  expect_lost({AT_DRAW, E_INVALIDARG, "U-237"});
  expect_lost({AT_CREATE_VIEW, E_FAIL, "U-237"});
  expect_lost({AT_CALC_RESOURCE, E_OUTOFMEMORY, "U-237"});
}
TEST(Direct3D10Rules, U238CheckFunctionSetsRemoval) {
  expect_lost({AT_CHECK_FORMAT, D3DDDIERR_DEVICEREMOVED, "U-238"});
}
TEST(Direct3D10Rules, U239CreateResourceSetsTheWrongError) {
  expect_lost({AT_CREATE_RESOURCE, E_INVALIDARG, "U-239"});
  expect_lost({AT_CREATE_RESOURCE, DXGI_DDI_ERR_UNSUPPORTED, "U-239"});
}

TEST(Direct3D10Rules, U239APrimaryThatCannotBeScannedOutIsSilent) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_CREATE_RESOURCE, DO_SET_ERROR, DXGI_DDI_ERR_UNSUPPORTED);
  Resource* made = nullptr;
  EXPECT_EQ(stand.device->create_resource10(Stand10::primary(), made), DXGI_DDI_ERR_UNSUPPORTED);
  EXPECT_FALSE(stand.device->is_removed());
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Rules, ErrorsThatMayBeSetAreNoFinding) {
  for (const ErrorSet& each : {ErrorSet{AT_CREATE_RESOURCE, E_OUTOFMEMORY, ""},
                               ErrorSet{AT_CREATE_RESOURCE, D3DDDIERR_DEVICEREMOVED, ""},
                               ErrorSet{AT_OPEN_RESOURCE, E_OUTOFMEMORY, ""},
                               ErrorSet{AT_MAP, D3DDDIERR_DEVICEREMOVED, ""},
                               ErrorSet{AT_UNMAP, D3DDDIERR_DEVICEREMOVED, ""},
                               ErrorSet{AT_DESTROY_RESOURCE, D3DDDIERR_DEVICEREMOVED, ""},
                               ErrorSet{AT_CREATE_VIEW, E_OUTOFMEMORY, ""},
                               ErrorSet{AT_FLUSH, D3DDDIERR_DEVICEREMOVED, ""}}) {
    Stand10 stand;
    stand.begin();
    stand.plan_deed(each.place, DO_SET_ERROR, each.result);
    act_at(stand, each.place);
    EXPECT_EQ(stand.plan().Times, 1U);
    stand.plan_deed(AT_NOWHERE, DO_NOTHING);
    stand.end();
    EXPECT_EQ(stand.findings_text(), "");
  }
}

TEST(Direct3D10Promises, U236ACodeThatMustNotBeLosesTheDevice) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_SET_ERROR, E_FAIL);
  EXPECT_EQ(stand.device->flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_TRUE(stand.device->is_removed());
  const ULONG draws = stand.plan().Draws;
  EXPECT_EQ(stand.device->draw(3), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.plan().Draws, draws);
  // The runtime still calls functions that clean up.
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 1U);
}

TEST(Direct3D10Promises, U244ErrorsOfTheApplicationMayBeSet) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_DRAW, DO_SET_ERROR, D3DDDIERR_APPLICATIONERROR);
  EXPECT_EQ(stand.device->draw(3), D3DDDIERR_APPLICATIONERROR);
  EXPECT_FALSE(stand.device->is_removed());
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Rules, U234OtherHandlesAndOtherThreadsAreFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_DRAW, DO_SET_ERROR_WRONG, D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.count("U-234"), 1U) << stand.findings_text();
  stand.plan_deed(AT_OUTSIDE, DO_SET_ERROR, D3DDDIERR_DEVICEREMOVED);
  stand.call_outside();
  EXPECT_EQ(stand.count("U-234"), 2U) << stand.findings_text();
  EXPECT_FALSE(stand.device->is_removed());
}

TEST(Direct3D10Rules, U234AFailureThatIsNotSetIsFound) {
  Stand10 stand;
  stand.begin();
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 1), S_OK);
  stand.plan_deed(AT_FLUSH, DO_SWALLOW);
  {
    const sim::FaultInjection injection({.nth = 0, .only = sim::FaultKind::kObject});
    EXPECT_EQ(stand.device->flush(), S_OK);
  }
  EXPECT_EQ(stand.count("U-234"), 1U) << stand.findings_text();
}

TEST(Direct3D10Promises, U240AndU082NothingFollowsACreateThatFailed) {
  Stand10 stand;
  stand.begin();
  Resource* made = nullptr;
  stand.plan_deed(AT_CREATE_RESOURCE, DO_SET_ERROR, E_OUTOFMEMORY);
  EXPECT_EQ(stand.device->create_resource10(Stand10::target(), made), E_OUTOFMEMORY);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(stand.findings_text(), "");
  stand.plan_deed(AT_CREATE_RESOURCE, DO_SET_ERROR_AND_KEEP, E_OUTOFMEMORY);
  EXPECT_EQ(stand.device->create_resource10(Stand10::target(), made), E_OUTOFMEMORY);
  EXPECT_EQ(stand.count("U-082"), 1U) << stand.findings_text();
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.plan().Destroys, 1U);
}

TEST(Direct3D10Promises, U191NoUnmapComesAfterTheDeviceIsGone) {
  Stand10 stand;
  stand.begin(Stand10::staging());
  LockedSurface locked;
  ASSERT_EQ(stand.device->map(*stand.resource, 0, D3D10_DDI_MAP_READ, 0, locked), S_OK);
  stand.plan_deed(AT_FLUSH, DO_SET_ERROR, D3DDDIERR_DEVICEREMOVED);
  stand.device->flush();
  EXPECT_EQ(stand.device->unmap(*stand.resource, 0), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.plan().Unmaps, 0U);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Promises, U247RemovalThatWasNotNoticedNeedNotBeSet) {
  Stand10 stand;
  stand.begin();
  stand.device->set_removed();
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
