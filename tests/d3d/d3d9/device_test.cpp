// Loading, the adapter and the device: what drivers may do wrong, and what the runtime promises.
#include <gtest/gtest.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/sim/schedule.h"
#include "tests/d3d/d3d9/planned.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"
#include "tests/support/test_driver.h"

// The private data of the software GPU.
#include "drivers/softgpu/include/softgpu.h"

namespace drydock::testing {
namespace {

// A driver that crashes ends; its host and other drivers do not.
TEST(UserModeDevice, ACrashEndsTheDriverOnly) {
  for (const PLACE place : {PLACE_CREATE_RESOURCE, PLACE_FLUSH, PLACE_DESTROY_RESOURCE}) {
    Scene scene;
    scene.begin().stand.plan_deed(place, DEED_CRASH);
    d3d::Resource* second = nullptr;
    if (place == PLACE_CREATE_RESOURCE) scene.device->create_resource(textures(), second);
    if (place == PLACE_FLUSH) scene.device->flush();
    if (place == PLACE_DESTROY_RESOURCE) scene.device->destroy_resource(*scene.resource);
    EXPECT_FALSE(scene.stand.driver().alive());
    EXPECT_TRUE(scene.device->is_removed());
    EXPECT_EQ(scene.device->flush(), D3DDDIERR_DEVICEREMOVED);
    scene.end();
    EXPECT_FALSE(scene.stand.findings_text().empty());
    EXPECT_EQ(scene.stand.findings().size(), 0U) << scene.stand.findings_text();
  }
}

TEST(DeviceRules, U044UnlistedResultOfCreateDeviceIsFound) {
  EXPECT_EQ(found("U-044", PLACE_CREATE_DEVICE, DEED_RETURN, E_FAIL), 1U);
}

TEST(DeviceRules, U047DeviceWithoutAContextIsFound) {
  EXPECT_EQ(found("U-047", PLACE_CREATE_DEVICE, DEED_NO_CONTEXT), 1U);
}

TEST(DeviceRules, U049FunctionThatIsMissingIsFound) {
  EXPECT_EQ(found("U-049", PLACE_CREATE_DEVICE, DEED_NO_FUNCTION), 1U);
}

TEST(DeviceRules, U054OtherRoundingIsFound) {
  EXPECT_EQ(found("U-054", PLACE_CREATE_DEVICE, DEED_FLOAT), 1U);
}

TEST(DeviceRules, U185LockAsyncAloneIsFound) {
  EXPECT_EQ(found("U-185", PLACE_CREATE_DEVICE, DEED_HALF_ASYNC), 1U);
}

TEST(DeviceRules, U221ReleaseWhileLockedInDestroyDeviceIsFound) {
  EXPECT_EQ(found("U-221", PLACE_DESTROY_DEVICE, DEED_NO_UNLOCK), 1U);
}

TEST(RuntimePromises, U001AndU046ResourceOfAnotherDeviceIsNotNamed) {
  Scene scene;
  scene.begin();
  const auto other = scene.stand.new_device();
  EXPECT_EQ(other->destroy_resource(*scene.resource), E_INVALIDARG);
  d3d::LockedSurface locked;
  EXPECT_EQ(other->lock(*scene.resource, 0, {}, locked), E_INVALIDARG);
  EXPECT_EQ(other->color_fill(*scene.resource, 0, 1), E_INVALIDARG);
  EXPECT_EQ(scene.stand.plan().Destroys + scene.stand.plan().Locks, 0U);
  other->destroy();
}

TEST(RuntimePromises, U002AndU007DestroyResourceComesOnce) {
  Scene scene;
  scene.begin(textures(6));
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), E_INVALIDARG);
  EXPECT_EQ(scene.stand.plan().Destroys, 1U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U010AndU013ResourceFormReleasesEverything) {
  Scene scene;
  scene.begin(textures(5));
  EXPECT_EQ(scene.stand.kernel_allocations(), 5);
  EXPECT_EQ(scene.stand.kernel_resources(), 1);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  // The device is there still, so that it is the release that took them.
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  EXPECT_EQ(scene.stand.kernel_resources(), 0);
  EXPECT_EQ(scene.device->destroy(), S_OK);
}

TEST(RuntimePromises, U011MixedListIsRefusedAndNothingIsReleased) {
  Scene scene;
  scene.begin();
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(), second), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_MIX), E_INVALIDARG);
  EXPECT_EQ(scene.living(), 2U);
}

