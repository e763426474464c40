// Paging queues and residency lists of user-mode drivers, each rule broken and kept.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "tests/d3d/callbacks/address_scene.h"
#include "tests/d3d/callbacks/paging_scene.h"

namespace drydock::testing {
namespace {

TEST(AddressRules, U273DriverThatDoesNotAskAgainIsFound) {
  ShortScene scene;
  EXPECT_EQ(scene.play([&](const ACTOR& as) { return scene.ask(as, 0, 5); }), E_OUTOFMEMORY);
  EXPECT_EQ(scene.count("U-273"), 1U) << scene.findings_text();
}

TEST(AddressRules, U273AskingAgainWithoutTrimmingIsFound) {
  ShortScene scene;
  scene.play([&](const ACTOR& as) {
    scene.ask(as, 0, 5);
    scene.ask(as, 0, 5);
    return scene.ask(as, 0, 5, ShortScene::kCantTrimFurther);
  });
  EXPECT_EQ(scene.count("U-273"), 1U) << scene.findings_text();
}

TEST(AddressRules, U273TrimmingAndAskingAgainIsSilent) {
  ShortScene scene;
  const HRESULT result = scene.play([&](const ACTOR& as) {
    EXPECT_EQ(scene.ask(as, 0, 4), E_PENDING);
    EXPECT_EQ(scene.ask(as, 4, 1), E_OUTOFMEMORY);
    EXPECT_EQ(scene.evict(as, 0), S_OK);
    return scene.ask(as, 4, 1);
  });
  EXPECT_EQ(result, E_PENDING) << scene.findings_text();
  scene.settle();
  EXPECT_EQ(scene.findings_text(), "");
  scene.play([&](const ACTOR& as) {
    EXPECT_EQ(scene.ask(as, 0, 1), E_OUTOFMEMORY);
    return scene.ask(as, 0, 1, ShortScene::kCantTrimFurther);
  });
  EXPECT_EQ(scene.count("U-273"), 0U) << scene.findings_text();
}

TEST(ResidencyRules, U276QueueThatIsDestroyedIsFoundInUse) {
  PagingScene scene;
  EXPECT_EQ(scene.call(CALLBACK_DESTROY_QUEUE), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT), E_INVALIDARG);
  EXPECT_EQ(scene.call(CALLBACK_DESTROY_QUEUE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-276"), 2U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U225QueuesVanishWithTheDevice) {
  PagingScene scene;
  const D3DKMT_HANDLE queue = scene.queue();
  EXPECT_TRUE(dxgk::PagingQueueUse(scene.stand.process(), queue));
  EXPECT_EQ(scene.device->destroy(), S_OK);
  EXPECT_FALSE(dxgk::PagingQueueUse(scene.stand.process(), queue));
  EXPECT_EQ(scene.count("U-276"), 0U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U269OneEvictTooManyIsFound) {
  PagingScene scene;
  EXPECT_EQ(scene.call(CALLBACK_EVICT), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-269"), 1U) << scene.stand.findings_text();
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_EVICT), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_EVICT), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-269"), 2U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U269AsManyEvictsAsMakeResidentsAreSilent) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_EVICT), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_EVICT), S_OK);
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// Five surfaces of 4 MB, in 16 MB of video memory.
d3d::ResourceSpec large_textures() {
  d3d::ResourceSpec spec = textures();
  spec.surfaces.assign(5, {1024, 1024, 1, nullptr, 0, 0});
  return spec;
}

struct LargeScene : Scene {
  LargeScene() : Scene({}, Stand::Generation::kWddm2) {
    device = stand.new_device();
    stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_INVISIBLE);
    EXPECT_EQ(device->create_resource(large_textures(), resource), S_OK) << stand.findings_text();
    stand.plan() = {};
    EXPECT_EQ(err_in_flush(CALLBACK_CREATE_QUEUE, MISTAKE_NONE), S_OK) << stand.findings_text();
  }
};

TEST(ResidencyRules, U270MakeResidentHasThreeAnswers) {
  PagingScene scene;
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT), E_PENDING);
  scene.settle();
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT), S_OK) << "it is there";
  LargeScene large;
  EXPECT_EQ(large.err_in_flush(CALLBACK_MAKE_RESIDENT, MISTAKE_NONE), E_OUTOFMEMORY);
}

TEST(ResidencyRules, U272AFailureChangesNothingAndSaysHowMuchToTrim) {
  LargeScene scene;
  scene.stand.plan_mistake(PLACE_FLUSH, CALLBACK_MAKE_RESIDENT, MISTAKE_NONE);
  scene.device->flush();
  EXPECT_EQ(scene.stand.plan().Got, E_OUTOFMEMORY);
  // Besides the fifth surface: what the kernel's driver keeps for the context.
  EXPECT_GE(scene.stand.plan().Value, 4U << 20);
  EXPECT_LT(scene.stand.plan().Value, 5U << 20);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_EVICT, MISTAKE_NONE), E_INVALIDARG) << "none is counted";
}

TEST(ResidencyRules, U271WorkBeforeThePagingFenceIsFound) {
  PagingScene scene;
  const Stillness still(scene.stand.kernel_adapter(), scene.stand.process(), scene.queue());
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT), E_PENDING);
  EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK);
  EXPECT_EQ(scene.count("U-271"), 1U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U271WorkBehindTheFenceIsSilent) {
  PagingScene scene;
  {
    const Stillness still(scene.stand.kernel_adapter(), scene.stand.process(), scene.queue());
    EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT), E_PENDING);
    EXPECT_EQ(scene.call(CALLBACK_WAIT_ON_CONTEXT), S_OK);
    EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK) << "the context waits";
  }
  scene.settle();
  EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK) << "the fence has come to it";
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResidencyRules, U274MustSucceedAloneIsFound) {
  PagingScene scene;
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT, kMustSucceed), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-274"), 1U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U274MustSucceedWithNothingToTrimIsSilent) {
  PagingScene scene;
  EXPECT_EQ(scene.call(CALLBACK_MAKE_RESIDENT, kMustSucceed | kCantTrimFurther), E_PENDING);
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResidencyRules, U276OtherQueuesAndAllocationsAreFound) {
  PagingScene scene;
  EXPECT_EQ(scene.err_in_flush(CALLBACK_MAKE_RESIDENT, MISTAKE_NO_HANDLE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-276"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_MAKE_RESIDENT, MISTAKE_LIST), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-276"), 2U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U276QueueAndAllocationsOfTheDeviceAreSilent) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_EVICT), S_OK);
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResidencyRules, U149WorkOnWhatWasNeverResidentIsFound) {
  PagingScene scene;
  EXPECT_EQ(scene.call(CALLBACK_RENDER), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(scene.count("U-149"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-277"), 0U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U277WorkOnWhatWasEvictedIsFound) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_EVICT), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_RENDER), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(scene.count("U-277"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-149"), 0U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U149AndU277WorkOnWhatIsResidentIsSilent) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK);
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResidencyRules, U278FalseNotWrittenToIsFound) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_RENDER), S_OK);
  EXPECT_EQ(scene.call(CALLBACK_EVICT, kNotWrittenTo), S_OK);
  EXPECT_EQ(scene.count("U-278"), 1U) << scene.stand.findings_text();
}

TEST(ResidencyRules, U278TrueNotWrittenToIsSilent) {
  PagingScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.call(CALLBACK_EVICT, kNotWrittenTo), S_OK);
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
