// What drivers may do wrong in callbacks, each by its rule; and callbacks that are right.
#include <gtest/gtest.h>

#include "src/d3d/core/call.h"
#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/dxgk/work/context_allocation.h"
#include "tests/d3d/support/scene.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

// A context of patches submits by pfnRenderCb; the rest is wrong besides.
TEST(CallbackRules, U146SubmissionByAddressOfAPatchContextIsFound) {
  Scene scene({}, Stand::Generation::kWddm2);
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_NONE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-146"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-147"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-148"), 0U) << scene.stand.findings_text();
}

TEST(CallbackRules, U147SubmissionWithoutAContextOrWithTooMuchDataIsFound) {
  Scene scene({}, Stand::Generation::kWddm2);
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_COUNT), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-147"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-146"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_FLAGS, 1 << 20), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-147"), 2U) << scene.stand.findings_text();
}

d3d::ResourceSpec primary_texture() {
  d3d::ResourceSpec spec = textures();
  spec.flags.Primary = 1;
  return spec;
}

TEST(CallbackRules, U148PrimariesThatAreNotNamedOrTooManyAreFound) {
  Scene scene({}, Stand::Generation::kWddm2);
  scene.begin(primary_texture());
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_LIST, 17), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-148"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_LIST, 1), E_INVALIDARG);  // of handle 0
  EXPECT_EQ(scene.count("U-148"), 2U) << scene.stand.findings_text();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_NONE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-148"), 3U) << scene.stand.findings_text();
}

// What the kernel's driver took for the device's context, as far as 32 bits show of its handle.
ULONG context_allocation_of(Scene& scene) {
  dxgk::ContextAllocations& all = scene.stand.kernel_adapter().context_allocations();
  for (ULONG low = 0; low < 0x1000; low += 0x10) {
    if (all.has_low_part(low)) return low;
  }
  return 0;
}

TEST(CallbackRules, U016ReleaseOfAContextAllocationIsFound) {
  Scene scene;
  scene.begin();
  const ULONG handle = context_allocation_of(scene);
  ASSERT_NE(handle, 0U);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_COUNT, handle), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-016"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U016AndU026OtherHandlesAreNoContextAllocations) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_COUNT), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-016"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-026"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U019OtherNamesOfTheResourceAreFound) {
  for (const MISTAKE mistake : {MISTAKE_DRIVER_HANDLE, MISTAKE_KERNEL_HANDLE}) {
    Scene scene;
    scene.begin();
    EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, mistake), E_INVALIDARG);
    EXPECT_EQ(scene.count("U-019"), 1U) << scene.stand.findings_text();
  }
}

TEST(CallbackRules, U026HandleOfNoAllocationIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NO_HANDLE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-026"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U029OtherDeviceHandlesAreFound) {
  for (const MISTAKE mistake : {MISTAKE_DRIVER_DEVICE, MISTAKE_NULL_DEVICE}) {
    Scene scene;
    scene.begin();
    for (const CALL_BACK callback :
         {CALLBACK_ALLOCATE, CALLBACK_DEALLOCATE, CALLBACK_LOCK, CALLBACK_UNLOCK, CALLBACK_RENDER,
          CALLBACK_PRESENT, CALLBACK_CREATE_CONTEXT, CALLBACK_OFFER, CALLBACK_SET_PRIORITY,
          CALLBACK_SYNC, CALLBACK_MAKE_RESIDENT})
      EXPECT_EQ(scene.err_in_flush(callback, mistake), E_INVALIDARG) << callback;
    EXPECT_EQ(scene.count("U-029"), 11U) << scene.stand.findings_text();
    scene.end();
  }
}

TEST(CallbackRules, U029CallbackAfterDestroyDeviceIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_DEVICE, DEED_KEEP_DEVICE);
  const HANDLE device = scene.device->driver_handle().value;
  EXPECT_EQ(scene.device->destroy(), S_OK);
  for (const CALL_BACK callback :
       {CALLBACK_SYNC, CALLBACK_CREATE_CONTEXT, CALLBACK_MAKE_RESIDENT, CALLBACK_ALLOCATE}) {
    scene.stand.plan_mistake(PLACE_OUTSIDE, callback, MISTAKE_NONE);
    scene.stand.call_outside(device);
    EXPECT_EQ(scene.stand.plan().Got, E_INVALIDARG) << callback;
  }
  EXPECT_EQ(scene.count("U-029"), 4U) << scene.stand.findings_text();
  EXPECT_NE(scene.stand.findings_text().find("a device that is gone"), std::string::npos);
  EXPECT_TRUE(scene.stand.driver().alive());
}