// The kernel would find fault with a list beside a resource.
TEST(RuntimePromises, U012AndU193ListBesideAResourceIsNotPassedOn) {
  Scene scene;
  scene.begin(textures(2));
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_BOTH), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U018AndU025HandlesAreUnique) {
  Scene scene;
  scene.begin(textures(2));
  const HANDLE first = scene.stand.plan().LastRuntimeHandle;
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(2), second), S_OK);
  EXPECT_NE(scene.stand.plan().LastRuntimeHandle, first);
  std::set<d3d::KernelHandle> handles;
  for (const d3d::Resource* each : {scene.resource, second})
    handles.insert(each->allocations.begin(), each->allocations.end());
  EXPECT_EQ(handles.size(), 4U);
  EXPECT_EQ(handles.count({0}), 0U);
}

TEST(RuntimePromises, U021DriversGetTheirOwnHandles) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.resource->driver_handle.value, scene.stand.plan().LastDriverHandle);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
}

TEST(RuntimePromises, U024KernelResourceComesWithTheRuntimeHandleOnly) {
  Scene scene;
  scene.begin();
  EXPECT_TRUE(scene.resource->kernel);
  scene.stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_UNATTACHED);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(), second), S_OK);
  EXPECT_FALSE(second->kernel);
}

TEST(RuntimePromises, U027SurfaceThatIsNotThereIsNotNamed) {
  Scene scene;
  scene.begin(textures(2));
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 2, {}, locked), E_INVALIDARG);
  EXPECT_EQ(scene.stand.plan().Locks, 0U);
}

TEST(RuntimePromises, U051AsyncCallbacksAreThereForDirect3D9) {
  EXPECT_NE(d3d::device_callbacks().pfnSetAsyncCallbacksCb, nullptr);
}

// The runtime refuses these without calling the driver.
void expect_refused(const d3d::ResourceSpec& spec) {
  Stand stand;
  const auto device = stand.new_device();
  d3d::Resource* resource = nullptr;
  EXPECT_EQ(device->create_resource(spec, resource), E_INVALIDARG);
  EXPECT_EQ(stand.plan().Creates, 0U);
  device->destroy();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(RuntimePromises, U057AndU058CountsOfSurfacesAreRight) {
  d3d::ResourceSpec spec = textures(2);
  spec.mip_levels = 3;
  expect_refused(spec);
  spec = textures(5);
  spec.flags.CubeMap = 1;
  spec.mip_levels = 1;
  expect_refused(spec);
  expect_refused(textures(0));
}

TEST(RuntimePromises, U065FlagsThatExcludeEachOtherDoNotCome) {
  d3d::ResourceSpec spec = textures();
  spec.flags.Dynamic = spec.flags.HintStatic = 1;
  expect_refused(spec);
  spec = textures();
  spec.flags.Texture = 0;
  spec.flags.Volume = 1;
  expect_refused(spec);
}

TEST(RuntimePromises, U066RotationComesWithAPrimaryOnly) {
  d3d::ResourceSpec spec = textures();
  spec.rotation = D3DDDI_ROTATION_90;
  expect_refused(spec);
}

TEST(RuntimePromises, U068QualityHasEightLevels) {
  d3d::ResourceSpec spec = textures();
  spec.multisample_quality = 8;
  expect_refused(spec);
}

TEST(RuntimePromises, U069SystemMemoryHasItsPoolOnly) {
  d3d::ResourceSpec spec = textures();
  spec.surfaces[0].pSysMem = &spec;
  expect_refused(spec);
  spec = textures();
  spec.pool = D3DDDIPOOL_SYSTEMMEM;
  expect_refused(spec);
}

TEST(RuntimePromises, U107AndU108OpenersGetWhatTheCreatorSaid) {
  Scene scene;
  scene.begin(shared_textures(3));
  const auto other = scene.stand.new_device();
  d3d::Resource* opened = nullptr;
  ASSERT_EQ(other->open_resource(scene.resource->global, opened), S_OK);
  EXPECT_EQ(scene.stand.plan().OpenedAllocations, 3U);
  EXPECT_EQ(scene.stand.plan().OpenedUsage, 77U);
  EXPECT_TRUE(opened->kernel);
  EXPECT_EQ(scene.stand.plan().OpenedKernelResource, opened->kernel.value);
  EXPECT_EQ(scene.stand.plan().OpenedAllocation, opened->allocations.back().value);
  EXPECT_EQ(opened->surfaces.size(), 3U);
  other->destroy();
}

TEST(RuntimePromises, U158FlagsOfLocksDoNotContradict) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  for (const UINT flags : {0x3U, 0xcU, 0x9U, 0x30U, 0x400U}) {
    D3DDDI_LOCKFLAGS given{};
    given.Value = flags;
    EXPECT_EQ(scene.device->lock(*scene.resource, 0, given, locked), E_INVALIDARG) << flags;
  }
  EXPECT_EQ(scene.stand.plan().Locks, 0U);
}

