// Interfaces of devices: registered, enabled, found.
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

int arrivals = 0;
NTSTATUS arrived(PVOID, PVOID) {
  ++arrivals;
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-ioregisterdeviceinterface.md, wdm/nf-wdm-iosetdeviceinterfacestate.md,
// wdm/nf-wdm-iogetdeviceinterfaces.md
TEST_F(DeviceTest, Interfaces) {
  const GUID group{9, 8, 7, {6}};
  UNICODE_STRING link{};
  EXPECT_EQ(IoRegisterDeviceInterface(lower_, &group, nullptr, &link),
            STATUS_INVALID_DEVICE_REQUEST);
  identify();
  ASSERT_EQ(IoRegisterDeviceInterface(lower_, &group, nullptr, &link), STATUS_SUCCESS);
  void* entry = nullptr;
  arrivals = 0;
  ASSERT_EQ(
      IoRegisterPlugPlayNotification(EventCategoryDeviceInterfaceChange, 0,
                                     const_cast<GUID*>(&group), &driver_, arrived, nullptr, &entry),
      STATUS_SUCCESS);
  EXPECT_EQ(IoSetDeviceInterfaceState(&link, FALSE), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(IoSetDeviceInterfaceState(&link, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(IoSetDeviceInterfaceState(&link, TRUE), STATUS_OBJECT_NAME_EXISTS);
  EXPECT_EQ(arrivals, 1);
  PWSTR list = nullptr;
  ASSERT_EQ(IoGetDeviceInterfaces(&group, nullptr, 0, &list), STATUS_SUCCESS);
  EXPECT_EQ(std::u16string(list), text_of(&link));
  ExFreePool(list);
  const DEVPROPKEY key{{1, 2, 3, {4}}, 6};
  ULONG value = 3;
  EXPECT_EQ(IoSetDeviceInterfacePropertyData(&link, &key, 0, PLUGPLAY_PROPERTY_PERSISTENT,
                                             DEVPROP_TYPE_UINT32, 4, &value),
            STATUS_SUCCESS);
  EXPECT_EQ(IoSetDeviceInterfaceState(&link, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(arrivals, 2);
  EXPECT_EQ(IoUnregisterPlugPlayNotificationEx(entry), STATUS_SUCCESS);
  ExFreePool(link.Buffer);
}

}  // namespace