TEST(CallbackRules, U052CallbackThatNobodyAskedForIsFound) {
  Scene scene;
  EXPECT_EQ(scene.begin().call_outside(CALLBACK_SYNC), S_OK);
  EXPECT_GE(scene.count("U-052"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U255OtherThreadsWithoutTheSwitchAreFound) {
  Scene scene;
  EXPECT_EQ(scene.begin_threaded().call_outside(CALLBACK_SYNC), S_OK);
  EXPECT_EQ(scene.count("U-052"), 0U);
  EXPECT_EQ(scene.count("U-255"), 2U) << scene.stand.findings_text();
  EXPECT_EQ(scene.call_outside(CALLBACK_ASYNC, TRUE), S_OK);
  EXPECT_EQ(scene.count("U-255"), 3U) << scene.stand.findings_text();
  EXPECT_EQ(scene.device->flush(), S_OK);  // which ends with the switch on
  EXPECT_EQ(scene.count("U-255"), 4U) << scene.stand.findings_text();
}

TEST(CallbackRules, U052AndU255OtherThreadsWithTheSwitchAreSilent) {
  Scene scene;
  EXPECT_EQ(scene.begin_threaded().call_in_fill(CALLBACK_ASYNC, TRUE), S_OK);
  EXPECT_EQ(scene.call_outside(CALLBACK_SYNC), S_OK);
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, FALSE), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CallbackRules, U086NumberInsteadOfAResourceIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, MISTAKE_NO_HANDLE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-086"), 1U) << scene.stand.findings_text();
}

HRESULT create(Scene& scene, DEED deed, const d3d::ResourceSpec& spec, ULONG value = 0,
               const void* memory = nullptr) {
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, deed);
  scene.stand.plan().Value = value;
  scene.stand.plan().Memory = memory;
  d3d::Resource* second = nullptr;
  return scene.device->create_resource(spec, second);
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

TEST(CallbackRules, U099AndU166SwallowedRemovalIsFound) {
  for (const bool is_lock : {false, true}) {
    Scene scene;
    scene.begin().stand.plan_deed(is_lock ? PLACE_LOCK : PLACE_CREATE_RESOURCE, DEED_SWALLOW);
    scene.stand.dock().surprise(scene.stand.kernel_adapter());
    d3d::Resource* second = nullptr;
    d3d::LockedSurface locked;
    if (is_lock) {
      EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
    } else {
      scene.device->create_resource(textures(), second);
    }
    EXPECT_EQ(scene.count(is_lock ? "U-166" : "U-099"), 1U) << scene.stand.findings_text();
    EXPECT_TRUE(scene.device->is_removed());
  }
}

TEST(CallbackRules, U099AndU166RemovalThatIsPassedOnIsSilent) {
  Scene scene;
  scene.begin();
  scene.stand.dock().surprise(scene.stand.kernel_adapter());
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), D3DDDIERR_DEVICEREMOVED);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), D3DDDIERR_DEVICEREMOVED);
  scene.end();
  EXPECT_EQ(scene.stand.findings().size(), 0U) << scene.stand.findings_text();
}

