// Paths as the builder of a network sees them, against a model.
#include "src/display/vidpn/topology.h"

#include <rapidcheck/gtest.h>

#include <map>

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

Path path_of(UINT source, UINT target, int importance) {
  Path path = VidPn(1, {}).new_path();
  path.VidPnSourceId = source;
  path.VidPnTargetId = target;
  path.ImportanceOrdinal = static_cast<D3DKMDT_VIDPN_PRESENT_PATH_IMPORTANCE>(importance);
  return path;
}

TEST(TopologyPromises, D063TargetIsInOnePathAndImportanceIsUnique) {
  display::Topology topology;
  EXPECT_EQ(topology.add(path_of(0, 7, 1)), STATUS_SUCCESS);
  EXPECT_EQ(topology.add(path_of(0, 7, 2)), STATUS_GRAPHICS_PATH_ALREADY_IN_TOPOLOGY);
  EXPECT_EQ(topology.add(path_of(1, 7, 2)), STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY);
  EXPECT_EQ(topology.add(path_of(0, 9, 1)), STATUS_GRAPHICS_INVALID_PATH_IMPORTANCE_ORDINAL);
  EXPECT_EQ(topology.add(path_of(0, 9, 0)), STATUS_GRAPHICS_INVALID_PATH_IMPORTANCE_ORDINAL);
  EXPECT_EQ(topology.paths().size(), 1U);
  EXPECT_EQ(topology.free_importance(), D3DKMDT_VPPI_SECONDARY);
  EXPECT_EQ(topology.add(path_of(0, 9, 2)), STATUS_SUCCESS) << "clone view";
  EXPECT_THAT(topology.targets_of(0), ::testing::ElementsAre(7U, 9U));
}

TEST(Topology, OnlySupportIsUpdated) {
  display::Topology topology;
  EXPECT_EQ(topology.add(path_of(0, 7, 1)), STATUS_SUCCESS);
  Path wish = path_of(0, 7, 3);
  wish.ContentTransformation.ScalingSupport.Stretched = 1;
  wish.ContentTransformation.Scaling = D3DKMDT_VPPS_STRETCHED;
  wish.CopyProtection.CopyProtectionSupport.MacroVisionFull = 1;
  EXPECT_TRUE(topology.update_support(wish));
  const Path& path = topology.paths().front();
  EXPECT_EQ(path.ContentTransformation.ScalingSupport.Stretched, 1U);
  EXPECT_EQ(path.CopyProtection.CopyProtectionSupport.MacroVisionFull, 1U);
  EXPECT_EQ(path.ContentTransformation.Scaling, D3DKMDT_VPPS_IDENTITY);
  EXPECT_EQ(path.ImportanceOrdinal, D3DKMDT_VPPI_PRIMARY);
  EXPECT_FALSE(topology.update_support(path_of(1, 7, 1)));
}

RC_GTEST_PROP(Topology, IsAMapFromTargetsToSources, ()) {
  display::Topology topology;
  std::map<UINT, UINT> model;
  const auto steps = *rc::gen::container<std::vector<std::tuple<bool, UINT, UINT>>>(rc::gen::tuple(
      rc::gen::arbitrary<bool>(), rc::gen::inRange<UINT>(0, 3), rc::gen::inRange<UINT>(0, 5)));
  for (const auto& [adds, source, target] : steps) {
    if (adds) {
      const NTSTATUS status = topology.add(path_of(source, target, topology.free_importance()));
      RC_ASSERT(NT_SUCCESS(status) == !model.contains(target));
      model.try_emplace(target, source);
    } else {
      const auto at = model.find(target);
      const bool is_there = at != model.end() && at->second == source;
      RC_ASSERT(topology.remove(source, target) == is_there);
      if (is_there) model.erase(at);
    }
  }
  RC_ASSERT(topology.paths().size() == model.size());
  for (const auto& [target, source] : model) RC_ASSERT(topology.source_of(target) == source);
}

}  // namespace
}  // namespace drydock::testing
