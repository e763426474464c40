// Devices register for instrumentation, and hand over events.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-iowmiregistrationcontrol.md, wdm/nf-wdm-iowmiwriteevent.md
TEST(Routines, ADeviceRegistersForInstrumentation) {
  const std::string begin = R"(
  PDEVICE_OBJECT device; PULONG event;
  HOLDS(IoCreateDevice(driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_DEREGISTER) == STATUS_INVALID_PARAMETER);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_REGISTER) == STATUS_SUCCESS);
  event = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'tseT');
  HOLDS(event != NULL);
  *event = 64;
  HOLDS(IoWMIWriteEvent(event) == STATUS_SUCCESS);)";
  expect_holds("", begin + R"(
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_DEREGISTER) == STATUS_SUCCESS);
  IoDeleteDevice(device);)");
  const Life life =
      life_of(kHolds + driver_of("", begin + "  IoDeleteDevice(device); return STATUS_SUCCESS;"),
              ".c", {.seed = 1});
  EXPECT_TRUE(has(life.findings, "N-047")) << text_of(life.findings);
}

TEST(Wmi, ADeviceRegistersOnceAndIsChangedOnlyWhileItIsRegistered) {
  expect_holds("", R"(
  PDEVICE_OBJECT device;
  HOLDS(IoCreateDevice(driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_REREGISTER) == STATUS_INVALID_PARAMETER);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_REGISTER | 0x10000) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_REGISTER) == STATUS_OBJECT_NAME_EXISTS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_REREGISTER) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_UPDATE_GUIDS) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_BLOCK_IRPS) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, 99) == STATUS_INVALID_PARAMETER);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_DEREGISTER) == STATUS_SUCCESS);
  HOLDS(IoWMIRegistrationControl(device, WMIREG_ACTION_DEREGISTER) == STATUS_INVALID_PARAMETER);
  IoDeleteDevice(device);)");
}

// The memory of an event that was refused stays the driver's.
TEST(Wmi, AnEventThatIsTooSmallStaysTheDrivers) {
  expect_holds("", R"(
  PULONG event = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'tseT');
  HOLDS(event != NULL);
  *event = 47;
  HOLDS(IoWMIWriteEvent(event) == STATUS_INVALID_PARAMETER);
  *event = 48;
  HOLDS(IoWMIWriteEvent(event) == STATUS_SUCCESS);)");
}

}  // namespace
