// NT handles: what is shared by them, under which names and rights.
#include <array>
#include <vector>

#include "src/dxgk/creation/nt_share.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/allocations/nt_share_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

using Handles = std::vector<D3DKMT_HANDLE>;

NTSTATUS share_status(const Handles& objects) {
  HANDLE handle = nullptr;
  const NTSTATUS status = share(objects, handle);
  if (NT_SUCCESS(status)) ZwClose(handle);
  return status;
}

TEST_F(NtShare, K204WhatWasNotMadeForItIsRefused) {
  const Raises raises({"K-204"});
  EXPECT_EQ(share_status({secured_resource(device, /*secured=*/false).resource}),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(share_status({secured_resource(device, false, /*shared=*/false).resource}),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(share_status({new_sync(device, /*secured=*/false)}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(share_status({new_sync(device, false, /*shared=*/false)}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(share_status({secured_resource(device).resource, Mutex(/*secured=*/false).local,
                          new_sync(device)}),
            STATUS_INVALID_PARAMETER);
}

TEST_F(NtShare, K204WhatWasMadeForItIsShared) {
  const StaysSilent silent({"K-204"});
  const Client::MadeResource resource = secured_resource(device);
  EXPECT_EQ(resource.global, 0U);
  EXPECT_EQ(share_status({resource.resource}), STATUS_SUCCESS);
  EXPECT_EQ(share_status({new_sync(device)}), STATUS_SUCCESS);
}

TEST_F(NtShare, K205OtherCombinationsAreRefused) {
  const Raises raises({"K-205"});
  const D3DKMT_HANDLE resource = secured_resource(device).resource;
  const D3DKMT_HANDLE sync = new_sync(device), mutex = Mutex(/*secured=*/true).local;
  for (const Handles& objects :
       {Handles{}, Handles{mutex}, Handles{resource, mutex}, Handles{resource, sync},
        Handles{mutex, sync}, Handles{sync, mutex, resource}, Handles{resource, sync, mutex},
        Handles{sync, sync, sync}, Handles{resource, mutex, sync, sync}, Handles{device}})
    EXPECT_EQ(share_status(objects), STATUS_INVALID_PARAMETER) << ::testing::PrintToString(objects);
}

TEST_F(NtShare, K205TheThreeCombinationsAreShared) {
  const StaysSilent silent({"K-205", "K-206"});
  const Bundle bundle(device);
  EXPECT_EQ(share_status({bundle.resource.resource}), STATUS_SUCCESS);
  EXPECT_EQ(share_status({bundle.sync}), STATUS_SUCCESS);
}

TEST_F(NtShare, K206AllocationIsNotShared) {
  const Raises raises({"K-206"});
  const Client::MadeResource resource = secured_resource(device);
  EXPECT_EQ(share_status(resource.allocations), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(share_status({resource.resource}), STATUS_SUCCESS);
}

TEST_F(NtShare, K208HandleWithoutReadRightOpensNothing) {
  const Raises raises({"K-208"});
  const Bundle bundle(device);
  HANDLE sync = nullptr, resource = nullptr;
  ASSERT_EQ(share({bundle.sync}, sync, nullptr, SYNCHRONIZE), STATUS_SUCCESS);
  ASSERT_EQ(share({bundle.resource.resource}, resource, nullptr, SHARED_ALLOCATION_WRITE),
            STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_sync(sync, local), STATUS_ACCESS_DENIED);
  EXPECT_EQ(open_sync_for(sync, device, local), STATUS_ACCESS_DENIED);
  EXPECT_EQ(open_status(device, resource), STATUS_ACCESS_DENIED);
}

TEST_F(NtShare, K208HandleWithReadRightOpens) {
  const StaysSilent silent({"K-208"});
  const Bundle bundle(device);
  HANDLE handle = nullptr;
  ASSERT_EQ(share({bundle.resource.resource}, handle, nullptr, STANDARD_RIGHTS_READ),
            STATUS_SUCCESS);
  EXPECT_EQ(open_status(device, handle), STATUS_SUCCESS);
}

TEST_F(NtShare, K185ReadOnlyHandlesAreOpenedReadOnly) {
  constexpr ULONG kReadOnly = 2;
  const Bundle bundle(device);
  HANDLE reader = nullptr, writer = nullptr;
  ASSERT_EQ(share({bundle.resource.resource}, reader, nullptr, GENERIC_READ), STATUS_SUCCESS);
  ASSERT_EQ(share({bundle.resource.resource}, writer, nullptr, GENERIC_READ | GENERIC_WRITE),
            STATUS_SUCCESS);
  EXPECT_EQ(open_status(device, reader), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().OpenFlags, kReadOnly);
  EXPECT_EQ(open_status(device, writer), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().OpenFlags, 0U);
}

NTSTATUS open_resource_name(Name* name, DWORD access = GENERIC_ALL, HANDLE* out = nullptr) {
  return open_name(D3DKMTOpenNtHandleFromName, D3DKMT_OPENNTHANDLEFROMNAME{},
                   name != nullptr ? &name->attributes : nullptr, access, out);
}

TEST_F(NtShare, K209BadNameOrAccessIsRefused) {
  const Raises raises({"K-209"});
  Name sync_name(u"\\BaseNamedObjects\\drydock-sync"), unknown(u"\\BaseNamedObjects\\drydock-?");
  Name resource_name(u"\\BaseNamedObjects\\drydock-resource");
  const Bundle bundle(device);
  HANDLE sync = nullptr, resource = nullptr;
  ASSERT_EQ(share({bundle.sync}, sync, &sync_name.attributes), STATUS_SUCCESS);
  ASSERT_EQ(share({bundle.resource.resource}, resource, &resource_name.attributes), STATUS_SUCCESS);
  EXPECT_EQ(open_sync_name(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_resource_name(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_sync_name(&unknown), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(open_resource_name(&unknown), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(open_sync_name(&sync_name, 0), STATUS_ACCESS_DENIED);
  EXPECT_EQ(open_resource_name(&resource_name, 0), STATUS_ACCESS_DENIED);
  EXPECT_EQ(open_resource_name(&sync_name), STATUS_OBJECT_TYPE_MISMATCH);
}

TEST_F(NtShare, K213HandleOfAnotherTypeOrNoneIsRefused) {
  const Bundle bundle(device);
  HANDLE sync = nullptr;
  ASSERT_EQ(share({bundle.sync}, sync), STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  D3DKMT_OPENKEYEDMUTEXFROMNTHANDLE mutex{};
  mutex.hNtHandle = bundle.handle;
  EXPECT_EQ(open_sync(bundle.handle, local), STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(open_status(device, sync), STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(D3DKMTOpenKeyedMutexFromNtHandle(&mutex), STATUS_OBJECT_TYPE_MISMATCH);
  ZwClose(sync);
  for (HANDLE none : {HANDLE{nullptr}, sync}) {
    mutex.hNtHandle = none;
    EXPECT_EQ(open_sync(none, local), STATUS_INVALID_HANDLE);
    EXPECT_EQ(open_sync_for(none, device, local), STATUS_INVALID_HANDLE);
    EXPECT_EQ(open_status(device, none), STATUS_INVALID_HANDLE);
    EXPECT_EQ(D3DKMTOpenKeyedMutexFromNtHandle(&mutex), STATUS_INVALID_HANDLE);
  }
}

TEST_F(NtShare, K214NothingElseComesWithAResourceAlone) {
  HANDLE handle = nullptr;
  ASSERT_EQ(share({secured_resource(device).resource}, handle), STATUS_SUCCESS);
  Opening opening(device, handle);
  ASSERT_EQ(opening.run(), STATUS_SUCCESS);
  EXPECT_EQ(opening.data.hKeyedMutex, 0U);
  EXPECT_EQ(opening.data.hSyncObject, 0U);
}

TEST_F(NtShare, K216GlobalHandlesAreALint) {
  secured_resource(device, /*secured=*/false);
  new_sync(device, /*secured=*/false);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-216"), 2U) << "one for each place";
}

TEST_F(NtShare, K216NtHandlesAreSilent) {
  const Bundle bundle(device);
  secured_resource(device, /*secured=*/false, /*shared=*/false);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-216"), 0U);
  // The scene has lints of its own: what is shared, what the CPU sees, what a device takes along.
  for (const rules::Finding& each : machine.findings())
    EXPECT_EQ(each.rule->severity, rules::Severity::kLint) << rules::to_text(each);
}

TEST_F(NtShare, K432SecondVersionNeedsADevice) {
  HANDLE handle = nullptr;
  ASSERT_EQ(share({new_sync(device)}, handle), STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_sync_for(handle, 0, local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_sync_for(handle, client.adapter(), local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_sync(handle, local), STATUS_SUCCESS);
  D3DKMT_HANDLE again = 0;
  EXPECT_EQ(open_sync_for(handle, device, again), STATUS_SUCCESS) << "no flags were repeated";
  EXPECT_EQ(again, local + 0x40);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(again), STATUS_INVALID_PARAMETER) << "it went with its device";
  EXPECT_EQ(destroy_sync(local), STATUS_SUCCESS);
}

TEST_F(NtShare, K218BufferForPrivateDataThatDoesNotFitIsRefused) {
  const Raises raises({"K-218"});
  const Mutex mutex(/*secured=*/false, bytes(16));
  std::array<char, 32> room{};
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 16, local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_mutex(mutex.global, room.data(), 15, local), STATUS_INVALID_PARAMETER);
  D3DKMT_CREATEKEYEDMUTEX2 create{};
  create.PrivateRuntimeDataSize = 16;
  EXPECT_EQ(D3DKMTCreateKeyedMutex2(&create), STATUS_INVALID_PARAMETER);
  const Bundle bundle(device, bytes(16));
  Opening opening(device, bundle.handle);
  opening.data.KeyedMutexPrivateRuntimeDataSize = 16;
  EXPECT_EQ(opening.run(), STATUS_INVALID_PARAMETER);
  opening.status = STATUS_SUCCESS;
  opening.data.pKeyedMutexPrivateRuntimeData = room.data();
  opening.data.KeyedMutexPrivateRuntimeDataSize = 15;
  EXPECT_EQ(opening.run(), STATUS_INVALID_PARAMETER);
}

TEST_F(NtShare, K218NoBufferOrALargeOneIsTaken) {
  const StaysSilent silent({"K-218"});
  const Mutex mutex(/*secured=*/false, bytes(16));
  std::array<char, 32> room{};
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, local), STATUS_SUCCESS);
  EXPECT_EQ(open_mutex(mutex.global, room.data(), 16, local), STATUS_SUCCESS);
  EXPECT_EQ(open_mutex(mutex.global, room.data(), 32, local), STATUS_SUCCESS);
  EXPECT_EQ(room[0], 0) << "opening writes no data";
  const Bundle bundle(device, bytes(16));
  Opening opening(device, bundle.handle);
  opening.data.pKeyedMutexPrivateRuntimeData = room.data();
  opening.data.KeyedMutexPrivateRuntimeDataSize = 32;
  EXPECT_EQ(opening.run(), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
