// Contexts, and what their batches may name.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/d3d/callbacks/flags.h"
#include "tests/d3d/callbacks/mistaken.h"
#include "tests/d3d/callbacks/submitting.h"
#include "tests/d3d/support/scene.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

TEST(CallbackRules, U129MoreThanThereIsRoomForIsFound) {
  expect_found({"U-129", CALLBACK_RENDER, MISTAKE_COUNT, 0, E_INVALIDARG});
}

TEST(CallbackRules, U133NoContextIsFound) {
  expect_found({"U-133", CALLBACK_RENDER, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
  expect_found({"U-133", CALLBACK_DESTROY_CONTEXT, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
}

TEST(CallbackRules, U134BroadcastToItselfOrTooManyIsFound) {
  expect_found({"U-134", CALLBACK_RENDER, MISTAKE_BROADCAST, 1, E_INVALIDARG});
  expect_found({"U-134", CALLBACK_RENDER, MISTAKE_BROADCAST, D3DDDI_MAX_BROADCAST_CONTEXT + 1,
                E_INVALIDARG});
}

TEST(CallbackRules, U136NumberInTheAllocationListIsFound) {
  expect_found({"U-136", CALLBACK_RENDER, MISTAKE_LIST, kUnknownHandle, D3DDDIERR_INVALIDHANDLE});
}

TEST(CallbackRules, U140PatchOfNoAllocationIsFound) {
  expect_found({"U-140", CALLBACK_RENDER, MISTAKE_PATCH, 0, E_INVALIDARG});
}

TEST(CallbackRules, U143ReservedFlagsOfRenderAreFound) {
  expect_found({"U-143", CALLBACK_RENDER, MISTAKE_FLAGS, render_flag::kReserved, E_INVALIDARG});
}

TEST(CallbackRules, U143WorkThatIsNotToBeDoneIsFound) {
  expect_found({"U-143", CALLBACK_RENDER, MISTAKE_FLAGS, render_flag::kNull, E_INVALIDARG});
}

TEST(CallbackRules, U145PresentOfNoAllocationIsFound) {
  expect_found({"U-145", CALLBACK_PRESENT, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
}

TEST(CallbackRules, U152ContextBesideAnObjectWithoutAContextIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_DEVICE, DEED_KEEP_SYNC);
  scene.end();
  EXPECT_EQ(scene.count("U-298"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.stand.findings().size(), 1U) << scene.stand.findings_text();
}

TEST(CallbackRules, U152ContextThatOwnsAMutexIsFound) {
  expect_found({"U-152", CALLBACK_DESTROY_CONTEXT, MISTAKE_MUTEX, 0, E_INVALIDARG});
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
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RENDER, MISTAKE_ENTRY,
                               entry_flag::kWrite | entry_flag::kReserved),
            E_INVALIDARG);
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
  scene.err_in_flush(CALLBACK_RENDER, MISTAKE_ENTRY, entry_flag::kWrite | entry_flag::kOffer);
  EXPECT_EQ(scene.count("U-295"), 1U) << scene.stand.findings_text();
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

}  // namespace
}  // namespace drydock::testing
