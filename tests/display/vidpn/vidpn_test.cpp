// A network as its builder sees it.
#include "src/display/vidpn/vidpn.h"

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

template <typename Mode>
std::shared_ptr<display::ModeSet<Mode>> set_of(UINT owner, std::initializer_list<UINT> widths) {
  auto set = std::make_shared<display::ModeSet<Mode>>(owner);
  for (const UINT width : widths)
    EXPECT_EQ(set->add(mode_of<Mode>(width, width, width)), STATUS_SUCCESS);
  return set;
}

TEST(VidPn, IsFunctionalWhenEverythingInAPathIsPinned) {
  VidPn vidpn(1, {7});
  EXPECT_FALSE(vidpn.is_functional()) << "without a path";
  Path path = vidpn.new_path();
  path.VidPnSourceId = 0;
  path.VidPnTargetId = 7;
  EXPECT_EQ(vidpn.add_path(path), STATUS_SUCCESS);
  EXPECT_EQ(vidpn.assign(0, set_of<SourceMode>(0, {640})), STATUS_SUCCESS);
  EXPECT_EQ(vidpn.assign(7, set_of<TargetMode>(7, {640})), STATUS_SUCCESS);
  EXPECT_TRUE(vidpn.source_modes(0)->pin(640));
  EXPECT_FALSE(vidpn.is_functional());
  EXPECT_FALSE(vidpn.target_modes(7)->pin(641));
  EXPECT_TRUE(vidpn.target_modes(7)->pin(640));
  EXPECT_TRUE(vidpn.is_functional());
}

TEST(VidPn, SourcesAreNumberedAndTargetsAreTheDrivers) {
  const VidPn vidpn(2, {0x100, 0x200});
  EXPECT_TRUE(vidpn.has_source(1));
  EXPECT_FALSE(vidpn.has_source(2));
  EXPECT_TRUE(vidpn.has_target(0x200));
  EXPECT_FALSE(vidpn.has_target(0));
  EXPECT_THAT(vidpn.targets(), ::testing::ElementsAre(0x100U, 0x200U));
  EXPECT_NE(vidpn.source_modes(1), nullptr) << "every one has a set";
  EXPECT_EQ(vidpn.source_modes(2), nullptr);
  EXPECT_EQ(vidpn.target_modes(1), nullptr);
}

TEST(VidPn, CopySharesNothing) {
  VidPn vidpn(1, {7});
  VidPn copy = vidpn;
  EXPECT_EQ(vidpn.source_modes(0)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  EXPECT_TRUE(copy.source_modes(0)->is_empty());
  copy = vidpn;
  EXPECT_EQ(copy.source_modes(0)->modes().size(), 1U);
  EXPECT_NE(copy.source_modes(0), vidpn.source_modes(0));
}

TEST(NetworkPromises, D054PinnedModeRemains) {
  VidPn vidpn(1, {7});
  EXPECT_EQ(vidpn.assign(0, set_of<SourceMode>(0, {640, 800})), STATUS_SUCCESS);
  EXPECT_TRUE(vidpn.source_modes(0)->pin(800));
  EXPECT_EQ(vidpn.assign(0, set_of<SourceMode>(0, {640, 1024})),
            STATUS_GRAPHICS_PINNED_MODE_MUST_REMAIN_IN_SET);
  EXPECT_EQ(vidpn.source_modes(0)->modes().size(), 2U) << "nothing has changed";
  // The same mode with another identifier.
  auto set = std::make_shared<display::SourceModeSet>(0);
  EXPECT_EQ(set->add(mode_of<SourceMode>(1, 800, 800)), STATUS_SUCCESS);
  EXPECT_EQ(vidpn.assign(0, set), STATUS_SUCCESS);
  ASSERT_NE(vidpn.source_modes(0)->pinned(), nullptr);
  EXPECT_EQ(vidpn.source_modes(0)->pinned()->Id, 1U);
}

}  // namespace
}  // namespace drydock::testing
