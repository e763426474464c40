// Registry keys of devices and their drivers.
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

// wdm/nf-wdm-ioopendeviceregistrykey.md
TEST_F(DeviceTest, RegistryKeys) {
  HANDLE key = nullptr;
  EXPECT_EQ(IoOpenDeviceRegistryKey(lower_, PLUGPLAY_REGKEY_DRIVER, KEY_READ, &key),
            STATUS_INVALID_PARAMETER);
  identify();
  EXPECT_EQ(IoOpenDeviceRegistryKey(lower_, 77, KEY_READ, &key), STATUS_INVALID_PARAMETER);
  Registry::instance().set_dword(
      u"\\Registry\\Machine\\System\\CurrentControlSet\\Control\\Class\\{4D36E968-E325-11CE-BFC1-"
      u"08002BE10318}\\0000",
      u"x", 1);
  ASSERT_EQ(IoOpenDeviceRegistryKey(lower_, PLUGPLAY_REGKEY_DRIVER, KEY_READ, &key),
            STATUS_SUCCESS);
  Text name(u"X");
  UCHAR buffer[64];
  ULONG needed = 0;
  EXPECT_EQ(ZwQueryValueKey(key, &name.string, KeyValuePartialInformation, buffer, sizeof buffer,
                            &needed),
            STATUS_SUCCESS);
  ZwClose(key);
  ASSERT_EQ(IoOpenDeviceRegistryKey(lower_, PLUGPLAY_REGKEY_DEVICE, KEY_READ, &key),
            STATUS_SUCCESS);
  ZwClose(key);
}

}  // namespace
