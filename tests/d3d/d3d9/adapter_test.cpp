// Adapters of Direct3D 9: versions, tables and what comes before a device.
#include <gtest/gtest.h>

#include "tests/d3d/d3d9/planned.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(DeviceRules, U030HandleThatIsNotTheDriversIsFound) {
  EXPECT_EQ(found("U-030", PLACE_OPEN_ADAPTER, DEED_NO_HANDLE), 1U);
  EXPECT_EQ(found("U-030", PLACE_CREATE_DEVICE, DEED_NO_HANDLE), 1U);
}

TEST(DeviceRules, U037DriverWithoutOpenAdapterIsFound) {
  const rules::FindingLog log;
  const auto driver =
      d3d::UserDriver::load(build_driver("#include <windows.h>\nHRESULT APIENTRY "
                                         "OpenAdapter10(void* p) { return p ? S_OK : E_FAIL; }\n",
                                         ".c", {"--kind umd"}));
  EXPECT_EQ(driver->open_adapter(), nullptr);
  EXPECT_EQ(count(log.findings(), "U-037"), 1U);
}

TEST(DeviceRules, U038UnlistedResultOfOpenAdapterIsFound) {
  EXPECT_EQ(found("U-038", PLACE_OPEN_ADAPTER, DEED_RETURN, E_FAIL), 1U);
}

TEST(DeviceRules, U039NewerRuntimeThatIsRefusedIsFound) {
  EXPECT_EQ(found("U-039", PLACE_OPEN_ADAPTER, DEED_RETURN, E_FAIL, {.runtime_version = 77}), 1U);
}

TEST(DeviceRules, U041DeviceBeforeAQueryIsFound) {
  EXPECT_EQ(found("U-041", PLACE_OPEN_ADAPTER, DEED_NO_QUERY), 1U);
}

TEST(ProperDriver, OpensANewerRuntimesAdapterAndLeavesNothing) {
  Stand stand({.runtime_version = 77});
  stand.plan_deed(PLACE_DESTROY_DEVICE, DEED_SCRATCH);
  const auto device = stand.new_device();
  EXPECT_EQ(device->destroy(), S_OK);
  EXPECT_EQ(stand.plan().Times, 1U);
  stand.close_adapter();
  EXPECT_EQ(stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
