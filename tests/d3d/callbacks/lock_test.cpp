// Locks and unlocks: flags, offers, renaming, and the second forms.
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/d3d/callbacks/flags.h"
#include "tests/d3d/callbacks/mistaken.h"
#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

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

TEST(CallbackRules, U167NeitherAllNorPagesIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS, /*value=*/0), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
  scene.end();
  ASSERT_EQ(scene.stand.findings().size(), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.stand.findings()[0].rule->id, "U-167");
  EXPECT_EQ(rules::severity_of(scene.stand.findings()[0]), rules::Severity::kLint);
}

TEST(CallbackRules, U168ReadOnlyAndWriteOnlyIsFound) {
  expect_found({"U-168", CALLBACK_LOCK, MISTAKE_FLAGS,
                lock_flag::kEntire | lock_flag::kReadOnly | lock_flag::kWriteOnly, E_INVALIDARG});
}

TEST(CallbackRules, U169IgnoreSyncWithAnApertureIsFound) {
  expect_found({"U-169", CALLBACK_LOCK, MISTAKE_FLAGS,
                lock_flag::kEntire | lock_flag::kIgnoreSync | lock_flag::kAperture, E_INVALIDARG});
}

TEST(CallbackRules, U169IgnoreSyncInAnApertureIsSilent) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS,
                               lock_flag::kEntire | lock_flag::kIgnoreSync | lock_flag::kDonotWait),
            S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CallbackRules, U172AlternateAddressWithoutAnApertureIsFound) {
  expect_found({"U-172", CALLBACK_LOCK, MISTAKE_FLAGS, lock_flag::kEntire | lock_flag::kAlternate,
                E_INVALIDARG});
}

TEST(CallbackRules, U178UnlockOfWhatIsNotLockedIsFound) {
  expect_found({"U-178", CALLBACK_UNLOCK, MISTAKE_NONE, 0, E_INVALIDARG});
}

TEST(CallbackRules, U187FlagsOfLock2AreFound) {
  expect_found({"U-187", CALLBACK_LOCK2, MISTAKE_FLAGS, lock2_flag::kReserved, E_INVALIDARG});
}

TEST(CallbackRules, U174LockOfWhatIsOfferedIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-174"), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U180UnlockOfWhatTheApplicationHasIsFound) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.count("U-180"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U172SecondLockWithAnApertureIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(
      scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS, lock_flag::kEntire | lock_flag::kAperture),
      E_INVALIDARG);
  EXPECT_EQ(scene.count("U-172"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
}

TEST(SubmissionRules, U172AlternateAddressOfASharedOneIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS,
                               lock_flag::kEntire | lock_flag::kAperture | lock_flag::kAlternate),
            E_INVALIDARG);
  EXPECT_EQ(scene.count("U-172"), 1U) << scene.stand.findings_text();
}

// The lock that comes after the map waits for the engine.
void map_in_lock(Scene& scene, bool is_held) {
  scene.begin();
  if (is_held) steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  if (is_held) EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_LOCK, DEED_MAP);
  sim::Thread other = sim::spawn("engine", [&] {
    while (is_held && scene.count("U-186") == 0) sim::switch_point();
    steer(scene.stand, SOFTGPU_ESCAPE_GO);
  });
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  other.join();
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
}

TEST(SubmissionRules, U186MapOfWhatTheGpuUsesIsFound) {
  const sim::SeededSchedule schedule(1);
  Scene scene;
  map_in_lock(scene, /*is_held=*/true);
  EXPECT_EQ(scene.count("U-186"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U186MapOfWhatIsIdleIsSilent) {
  Scene scene;
  map_in_lock(scene, /*is_held=*/false);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U188WhatIsMappedMayStaySo) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_KEEP_MAPPED);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(2), second), S_OK);
  for (UINT i = 0; i < 2; ++i) {
    EXPECT_EQ(scene.device->color_fill(*second, i, 1), S_OK);
    EXPECT_EQ(scene.device->flush(), S_OK);
  }
  EXPECT_EQ(scene.device->destroy_resource(*second), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
