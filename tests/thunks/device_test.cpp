// Devices, contexts and escapes; the end of an adapter and of a process.
#include "src/dxgk/work/device.h"

#include "tests/support/private_data.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

TEST(Device, K081WithoutAnAdapterIsRefused) {
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
  Machine machine;
  Client client(machine);
  EXPECT_EQ(client.destroy_device(client.new_device()), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Devices, 0);
}

TEST(Device, K027LeftAllocationsAreALint) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  client.allocate(device, 3);
  client.new_resource(device, 2);
  client.new_context(device);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  const BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.Contexts, 0);
  EXPECT_EQ(book.Devices, 0);
  ASSERT_EQ(machine.count("K-027"), 1U);
  EXPECT_NE(first(machine.findings(), "K-027").message.find("5 times"), std::string::npos);
}

TEST(Device, K027EmptyDeviceIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 2)), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

TEST(Device, ReservedFlagsAreRefused) {
  Machine machine;
  Client client(machine);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  create.Flags.Reserved = 1;
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_INVALID_PARAMETER);
}

TEST(Device, StateTellsWhyWorkIsRefused) {
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

TEST(Context, K348NodeAndEngineMustBe) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const auto status_of = [&](D3DKMT_HANDLE on, UINT node, UINT engine) {
    D3DKMT_CREATECONTEXT create{};
    create.hDevice = on;
    create.NodeOrdinal = node;
    create.EngineAffinity = engine;
    return D3DKMTCreateContext(&create);
  };
  EXPECT_EQ(status_of(0, 0, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(client.adapter(), 0, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(device, 2, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(device, 0xFFFFFFFF, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(device, 0, 3), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Contexts, 0);
}

TEST(Context, K348EngineOfANodeIsAccepted) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (const UINT node : {0U, 1U}) {
    for (const UINT engine : {0U, 1U}) {
      D3DKMT_CREATECONTEXT create{};
      create.hDevice = device;
      create.NodeOrdinal = node;
      create.EngineAffinity = engine;
      EXPECT_EQ(D3DKMTCreateContext(&create), STATUS_SUCCESS);
    }
  }
  EXPECT_EQ(machine.book().Contexts, 4);
}

TEST(Context, K349FailuresLeaveNothing) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_CONTEXT_FAILS);
  D3DKMT_CREATECONTEXT create{};
  create.hDevice = device;
  EXPECT_EQ(D3DKMTCreateContext(&create), STATUS_NO_MEMORY);
  EXPECT_EQ(client.new_context(device), device + 0x40);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(D3DKMTCreateContext(&create), STATUS_DEVICE_REMOVED);
}

TEST(Context, DestroyedOnce) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_DESTROYCONTEXT destroy{client.new_context(device)};
  EXPECT_EQ(D3DKMTDestroyContext(&destroy), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTDestroyContext(&destroy), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTDestroyContext(nullptr), STATUS_INVALID_PARAMETER);
  const D3DKMT_DESTROYCONTEXT wrong{device};
  EXPECT_EQ(D3DKMTDestroyContext(&wrong), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Contexts, 0);
}

TEST(Context, K354DriverWithoutContextsHearsOfNone) {
  Machine machine({"-DBOOK_NO_CONTEXTS"});
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_DESTROYCONTEXT destroy{client.new_context(device)};
  EXPECT_EQ(machine.book().Contexts, 0);
  EXPECT_EQ(D3DKMTDestroyContext(&destroy), STATUS_SUCCESS);
}

TEST(Context, PriorityIsKept) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE context = client.new_context(client.new_device());
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY set{context, 7};
  EXPECT_EQ(D3DKMTSetContextSchedulingPriority(&set), STATUS_SUCCESS);
  set.Priority = 8;
  EXPECT_EQ(D3DKMTSetContextSchedulingPriority(&set), STATUS_INVALID_PARAMETER);
  set.Priority = -8;
  EXPECT_EQ(D3DKMTSetContextSchedulingPriority(&set), STATUS_INVALID_PARAMETER);
  D3DKMT_GETCONTEXTSCHEDULINGPRIORITY get{context, 0};
  EXPECT_EQ(D3DKMTGetContextSchedulingPriority(&get), STATUS_SUCCESS);
  EXPECT_EQ(get.Priority, 7);
  D3DKMT_GETCONTEXTINPROCESSSCHEDULINGPRIORITY inner{context, 9};
  EXPECT_EQ(D3DKMTGetContextInProcessSchedulingPriority(&inner), STATUS_SUCCESS);
  EXPECT_EQ(inner.Priority, 0);
}

