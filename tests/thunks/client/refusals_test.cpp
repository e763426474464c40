// What clients are told about calls that are refused.
#include "src/thunks/client/refusals.h"

#include "tests/support/test_driver.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

using Destroy = DeviceFixture;

// What a finding about a client says.
TEST_F(Destroy, BreachOfAClientNamesEverything) {
  const D3DKMT_HANDLE other = client.new_device();
  const D3DKMT_HANDLE list[] = {client.allocate_one(device), client.allocate_one(other)};
  const D3DKMT_DESTROYALLOCATION destroy{device, 0, list, 2};
  EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_INVALID_PARAMETER);
  ASSERT_EQ(machine.count("K-001"), 1U);
  const rules::Finding finding = first(machine.findings(), "K-001");
  EXPECT_TRUE(finding.message.starts_with("D3DKMTDestroyAllocation: phAllocationList[1] is 0x"))
      << finding.message;
  ASSERT_EQ(finding.fields.size(), 1U);
  EXPECT_EQ(finding.fields[0].path, "phAllocationList[1]");
  ASSERT_FALSE(finding.stacks.empty());
  EXPECT_EQ(finding.stacks[0].label, "here");
  ASSERT_FALSE(finding.stacks[0].frames.empty());
  EXPECT_NE(finding.stacks[0].frames[0].function.find("TestBody"), std::string::npos)
      << rules::to_text(finding);
  EXPECT_EQ(finding.driver, "");
}

// Handles of the executive and nothing at all.
TEST(ClientHandles, K039NtHandleIsRefusedEverywhere) {
  const Raises raises({"K-039"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  HANDLE event = nullptr;
  ASSERT_EQ(ZwCreateEvent(&event, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  const auto handle = static_cast<D3DKMT_HANDLE>(reinterpret_cast<std::uintptr_t>(event));
  EXPECT_EQ(handle & 0xC0000000, 0U) << "told apart by value";
  EXPECT_EQ(client.destroy(device, 0, {handle}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(device, handle, {}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy_device(handle), STATUS_INVALID_PARAMETER);
  const D3DKMT_DESTROYCONTEXT context{handle};
  EXPECT_EQ(D3DKMTDestroyContext(&context), STATUS_INVALID_PARAMETER);
  const D3DKMT_DESTROYSYNCHRONIZATIONOBJECT sync{handle};
  EXPECT_EQ(D3DKMTDestroySynchronizationObject(&sync), STATUS_INVALID_PARAMETER);
  const D3DKMT_CLOSEADAPTER adapter{handle};
  EXPECT_EQ(D3DKMTCloseAdapter(&adapter), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(ZwClose(event), STATUS_SUCCESS);
}
TEST(ClientHandles, K039LocalHandleIsAccepted) {
  const StaysSilent silent({"K-039"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(client.destroy(device, 0, {client.allocate_one(device)}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
