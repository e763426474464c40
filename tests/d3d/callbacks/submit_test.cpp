// Batches, locks beside them, releases and the rest of a resource's working life.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

// The device has LockAsync, UnlockAsync and Rename.
void begin_async(Scene& scene) {
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_ALL_ASYNC);
  scene.begin();
  scene.stand.plan() = {};
}

void fill_and_flush(Scene& scene) {
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.device->flush();
}

TEST(SubmissionRules, U103LockThatDoesNotWaitForItsOwnWorkIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  scene.stand.plan_deed(PLACE_LOCK, DEED_IMPATIENT);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), D3DDDIERR_WASSTILLDRAWING);
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  EXPECT_EQ(scene.count("U-103"), 1U) << scene.stand.findings_text();
}

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

// A Present by a driver that only notes it.
void present_later(Scene& scene, bool may_batch) {
  EXPECT_EQ(scene.stand.open(), S_OK);
  D3DDDI_CREATEDEVICEFLAGS flags{};
  flags.AllowFlipBatching = may_batch ? 1 : 0;
  scene.device = std::make_shared<d3d::Device9>(scene.stand.shared_adapter(), flags);
  EXPECT_EQ(scene.device->create(), S_OK);
  EXPECT_EQ(scene.device->create_resource(textures(), scene.resource), S_OK);
  scene.stand.plan_deed(PLACE_PRESENT, DEED_RETURN);
  EXPECT_EQ(scene.device->present(*scene.resource), S_OK);
}

TEST(SubmissionRules, U052PresentThatIsQueuedIsFound) {
  Scene scene;
  present_later(scene, /*may_batch=*/false);
  EXPECT_EQ(scene.count("U-052"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U052PresentThatMayBeQueuedIsSilent) {
  Scene scene;
  present_later(scene, /*may_batch=*/true);
  EXPECT_EQ(scene.stand.findings_text(), "");
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

TEST(SubmissionRules, U131SizesThatAreNotReadAgainAreFound) {
  Scene scene({.shrink_batches = true});
  scene.begin().stand.plan_deed(PLACE_FLUSH, DEED_OLD_SIZES);
  fill_and_flush(scene);
  for (UINT i = 0; i < 6; ++i) EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, i), S_OK);
  EXPECT_EQ(scene.device->flush(), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-131"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-129"), 0U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U131SizesThatAreReadAgainAreSilent) {
  Scene scene({.shrink_batches = true});
  scene.begin();
  fill_and_flush(scene);
  for (UINT i = 0; i < 30; ++i) EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, i), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(SubmissionRules, U139WriteThatIsNotDeclaredIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_FLUSH, DEED_UNWRITTEN);
  fill_and_flush(scene);
  EXPECT_EQ(scene.count("U-139"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U139ReservedBitsOfAnEntryAreFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RENDER, MISTAKE_ENTRY, 0x101), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-139"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U142NumberThatDoesNotGrowIsFound) {
  Scene scene;
  scene.begin();
  fill_and_flush(scene);
  scene.stand.plan_deed(PLACE_FLUSH, DEED_SAME_NUMBER);
  fill_and_flush(scene);
  EXPECT_EQ(scene.count("U-142"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U295OfferInTheAllocationListIsFound) {
  Scene scene;
  scene.begin();
  scene.err_in_flush(CALLBACK_RENDER, MISTAKE_ENTRY, 0x5);
  EXPECT_EQ(scene.count("U-295"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U172SecondLockWithAnApertureIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS, 0x50), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-172"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
}

TEST(SubmissionRules, U172AlternateAddressOfASharedOneIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_FLAGS, 0x250), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-172"), 1U) << scene.stand.findings_text();
}

D3DDDI_LOCKASYNCFLAGS async_flags(bool is_discard) {
  D3DDDI_LOCKASYNCFLAGS flags{};
  flags.Discard = is_discard ? 1 : 0;
  flags.NoOverwrite = is_discard ? 0 : 1;
  return flags;
}

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

TEST(ResourceRules, U119SharedResourceThatTheDriverRenamesIsFound) {
  Scene scene;
  scene.begin(shared_textures()).stand.plan_deed(PLACE_LOCK, DEED_RENAME);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.count("U-119"), 0U) << scene.stand.findings_text();
  // The resource uses the other allocation from now on.
  scene.stand.plan_mistake(PLACE_FLUSH, CALLBACK_RENDER, MISTAKE_LIST,
                           scene.resource->of9().substitute.value);
  scene.device->flush();
  EXPECT_EQ(scene.count("U-119"), 1U) << scene.stand.findings_text();
}

// Shown elsewhere, and copied by a batch that names both.
TEST(ResourceRules, U119CopyOfASharedResourceForTheApplicationIsSilent) {
  Scene scene;
  scene.begin(shared_textures()).stand.plan_deed(PLACE_LOCK, DEED_RENAME);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_TRUE(scene.resource->of9().substitute);
  scene.stand.plan_deed(PLACE_UNLOCK, DEED_RENAME);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  scene.stand.plan() = {};
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_FALSE(scene.resource->of9().substitute);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U119SharedResourceThatIsDiscardedKeepsItsAllocation) {
  Scene scene({.renaming = d3d::Renaming::kAlways});
  scene.begin(shared_textures());
  D3DDDI_LOCKFLAGS flags{};
  flags.Discard = 1;
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, flags, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  EXPECT_EQ(scene.device->objects.allocations.begin()->second->newest, 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
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

TEST(SubmissionRules, U256OwnThreadsWhereNoneAreWantedAreFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, TRUE), S_OK);
  EXPECT_EQ(scene.count("U-256"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.call_in_fill(CALLBACK_ASYNC, FALSE), S_OK);
}

TEST(SubmissionRules, U203AssumedNotInUseAndUsedIsFound) {
  const sim::SeededSchedule schedule(1);
  Scene scene;
  scene.begin();
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  fill_and_flush(scene);
  scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, 0x1);
  EXPECT_EQ(scene.count("U-203"), 1U) << scene.stand.findings_text();
  steer(scene.stand, SOFTGPU_ESCAPE_GO);
  // The driver lives, and its next mistake is seen.
  scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, 0x1);
  EXPECT_EQ(scene.count("U-199"), 1U) << scene.stand.findings_text();
  EXPECT_TRUE(scene.stand.driver().alive());
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

TEST(SubmissionRules, U203AssumedNotInUseAndIdleIsSilent) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, 0x1), S_OK);
  EXPECT_EQ(scene.living(), 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U204SynchronousReleaseReturnsWhenTheMemoryIsBack) {
  Scene scene;
  scene.begin(textures(2));
  fill_and_flush(scene);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE2, MISTAKE_FLAGS, 0x2), S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// A list names allocations; the resource is an object of its own.
