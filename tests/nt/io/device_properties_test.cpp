// Properties of devices.
#include <gtest/gtest.h>

#include "src/nt/io/device.h"
#include "src/nt/io/device_power.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/registry.h"
#include "src/rules/finding.h"
#include "tests/nt/io/device_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

// wdm/nf-wdm-iogetdeviceproperty.md
TEST_F(DeviceTest, Properties) {
  ULONG value = 0, needed = 0;
  EXPECT_EQ(IoGetDeviceProperty(lower_, DevicePropertyBusNumber, 4, &value, &needed),
            STATUS_INVALID_DEVICE_REQUEST);
  identify();
  EXPECT_EQ(IoGetDeviceProperty(lower_, DevicePropertyBusNumber, 4, &value, &needed),
            STATUS_SUCCESS);
  EXPECT_EQ(value, 3U);
  EXPECT_EQ(IoGetDeviceProperty(lower_, DevicePropertyDeviceDescription, 4, &value, &needed),
            STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(needed, 10U);
  EXPECT_EQ(
      IoGetDeviceProperty(lower_, static_cast<DEVICE_REGISTRY_PROPERTY>(99), 4, &value, &needed),
      STATUS_INVALID_PARAMETER_2);
  const DEVPROPKEY key{{1, 2, 3, {4}}, 5};
  DEVPROPTYPE type = 0;
  EXPECT_EQ(IoGetDevicePropertyData(lower_, &key, 0, 0, 4, &value, &needed, &type),
            STATUS_OBJECT_NAME_NOT_FOUND);
  value = 17;
  EXPECT_EQ(IoSetDevicePropertyData(lower_, &key, 0, 0, DEVPROP_TYPE_UINT32, 4, &value),
            STATUS_SUCCESS);
  value = 0;
  EXPECT_EQ(IoGetDevicePropertyData(lower_, &key, 0, 0, 2, &value, &needed, &type),
            STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(needed, 4U);
  EXPECT_EQ(IoGetDevicePropertyData(lower_, &key, 0, 0, 4, &value, &needed, &type), STATUS_SUCCESS);
  EXPECT_EQ(value, 17U);
  EXPECT_EQ(type, static_cast<DEVPROPTYPE>(DEVPROP_TYPE_UINT32));
}

}  // namespace
