// What the runtime makes resident for a driver that knows nothing of residency.
#include "src/d3d/d3d9/device.h"
#include "tests/d3d/support/bench.h"
#include "tests/d3d/support/stand.h"

namespace drydock::testing {
namespace {

// A driver of WDDM 1.2 on a kernel driver of WDDM 2.0 with 16 MB of video memory.
struct OlderDriver : PlannedBench<d3d::Device9, DOOR> {
  OlderDriver()
      : PlannedBench(build_sample("mender", {"--kind umd", "-DD3D_UMD_INTERFACE_VERSION=0x4002",
                                             "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                             "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/mender"}),
                     "OpenAdapter12", {}, Generation::kWddm2) {
    EXPECT_EQ(try_begin(), S_OK) << findings_text();
  }

  // Surfaces of 4 MB that the processor cannot see, so that they lie in video memory.
  d3d::Resource& make(std::size_t count) {
    d3d::ResourceSpec spec = textures();
    spec.surfaces.assign(count, {1024, 1024, 1, nullptr, 0, 0});
    plan_deed(PLACE_CREATE_RESOURCE, DEED_INVISIBLE);
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_resource(spec, made), S_OK) << findings_text();
    plan() = {};
    return *made;
  }
  HRESULT fill(d3d::Resource& resource, UINT index) {
    const HRESULT result = device->color_fill(resource, index, index + 1);
    return FAILED(result) ? result : device->flush();
  }
  std::size_t resident(const d3d::Resource& resource) const {
    std::size_t out = 0;
    for (const d3d::KernelHandle each : resource.allocations)
      out += device->objects.find_allocation(each)->residency;
    return out;
  }
};

TEST(ResidencyList, OnlyWhatABatchNamesIsMadeResident) {
  OlderDriver stand;
  d3d::Resource& resource = stand.make(3);
  EXPECT_EQ(stand.resident(resource), 0U);
  EXPECT_EQ(stand.fill(resource, 1), S_OK);
  EXPECT_EQ(stand.resident(resource), 1U);
  EXPECT_EQ(stand.fill(resource, 1), S_OK) << "once is enough";
  EXPECT_EQ(stand.resident(resource), 1U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(ResidencyList, TheOldestMakesRoom) {
  OlderDriver stand;
  d3d::Resource& resource = stand.make(5);
  for (UINT i = 0; i < 5; ++i) EXPECT_EQ(stand.fill(resource, i), S_OK) << stand.findings_text();
  EXPECT_LT(stand.resident(resource), 5U);
  const auto is_resident = [&](UINT index) {
    return stand.device->objects.find_allocation(resource.allocations[index])->residency != 0;
  };
  EXPECT_TRUE(is_resident(4)) << "was named last";
  EXPECT_FALSE(is_resident(0)) << "was named longest ago";
  EXPECT_EQ(stand.fill(resource, 0), S_OK) << "comes back";
  EXPECT_TRUE(is_resident(0));
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
