// The stage of scenarios: the driver that is started on it, and what a scenario needs of it.
#include "src/verify/scenarios/miniport/stage.h"

#include "tests/verify/scenarios/miniport/played.h"

namespace drydock::verify {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using ScenarioStage = Played;

// The sentence with which a scenario is skipped; empty when it is not.
std::string skipped_by(const std::function<void()>& need) {
  try {
    need();
    return {};
  } catch (const Skip& skip) {
    return skip.what();
  }
}

TEST_F(ScenarioStage, AFileThatIsNoDriverIsRefused) {
  drivers.miniport = "/nowhere/gpu.so";
  try {
    play([](Stage&) { ADD_FAILURE() << "there is no driver"; });
    ADD_FAILURE() << "it is refused";
  } catch (const Refused& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("/nowhere/gpu.so"));
  }
}

TEST_F(ScenarioStage, TheSoftwareGpuDoesWhatScenariosNeed) {
  play([](Stage& stage) {
    EXPECT_TRUE(stage.has_devices());
    EXPECT_TRUE(stage.draws());
    EXPECT_EQ(skipped_by([&] { stage.need_scheduler(); }), "");
    EXPECT_EQ(skipped_by([&] { stage.need_contexts(); }), "");
    EXPECT_EQ(skipped_by([&] { stage.need_preemption(); }), "");
    EXPECT_EQ(skipped_by([&] { stage.need_reset(); }), "");
    EXPECT_EQ(skipped_by([&] { stage.need_surprise_removal(); }), "");
    EXPECT_EQ(skipped_by([&] { stage.need_work(); }), "");
  });
}

TEST_F(ScenarioStage, ADriverForDisplaysAloneIsSkippedForTheOneThingThatItLacks) {
  drivers.miniport = DRYDOCK_PANEL;
  play([](Stage& stage) {
    EXPECT_FALSE(stage.has_devices());
    EXPECT_FALSE(stage.has_residency());
    EXPECT_FALSE(stage.draws());
    EXPECT_THAT(skipped_by([&] { stage.need_scheduler(); }),
                HasSubstr("DxgkDdiSubmitCommand is not registered"));
    EXPECT_EQ(skipped_by([&] { stage.recipe(); }), "DxgkDdiCreateAllocation is not registered");
    EXPECT_THAT(skipped_by([&] { stage.need_reset(); }), HasSubstr("FromTimeout"));
    EXPECT_EQ(skipped_by([&] { stage.need_contexts(); }), kNoContexts);
  });
}

TEST_F(ScenarioStage, ARecipeHasTheSizeThatIsAskedFor) {
  play([](Stage& stage) {
    const Recipe recipe = stage.recipe(64, 32);
    EXPECT_EQ(recipe.surface.width, 64U);
    EXPECT_EQ(recipe.surface.height, 32U);
    EXPECT_EQ(recipe.of_profile, nullptr);
    const std::vector<Recipe> all = stage.recipes();
    EXPECT_THAT(all, Not(IsEmpty()));
    for (const Recipe& each : all) EXPECT_THAT(Stage::name_of(each), Not(IsEmpty()));
  });
}

TEST_F(ScenarioStage, AllocationsOfTheProfileComeFirst) {
  drivers.profile.allocations = {{.name = "a texture", .private_data = Blob(16)}};
  play([](Stage& stage) {
    EXPECT_EQ(Stage::name_of(stage.recipe()), "a texture");
    EXPECT_FALSE(stage.draws()) << "it knows nothing of what the profile's allocations hold";
  });
}

TEST_F(ScenarioStage, AnotherDeviceIsAnotherAdapterOfTheDriver) {
  play([](Stage& stage) {
    dxgk::Adapter& other = stage.plug_another();
    EXPECT_NE(&other, &stage.adapter());
    Client client = stage.client_of(other);
    const D3DKMT_HANDLE device = client.create_device();
    client.destroy_device(device);
    client.end();
  });
}

}  // namespace
}  // namespace drydock::verify
