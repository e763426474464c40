// Locks beside other threads, and the renaming behind them.
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

struct Asynchronous {
  std::string_view rule;
  DEED deed;
  HRESULT result;
  bool is_discard;
};

void expect_found(const Asynchronous& each) {
  Scene scene;
  begin_async(scene);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_LOCK_ASYNC, each.deed, each.result);
  d3d::LockedSurface locked;
  HANDLE cookie = nullptr;
  scene.device->lock_async(*scene.resource, 0, async_flags(each.is_discard), locked, cookie);
  EXPECT_EQ(scene.count(each.rule), 1U) << each.rule << scene.stand.findings_text();
}

TEST(SubmissionRules, U181UnlistedResultOfLockAsyncIsFound) {
  expect_found({"U-181", DEED_RETURN, E_FAIL, true});
  expect_found({"U-181", DEED_RETURN, D3DDDIERR_WASSTILLDRAWING, false});
}

TEST(SubmissionRules, U182LockAsyncThatSubmitsOrPromisesIsFound) {
  expect_found({"U-182", DEED_SUBMIT, S_OK, true});
  expect_found({"U-182", DEED_FALSE_PROMISE, S_OK, true});
}

TEST(SubmissionRules, U184NoOverwriteOfWhatCannotBeDrawnLockedIsFound) {
  Scene scene;
  begin_async(scene);
  scene.stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_INVISIBLE);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(), second), S_OK);
  scene.stand.plan_deed(PLACE_LOCK_ASYNC, DEED_NO_LOCK);
  d3d::LockedSurface locked;
  HANDLE cookie = nullptr;
  EXPECT_EQ(scene.device->lock_async(*second, 0, async_flags(false), locked, cookie), S_OK);
  EXPECT_EQ(scene.count("U-184"), 1U) << scene.stand.findings_text();
}

// Uses in a batch an allocation that LockAsync discarded, before or after its Rename.
void use_renamed(Scene& scene, DEED deed, HRESULT of_rename = S_OK) {
  begin_async(scene);
  scene.stand.plan_deed(PLACE_LOCK_ASYNC, deed);
  d3d::LockedSurface locked;
  HANDLE cookie = nullptr;
  ASSERT_EQ(scene.device->lock_async(*scene.resource, 0, async_flags(true), locked, cookie), S_OK);
  scene.stand.plan() = {};
  EXPECT_EQ(scene.device->unlock_async(*scene.resource, 0), S_OK);
  fill_and_flush(scene);
  if (of_rename != S_OK) scene.stand.plan_deed(PLACE_RENAME, DEED_RETURN, of_rename);
  EXPECT_EQ(scene.device->rename(*scene.resource, 0, cookie), of_rename);
  scene.stand.plan() = {};
  fill_and_flush(scene);
}

TEST(SubmissionRules, U183UseBeforeTheRenameIsFound) {
  Scene scene({.renaming = d3d::Renaming::kAlways});
  use_renamed(scene, DEED_ADOPT_EARLY);
  EXPECT_EQ(scene.count("U-183"), 1U) << scene.stand.findings_text();
  Scene refusing({.renaming = d3d::Renaming::kAlways});
  use_renamed(refusing, DEED_NONE, E_FAIL);
  EXPECT_EQ(refusing.count("U-183"), 1U) << refusing.stand.findings_text();
}

TEST(SubmissionRules, U182DiscardWithoutACookieIsFound) {
  Scene scene({.renaming = d3d::Renaming::kAlways});
  begin_async(scene);
  scene.stand.plan_deed(PLACE_LOCK_ASYNC, DEED_NULL_HANDLE);
  d3d::LockedSurface locked;
  HANDLE cookie = nullptr;
  EXPECT_EQ(scene.device->lock_async(*scene.resource, 0, async_flags(true), locked, cookie), S_OK);
  EXPECT_EQ(scene.count("U-182"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U183UseOfTheOldOneUntilTheRenameIsSilent) {
  Scene scene({.renaming = d3d::Renaming::kAlways});
  use_renamed(scene, DEED_NONE);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ProperDriver, LocksBesideOtherThreads) {
  Scene scene;
  begin_async(scene);
  for (const bool is_discard : {false, true}) {
    EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
    EXPECT_EQ(scene.device->flush(), S_OK);
    d3d::LockedSurface locked;
    HANDLE cookie = nullptr;
    ASSERT_EQ(scene.device->lock_async(*scene.resource, 0, async_flags(is_discard), locked, cookie),
              S_OK);
    EXPECT_EQ(scene.device->unlock_async(*scene.resource, 0), S_OK);
    EXPECT_EQ(scene.device->rename(*scene.resource, 0, cookie), is_discard ? S_OK : E_INVALIDARG);
    EXPECT_EQ(scene.device->rename(*scene.resource, 0, cookie), E_INVALIDARG);
  }
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// One thread draws to a resource while another locks its own.
ULONG lock_beside(std::uint64_t seed) {
  const sim::SeededSchedule schedule(seed);
  Scene scene;
  begin_async(scene);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), S_OK);
  scene.stand.plan_mistake(PLACE_FLUSH, CALLBACK_SYNC, MISTAKE_NONE);  // between which it may come
  sim::Thread application = sim::spawn("application", [&] {
    for (int i = 0; i < 10; ++i) {
      d3d::LockedSurface locked;
      HANDLE cookie = nullptr;
      EXPECT_EQ(scene.device->lock_async(*second, 0, async_flags(false), locked, cookie), S_OK);
      EXPECT_EQ(scene.device->unlock_async(*second, 0), S_OK);
    }
  });
  for (int i = 0; i < 10; ++i) fill_and_flush(scene);
  application.join();
  const ULONG beside = scene.stand.plan().Beside;
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "") << "seed " << seed;
  return beside;
}

TEST(RuntimePromises, LockAsyncComesWhileAnotherThreadIsInTheDriver) {
  ULONG beside = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) beside += lock_beside(seed);
  EXPECT_GT(beside, 0U);
}

TEST(RuntimePromises, U253LockAsyncIsTheApplicationsAndRenameTheWorkers) {
  Scene scene;
  begin_async(scene);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(), second), S_OK);
  d3d::LockedSurface locked;
  HANDLE cookie = nullptr;
  ASSERT_EQ(scene.device->lock_async(*second, 0, async_flags(true), locked, cookie), S_OK);
  EXPECT_EQ(scene.device->unlock_async(*second, 0), S_OK);
  EXPECT_EQ(scene.device->rename(*second, 0, cookie), S_OK);
  const PLAN& seen = scene.stand.plan();
  EXPECT_EQ(seen.LockAsyncThread, seen.CreateThread);
  EXPECT_NE(seen.RenameThread, seen.CreateThread);
}

TEST(SubmissionRules, U254OwnThreadsBesideLockAsyncAreFound) {
  Scene scene;
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_ALL_ASYNC);
  scene.begin_threaded();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, TRUE), S_OK);
  EXPECT_EQ(scene.count("U-254"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-256"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, FALSE), S_OK);
}

}  // namespace
}  // namespace drydock::testing
