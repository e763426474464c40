// What drivers say of the memory of their resources: offers, priorities, escapes.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/dxgk/wishes/offer.h"
#include "tests/d3d/callbacks/flags.h"
#include "tests/d3d/callbacks/mistaken.h"
#include "tests/d3d/callbacks/paging_scene.h"
#include "tests/d3d/support/engine_stand.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

// Reclaims an offered allocation whose contents were lost. Its memory comes back with a fence.
HRESULT reclaim_lost(PagingScene& scene) {
  EXPECT_EQ(scene.call(CALLBACK_OFFER), S_OK);
  dxgk::discard_offered(scene.stand.dock(), D3DDDI_OFFER_PRIORITY_LOW);
  return scene.call(CALLBACK_RECLAIM2);
}

TEST(ResidencyRules, U294WorkBeforeTheReclaimsFenceIsFound) {
  PagingScene scene;
  scene.make_resident();
  const Stillness still(scene.stand.kernel_adapter(), scene.stand.process(), scene.queue());
  EXPECT_EQ(reclaim_lost(scene), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_LOCK2), S_OK) << "the CPU need not wait";
  EXPECT_EQ(scene.call(CALLBACK_UNLOCK2), S_OK);
  EXPECT_EQ(scene.count("U-294"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK);
  EXPECT_EQ(scene.count("U-294"), 1U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U294WorkBehindTheReclaimsFenceIsSilent) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(reclaim_lost(scene), S_OK);
  scene.settle();
  EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK) << "the fence has come to it";
  EXPECT_EQ(scene.stand.findings_text(), "");
  EXPECT_EQ(scene.err_in_flush(CALLBACK_RECLAIM2, MISTAKE_NO_HANDLE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-294"), 0U) << scene.stand.findings_text();
}

TEST(CallbackRules, U154EscapeWithADeviceOrFlagsThatExcludeEachOtherIsFound) {
  expect_found({"U-154", CALLBACK_ESCAPE, MISTAKE_RESOURCE, 0, E_INVALIDARG});
  expect_found({"U-154", CALLBACK_ESCAPE, MISTAKE_FLAGS,
                escape_flag::kHardware | escape_flag::kStatus | escape_flag::kLatency,
                E_INVALIDARG});
  expect_found({"U-154", CALLBACK_ESCAPE, MISTAKE_NO_HANDLE, 0, E_INVALIDARG});
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

}  // namespace
}  // namespace drydock::testing
