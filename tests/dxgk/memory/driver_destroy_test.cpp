// What a miniport must free when it closes and destroys, and what not.
#include "src/dxgk/memory/driver_destroy.h"

#include <xmmintrin.h>

#include <cstring>

#include "src/rules/watch.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(DriverMemory, K015AllocationThatIsKeptIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const std::vector<D3DKMT_HANDLE> allocations = client.allocate(device, 2);
  machine.set_fault(BOOK_FAULT_KEEPS_ALLOCATION);
  EXPECT_EQ(client.destroy(device, 0, allocations), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-015"), 1U) << text_of(machine.findings());
}

TEST(DriverMemory, K016ResourceThatIsKeptIsFound) {
  Machine machine;
  machine.expect_end();
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 1);
  machine.set_fault(BOOK_FAULT_KEEPS_RESOURCE);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-016"), 1U) << text_of(machine.findings());
  EXPECT_FALSE(machine.adapter().is_working()) << "Windows would have stopped";
}

TEST(DriverMemory, K017ResourceThatIsFreedWithoutTheFlagIsFound) {
  Machine machine;
  machine.expect_end();
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 2);
  machine.set_fault(BOOK_FAULT_FREES_RESOURCE);
  EXPECT_EQ(client.destroy(device, 0, {made.allocations[0]}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-017"), 1U) << text_of(machine.findings());
  EXPECT_FALSE(machine.adapter().is_working()) << "Windows would have stopped";
}

// A resource that stays may get another handle (K-017's second half): the old one may go.
TEST(DriverMemory, K017ResourceThatIsReplacedIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 2);
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_DESTROY, [](void* arguments) {
    auto* const destroy = static_cast<DXGKARG_DESTROYALLOCATION*>(arguments);
    void* const old = destroy->hResource;
    destroy->hResource = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'RkoB');
    std::memcpy(destroy->hResource, old, 8);
    ExFreePoolWithTag(old, 'RkoB');
  });
  EXPECT_EQ(client.destroy(device, 0, {made.allocations[0], made.allocations[1]}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(text_of(machine.findings()), "");
}

TEST(DriverMemory, K191BindingThatIsKeptIsFound) {
  Machine machine;
  machine.expect_end();
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.set_fault(BOOK_FAULT_KEEPS_BINDING);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-191"), 1U) << text_of(machine.findings());
  EXPECT_FALSE(machine.adapter().is_working());
}

// Many drivers know an opened allocation by the structure that they created: nothing is to close.
TEST(DriverMemory, K191OneStructureForBothIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_ONE_HANDLE);
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(text_of(machine.findings()), "");
}

TEST(DriverMemory, K191AllocationThatIsFreedWithABindingIsFound) {
  Machine machine;
  machine.expect_end();
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.set_fault(BOOK_FAULT_FREES_ALLOCATION);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-191"), 1U) << text_of(machine.findings());
  EXPECT_FALSE(machine.adapter().is_working());
}

}  // namespace
}  // namespace drydock::testing
