// What a driver must free when its objects end.
#include "src/dxgk/adapter/driver_block.h"

#include "src/rules/watch.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(DriverMemory, ProperDriverIsSilent) {
  Machine machine;
  {
    Client client(machine);
    const D3DKMT_HANDLE device = client.new_device();
    client.new_context(device);
    const Client::MadeResource made = client.new_resource(device, 3);
    EXPECT_EQ(client.destroy(device, 0, {made.allocations[0]}), STATUS_SUCCESS);
    EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
    EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 2)), STATUS_SUCCESS);
    EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  }
  for (const rules::Finding& finding : machine.findings())
    EXPECT_EQ(finding.rule->party, rules::Party::kClient) << rules::to_text(finding);
}

TEST(DriverMemory, K090DeviceThatIsNotFreedIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_KEEPS_DEVICE);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-090"), 1U) << text_of(machine.findings());
}

TEST(DriverMemory, K358ContextThatIsNotFreedIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_DESTROYCONTEXT destroy{client.new_context(device)};
  machine.set_fault(BOOK_FAULT_KEEPS_CONTEXT);
  EXPECT_EQ(D3DKMTDestroyContext(&destroy), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-358"), 1U) << text_of(machine.findings());
}

TEST(DriverMemory, NothingIsLookedAtWithoutAWatch) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE first = client.new_context(device), second = client.new_context(device);
  machine.set_fault(BOOK_FAULT_KEEPS_CONTEXT);
  {
    const rules::NoWatch no_watch;
    const D3DKMT_DESTROYCONTEXT unseen{first};
    EXPECT_EQ(D3DKMTDestroyContext(&unseen), STATUS_SUCCESS);
  }
  EXPECT_EQ(machine.count("K-358"), 0U) << text_of(machine.findings());
  machine.set_fault(BOOK_FAULT_KEEPS_CONTEXT);
  const D3DKMT_DESTROYCONTEXT seen{second};
  EXPECT_EQ(D3DKMTDestroyContext(&seen), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-358"), 1U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
