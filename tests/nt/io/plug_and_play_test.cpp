// A device's life as the Plug and Play manager leads it, with a driver on top of the bus.
#include "src/nt/io/plug_and_play.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/ob/object.h"

namespace {

using namespace drydock::nt;

struct Request {
  UCHAR major, minor;

  bool operator==(const Request&) const = default;
};

// What the driver on top saw, and with which status a request came to it.
std::vector<Request> requests;
std::vector<NTSTATUS> statuses;
PDEVICE_OBJECT lower = nullptr;
PDEVICE_OBJECT upper = nullptr;
IO_STACK_LOCATION last{};

NTSTATUS pass_on_to_bus(PDEVICE_OBJECT, PIRP irp) {
  last = *IoGetCurrentIrpStackLocation(irp);
  requests.push_back({last.MajorFunction, last.MinorFunction});
  statuses.push_back(irp->IoStatus.Status);
  const bool is_removal =
      last.MajorFunction == IRP_MJ_PNP && last.MinorFunction == IRP_MN_REMOVE_DEVICE;
  IoSkipCurrentIrpStackLocation(irp);
  const NTSTATUS status = IoCallDriver(lower, irp);
  if (is_removal) {
    IoDetachDevice(lower);
    IoDeleteDevice(upper);
  }
  return status;
}

NTSTATUS attach(PDRIVER_OBJECT driver, PDEVICE_OBJECT physical) {
  EXPECT_EQ(IoCreateDevice(driver, 0, nullptr, FILE_DEVICE_UNKNOWN, 0, FALSE, &upper),
            STATUS_SUCCESS);
  lower = IoAttachDeviceToDeviceStack(upper, physical);
  upper->Flags &= ~static_cast<ULONG>(DO_DEVICE_INITIALIZING);
  return lower == nullptr ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS;
}

class PlugAndPlay : public ::testing::Test {
 protected:
  void SetUp() override {
    requests.clear();
    statuses.clear();
    driver_.object().DriverExtension = &extension_;
    extension_.AddDevice = attach;
    driver_.object().MajorFunction[IRP_MJ_PNP] = pass_on_to_bus;
    driver_.object().MajorFunction[IRP_MJ_POWER] = pass_on_to_bus;
  }

  DRIVER_EXTENSION extension_{};
  Driver driver_{"top"};
};

TEST_F(PlugAndPlay, EachRequestGoesToTheTopAndIsAgreedTo) {
  PnpDevice device({});
  ASSERT_EQ(device.add(driver_), STATUS_SUCCESS);
  EXPECT_EQ(device.start(), STATUS_SUCCESS);
  EXPECT_EQ(device.query_stop(), STATUS_SUCCESS);
  EXPECT_EQ(device.cancel_stop(), STATUS_SUCCESS);
  EXPECT_EQ(device.stop(), STATUS_SUCCESS);
  EXPECT_EQ(device.query_remove(), STATUS_SUCCESS);
  EXPECT_EQ(device.cancel_remove(), STATUS_SUCCESS);
  EXPECT_EQ(device.surprise_remove(), STATUS_SUCCESS);
  EXPECT_EQ(device.remove(), STATUS_SUCCESS);
  EXPECT_EQ(device.physical()->AttachedDevice, nullptr);
  EXPECT_EQ(requests, (std::vector<Request>{{IRP_MJ_PNP, IRP_MN_START_DEVICE},
                                            {IRP_MJ_PNP, IRP_MN_QUERY_STOP_DEVICE},
                                            {IRP_MJ_PNP, IRP_MN_CANCEL_STOP_DEVICE},
                                            {IRP_MJ_PNP, IRP_MN_STOP_DEVICE},
                                            {IRP_MJ_PNP, IRP_MN_QUERY_REMOVE_DEVICE},
                                            {IRP_MJ_PNP, IRP_MN_CANCEL_REMOVE_DEVICE},
                                            {IRP_MJ_PNP, IRP_MN_SURPRISE_REMOVAL},
                                            {IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE}}));
  // wdm documents: a Plug and Play request begins with STATUS_NOT_SUPPORTED.
  EXPECT_EQ(statuses, std::vector<NTSTATUS>(8, STATUS_NOT_SUPPORTED));
}

TEST_F(PlugAndPlay, ResourcesCapabilitiesAndStatesAreHandedOver) {
  PnpDevice device({}, {.raw = {1, 2, 3}, .translated = {}});
  ASSERT_EQ(device.add(driver_), STATUS_SUCCESS);
  EXPECT_EQ(device.start(), STATUS_SUCCESS);
  ASSERT_NE(last.Parameters.StartDevice.AllocatedResources, nullptr);
  EXPECT_EQ(reinterpret_cast<PUCHAR>(last.Parameters.StartDevice.AllocatedResources)[2], 3);
  EXPECT_EQ(last.Parameters.StartDevice.AllocatedResourcesTranslated, nullptr);
  DEVICE_CAPABILITIES capabilities;
  EXPECT_EQ(device.query_capabilities(capabilities), STATUS_SUCCESS);
  EXPECT_EQ(last.Parameters.DeviceCapabilities.Capabilities, &capabilities);
  EXPECT_EQ(capabilities.Version, 1U);
  EXPECT_EQ(capabilities.Size, sizeof capabilities);
  EXPECT_EQ(capabilities.Address, ~0U);
  POWER_STATE state{};
  state.DeviceState = PowerDeviceD2;
  EXPECT_EQ(device.query_power(DevicePowerState, state), STATUS_SUCCESS);
  EXPECT_EQ(requests.back(), (Request{IRP_MJ_POWER, IRP_MN_QUERY_POWER}));
  state.SystemState = PowerSystemSleeping3;
  EXPECT_EQ(device.set_power(SystemPowerState, state), STATUS_SUCCESS);
  EXPECT_EQ(requests.back(), (Request{IRP_MJ_POWER, IRP_MN_SET_POWER}));
  EXPECT_EQ(last.Parameters.Power.Type, SystemPowerState);
  EXPECT_EQ(last.Parameters.Power.State.SystemState, PowerSystemSleeping3);
}

// A device that is left is removed, and nothing of the stack stays.
TEST_F(PlugAndPlay, WhatIsLeftIsRemoved) {
  PDEVICE_OBJECT physical = nullptr;
  {
    PnpDevice device({});
    physical = device.physical();
    ASSERT_EQ(device.add(driver_), STATUS_SUCCESS);
  }
  EXPECT_EQ(requests, (std::vector<Request>{{IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE}}));
  EXPECT_FALSE(object_exists(physical));
}

TEST_F(PlugAndPlay, ADriverThatDoesNotTakeTheDeviceIsNotAsked) {
  PnpDevice device({});
  extension_.AddDevice = nullptr;
  EXPECT_EQ(device.add(driver_), STATUS_INVALID_DEVICE_REQUEST);
  extension_.AddDevice = [](PDRIVER_OBJECT, PDEVICE_OBJECT) { return STATUS_NO_SUCH_DEVICE; };
  EXPECT_EQ(device.add(driver_), STATUS_NO_SUCH_DEVICE);
  extension_.AddDevice = [](PDRIVER_OBJECT, PDEVICE_OBJECT) -> NTSTATUS { end_current_driver(); };
  EXPECT_EQ(device.add(driver_), STATUS_DEVICE_REMOVED);
  // Only the bus is left.
  EXPECT_EQ(device.start(), STATUS_SUCCESS);
  EXPECT_TRUE(requests.empty());
}

}  // namespace
