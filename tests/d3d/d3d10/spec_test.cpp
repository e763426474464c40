// The properties of a Direct3D 10 resource, and the Direct3D 9 resources that it can stand for.
#include "src/d3d/d3d10/spec.h"

#include <gtest/gtest.h>

namespace drydock::testing {
namespace {

using d3d::ResourceSpec;
using d3d::Spec10;

ResourceSpec surfaces(std::vector<D3DDDI_SURFACEINFO> all) {
  ResourceSpec out;
  out.flags.Texture = 1;
  out.surfaces = std::move(all);
  return out;
}

TEST(Spec10, ChainOfSurfacesIsOnePictureWithLevels) {
  const std::optional<Spec10> made =
      spec10_of(surfaces({{16, 8, 1, nullptr, 0, 0}, {8, 4, 1, nullptr, 0, 0}}));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->levels, 2U);
  EXPECT_EQ(made->slices, 1U);
  EXPECT_EQ(made->width, 16U);
}

TEST(Spec10, SurfacesThatAreAlikeAreAnArray) {
  const std::optional<Spec10> made =
      spec10_of(surfaces({{16, 8, 1, nullptr, 0, 0}, {16, 8, 1, nullptr, 0, 0}}));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->levels, 1U);
  EXPECT_EQ(made->slices, 2U);
}

TEST(Spec10, SurfacesThatAreNeitherAreNothing) {
  EXPECT_FALSE(spec10_of(surfaces({{16, 8, 1, nullptr, 0, 0}, {9, 4, 1, nullptr, 0, 0}})));
  EXPECT_FALSE(spec10_of(surfaces({{16, 8, 2, nullptr, 0, 0}}))) << "a volume";
  EXPECT_FALSE(spec10_of(surfaces({})));
}

TEST(Spec10, UsageSaysWhatIsPossible) {
  Spec10 spec;
  EXPECT_FALSE(is_possible(spec)) << "is bound to nothing";
  spec.bind = D3D10_DDI_BIND_SHADER_RESOURCE;
  EXPECT_TRUE(is_possible(spec));
  spec.usage = D3D10_DDI_USAGE_STAGING;
  EXPECT_FALSE(is_possible(spec));
  spec.bind = 0;
  spec.access = D3D10_DDI_CPU_ACCESS_MASK;
  EXPECT_TRUE(is_possible(spec));
  spec.usage = D3D10_DDI_USAGE_IMMUTABLE;
  EXPECT_FALSE(is_possible(spec)) << "without contents";
}

TEST(Spec10, ResourceHasASurfaceForEachSubresource) {
  Spec10 spec;
  spec.width = 16;
  spec.height = 4;
  spec.levels = 3;
  spec.slices = 2;
  d3d::Resource resource({}, 1, d3d::Traits10{});
  record(spec, resource);
  ASSERT_EQ(resource.surfaces.size(), 6U);
  EXPECT_EQ(resource.surfaces[2].Width, 4U);
  EXPECT_EQ(resource.surfaces[2].Height, 1U);
  EXPECT_EQ(resource.surfaces[3].Width, 16U);
  EXPECT_EQ(resource.of10().slices, 2U);
}

}  // namespace
}  // namespace drydock::testing
