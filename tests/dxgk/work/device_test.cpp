// Devices of processes, adapters and drivers that are gone.
#include "src/dxgk/work/device.h"

#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(Death, K458DestroysSucceedOnARemovedAdapter) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const std::vector<D3DKMT_HANDLE> loose = client.allocate(device, 2);
  const Client::MadeResource made = client.new_resource(device, 2);
  const D3DKMT_DESTROYCONTEXT context{client.new_context(device)};
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(client.destroy(device, 0, loose), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, loose), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTDestroyContext(&context), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  const D3DKMT_CLOSEADAPTER close{client.adapter()};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
}

TEST(Death, K457DeviceInErrorRefusesWork) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  {
    const dxgk::Operation operation(client.process(), device);
    operation->set_error(D3DKMT_DEVICEEXECUTION_HUNG);
  }
  EXPECT_EQ(Creation(device).run(), STATUS_DEVICE_REMOVED);
  D3DKMT_GETDEVICESTATE state{};
  state.hDevice = device;
  state.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  EXPECT_EQ(D3DKMTGetDeviceState(&state), STATUS_SUCCESS);
  EXPECT_EQ(state.ExecutionState, D3DKMT_DEVICEEXECUTION_HUNG);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
  EXPECT_EQ(Creation(client.new_device()).run(), STATUS_SUCCESS);
}

TEST(Death, CrashingDriverIsAnAdapterThatIsGone) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.set_fault(BOOK_FAULT_CREATE_CRASHES);
  machine.expect_end();
  EXPECT_EQ(Creation(device).run(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(machine.count("N-061"), 1U);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
