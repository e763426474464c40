// What drivers may do wrong in callbacks, each by its rule; and callbacks that are right.
#include <gtest/gtest.h>

#include "src/d3d/core/call.h"
#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/dxgk/work/context_allocation.h"
#include "tests/d3d/callbacks/creating.h"
#include "tests/d3d/callbacks/flags.h"
#include "tests/d3d/callbacks/mistaken.h"
#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

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

TEST(CallbackRules, U052CallbackOutsideOfACallIsFound) {
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

TEST(CallbackRules, U230FailureThatIsHiddenIsFound) {
  expect_found({"U-230", CALLBACK_RENDER, MISTAKE_LIST, kUnknownHandle, D3DDDIERR_INVALIDHANDLE});
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

TEST(CallbackRules, U230ReleaseThatFailsOnALostDeviceAndIsHiddenIsFound) {
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

TEST(SubmissionRules, U256OwnThreadsWhereNoneAreWantedAreFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, TRUE), S_OK);
  EXPECT_EQ(scene.count("U-256"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, FALSE), S_OK);
}

TEST(RuntimePromises, U248LossThatAWorkerSeesWaitsForTheSwitch) {
  Scene scene;
  scene.begin_threaded();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, TRUE), S_OK);
  scene.stand.dock().surprise(scene.stand.kernel_adapter());
  EXPECT_EQ(scene.call_outside(CALLBACK_SYNC), D3DDDIERR_DEVICEREMOVED);
  EXPECT_FALSE(scene.device->is_removed());
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, FALSE), S_OK);
  EXPECT_TRUE(scene.device->is_removed());
  EXPECT_EQ(scene.device->flush(), D3DDDIERR_DEVICEREMOVED);
}

}  // namespace
}  // namespace drydock::testing