TEST(CallbackRules, U100HandleOfAFailedAllocationIsFound) {
  Scene scene({.spoil_outputs = true});
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, MISTAKE_AFTER_FAILURE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-100"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U116AllocationThatIsAddedToASharedResourceIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, MISTAKE_RESOURCE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-116"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U120OpenerThatLocksIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  const auto other = scene.stand.new_device();
  d3d::Resource* opened = nullptr;
  ASSERT_EQ(other->open_resource(scene.resource->global, opened), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(other->lock(*opened, 0, {}, locked), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-120"), 1U) << scene.stand.findings_text();
  other->destroy();
}

struct Mistaken {
  std::string_view rule;
  CALL_BACK callback;
  MISTAKE mistake;
  ULONG value;
  HRESULT result;
};

// The driver makes each in a Flush, with a resource of one surface.
void expect_found(const Mistaken& each) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(each.callback, each.mistake, each.value), each.result) << each.rule;
  EXPECT_EQ(scene.count(each.rule), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U129MoreThanThereIsRoomForIsFound) {
  expect_found({"U-129", CALLBACK_RENDER, MISTAKE_COUNT, 0, E_INVALIDARG});
}
TEST(CallbackRules, U133NoContextIsFound) {
  expect_found({"U-133", CALLBACK_RENDER, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
  expect_found({"U-133", CALLBACK_DESTROY_CONTEXT, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
}
TEST(CallbackRules, U134BroadcastToItselfOrTooManyIsFound) {
  expect_found({"U-134", CALLBACK_RENDER, MISTAKE_BROADCAST, 1, E_INVALIDARG});
  expect_found({"U-134", CALLBACK_RENDER, MISTAKE_BROADCAST, 65, E_INVALIDARG});
}
TEST(CallbackRules, U136NumberInTheAllocationListIsFound) {
  expect_found({"U-136", CALLBACK_RENDER, MISTAKE_LIST, 0x5a5a5a40, D3DDDIERR_INVALIDHANDLE});
}
TEST(CallbackRules, U140PatchOfNoAllocationIsFound) {
  expect_found({"U-140", CALLBACK_RENDER, MISTAKE_PATCH, 0, E_INVALIDARG});
}
TEST(CallbackRules, U143ReservedFlagsOfRenderAreFound) {
  expect_found({"U-143", CALLBACK_RENDER, MISTAKE_FLAGS, 0x100, E_INVALIDARG});
}
TEST(CallbackRules, U143WorkThatIsNotToBeDoneIsFound) {
  constexpr ULONG kNullRendering = 8;
  expect_found({"U-143", CALLBACK_RENDER, MISTAKE_FLAGS, kNullRendering, E_INVALIDARG});
}
TEST(CallbackRules, U145PresentOfNoAllocationIsFound) {
  expect_found({"U-145", CALLBACK_PRESENT, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
}
TEST(CallbackRules, U152ContextBesideAnObjectOfNobodyIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_DEVICE, DEED_KEEP_SYNC);
  scene.end();
  EXPECT_EQ(scene.count("U-298"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.stand.findings().size(), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U152ContextThatOwnsAMutexIsFound) {
  expect_found({"U-152", CALLBACK_DESTROY_CONTEXT, MISTAKE_MUTEX, 0, E_INVALIDARG});
}
TEST(CallbackRules, U154EscapeWithADeviceOrFlagsThatExcludeEachOtherIsFound) {
  expect_found({"U-154", CALLBACK_ESCAPE, MISTAKE_RESOURCE, 0, E_INVALIDARG});
  expect_found({"U-154", CALLBACK_ESCAPE, MISTAKE_FLAGS, 0x7, E_INVALIDARG});
  expect_found({"U-154", CALLBACK_ESCAPE, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
}
TEST(CallbackRules, U167NeitherAllNorPagesIsFound) {
  expect_found({"U-167", CALLBACK_LOCK, MISTAKE_FLAGS, 0, D3DDDIERR_NOTAVAILABLE});
}
TEST(CallbackRules, U168ReadOnlyAndWriteOnlyIsFound) {
  expect_found({"U-168", CALLBACK_LOCK, MISTAKE_FLAGS, 0x13, E_INVALIDARG});
}
TEST(CallbackRules, U169IgnoreSyncWithAnApertureIsFound) {
  expect_found({"U-169", CALLBACK_LOCK, MISTAKE_FLAGS, 0x58, E_INVALIDARG});
}
TEST(CallbackRules, U169IgnoreSyncInAnApertureIsSilent) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS, 0x1c), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}
TEST(CallbackRules, U172AlternateAddressWithoutAnApertureIsFound) {
  expect_found({"U-172", CALLBACK_LOCK, MISTAKE_FLAGS, 0x210, E_INVALIDARG});
}
TEST(CallbackRules, U178UnlockOfWhatIsNotLockedIsFound) {
  expect_found({"U-178", CALLBACK_UNLOCK, MISTAKE_NONE, 0, E_INVALIDARG});
}
TEST(CallbackRules, U187FlagsOfLock2AreFound) {
  expect_found({"U-187", CALLBACK_LOCK2, MISTAKE_FLAGS, 1, E_INVALIDARG});
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
  expect_found({"U-205", CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, 0x80000000, E_INVALIDARG});
  expect_found({"U-205", CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, 0x4, E_INVALIDARG});
}
TEST(CallbackRules, U233InvalidArgumentThatIsKeptIsFound) {
  expect_found({"U-233", CALLBACK_ALLOCATE, MISTAKE_NO_STRUCT, 0, E_INVALIDARG});
}
TEST(CallbackRules, U230FailureThatIsKeptIsFound) {
  expect_found({"U-230", CALLBACK_RENDER, MISTAKE_LIST, 0x5a5a5a40, D3DDDIERR_INVALIDHANDLE});
}
TEST(CallbackRules, U287ResourcesAndAllocationsAreFound) {
  expect_found({"U-287", CALLBACK_OFFER, MISTAKE_BOTH, 0, E_INVALIDARG});
}
TEST(CallbackRules, U288OfferWithoutAPriorityIsFound) {
  expect_found({"U-288", CALLBACK_OFFER, MISTAKE_PRIORITY, 0, E_INVALIDARG});
}
TEST(CallbackRules, U296ResourceWithAListIsFound) {
  expect_found({"U-296", CALLBACK_SET_PRIORITY, MISTAKE_BOTH, 0, E_INVALIDARG});
}

TEST(CallbackRules, U174LockOfWhatIsOfferedIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-174"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U174AndU290OtherUsesOfWhatIsOfferedAreFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK2, MISTAKE_NONE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-174"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_PRESENT, MISTAKE_NONE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-290"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U180UnlockOfWhatTheApplicationHasIsFound) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.count("U-180"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U200FailedReleaseThatIsKeptIsFound) {
  Scene scene;
  scene.begin().stand.plan_mistake(PLACE_DESTROY_RESOURCE, CALLBACK_DEALLOCATE,
                                   MISTAKE_DRIVER_HANDLE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-200"), 1U) << scene.stand.findings_text();
}

// A release may be the first to say that the device is gone.
TEST(CallbackRules, U230ReleaseThatFailsOnALostDeviceIsPassedOn) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_DEFER);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  scene.stand.plan() = {};
  scene.stand.dock().surprise(scene.stand.kernel_adapter());
  EXPECT_EQ(scene.device->flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_TRUE(scene.device->is_removed());
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CallbackRules, U230ReleaseThatFailsOnALostDeviceAndIsKeptIsFound) {
  Scene scene;
  scene.begin();
  scene.stand.dock().surprise(scene.stand.kernel_adapter());
  scene.stand.plan_mistake(PLACE_FLUSH, CALLBACK_DEALLOCATE, MISTAKE_TWICE);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.count("U-230"), 1U) << scene.stand.findings_text();
  EXPECT_TRUE(scene.device->is_removed());
}

// What cannot be read is refused; nothing falls.
TEST(CallbackRules, StructuresThatCannotBeReadAreRefused) {
  Scene scene;
  scene.begin();
  for (const MISTAKE mistake : {MISTAKE_NO_STRUCT, MISTAKE_BAD_STRUCT}) {
    for (const CALL_BACK callback :
         {CALLBACK_ALLOCATE, CALLBACK_DEALLOCATE, CALLBACK_DEALLOCATE2, CALLBACK_LOCK,
          CALLBACK_UNLOCK, CALLBACK_LOCK2, CALLBACK_UNLOCK2, CALLBACK_RENDER, CALLBACK_PRESENT,
          CALLBACK_CREATE_CONTEXT, CALLBACK_DESTROY_CONTEXT, CALLBACK_OFFER, CALLBACK_RECLAIM,
          CALLBACK_SET_PRIORITY, CALLBACK_RESIDENCY, CALLBACK_ESCAPE, CALLBACK_SYNC})
      EXPECT_EQ(scene.err_in_flush(callback, mistake), E_INVALIDARG) << callback;
  }
  for (const CALL_BACK callback : {CALLBACK_ALLOCATE, CALLBACK_UNLOCK})
    EXPECT_EQ(scene.err_in_flush(callback, MISTAKE_COUNT), E_INVALIDARG) << callback;
  EXPECT_TRUE(scene.stand.driver().alive()) << scene.stand.findings_text();
}

TEST(ProperDriver, CallsBack) {
  Scene scene;
  scene.begin(textures(2));
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK2, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK2, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RENDER, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_PRESENT, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_CREATE_CONTEXT, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_OFFER, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RECLAIM, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SET_PRIORITY, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RESIDENCY, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ESCAPE, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SYNC, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_ALLOCATE, MISTAKE_RESOURCE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_RESOURCE), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
