// Resources and their members.
#include "src/dxgk/memory/resource.h"

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

using Destroy = DeviceFixture;

TEST_F(Destroy, K002ResourceTakesItsAllocations) {
  const Client::MadeResource made = client.new_resource(device, 3);
  EXPECT_EQ(machine.book().Allocations, 3);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  const BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.Resources, 0);
  EXPECT_EQ(book.DestroyCalls, 1);
  EXPECT_EQ(book.CloseCalls, 1);
}

TEST_F(Destroy, K003MembersDieWithTheirResource) {
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  for (const D3DKMT_HANDLE member : made.allocations)
    EXPECT_EQ(client.destroy(device, 0, {member}), STATUS_INVALID_PARAMETER);
}

TEST_F(Destroy, K010ResourceLeftBehindIsALint) {
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  const BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.Resources, 1);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-010"), 1U);
  EXPECT_EQ(machine.count("K-027"), 0U);
}

TEST_F(Destroy, K010ResourceDestroyedAfterItsAllocationsIsSilent) {
  const StaysSilent silent({"K-010"});
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
