// Tables of handles in the driver's own pool.
#include "src/dxgk/creation/handle_hoard.h"

#include <xmmintrin.h>

#include "src/rules/watch.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(DriverMemory, K134TableOfHandlesIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_KEEPS_HANDLES);
  client.allocate(device, 20);
  EXPECT_EQ(machine.count("K-134"), 1U) << text_of(machine.findings());
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}
TEST(DriverMemory, K134BindingsOfTheirOwnAreSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  client.allocate(device, 20);
  EXPECT_EQ(text_of(machine.findings()), "");
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
