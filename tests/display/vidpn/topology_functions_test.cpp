// DXGK_VIDPNTOPOLOGY_INTERFACE: paths in the hands of a driver.
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class TopologyRules : public NetworkTest {};
class TopologyFunctionsPromises : public NetworkTest {};

TEST_F(TopologyFunctionsPromises, D065PathsAreCountedAndFoundBySource) {
  add_path(1, 7);
  add_path(1, 9);
  during(Purpose::kCommit, [](const Given& given) {
    SIZE_T paths = 77;
    EXPECT_EQ(given.paths.pfnGetNumPaths(given.topology, &paths), STATUS_SUCCESS);
    EXPECT_EQ(paths, 2U);
    EXPECT_EQ(given.paths.pfnGetNumPathsFromSource(given.topology, 1, &paths), STATUS_SUCCESS);
    EXPECT_EQ(paths, 2U);
    EXPECT_EQ(given.paths.pfnGetNumPathsFromSource(given.topology, 0, &paths),
              STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY);
    EXPECT_EQ(paths, 0U);
    EXPECT_EQ(given.paths.pfnGetNumPathsFromSource(given.topology, 2, &paths),
              STATUS_INVALID_PARAMETER);
    UINT target = 0, source = 77;
    EXPECT_EQ(given.paths.pfnEnumPathTargetsFromSource(given.topology, 1, 1, &target),
              STATUS_SUCCESS);
    EXPECT_EQ(target, 9U);
    EXPECT_EQ(given.paths.pfnEnumPathTargetsFromSource(given.topology, 1, 2, &target),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(given.paths.pfnGetPathSourceFromTarget(given.topology, 9, &source), STATUS_SUCCESS);
    EXPECT_EQ(source, 1U);
    EXPECT_EQ(given.paths.pfnGetPathSourceFromTarget(given.topology, 8, &source),
              STATUS_INVALID_PARAMETER);
  });
  expect_silence();
}

TEST_F(TopologyFunctionsPromises, D061PathsEndLikeModes) {
  during(Purpose::kCommit, [](const Given& given) {
    const Path* path = reinterpret_cast<const Path*>(8);
    EXPECT_EQ(given.paths.pfnAcquireFirstPathInfo(given.topology, &path),
              STATUS_GRAPHICS_DATASET_IS_EMPTY);
    EXPECT_EQ(path, nullptr);
  });
  add_path(0, 7);
  add_path(1, 9);
  during(Purpose::kCommit, [](const Given& given) {
    const Path *path = nullptr, *next = nullptr;
    EXPECT_EQ(given.paths.pfnAcquireFirstPathInfo(given.topology, &path), STATUS_SUCCESS);
    EXPECT_EQ(path->VidPnTargetId, 7U);
    EXPECT_EQ(given.paths.pfnAcquireNextPathInfo(given.topology, path, &next), STATUS_SUCCESS);
    EXPECT_EQ(next->VidPnTargetId, 9U);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, path), STATUS_SUCCESS);
    EXPECT_EQ(given.paths.pfnAcquireNextPathInfo(given.topology, next, &path),
              STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET);
    EXPECT_EQ(path, nullptr);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, next), STATUS_SUCCESS);
  });
  expect_silence();
}

TEST_F(TopologyFunctionsPromises, D064ChangesAreDeniedWhereTheyAreNotAllowed) {
  add_path(0, 7);
  during(Purpose::kCommit, [](const Given& given) {
    Path* const path = given.new_path(1, 9);
    EXPECT_EQ(given.paths.pfnUpdatePathSupportInfo(given.topology, path), STATUS_ACCESS_DENIED);
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, path), STATUS_ACCESS_DENIED);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, path), STATUS_SUCCESS);
    EXPECT_EQ(given.paths.pfnRemovePath(given.topology, 0, 7), STATUS_ACCESS_DENIED);
  });
  EXPECT_EQ(vidpn.topology().paths().size(), 1U);
  expect_silence();
}

TEST_F(TopologyFunctionsPromises, D063AddedPathsFollowTheRulesOfTopologies) {
  during(Purpose::kRecommend, [](const Given& given) {
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, given.new_path(0, 7)), STATUS_SUCCESS);
    Path* const second = given.new_path(1, 7);
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, second),
              STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY);
    second->VidPnTargetId = 8;
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, second),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET);
    second->VidPnTargetId = 9;
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, second), STATUS_SUCCESS);
    EXPECT_EQ(given.paths.pfnRemovePath(given.topology, 0, 9),
              STATUS_GRAPHICS_PATH_NOT_IN_TOPOLOGY);
    EXPECT_EQ(given.paths.pfnRemovePath(given.topology, 0, 7), STATUS_SUCCESS);
  });
  EXPECT_EQ(vidpn.topology().paths().size(), 1U);
  expect_silence();
}

TEST_F(TopologyRules, D088PathThatAnEnumerationAddsIsFound) {
  add_path(0, 7);
  during(Purpose::kEnumerate, [](const Given& given) {
    EXPECT_EQ(given.paths.pfnRemovePath(given.topology, 0, 7), STATUS_ACCESS_DENIED);
  });
  EXPECT_EQ(count("D-088"), 1U) << findings_text();
}

TEST_F(TopologyRules, D088SupportThatAnEnumerationUpdatesIsSilent) {
  add_path(0, 7);
  during(Purpose::kEnumerate, [](const Given& given) {
    const Path* path = nullptr;
    EXPECT_EQ(given.paths.pfnAcquirePathInfo(given.topology, 0, 7, &path), STATUS_SUCCESS);
    Path copy = *path;
    copy.ContentTransformation.ScalingSupport.Centered = 1;
    EXPECT_EQ(given.paths.pfnUpdatePathSupportInfo(given.topology, &copy), STATUS_SUCCESS);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, path), STATUS_SUCCESS);
    copy.VidPnTargetId = 9;
    EXPECT_EQ(given.paths.pfnUpdatePathSupportInfo(given.topology, &copy),
              STATUS_INVALID_PARAMETER);
  });
  expect_silence();
  EXPECT_EQ(vidpn.topology().paths().front().ContentTransformation.ScalingSupport.Centered, 1U);
}

TEST_F(TopologyRules, D068PathWithFiveTriggerBitsIsFound) {
  during(Purpose::kRecommend, [](const Given& given) {
    Path* const path = given.new_path(0, 7);
    path->CopyProtection.APSTriggerBits = 5;
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, path),
              STATUS_GRAPHICS_INVALID_COPYPROTECTION_TYPE);
    path->CopyProtection.APSTriggerBits = 3;
    path->GammaRamp.DataSize = 8;
    EXPECT_EQ(given.paths.pfnAddPath(given.topology, path), STATUS_GRAPHICS_INVALID_GAMMA_RAMP);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, path), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-068"), 2U) << findings_text();
}

TEST_F(TopologyRules, D056PathIsReleasedOnce) {
  add_path(0, 7);
  during(Purpose::kCommit, [](const Given& given) {
    const Path* path = nullptr;
    EXPECT_EQ(given.paths.pfnAcquireFirstPathInfo(given.topology, &path), STATUS_SUCCESS);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, path), STATUS_SUCCESS);
    EXPECT_EQ(given.paths.pfnReleasePathInfo(given.topology, path),
              STATUS_GRAPHICS_INVALID_VIDPN_PRESENT_PATH);
  });
  EXPECT_EQ(count("D-056"), 1U) << findings_text();
}

}  // namespace
}  // namespace drydock::testing
