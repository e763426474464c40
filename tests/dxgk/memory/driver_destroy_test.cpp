// What a miniport must free when it closes and destroys, and what not.

#include "src/dxgk/memory/driver_destroy.h"

#include <xmmintrin.h>

#include <cstring>

#include "tests/support/open_request.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(DriverMemory, K015AllocationThatIsNotFreedIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const std::vector<D3DKMT_HANDLE> allocations = client.allocate(device, 2);
  machine.set_fault(BOOK_FAULT_KEEPS_ALLOCATION);
  EXPECT_EQ(client.destroy(device, 0, allocations), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-015"), 1U) << text_of(machine.findings());
}

// A driver may keep all its allocations in one block of its own, which stays.
TEST(DriverMemory, K015AllocationsInOneBlockAreSilent) {
  Machine machine({"-DBOOK_ONE_BLOCK"});
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const std::vector<D3DKMT_HANDLE> allocations = client.allocate(device, 3);
  EXPECT_EQ(client.destroy(device, 0, {allocations[1]}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {allocations[0]}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {allocations[2]}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-015"), 0U) << text_of(machine.findings());
}

TEST(DriverMemory, K016ResourceThatIsNotFreedIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 1);
  machine.set_fault(BOOK_FAULT_KEEPS_RESOURCE);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-016"), 1U) << text_of(machine.findings());
  EXPECT_TRUE(machine.adapter().is_working()) << "what else is wrong is seen too";
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

// It may be on a list of the driver's own; a leak is found when the device stops.
TEST(DriverMemory, K191BindingThatIsNotFreedIsALint) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.set_fault(BOOK_FAULT_KEEPS_BINDING);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-191"), 1U) << text_of(machine.findings());
  EXPECT_EQ(rules::severity_of(machine.findings().back()), rules::Severity::kLint);
  EXPECT_TRUE(machine.adapter().is_working());
}
TEST(DriverMemory, K191BindingsOnAListOfTheDriversOwnAreNoViolation) {
  Machine machine({"-DBOOK_FREE_LIST"});
  {
    Client client(machine);
    const D3DKMT_HANDLE device = client.new_device();
    EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 3)), STATUS_SUCCESS);
    EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  }
  for (const rules::Finding& finding : machine.findings())
    EXPECT_EQ(rules::severity_of(finding), rules::Severity::kLint) << rules::to_text(finding);
}

// An allocation that one device has open twice, and a driver that counts its openings.
struct OpenedTwice {
  OpenedTwice() : machine({"-DBOOK_COUNTED"}), client(machine), device(client.new_device()) {
    made = client.new_resource(device, 1, /*shared=*/true);
    OpenRequest open(device, made.global);
    EXPECT_EQ(open.run(), STATUS_SUCCESS) << text_of(machine.findings());
    second = open.resource();
    EXPECT_EQ(machine.book().Bindings, 1) << "both openings have one structure";
  }

  Machine machine;
  Client client;
  D3DKMT_HANDLE device;
  Client::MadeResource made;
  D3DKMT_HANDLE second = 0;
};

TEST(DriverMemory, K191CountedOpeningsAreSilent) {
  for (const bool creator_first : {true, false}) {
    OpenedTwice opened;
    const D3DKMT_HANDLE first = creator_first ? opened.made.resource : opened.second;
    const D3DKMT_HANDLE last = creator_first ? opened.second : opened.made.resource;
    EXPECT_EQ(opened.client.destroy(opened.device, first, {}), STATUS_SUCCESS);
    EXPECT_EQ(opened.client.destroy(opened.device, last, {}), STATUS_SUCCESS);
    EXPECT_EQ(opened.machine.count("K-191"), 0U) << text_of(opened.machine.findings());
  }
}
TEST(DriverMemory, K191CountedOpeningThatIsFreedTooEarlyIsFound) {
  OpenedTwice opened;
  opened.machine.expect_end();  // the next close uses what is gone
  opened.machine.set_fault(BOOK_FAULT_FREES_SHARED);
  EXPECT_EQ(opened.client.destroy(opened.device, opened.second, {}), STATUS_SUCCESS);
  EXPECT_EQ(opened.machine.count("K-191"), 1U) << text_of(opened.machine.findings());
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
}

}  // namespace
}  // namespace drydock::testing
