// Plug and Play notifications, and what is reported to the manager.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/nt/io/device.h"
#include "src/sim/faults.h"
#include "tests/nt/io/device_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

struct Heard {
  std::vector<std::u16string> links;
  std::vector<GUID> events;
};

NTSTATUS hear(PVOID notification, PVOID context) {
  const auto& change = *static_cast<PDEVICE_INTERFACE_CHANGE_NOTIFICATION>(notification);
  EXPECT_EQ(change.Version, 1U);
  EXPECT_EQ(change.Size, sizeof change);
  static_cast<Heard*>(context)->links.push_back(text_of(change.SymbolicLinkName));
  static_cast<Heard*>(context)->events.push_back(change.Event);
  return STATUS_SUCCESS;
}

const GUID kGroup{3, 1, 4, {1}};
const GUID kOther{3, 1, 4, {2}};

PVOID listen_to(const GUID& group, Heard& heard, ULONG flags = 0) {
  PVOID entry = nullptr;
  EXPECT_EQ(
      IoRegisterPlugPlayNotification(EventCategoryDeviceInterfaceChange, flags,
                                     const_cast<GUID*>(&group), nullptr, hear, &heard, &entry),
      STATUS_SUCCESS);
  return entry;
}

// wdm/nf-wdm-ioregisterplugplaynotification.md
TEST_F(DeviceTest, OnlyListenersOfTheClassHearOfAnInterface) {
  Heard wanted, other;
  const PVOID first = listen_to(kGroup, wanted);
  const PVOID second = listen_to(kOther, other);
  notify_interface(kGroup, u"\\??\\link", true);
  notify_interface(kGroup, u"\\??\\link", false);
  EXPECT_EQ(wanted.links, (std::vector<std::u16string>{u"\\??\\link", u"\\??\\link"}));
  ASSERT_EQ(wanted.events.size(), 2U);
  EXPECT_EQ(wanted.events[0].Data1, 0xcb3a4004U);
  EXPECT_EQ(wanted.events[1].Data1, 0xcb3a4005U);
  EXPECT_TRUE(other.links.empty());
  EXPECT_EQ(IoUnregisterPlugPlayNotification(first), STATUS_SUCCESS);
  EXPECT_EQ(IoUnregisterPlugPlayNotification(first), STATUS_INVALID_PARAMETER);
  notify_interface(kGroup, u"\\??\\later", true);
  EXPECT_EQ(wanted.links.size(), 2U);
  EXPECT_EQ(IoUnregisterPlugPlayNotificationEx(second), STATUS_SUCCESS);
}

TEST_F(DeviceTest, InterfacesThatExistAreReportedOnRequest) {
  identify();
  UNICODE_STRING link{};
  ASSERT_EQ(IoRegisterDeviceInterface(lower_, &kGroup, nullptr, &link), STATUS_SUCCESS);
  ASSERT_EQ(IoSetDeviceInterfaceState(&link, TRUE), STATUS_SUCCESS);
  Heard late, existing;
  const PVOID first = listen_to(kGroup, late);
  const PVOID second =
      listen_to(kGroup, existing, PNPNOTIFY_DEVICE_INTERFACE_INCLUDE_EXISTING_INTERFACES);
  EXPECT_TRUE(late.links.empty());
  EXPECT_EQ(existing.links, std::vector<std::u16string>{text_of(&link)});
  IoUnregisterPlugPlayNotificationEx(first);
  IoUnregisterPlugPlayNotificationEx(second);
  EXPECT_EQ(IoSetDeviceInterfaceState(&link, FALSE), STATUS_SUCCESS);
  ExFreePool(link.Buffer);
}

void note_completion(PVOID context) { *static_cast<bool*>(context) = true; }

// wdm/nf-wdm-ioreporttargetdevicechange.md
TEST_F(DeviceTest, ChangesAreReportedOfPhysicalDevicesOnly) {
  TARGET_DEVICE_CUSTOM_NOTIFICATION change{};
  change.Version = 1;
  bool is_done = false;
  const auto report = [&] {
    return IoReportTargetDeviceChangeAsynchronous(lower_, &change, note_completion, &is_done);
  };
  EXPECT_EQ(IoReportTargetDeviceChange(lower_, &change), STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(report(), STATUS_INVALID_DEVICE_REQUEST);
  identify();
  EXPECT_EQ(IoReportTargetDeviceChange(lower_, &change), STATUS_SUCCESS);
  {
    const drydock::sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(report(), STATUS_INSUFFICIENT_RESOURCES);
  }
  EXPECT_FALSE(is_done);
  EXPECT_EQ(report(), STATUS_PENDING);
  EXPECT_TRUE(is_done);
  change.Version = 2;
  EXPECT_EQ(IoReportTargetDeviceChange(lower_, &change), STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(report(), STATUS_INVALID_DEVICE_REQUEST);
}

constexpr const char* kNotified =
    "static NTSTATUS Notified(PVOID change, PVOID context) { return STATUS_SUCCESS; }\n";
constexpr const char* kNotify =
    "  PVOID entry; GUID group = {5, 5, 5};\n"
    "  if (!NT_SUCCESS(IoRegisterPlugPlayNotification(EventCategoryDeviceInterfaceChange, 0, "
    "&group, driver, Notified, NULL, &entry)))  // here\n"
    "    return STATUS_UNSUCCESSFUL;\n";

TEST(DeviceRules, N047NotificationLeftIsFound) {
  expect_found("N-047", driver_with(kNotify, kNotified));
}

TEST(DeviceRules, N047NotificationTakenBackIsSilent) {
  expect_silent(driver_with(std::string(kNotify) + "  IoUnregisterPlugPlayNotificationEx(entry);\n",
                            kNotified));
}

}  // namespace
