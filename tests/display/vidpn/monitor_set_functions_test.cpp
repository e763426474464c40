// Frequency ranges and descriptors of a monitor, in the hands of a driver.
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class MonitorSets : public NetworkTest {
 protected:
  MonitorSets() {
    auto monitor = std::make_shared<display::Monitor>(7);
    monitor->descriptors.resize(2);
    monitor->descriptors[1].bytes[0] = 0x02;
    monitor->descriptors[1].is_override = true;
    monitor->ranges.resize(1);
    monitors.connect(7, std::move(monitor));
    monitors.connect(9, std::make_shared<display::Monitor>(9));
  }
  D3DKMDT_HMONITORDESCRIPTORSET descriptors_of(UINT target) {
    D3DKMDT_HMONITORDESCRIPTORSET set = nullptr;
    const DXGK_MONITORDESCRIPTORSET_INTERFACE* functions = nullptr;
    EXPECT_EQ(display::interfaces().monitor2.pfnGetMonitorDescriptorSet(adapter(), target, &set,
                                                                        &functions),
              STATUS_SUCCESS);
    return set;
  }
};

TEST_F(MonitorSets, D061DescriptorsAreTheBlocksInTheirOrder) {
  during(Purpose::kEnumerate, [&](const Given&) {
    const auto& functions = display::interfaces().descriptors;
    const auto set = descriptors_of(7);
    SIZE_T count = 0;
    EXPECT_EQ(functions.pfnGetNumDescriptors(set, &count), STATUS_SUCCESS);
    EXPECT_EQ(count, 2U);
    const D3DKMDT_MONITOR_DESCRIPTOR *first = nullptr, *second = nullptr, *third = nullptr;
    EXPECT_EQ(functions.pfnAcquireFirstDescriptorInfo(set, &first), STATUS_SUCCESS);
    EXPECT_EQ(first->Type, D3DKMDT_MDT_VESA_EDID_V1_BASEBLOCK);
    EXPECT_EQ(first->Origin, D3DKMDT_MCO_MONITORDESCRIPTOR);
    EXPECT_EQ(functions.pfnAcquireNextDescriptorInfo(set, first, &second), STATUS_SUCCESS);
    EXPECT_EQ(second->DataSize, 128U);
    EXPECT_EQ(second->Origin, D3DKMDT_MCO_MONITORDESCRIPTOR_REGISTRYOVERRIDE);
    EXPECT_EQ(static_cast<const BYTE*>(second->pData)[0], 0x02);
    EXPECT_EQ(functions.pfnAcquireNextDescriptorInfo(set, second, &third),
              STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET);
    EXPECT_EQ(third, nullptr);
    EXPECT_EQ(functions.pfnReleaseDescriptorInfo(set, first), STATUS_SUCCESS);
    EXPECT_EQ(functions.pfnReleaseDescriptorInfo(set, second), STATUS_SUCCESS);
    EXPECT_EQ(functions.pfnAcquireFirstDescriptorInfo(descriptors_of(9), &first),
              STATUS_GRAPHICS_DATASET_IS_EMPTY);
  });
  expect_silence();
}

TEST_F(MonitorSets, D056DescriptorIsReleasedOnce) {
  during(Purpose::kEnumerate, [&](const Given&) {
    const auto& functions = display::interfaces().descriptors;
    const auto set = descriptors_of(7);
    const D3DKMDT_MONITOR_DESCRIPTOR* first = nullptr;
    EXPECT_EQ(functions.pfnAcquireFirstDescriptorInfo(set, &first), STATUS_SUCCESS);
    EXPECT_EQ(functions.pfnReleaseDescriptorInfo(set, first), STATUS_SUCCESS);
    EXPECT_EQ(functions.pfnReleaseDescriptorInfo(set, first),
              STATUS_GRAPHICS_INVALID_MONITORDESCRIPTOR);
  });
  EXPECT_EQ(count("D-056"), 1U) << findings_text();
}

TEST_F(MonitorSets, RangesAreEnumeratedLikeModes) {
  during(Purpose::kEnumerate, [&](const Given&) {
    D3DKMDT_HMONITORFREQUENCYRANGESET set = nullptr;
    const DXGK_MONITORFREQUENCYRANGESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(display::interfaces().monitor2.pfnGetMonitorFrequencyRangeSet(adapter(), 7, &set,
                                                                            &functions),
              STATUS_SUCCESS);
    SIZE_T count = 0;
    EXPECT_EQ(functions->pfnGetNumFrequencyRanges(set, &count), STATUS_SUCCESS);
    EXPECT_EQ(count, 1U);
    const D3DKMDT_MONITOR_FREQUENCY_RANGE *range = nullptr, *next = nullptr;
    EXPECT_EQ(functions->pfnAcquireFirstFrequencyRangeInfo(set, &range), STATUS_SUCCESS);
    EXPECT_EQ(functions->pfnAcquireNextFrequencyRangeInfo(set, range, &next),
              STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET);
    EXPECT_EQ(functions->pfnReleaseFrequencyRangeInfo(set, range), STATUS_SUCCESS);
  });
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
