// A test with a machine, a client process that has its adapter open, and a device of the client.
// Owner: the test. Threads: the test's; it is inside the client's process.
#pragma once

#include <gtest/gtest.h>

#include "tests/thunks/machine.h"

namespace drydock::testing {

class DeviceFixture : public ::testing::Test {
 protected:
  Machine machine;
  Client client{machine};
  const D3DKMT_HANDLE device = client.new_device();
};

}  // namespace drydock::testing
