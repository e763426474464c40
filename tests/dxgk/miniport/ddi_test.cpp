// Statuses that an entry point may not return.
#include "src/dxgk/miniport/ddi.h"

#include "src/dxgk/work/device.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// Statuses that the pages do not list.
TEST(WrongStatus, K086OfCreateDeviceIsFound) {
  Machine machine;
  Client client(machine);
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DEVICE);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(machine.count("K-086"), 1U);
}

TEST(WrongStatus, K350OfCreateContextIsFound) {
  Machine machine;
  Client client(machine);
  D3DKMT_CREATECONTEXT create{};
  create.hDevice = client.new_device();
  create.EngineAffinity = 1;
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_CONTEXT);
  EXPECT_EQ(D3DKMTCreateContext(&create), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(machine.count("K-350"), 1U);
}

TEST(WrongStatus, K128OfCreateAllocationIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_CREATE);
  EXPECT_EQ(Creation(device).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.count("K-128"), 1U);
}

TEST(WrongStatus, K187OfOpenAllocationIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_OPEN);
  EXPECT_EQ(Creation(device).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.count("K-187"), 1U);
}

TEST(WrongStatus, K238OfDestroyAllocationIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DESTROY);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-238"), 1U);
  machine.set_fault(BOOK_FAULT_NONE);
  EXPECT_NE(client.allocate_one(device), 0U) << "the driver goes on";
}

TEST(WrongStatus, ListedOnesAreSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_DEVICE_FAILS);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_NO_MEMORY);
  machine.set_fault(BOOK_FAULT_CONTEXT_FAILS);
  D3DKMT_CREATECONTEXT context{};
  context.hDevice = device;
  context.EngineAffinity = 1;
  EXPECT_EQ(D3DKMTCreateContext(&context), STATUS_NO_MEMORY);
  for (const BOOK_FAULT fault : {BOOK_FAULT_CREATE_FAILS, BOOK_FAULT_OPEN_FAILS}) {
    machine.set_fault(fault);
    EXPECT_EQ(Creation(device).run(), STATUS_NO_MEMORY);
  }
  EXPECT_EQ(client.destroy(device, 0, {client.allocate_one(device)}), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
