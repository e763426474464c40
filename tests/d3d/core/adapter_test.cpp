// Adapters: of several kernels, with devices, and the limit of their number.
#include <gtest/gtest.h>

#include "tests/d3d/d3d9/planned.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(DeviceRules, U040TableOrVersionThatIsMissingIsFound) {
  EXPECT_EQ(found("U-040", PLACE_OPEN_ADAPTER, DEED_NO_FUNCTION), 1U);
  EXPECT_EQ(found("U-040", PLACE_OPEN_ADAPTER, DEED_NO_VERSION), 1U);
}

TEST(DeviceRules, U045LimitOfDevicesIsFound) {
  Stand stand;
  const auto first = stand.new_device();
  stand.plan_deed(PLACE_CREATE_DEVICE, DEED_RETURN, E_OUTOFMEMORY);
  std::shared_ptr<d3d::Device9> second;
  EXPECT_EQ(stand.try_device(second), E_OUTOFMEMORY);
  EXPECT_EQ(stand.count("U-045"), 1U) << stand.findings_text();
  first->destroy();
}

TEST(DeviceRules, U045ManyDevicesAreSilent) {
  Stand stand;
  std::vector<std::shared_ptr<d3d::Device9>> devices;
  for (int i = 0; i < 20; ++i) devices.push_back(stand.new_device());
  for (const auto& each : devices) EXPECT_EQ(each->destroy(), S_OK);
  stand.close_adapter();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(RuntimePromises, U042SeveralAdaptersAreOpenedOnOneDriver) {
  Stand stand;
  ASSERT_EQ(stand.open(), S_OK);
  const auto second = stand.new_adapter(stand.process());
  ASSERT_EQ(second->open(), S_OK);
  EXPECT_NE(second->driver_handle(), stand.adapter().driver_handle());
  EXPECT_EQ(second->close(), S_OK);
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(RuntimePromises, U227AdapterWithDevicesIsNotClosed) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.stand.adapter().close(), E_INVALIDARG);
  EXPECT_EQ(scene.device->destroy(), S_OK);
  EXPECT_EQ(scene.stand.adapter().close(), S_OK);
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