TEST(RuntimePromises, U015ListReleasesAllocationsAndTheResourceFormBoth) {
  Scene scene;
  scene.begin(textures(2)).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_LIST_RELEASE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  EXPECT_EQ(scene.stand.kernel_resources(), 1);
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_TWO_RELEASES);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(2), second), S_OK);
  EXPECT_EQ(scene.stand.kernel_resources(), 2);
  EXPECT_EQ(scene.device->destroy_resource(*second), S_OK);
  EXPECT_EQ(scene.stand.kernel_resources(), 1);
}

// Unlocks while the first allocation that Unlock asks for is refused.
void unlock_without_memory(Scene& scene, DEED deed) {
  scene.begin();
  d3d::LockedSurface locked;
  ASSERT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  scene.stand.plan_mistake(PLACE_UNLOCK, CALLBACK_ALLOCATE, MISTAKE_RESOURCE);
  scene.stand.plan().Deed = deed;
  const sim::FaultInjection injection({.nth = 0, .only = sim::FaultKind::kObject});
  scene.device->unlock(*scene.resource, 0);
  EXPECT_EQ(injection.failed(), 1U);
}

TEST(SubmissionRules, U231UnlockThatFailsForWantOfMemoryIsFound) {
  Scene scene;
  unlock_without_memory(scene, DEED_CALL_AND_END);
  EXPECT_EQ(scene.count("U-231"), 1U) << scene.stand.findings_text();
}

TEST(SubmissionRules, U231UnlockThatGoesOnWithoutMemoryIsSilent) {
  Scene scene;
  unlock_without_memory(scene, DEED_CALLBACK);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(SubmissionRules, U293LossThatIsNotToldIsFound) {
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

TEST(RuntimePromises, U132SizesAreAskedForAndAnswered) {
  Scene scene;
  scene.begin().stand.plan_mistake(PLACE_FLUSH, CALLBACK_RENDER, MISTAKE_RESIZE, 512);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.stand.plan().Got, S_OK);
  const auto& context = *scene.device->objects.contexts.begin()->second;
  EXPECT_EQ(scene.stand.plan().Value, context.batch->sizes().allocations);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U150ContextsAreAnsweredAsListed) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_CREATE_CONTEXT, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_CREATE_CONTEXT, MISTAKE_NO_STRUCT), E_INVALIDARG);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DESTROY_CONTEXT, MISTAKE_NO_HANDLE), E_INVALIDARG);
  const sim::FaultInjection injection({.nth = 0, .only = sim::FaultKind::kObject});
  EXPECT_EQ(scene.err_in_flush(CALLBACK_CREATE_CONTEXT, MISTAKE_NONE), E_OUTOFMEMORY);
}

TEST(RuntimePromises, U151ContextGoesWhenItsWorkIsDone) {
  Scene scene;
  scene.begin();
  steer(scene.stand, SOFTGPU_ESCAPE_HOLD);
  fill_and_flush(scene);
  std::atomic<bool> has_gone = false;
  sim::Thread other = sim::spawn("engine", [&] {
    has_gone = true;
    steer(scene.stand, SOFTGPU_ESCAPE_GO);
  });
  EXPECT_EQ(scene.device->destroy(), S_OK);
  EXPECT_TRUE(has_gone);
  other.join();
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

}  // namespace
}  // namespace drydock::testing
