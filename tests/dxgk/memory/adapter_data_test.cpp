// Data of a shared allocation, which belong to no device.
#include "src/dxgk/memory/adapter_data.h"

#include <xmmintrin.h>

#include "src/rules/watch.h"
#include "tests/support/open_request.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// A shared allocation of which the creator's device closes its binding first.
void share_and_close(Machine& machine, BOOK_FAULT fault) {
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device(), other = client.new_device();
  machine.set_fault(fault);
  const Client::MadeResource made = client.new_resource(device, 1, /*shared=*/true);
  OpenRequest open(other, made.global);
  ASSERT_EQ(open.run(), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}
TEST(DriverMemory, K133SharedDataThatPointAtADeviceAreFound) {
  Machine machine;
  machine.expect_end();
  share_and_close(machine, BOOK_FAULT_POINTS_AT_DEVICE);
  EXPECT_EQ(machine.count("K-133"), 1U) << text_of(machine.findings());
}
TEST(DriverMemory, K133SharedDataOfTheAdapterAreSilent) {
  Machine machine;
  share_and_close(machine, BOOK_FAULT_NONE);
  // The scene has lints of its own: what is shared, what the CPU sees, what a device takes along.
  for (const rules::Finding& each : machine.findings())
    EXPECT_EQ(each.rule->severity, rules::Severity::kLint) << rules::to_text(each);
}

}  // namespace
}  // namespace drydock::testing
