// Processes of clients: the adapters that they have open, and their ends.
#include "src/dxgk/work/process.h"

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// Adapters.
TEST(ClientAdapters, K066HandleThatIsNeverClosedIsFound) {
  Machine machine;
  const auto process = machine.new_process();
  process->open(machine.adapter());
  process->open(machine.adapter());
  process->end();
  ASSERT_EQ(machine.count("K-066"), 1U);
  EXPECT_NE(first(machine.findings(), "K-066").message.find("2 adapter handles"),
            std::string::npos);
}
TEST(ClientAdapters, K066HandleThatIsClosedIsSilent) {
  const StaysSilent silent({"K-066"});
  Machine machine;
  const auto closed = machine.new_process();
  EXPECT_TRUE(closed->close_adapter(closed->open(machine.adapter())));
  closed->end();
  const auto killed = machine.new_process();
  killed->open(machine.adapter());
  killed->vanish();
  EXPECT_EQ(text_of(machine.findings()), "");
}

TEST(ClientEnds, K460LostDeviceThatIsNotDestroyedIsFound) {
  Machine machine;
  machine.expect_end();
  {
    Client client(machine);
    client.new_device();
    machine.dock().unplug(machine.adapter());
  }
  EXPECT_EQ(machine.count("K-460"), 1U) << text_of(machine.findings());
}
TEST(ClientEnds, K460LostDeviceThatIsDestroyedIsSilent) {
  const StaysSilent silent({"K-460"});
  Machine machine;
  machine.expect_end();
  {
    Client client(machine);
    const D3DKMT_HANDLE device = client.new_device();
    machine.dock().unplug(machine.adapter());
    EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  }
  EXPECT_EQ(text_of(machine.findings()), "");
}

TEST(Death, K461ProcessLeavesNothing) {
  Machine machine;
  {
    Client client(machine);
    for (int i = 0; i < 3; ++i) {
      const D3DKMT_HANDLE device = client.new_device();
      client.allocate(device, 20);
      client.new_resource(device, 5, /*shared=*/true);
      client.new_context(device);
    }
    EXPECT_EQ(machine.book().Allocations, 75);
  }
  const BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.Devices, 0);
}

TEST(Death, CloseAdapterLeavesDevicesAlive) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_CLOSEADAPTER close{client.adapter()};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {client.allocate_one(device)}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
