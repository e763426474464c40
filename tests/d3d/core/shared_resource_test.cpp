// The data that the runtime stores with a shared resource for its openers.
#include "src/d3d/core/shared_resource.h"

#include <gtest/gtest.h>

#include "src/dxgk/dock/dock.h"

namespace drydock::testing {
namespace {

using d3d::Resource;

struct TwoProcesses {
  dxgk::Dock dock;
  std::unique_ptr<dxgk::Process> one = dock.new_process(), other = dock.new_process();
  dxgk::RuntimeView creator{*one}, stranger{*other};
};

Resource array_texture() {
  Resource out({}, 1, d3d::Traits10{.bind = 8, .format = 87, .levels = 2, .slices = 3});
  out.flags.SharedResource = 1;
  out.pool = D3DDDIPOOL_VIDEOMEMORY;
  out.surfaces.assign(6, {16, 8, 1, nullptr, 0, 0});
  return out;
}

TEST(SharedResource, OpenerReadsWhatTheCreatorDescribed) {
  const TwoProcesses processes;
  Resource opened({}, 2, d3d::Traits10{});
  d3d::read_description(describe(array_texture(), processes.creator), opened);
  EXPECT_EQ(opened.flags.SharedResource, 1U);
  EXPECT_EQ(opened.pool, D3DDDIPOOL_VIDEOMEMORY);
  ASSERT_EQ(opened.surfaces.size(), 6U);
  EXPECT_EQ(opened.surfaces[5].Width, 16U);
  EXPECT_EQ(opened.surfaces[5].Height, 8U);
  EXPECT_EQ(opened.of10().bind, 8U);
  EXPECT_EQ(opened.of10().levels, 2U);
  EXPECT_EQ(opened.of10().slices, 3U);
}

TEST(SharedResource, OpenerOfAnotherFamilyReadsTheCommonPart) {
  const TwoProcesses processes;
  Resource opened({}, 2, d3d::Traits9{});
  d3d::read_description(describe(array_texture(), processes.creator), opened);
  EXPECT_EQ(opened.surfaces.size(), 6U);
}

TEST(SharedResource, DataThatIsNoDescriptionIsAResourceWithoutSurfaces) {
  const TwoProcesses processes;
  std::vector<std::byte> data = describe(array_texture(), processes.creator);
  Resource opened({}, 2, d3d::Traits9{});
  d3d::read_description({}, opened);
  d3d::read_description({data.begin(), data.end() - 1}, opened);
  data[0] ^= std::byte{1};
  d3d::read_description(data, opened);
  EXPECT_TRUE(opened.surfaces.empty());
  EXPECT_TRUE(d3d::may_open(data, processes.stranger));
}

TEST(SharedResource, RestrictedOneIsForItsOwnProcess) {
  const TwoProcesses processes;
  Resource resource = array_texture();
  EXPECT_TRUE(d3d::may_open(describe(resource, processes.creator), processes.stranger));
  resource.flags.RestrictSharedAccess = 1;
  const std::vector<std::byte> data = describe(resource, processes.creator);
  EXPECT_TRUE(d3d::may_open(data, processes.creator));
  EXPECT_FALSE(d3d::may_open(data, processes.stranger));
}

}  // namespace
}  // namespace drydock::testing
