// The driver's object for a process: from the first device to the last handle.
#include "src/dxgk/adapter/seat.h"

#include "src/dxgk/work/device.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// A driver of WDDM 1.3 whose headers are newer: its table has the slot, and nobody calls it.
TEST(DriverProcess, OlderModelHasNone) {
  Machine machine({"-DBOOK_OLD_MODEL"}, kWddm20);
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(machine.book().Processes, 0);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}
TEST(DriverProcess, OlderModelThatImplementsNoneLives) {
  Machine machine({"-DBOOK_OLD_MODEL", "-DBOOK_NO_PROCESSES"}, kWddm20);
  Client client(machine);
  EXPECT_EQ(client.destroy_device(client.new_device()), STATUS_SUCCESS);
}
// Without GPU virtual addresses nothing needs an object of the process.
TEST(DriverProcess, PhysicalAddressesNeedNone) {
  Machine machine({"-DBOOK_NO_PROCESSES"}, kWddm20);
  Client client(machine);
  EXPECT_EQ(client.destroy_device(client.new_device()), STATUS_SUCCESS);
}

TEST(DriverProcess, K075LivesFromTheFirstDeviceToTheLastAdapterHandle) {
  Machine machine({}, kWddm20);
  Client client(machine);
  EXPECT_EQ(machine.book().Processes, 0);
  const D3DKMT_HANDLE one = client.new_device();
  const D3DKMT_HANDLE two = client.new_device();
  EXPECT_EQ(machine.book().Processes, 1);
  EXPECT_EQ(client.destroy_device(one), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(two), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Processes, 1);
  const D3DKMT_CLOSEADAPTER close{client.adapter()};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Processes, 0);
}

TEST(DriverProcess, LeavesWithItsAdapter) {
  Machine machine({}, kWddm20);
  Client client(machine);
  client.allocate_one(client.new_device());
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