TEST(RuntimePromises, U159EachUnlockHasItsLock) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), E_INVALIDARG);
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), E_INVALIDARG);
  EXPECT_EQ(scene.stand.plan().Unlocks, 1U);
}

TEST(RuntimePromises, U164NothingIsDrawnToWhatIsLocked) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), E_INVALIDARG);
}

TEST(RuntimePromises, U201Deallocate2WithoutFlagsIsDeallocate) {
  Scene scene;
  scene.begin(textures(2));
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_RESOURCE), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U170AndU202BusyIsReturnedAndReleaseDoesNotWait) {
  Scene scene;
  scene.begin();
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  D3DDDI_LOCKFLAGS flags{};
  flags.DoNotWait = 1;
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, flags, locked), D3DDDIERR_WASSTILLDRAWING);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 1);
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  EXPECT_EQ(scene.device->destroy(), S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, StatusesBecomeTheResultsThatAreDocumented) {
  const std::pair<NTSTATUS, HRESULT> pairs[] = {
      {STATUS_SUCCESS, S_OK},
      {STATUS_PENDING, E_PENDING},
      {STATUS_INVALID_PARAMETER, E_INVALIDARG},
      {STATUS_NO_MEMORY, E_OUTOFMEMORY},
      {STATUS_GRAPHICS_NO_VIDEO_MEMORY, static_cast<HRESULT>(0x8876017C)},
      {STATUS_DEVICE_REMOVED, static_cast<HRESULT>(0x88760870)},
      {STATUS_GRAPHICS_ALLOCATION_BUSY, static_cast<HRESULT>(0x8876021C)},
      {STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE, static_cast<HRESULT>(0x8876086A)},
      {STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION, D3DDDIERR_CANTEVICTPINNEDALLOCATION},
      {STATUS_GRAPHICS_CANT_RENDER_LOCKED_ALLOCATION, D3DDDIERR_CANTRENDERLOCKEDALLOCATION},
      {STATUS_PRIVILEGED_INSTRUCTION, D3DDDIERR_PRIVILEGEDINSTRUCTION},
      {STATUS_ILLEGAL_INSTRUCTION, D3DDDIERR_ILLEGALINSTRUCTION},
      {STATUS_INVALID_HANDLE, D3DDDIERR_INVALIDHANDLE},
      {STATUS_INVALID_USER_BUFFER, D3DDDIERR_INVALIDUSERBUFFER},
      {STATUS_NOT_SUPPORTED, E_NOTIMPL},
      {STATUS_UNSUCCESSFUL, E_FAIL},
  };
  for (const auto& [status, result] : pairs) EXPECT_EQ(d3d::to_result(status), result) << status;
}

TEST(RuntimePromises, U250OneThreadIsInTheDriverForADevice) {
  Scene scene;
  scene.begin();
  const auto flush_often = [&] {
    for (int i = 0; i < 200; ++i) scene.device->flush();
  };
  sim::Thread second = sim::spawn("second", flush_often);
  sim::Thread third = sim::spawn("third", flush_often);
  flush_often();
  second.join();
  third.join();
  EXPECT_EQ(scene.stand.plan().Flushes, 600U);
  EXPECT_EQ(scene.stand.plan().MostInside, 1);
}

TEST(RuntimePromises, NoCallbackIsMissing) {
  const auto& table = d3d::device_callbacks();
  const std::span entries(reinterpret_cast<void* const*>(&table), sizeof table / sizeof(void*));
  for (std::size_t i = 0; i < entries.size(); ++i) EXPECT_NE(entries[i], nullptr) << i;
}

}  // namespace
}  // namespace drydock::testing
