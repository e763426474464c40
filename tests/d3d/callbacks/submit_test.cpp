// Submissions by address: of which context, with what they name, and what the kernel gets.
#include <gtest/gtest.h>

#include "tests/d3d/callbacks/address_scene.h"
#include "tests/d3d/callbacks/creating.h"
#include "tests/d3d/callbacks/flags.h"
#include "tests/d3d/support/scene.h"

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

constexpr ULONG kTooMuchData = 1 << 20;  // bytes of private data

TEST(CallbackRules, U147SubmissionWithoutAContextOrWithTooMuchDataIsFound) {
  Scene scene({}, Stand::Generation::kWddm2);
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_COUNT), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-147"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-146"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_FLAGS, kTooMuchData), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-147"), 2U) << scene.stand.findings_text();
}

TEST(CallbackRules, U148PrimariesThatAreNotNamedOrTooManyAreFound) {
  Scene scene({}, Stand::Generation::kWddm2);
  scene.begin(primary_texture());
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_LIST, D3DDDI_MAX_WRITTEN_PRIMARIES + 1),
            E_INVALIDARG);
  EXPECT_EQ(scene.count("U-148"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_LIST, /*primaries=*/1), E_INVALIDARG)
      << "its handle is 0";
  EXPECT_EQ(scene.count("U-148"), 2U) << scene.stand.findings_text();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.err_in_flush(CALLBACK_SUBMIT, MISTAKE_NONE), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-148"), 3U) << scene.stand.findings_text();
}

TEST(AddressRules, WorkByAddressReachesTheKernelsDriver) {
  AddressScene scene;
  std::vector<UINT64> seen;
  scene.engine.misdeeds.submit_virtual =
      [&](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    seen.push_back(wanted.DmaBufferVirtualAddress);
    return std::nullopt;
  };
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  EXPECT_EQ(scene.submit(at + kPage), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  scene.settle();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front(), at + kPage);
  EXPECT_EQ(scene.findings_text(), "");
}

// A primary that the application has filled, with commands in it.
struct PrimaryScene : AddressScene {
  PrimaryScene() {
    d3d::ResourceSpec spec = textures();
    spec.flags.Primary = 1;
    EXPECT_EQ(device->create_resource(spec, resource), S_OK) << findings_text();
    make_resident();
    at = map_and_settle();
    // The commands of the fill are the test's own, by address.
    door.Plan->Place = PLACE_COLOR_FILL;
    door.Plan->Deed = DEED_RETURN;
    EXPECT_EQ(device->color_fill(*resource, 0, 1), S_OK) << findings_text();
  }

  UINT64 at = 0;
};

TEST(CallbackRules, U148PrimaryThatIsNotNamedIsFound) {
  PrimaryScene scene;
  EXPECT_EQ(scene.submit(scene.at), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.count("U-148"), 1U) << scene.findings_text();
}

TEST(CallbackRules, U148PrimaryThatIsNamedIsSilent) {
  PrimaryScene scene;
  EXPECT_EQ(scene.submit(scene.at, scene.allocation()), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(AddressRules, U146PatchedWorkOfAVirtualContextIsFound) {
  AddressScene scene;
  D3DDDICB_RENDER data{};
  data.hContext = scene.context;
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnRenderCb, data), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-146"), 1U) << scene.findings_text();
}

}  // namespace
}  // namespace drydock::testing
