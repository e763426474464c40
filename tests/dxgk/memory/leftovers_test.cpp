// What a client leaves on a device that it destroys.
#include "src/dxgk/memory/leftovers.h"

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(Device, K027LeftAllocationsAreALint) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  client.allocate(device, 3);
  client.new_resource(device, 2);
  client.new_context(device);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  const BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.Contexts, 0);
  EXPECT_EQ(book.Devices, 0);
  ASSERT_EQ(machine.count("K-027"), 1U);
  EXPECT_NE(first(machine.findings(), "K-027").message.find("5 allocations"), std::string::npos);
}

TEST(Device, K027EmptyDeviceIsSilent) {
  const StaysSilent silent({"K-027"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 2)), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
