// Names, bundles and openings behind NT handles.
#include "src/dxgk/creation/nt_share.h"

#include <string>
#include <vector>

#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/raises.h"
#include "tests/thunks/allocations/nt_share_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

using Handles = std::vector<D3DKMT_HANDLE>;

std::string type_of(HANDLE handle) {
  nt::HandleEntry entry;
  EXPECT_EQ(nt::pin_by_handle(handle, nullptr, entry), STATUS_SUCCESS);
  const std::string name = entry.type->name;
  nt::unpin_object(entry.object);
  return name;
}

TEST_F(NtShare, K207TypesAndNamesAreThoseOfWindows) {
  const Bundle bundle(device);
  Name name(u"\\BaseNamedObjects\\drydock-type");
  HANDLE sync = nullptr, resource = nullptr;
  ASSERT_EQ(share({bundle.sync}, sync, &name.attributes), STATUS_SUCCESS);
  ASSERT_EQ(share({bundle.resource.resource}, resource), STATUS_SUCCESS);
  EXPECT_EQ(type_of(sync), "DxgkSharedSyncObject");
  EXPECT_EQ(type_of(resource), "DxgkSharedResource");
  EXPECT_EQ(type_of(bundle.handle), "DxgkSharedResource");
  nt::HandleEntry entry;
  ASSERT_EQ(nt::pin_by_handle(sync, &dxgk::shared_sync_type, entry), STATUS_SUCCESS);
  EXPECT_EQ(nt::name_of_object(entry.object), name.text);
  nt::unpin_object(entry.object);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(sync) & 0xC0000000U, 0U) << "no handle of D3DKMT";
  HANDLE again = nullptr;
  EXPECT_EQ(share({bundle.sync}, again, &name.attributes), STATUS_OBJECT_NAME_COLLISION);
}

TEST_F(NtShare, K209NameOpensWhateverItsCase) {
  const StaysSilent silent({"K-209"});
  Name name(u"\\BaseNamedObjects\\drydock-case"), loud(u"\\BASENAMEDOBJECTS\\DRYDOCK-CASE");
  HANDLE sync = nullptr, again = nullptr;
  ASSERT_EQ(share({new_sync(device)}, sync, &name.attributes), STATUS_SUCCESS);
  ASSERT_EQ(open_sync_name(&loud, GENERIC_ALL, &again), STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_sync(again, local), STATUS_SUCCESS);
}

TEST_F(NtShare, K211NameGoesWithTheLastHandle) {
  Name name(u"\\BaseNamedObjects\\drydock-brief");
  HANDLE first = nullptr, second = nullptr;
  ASSERT_EQ(share({new_sync(device)}, first, &name.attributes), STATUS_SUCCESS);
  ASSERT_EQ(open_sync_name(&name, GENERIC_ALL, &second), STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  ASSERT_EQ(open_sync(second, local), STATUS_SUCCESS);
  ZwClose(first);
  EXPECT_EQ(open_sync_name(&name), STATUS_SUCCESS);
  ZwClose(second);
  EXPECT_EQ(open_sync_name(&name), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(destroy_sync(local), STATUS_SUCCESS) << "what was opened lives on";
}

TEST_F(NtShare, K212WhatWasOpenedIsSharedAgain) {
  Name name(u"\\BaseNamedObjects\\drydock-again");
  const D3DKMT_HANDLE made = new_sync(device);
  HANDLE handle = nullptr;
  ASSERT_EQ(share({made}, handle, &name.attributes), STATUS_SUCCESS);
  D3DKMT_HANDLE opened = 0;
  ASSERT_EQ(open_sync_for(handle, device, opened), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(made), STATUS_SUCCESS);
  ZwClose(handle);
  ASSERT_EQ(share({opened}, handle, &name.attributes), STATUS_SUCCESS);
  EXPECT_EQ(open_sync_name(&name), STATUS_SUCCESS);
}

TEST_F(NtShare, K215WhatABundleBroughtIsLeft) {
  const Bundle bundle(device);
  {
    Client other(machine);
    const D3DKMT_HANDLE elsewhere = other.new_device();
    Opening opening(elsewhere, bundle.handle);
    ASSERT_EQ(opening.run(), STATUS_SUCCESS);
    EXPECT_EQ(other.destroy(elsewhere, opening.data.hResource, {}), STATUS_SUCCESS);
    EXPECT_EQ(destroy_sync(opening.data.hSyncObject), STATUS_SUCCESS);
  }
  EXPECT_EQ(machine.count("K-215"), 1U) << "the keyed mutex";
}

TEST_F(NtShare, K215WhatABundleBroughtIsDestroyed) {
  const Bundle bundle(device);
  {
    Client other(machine);
    const D3DKMT_HANDLE elsewhere = other.new_device();
    Opening opening(elsewhere, bundle.handle);
    ASSERT_EQ(opening.run(), STATUS_SUCCESS);
    EXPECT_EQ(other.destroy(elsewhere, opening.data.hResource, {}), STATUS_SUCCESS);
    EXPECT_EQ(destroy_sync(opening.data.hSyncObject), STATUS_SUCCESS);
    EXPECT_EQ(destroy_mutex(opening.data.hKeyedMutex), STATUS_SUCCESS);
  }
  EXPECT_EQ(machine.count("K-215"), 0U);
}

TEST_F(NtShare, K430NtHandleKeepsASynchronizationObject) {
  const D3DKMT_HANDLE made = new_sync(device);
  HANDLE handle = nullptr;
  ASSERT_EQ(share({made}, handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(made), STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_sync(handle, local), STATUS_SUCCESS);
  ZwClose(handle);
  D3DKMT_HANDLE none = 0;
  EXPECT_EQ(open_sync(handle, none), STATUS_INVALID_HANDLE);
  EXPECT_EQ(destroy_sync(local), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
