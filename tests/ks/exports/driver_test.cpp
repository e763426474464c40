// What KsInitializeDriver installs, and devices that are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsPromises, S083DispatchAddDeviceAndUnloadAreInstalled) {
  Rig rig(minidriver());
  const DRIVER_OBJECT& driver = rig.driver().object();
  EXPECT_NE(driver.DriverUnload, nullptr);
  EXPECT_NE(driver.DriverExtension->AddDevice, nullptr);
  for (const UCHAR major : {IRP_MJ_CREATE, IRP_MJ_CLOSE, IRP_MJ_DEVICE_CONTROL, IRP_MJ_PNP}) {
    EXPECT_NE(driver.MajorFunction[major], nullptr);
  }
}

TEST(KsPromises, S085AddThatFailsFailsAddDevice) {
  Rig rig(minidriver({"ON_ADD=return STATUS_NO_MEMORY;"}));
  EXPECT_EQ(rig.added(), STATUS_NO_MEMORY);
  rig.finish();
  EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
}

}  // namespace
