// The driver's object for a process: from the first device to the last handle.
#include "src/dxgk/adapter/seat.h"

#include "src/dxgk/work/device.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

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
