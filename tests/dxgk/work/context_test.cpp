// Contexts: where they run, and how they fail and end.
#include "src/dxgk/work/context.h"

#include "src/dxgk/work/device.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(Context, K348NodeAndEngineMustBe) {
  const Raises raises({"K-348"});
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
  EXPECT_EQ(status_of(device, 0, 0), STATUS_INVALID_PARAMETER) << "no engine at all";
  EXPECT_EQ(machine.book().Contexts, 0);
}

TEST(Context, K348EngineOfANodeIsAccepted) {
  const StaysSilent silent({"K-348"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (const UINT node : {0U, 1U}) {
    D3DKMT_CREATECONTEXT create{};
    create.hDevice = device;
    create.NodeOrdinal = node;
    create.EngineAffinity = 1;
    EXPECT_EQ(D3DKMTCreateContext(&create), STATUS_SUCCESS);
  }
  EXPECT_EQ(machine.book().Contexts, 2);
}

TEST(Context, K349FailuresLeaveNothing) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_CONTEXT_FAILS);
  D3DKMT_CREATECONTEXT create{};
  create.hDevice = device;
  create.EngineAffinity = 1;
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

TEST(Context, PriorityIsReadBack) {
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

// The priority within the process is another one, with the same bounds.
TEST(Context, PriorityInItsProcessIsAnother) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE context = client.new_context(client.new_device());
  D3DKMT_SETCONTEXTINPROCESSSCHEDULINGPRIORITY set{context, -7};
  EXPECT_EQ(D3DKMTSetContextInProcessSchedulingPriority(&set), STATUS_SUCCESS);
  set.Priority = 8;
  EXPECT_EQ(D3DKMTSetContextInProcessSchedulingPriority(&set), STATUS_INVALID_PARAMETER);
  D3DKMT_GETCONTEXTINPROCESSSCHEDULINGPRIORITY get{context, 0};
  EXPECT_EQ(D3DKMTGetContextInProcessSchedulingPriority(&get), STATUS_SUCCESS);
  EXPECT_EQ(get.Priority, -7);
  D3DKMT_GETCONTEXTSCHEDULINGPRIORITY outer{context, 9};
  EXPECT_EQ(D3DKMTGetContextSchedulingPriority(&outer), STATUS_SUCCESS);
  EXPECT_EQ(outer.Priority, 0);
}

}  // namespace
}  // namespace drydock::testing