class Escape : public DeviceFixture {
 protected:
  NTSTATUS escape(D3DKMT_HANDLE adapter, D3DKMT_HANDLE device, D3DKMT_HANDLE context,
                  BOOK_COMMAND command = BOOK_ECHO, UINT flags = 0) {
    book = {};
    book.Command = command;
    book.FaultAt = 0x1234;
    D3DKMT_ESCAPE escape = private_escape(adapter, book);
    escape.hDevice = device;
    escape.hContext = context;
    escape.Flags.Value = flags;
    return D3DKMTEscape(&escape);
  }

  D3DKMT_HANDLE context = client.new_context(device);
  BOOK book{};
};

TEST_F(Escape, K468ContextWithoutItsDeviceIsRefused) {
  EXPECT_EQ(escape(client.adapter(), 0, context), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(client.adapter(), client.new_device(), context), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(0, device, context), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(client.adapter(), 0x77, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(client.adapter(), device, 0, BOOK_ECHO, 1U << 31), STATUS_INVALID_PARAMETER);
}

TEST_F(Escape, K468ContextWithItsDeviceReachesTheDriver) {
  EXPECT_EQ(escape(client.adapter(), device, context), STATUS_SUCCESS);
  EXPECT_EQ(book.FaultAt, ~0x1234U);
  EXPECT_EQ(machine.book().EscapeHadDevice, 1U);
  EXPECT_EQ(machine.book().EscapeHadContext, 1U);
  EXPECT_EQ(escape(client.adapter(), 0, 0, BOOK_ECHO, /*HardwareAccess*/ 1), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().EscapeHadDevice, 0U);
  EXPECT_EQ(machine.book().EscapeFlags, 1U);
}

TEST_F(Escape, FailureChangesNothing) {
  EXPECT_EQ(escape(client.adapter(), device, 0, BOOK_FAIL), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(book.FaultAt, 0x1234U);
}

TEST(DriverProcess, K075LivesFromTheFirstDeviceToTheLastAdapterHandle) {
  Machine machine({}, kWddm20);
  Client client(machine);
  EXPECT_EQ(machine.book().Processes, 0);
  const D3DKMT_HANDLE one = client.new_device();
  const D3DKMT_HANDLE two = client.new_device();
  EXPECT_EQ(machine.book().Processes, 1);
  EXPECT_EQ(client.destroy_device(one), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(two), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Processes, 1);
  const D3DKMT_CLOSEADAPTER close{client.adapter()};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Processes, 0);
}

TEST(DriverProcess, LeavesWithItsAdapter) {
  Machine machine({}, kWddm20);
  Client client(machine);
  client.allocate_one(client.new_device());
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

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
  machine.expect_end();
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-238"), 1U);
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
  EXPECT_EQ(D3DKMTCreateContext(&context), STATUS_NO_MEMORY);
  for (const BOOK_FAULT fault : {BOOK_FAULT_CREATE_FAILS, BOOK_FAULT_OPEN_FAILS}) {
    machine.set_fault(fault);
    EXPECT_EQ(Creation(device).run(), STATUS_NO_MEMORY);
  }
  EXPECT_EQ(client.destroy(device, 0, {client.allocate_one(device)}), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

TEST(Death, K461ProcessLeavesNothing) {
  Machine machine;
  {
    Client client(machine);
    for (int i = 0; i < 3; ++i) {
      const D3DKMT_HANDLE device = client.new_device();
      client.allocate(device, 20);
      client.new_resource(device, 5, /*shared=*/true);
      client.new_context(device);
    }
    EXPECT_EQ(machine.book().Allocations, 75);
  }
  const BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.Devices, 0);
}

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

TEST(Death, CloseAdapterLeavesDevicesAlive) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_CLOSEADAPTER close{client.adapter()};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {client.allocate_one(device)}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
