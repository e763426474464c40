// D3DKMTCreateDevice and D3DKMTDestroyDevice.
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(Device, K081WithoutAnAdapterIsRefused) {
  const Raises raises({"K-081"});
  Machine machine;
  Client client(machine);
  EXPECT_EQ(D3DKMTCreateDevice(nullptr), STATUS_INVALID_PARAMETER);
  for (const D3DKMT_HANDLE bad : {0U, 0x7777U, client.adapter() + 0x40}) {
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = bad;
    EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(create.hDevice, 0U);
  }
  EXPECT_EQ(machine.book().Devices, 0);
}

TEST(Device, K081K083OnAnAdapterItHasNoLegacyBuffers) {
  const StaysSilent silent({"K-081"});
  Machine machine;
  Client client(machine);
  D3DKMT_CREATEDEVICE create;
  memset(&create, 0xcc, sizeof create);
  create.hAdapter = client.adapter();
  create.Flags = {};
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
  EXPECT_EQ(create.hDevice, client.adapter() + 0x40);
  EXPECT_EQ(create.pCommandBuffer, nullptr);
  EXPECT_EQ(create.CommandBufferSize, 0U);
  EXPECT_EQ(create.pAllocationList, nullptr);
  EXPECT_EQ(create.AllocationListSize, 0U);
  EXPECT_EQ(create.pPatchLocationList, nullptr);
  EXPECT_EQ(create.PatchLocationListSize, 0U);
}

TEST(Device, K082StoppedAdapterAndNoMemory) {
  Machine machine;
  Client client(machine);
  machine.set_fault(BOOK_FAULT_DEVICE_FAILS);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_NO_MEMORY);
  EXPECT_EQ(client.new_device(), client.adapter() + 0x40);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_DEVICE_REMOVED);
}

TEST(Device, K084UnknownDeviceIsRefused) {
  const Raises raises({"K-084"});
  Machine machine;
  Client client(machine);
  EXPECT_EQ(D3DKMTDestroyDevice(nullptr), STATUS_INVALID_PARAMETER);
  const D3DKMT_HANDLE device = client.new_device();
  for (const D3DKMT_HANDLE bad : {0U, client.adapter(), device + 0x40, device | 2})
    EXPECT_EQ(client.destroy_device(bad), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_INVALID_PARAMETER);
}

TEST(Device, K084DeviceIsDestroyedOnce) {
  const StaysSilent silent({"K-084"});
  Machine machine;
  Client client(machine);
  EXPECT_EQ(client.destroy_device(client.new_device()), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Devices, 0);
}

TEST(Device, ReservedFlagsAreRefused) {
  const Raises raises({"K-043"});
  Machine machine;
  Client client(machine);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  create.Flags.Reserved = 1;
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_INVALID_PARAMETER);
}

TEST(Device, StateSaysWhyWorkIsRefused) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  D3DKMT_GETDEVICESTATE state{};
  state.hDevice = device;
  state.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  EXPECT_EQ(D3DKMTGetDeviceState(&state), STATUS_SUCCESS);
  EXPECT_EQ(state.ExecutionState, D3DKMT_DEVICEEXECUTION_ACTIVE);
  state.StateType = D3DKMT_DEVICESTATE_RESET;
  EXPECT_EQ(D3DKMTGetDeviceState(&state), STATUS_SUCCESS);
  state.StateType = static_cast<D3DKMT_DEVICESTATE_TYPE>(77);
  EXPECT_EQ(D3DKMTGetDeviceState(&state), STATUS_INVALID_PARAMETER);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  state.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  EXPECT_EQ(D3DKMTGetDeviceState(&state), STATUS_SUCCESS);
  EXPECT_EQ(state.ExecutionState, D3DKMT_DEVICEEXECUTION_STOPPED);
}

}  // namespace
}  // namespace drydock::testing
