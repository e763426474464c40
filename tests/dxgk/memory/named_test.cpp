// What handles of a client name.
#include "src/dxgk/memory/named.h"

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

using Destroy = DeviceFixture;

TEST_F(Destroy, K001ForeignDeviceIsRefused) {
  const Raises raises({"K-001"});
  const D3DKMT_HANDLE other = client.new_device();
  const D3DKMT_HANDLE loose = client.allocate_one(device);
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(client.destroy(other, 0, {loose}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(other, made.resource, {}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(0, 0, {loose}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 3);
}

TEST_F(Destroy, K001OwnDeviceIsAccepted) {
  const StaysSilent silent({"K-001", "K-037"});
  EXPECT_EQ(client.destroy(device, 0, {client.allocate_one(device)}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Destroy, SameHandleTwiceInAListIsRefused) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(client.destroy(device, 0, {allocation, allocation}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 1);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
