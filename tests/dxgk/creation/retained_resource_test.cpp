// What an NT handle keeps although no device has it open.
#include "src/dxgk/creation/retained_resource.h"

#include <vector>

#include "src/dxgk/creation/nt_share.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/thunks/allocations/nt_share_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

using Handles = std::vector<D3DKMT_HANDLE>;

TEST_F(NtShare, K210HandleKeepsWhatItStandsFor) {
  const Bundle bundle(device);
  EXPECT_EQ(client.destroy(device, bundle.resource.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(bundle.mutex.local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(bundle.sync), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 1) << "the driver still has it";
  D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE info;
  EXPECT_EQ(query(device, bundle.handle, info), STATUS_SUCCESS);
  EXPECT_EQ(info.NumAllocations, 1U);
  {
    Client other(machine);
    const D3DKMT_HANDLE elsewhere = other.new_device();
    Opening opening(elsewhere, bundle.handle);
    ASSERT_EQ(opening.run(), STATUS_SUCCESS);
    EXPECT_EQ(destroy_mutex(opening.data.hKeyedMutex), STATUS_SUCCESS);
    EXPECT_EQ(destroy_sync(opening.data.hSyncObject), STATUS_SUCCESS);
    EXPECT_EQ(other.destroy(elsewhere, opening.data.hResource, {}), STATUS_SUCCESS);
  }
  EXPECT_EQ(machine.book().Allocations, 1);
  ZwClose(bundle.handle);
  EXPECT_EQ(machine.book().Allocations, 0) << "the handle was the last that kept it";
  EXPECT_EQ(open_status(device, bundle.handle), STATUS_INVALID_HANDLE);
}

TEST_F(NtShare, HandlesEndWithTheirProcess) {
  HANDLE handle = nullptr;
  {
    Client other(machine);
    const D3DKMT_HANDLE elsewhere = other.new_device();
    ASSERT_EQ(share({secured_resource(elsewhere).resource}, handle), STATUS_SUCCESS);
  }
  EXPECT_EQ(open_status(device, handle), STATUS_INVALID_HANDLE);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(NtShare, AdapterThatGoesLeavesNothingToOpen) {
  const Bundle bundle(device);
  EXPECT_EQ(client.destroy(device, bundle.resource.resource, {}), STATUS_SUCCESS);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE info;
  EXPECT_EQ(query(device, bundle.handle, info), STATUS_DEVICE_REMOVED);
  for (const rules::Finding& each : machine.findings())
    EXPECT_EQ(each.rule->severity, rules::Severity::kLint) << to_text(each);
}

}  // namespace
}  // namespace drydock::testing
