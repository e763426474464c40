// Handles that point behind the header of what they name.

#include "src/dxgk/adapter/handle_offsets.h"

#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// The handle points behind a header that the driver has before each allocation.
TEST(DriverMemory, K015AllocationBehindAHeaderThatIsNotFreedIsFound) {
  Machine machine({"-DBOOK_HEADERS"});
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const std::vector<D3DKMT_HANDLE> allocations = client.allocate(device, 2);
  machine.set_fault(BOOK_FAULT_KEEPS_ALLOCATION);
  EXPECT_EQ(client.destroy(device, 0, allocations), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-015"), 1U) << text_of(machine.findings());
}
TEST(DriverMemory, K015AllocationBehindAHeaderIsSilent) {
  Machine machine({"-DBOOK_HEADERS"});
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 3)), STATUS_SUCCESS);
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(client.destroy(device, 0, {made.allocations[0]}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-015"), 0U) << text_of(machine.findings());
  EXPECT_EQ(machine.count("K-191"), 0U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
