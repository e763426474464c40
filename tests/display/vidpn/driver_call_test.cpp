// What a driver owes when its entry point returns.
#include "src/display/vidpn/driver_call.h"

#include "src/display/vidpn/borrowed_object.h"
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class DriverCallRules : public NetworkTest {};

TEST_F(DriverCallRules, D043HandleOfAnEarlierCallIsFound) {
  D3DKMDT_HVIDPN late = nullptr;
  D3DKMDT_HVIDPNTOPOLOGY topology = nullptr;
  during(Purpose::kCommit, [&](const Given& given) {
    late = given.vidpn;
    topology = given.topology;
  });
  SIZE_T paths = 77;
  const auto& functions = display::interfaces().topology;
  EXPECT_EQ(functions.pfnGetNumPaths(topology, &paths), STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY);
  EXPECT_EQ(paths, 77U);
  const DXGK_VIDPNTOPOLOGY_INTERFACE* unused = nullptr;
  EXPECT_EQ(display::interfaces().vidpn1.pfnGetTopology(late, &topology, &unused),
            STATUS_GRAPHICS_INVALID_VIDPN);
  EXPECT_EQ(count("D-043"), 2U) << findings_text();
}

TEST_F(DriverCallRules, D043HandlesOfTheRunningCallAreSilent) {
  during(Purpose::kCommit, [&](const Given& given) {
    SIZE_T paths = 77;
    EXPECT_EQ(given.paths.pfnGetNumPaths(given.topology, &paths), STATUS_SUCCESS);
    EXPECT_EQ(paths, 0U);
  });
  expect_silence();
}

TEST_F(DriverCallRules, D049SetThatIsNotReleasedIsFound) {
  during(Purpose::kCommit, [](const Given& given) {
    given.acquire_source(0);
    given.acquire_source(0);
    given.acquire_target(9);
  });
  EXPECT_EQ(count("D-049"), 2U) << findings_text();
}

TEST_F(DriverCallRules, D050SetThatIsNeitherAssignedNorReleasedIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) { given.create_source(0); });
  EXPECT_EQ(count("D-050"), 1U) << findings_text();
}

TEST_F(DriverCallRules, D056PathThatIsNotReleasedIsFound) {
  add_path(0, 7);
  during(Purpose::kCommit, [](const Given& given) {
    const Path* path = nullptr;
    EXPECT_EQ(given.paths.pfnAcquireFirstPathInfo(given.topology, &path), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-056"), 1U) << findings_text();
}

TEST_F(DriverCallRules, D058ModeThatIsNeitherAddedNorReleasedIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    given.new_mode(set);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-058"), 1U) << findings_text();
}

TEST_F(DriverCallRules, D060WrittenPathThatIsNotReleasedIsFoundToo) {
  add_path(0, 7);
  during(Purpose::kCommit, [](const Given& given) {
    const Path* path = nullptr;
    EXPECT_EQ(given.paths.pfnAcquireFirstPathInfo(given.topology, &path), STATUS_SUCCESS);
    const_cast<Path*>(path)->Content = D3DKMDT_VPPC_VIDEO;
  });
  EXPECT_EQ(count("D-060"), 1U) << findings_text();
}

TEST_F(DriverCallRules, D048HandlesWithoutReferenceNeedNoRelease) {
  monitors.connect(7, std::make_shared<display::Monitor>(7));
  during(Purpose::kCommit, [&](const Given&) {
    D3DKMDT_HMONITORFREQUENCYRANGESET ranges = nullptr;
    const DXGK_MONITORFREQUENCYRANGESET_INTERFACE* range_functions = nullptr;
    const auto& monitor = display::interfaces().monitor2;
    EXPECT_EQ(monitor.pfnGetMonitorFrequencyRangeSet(adapter(), 7, &ranges, &range_functions),
              STATUS_SUCCESS);
    D3DKMDT_HMONITORDESCRIPTORSET descriptors = nullptr;
    const DXGK_MONITORDESCRIPTORSET_INTERFACE* descriptor_functions = nullptr;
    EXPECT_EQ(monitor.pfnGetMonitorDescriptorSet(adapter(), 7, &descriptors, &descriptor_functions),
              STATUS_SUCCESS);
  });
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
