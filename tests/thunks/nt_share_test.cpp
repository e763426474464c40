// Sharing by NT handle, and keyed mutexes.
#include "src/dxgk/creation/nt_share.h"

#include <array>
#include <string>
#include <vector>

#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/fences.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

using Handles = std::vector<D3DKMT_HANDLE>;

// A name in the objects' name space, as a client passes it.
struct Name {
  explicit Name(std::u16string chosen) : text(std::move(chosen)) {
    string.Buffer = reinterpret_cast<PWSTR>(text.data());
    string.Length = string.MaximumLength = static_cast<USHORT>(text.size() * sizeof(char16_t));
    InitializeObjectAttributes(&attributes, &string, OBJ_CASE_INSENSITIVE, nullptr, nullptr);
  }
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;

  std::u16string text;
  UNICODE_STRING string{};
  OBJECT_ATTRIBUTES attributes{};
};

NTSTATUS share(const Handles& objects, HANDLE& out, OBJECT_ATTRIBUTES* attributes = nullptr,
               DWORD access = GENERIC_ALL) {
  return D3DKMTShareObjects(static_cast<UINT>(objects.size()), objects.data(), attributes, access,
                            &out);
}

NTSTATUS share_status(const Handles& objects) {
  HANDLE handle = nullptr;
  const NTSTATUS status = share(objects, handle);
  if (NT_SUCCESS(status)) ZwClose(handle);
  return status;
}

// A resource for NT handles.
Client::MadeResource secured_resource(D3DKMT_HANDLE device, bool secured = true,
                                      bool shared = true) {
  Creation creation(device);
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.CreateShared = shared;
  creation.request.Flags.NtSecuritySharing = secured;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  return {creation.request.hResource, creation.request.hGlobalShare, creation.handles()};
}

D3DKMT_HANDLE new_sync(D3DKMT_HANDLE device, bool secured = true, bool shared = true) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  data.hDevice = device;
  data.Info.Type = D3DDDI_FENCE;
  data.Info.Flags.Shared = shared;
  data.Info.Flags.NtSecuritySharing = secured;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
  return data.hSyncObject;
}

struct Mutex {
  explicit Mutex(bool secured = false, std::vector<std::byte> private_data = {}, UINT64 key = 0) {
    D3DKMT_CREATEKEYEDMUTEX2 data{};
    data.InitialValue = key;
    data.Flags.NtSecuritySharing = secured;
    data.pPrivateRuntimeData = private_data.data();
    data.PrivateRuntimeDataSize = static_cast<UINT>(private_data.size());
    EXPECT_EQ(D3DKMTCreateKeyedMutex2(&data), STATUS_SUCCESS);
    local = data.hKeyedMutex;
    global = data.hSharedHandle;
  }
  D3DKMT_HANDLE local = 0;
  D3DKMT_HANDLE global = 0;
};

NTSTATUS destroy_mutex(D3DKMT_HANDLE handle) {
  const D3DKMT_DESTROYKEYEDMUTEX data{handle};
  return D3DKMTDestroyKeyedMutex(&data);
}

NTSTATUS open_sync(HANDLE nt_handle, D3DKMT_HANDLE& out) {
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE data{};
  data.hNtHandle = nt_handle;
  const NTSTATUS status = D3DKMTOpenSyncObjectFromNtHandle(&data);
  out = data.hSyncObject;
  return status;
}

NTSTATUS open_sync_for(HANDLE nt_handle, D3DKMT_HANDLE device, D3DKMT_HANDLE& out) {
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2 data{};
  data.hNtHandle = nt_handle;
  data.hDevice = device;
  const NTSTATUS status = D3DKMTOpenSyncObjectFromNtHandle2(&data);
  out = data.hSyncObject;
  return status;
}

NTSTATUS query(D3DKMT_HANDLE device, HANDLE nt_handle, D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE& data) {
  data = {};
  data.hDevice = device;
  data.hNtHandle = nt_handle;
  return D3DKMTQueryResourceInfoFromNtHandle(&data);
}

// An opening of a shared resource, with room for what it has.
struct Opening {
  Opening(D3DKMT_HANDLE device, HANDLE nt_handle) {
    D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE info;
    status = query(device, nt_handle, info);
    if (!NT_SUCCESS(status)) return;
    infos.resize(info.NumAllocations);
    total.resize(info.TotalPrivateDriverDataSize);
    resource_data.resize(info.ResourcePrivateDriverDataSize);
    data.hDevice = device;
    data.hNtHandle = nt_handle;
    data.NumAllocations = info.NumAllocations;
    data.pOpenAllocationInfo2 = infos.data();
    data.pTotalPrivateDriverDataBuffer = total.data();
    data.TotalPrivateDriverDataBufferSize = info.TotalPrivateDriverDataSize;
    data.pResourcePrivateDriverData = resource_data.data();
    data.ResourcePrivateDriverDataSize = info.ResourcePrivateDriverDataSize;
    data.hKeyedMutex = data.hSyncObject = 0x1234;
  }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  NTSTATUS run() {
    return NT_SUCCESS(status) ? status = D3DKMTOpenResourceFromNtHandle(&data) : status;
  }

  NTSTATUS status;
  std::vector<D3DDDI_OPENALLOCATIONINFO2> infos;
  std::vector<std::byte> total;
  std::vector<std::byte> resource_data;
  D3DKMT_OPENRESOURCEFROMNTHANDLE data{};
};

NTSTATUS open_status(D3DKMT_HANDLE device, HANDLE nt_handle) {
  return Opening(device, nt_handle).run();
}

// A resource, a keyed mutex and a synchronization object, and one handle for all.
struct Bundle {
  explicit Bundle(D3DKMT_HANDLE device, std::vector<std::byte> private_data = {})
      : resource(secured_resource(device)),
        mutex(/*secured=*/true, std::move(private_data)),
        sync(new_sync(device)) {
    EXPECT_EQ(share({resource.resource, mutex.local, sync}, handle), STATUS_SUCCESS);
  }

  Client::MadeResource resource;
  Mutex mutex;
  D3DKMT_HANDLE sync;
  HANDLE handle = nullptr;
};

std::string type_of(HANDLE handle) {
  nt::HandleEntry entry;
  EXPECT_EQ(nt::pin_by_handle(handle, nullptr, entry), STATUS_SUCCESS);
  const std::string name = entry.type->name;
  nt::unpin_object(entry.object);
  return name;
}

class NtShare : public DeviceFixture {};

TEST_F(NtShare, K204WhatWasNotMadeForItIsRefused) {
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
  const Client::MadeResource resource = secured_resource(device);
  EXPECT_EQ(resource.global, 0U);
  EXPECT_EQ(share_status({resource.resource}), STATUS_SUCCESS);
  EXPECT_EQ(share_status({new_sync(device)}), STATUS_SUCCESS);
}

TEST_F(NtShare, K205OtherCombinationsAreRefused) {
  const D3DKMT_HANDLE resource = secured_resource(device).resource;
  const D3DKMT_HANDLE sync = new_sync(device), mutex = Mutex(/*secured=*/true).local;
  for (const Handles& objects :
       {Handles{}, Handles{mutex}, Handles{resource, mutex}, Handles{resource, sync},
        Handles{mutex, sync}, Handles{sync, mutex, resource}, Handles{resource, sync, mutex},
        Handles{sync, sync, sync}, Handles{resource, mutex, sync, sync}, Handles{device}})
    EXPECT_EQ(share_status(objects), STATUS_INVALID_PARAMETER) << ::testing::PrintToString(objects);
}

TEST_F(NtShare, K205TheThreeCombinationsAreShared) {
  const Bundle bundle(device);
  EXPECT_EQ(share_status({bundle.resource.resource}), STATUS_SUCCESS);
  EXPECT_EQ(share_status({bundle.sync}), STATUS_SUCCESS);
}

TEST_F(NtShare, K206AllocationIsNotShared) {
  const Client::MadeResource resource = secured_resource(device);
  EXPECT_EQ(share_status(resource.allocations), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(share_status({resource.resource}), STATUS_SUCCESS);
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

TEST_F(NtShare, K208HandleWithoutReadRightOpensNothing) {
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
  const Bundle bundle(device);
  HANDLE handle = nullptr;
  ASSERT_EQ(share({bundle.resource.resource}, handle, nullptr, STANDARD_RIGHTS_READ),
            STATUS_SUCCESS);
  EXPECT_EQ(open_status(device, handle), STATUS_SUCCESS);
}

TEST_F(NtShare, K185TheDriverIsToldWhoMayOnlyRead) {
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

template <typename Call, typename Data>
NTSTATUS open_name(Call call, Data data, OBJECT_ATTRIBUTES* attributes, DWORD access,
                   HANDLE* out = nullptr) {
  data.pObjAttrib = attributes;
  data.dwDesiredAccess = access;
  const NTSTATUS status = call(&data);
  if (NT_SUCCESS(status) && out == nullptr) ZwClose(data.hNtHandle);
  if (out != nullptr) *out = data.hNtHandle;
  return status;
}

NTSTATUS open_sync_name(Name* name, DWORD access = GENERIC_ALL, HANDLE* out = nullptr) {
  return open_name(D3DKMTOpenSyncObjectNtHandleFromName, D3DKMT_OPENSYNCOBJECTNTHANDLEFROMNAME{},
                   name != nullptr ? &name->attributes : nullptr, access, out);
}

NTSTATUS open_resource_name(Name* name, DWORD access = GENERIC_ALL, HANDLE* out = nullptr) {
  return open_name(D3DKMTOpenNtHandleFromName, D3DKMT_OPENNTHANDLEFROMNAME{},
                   name != nullptr ? &name->attributes : nullptr, access, out);
}

TEST_F(NtShare, K209BadNameOrAccessIsRefused) {
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

TEST_F(NtShare, K209NameOpensWhateverItsCase) {
  Name name(u"\\BaseNamedObjects\\drydock-case"), loud(u"\\BASENAMEDOBJECTS\\DRYDOCK-CASE");
  HANDLE sync = nullptr, again = nullptr;
  ASSERT_EQ(share({new_sync(device)}, sync, &name.attributes), STATUS_SUCCESS);
  ASSERT_EQ(open_sync_name(&loud, GENERIC_ALL, &again), STATUS_SUCCESS);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_sync(again, local), STATUS_SUCCESS);
}

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

// Another client opens the bundle and destroys what it brought, with or without the keyed mutex.
void open_elsewhere(Machine& machine, const Bundle& bundle, bool destroys_mutex) {
  Client other(machine);
  const D3DKMT_HANDLE elsewhere = other.new_device();
  Opening opening(elsewhere, bundle.handle);
  ASSERT_EQ(opening.run(), STATUS_SUCCESS);
  EXPECT_EQ(other.destroy(elsewhere, opening.data.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(opening.data.hSyncObject), STATUS_SUCCESS);
  if (destroys_mutex) EXPECT_EQ(destroy_mutex(opening.data.hKeyedMutex), STATUS_SUCCESS);
}

TEST_F(NtShare, K215WhatABundleBroughtIsLeft) {
  const Bundle bundle(device);
  open_elsewhere(machine, bundle, /*destroys_mutex=*/false);
  EXPECT_EQ(machine.count("K-215"), 1U) << "the keyed mutex";
}

TEST_F(NtShare, K215WhatABundleBroughtIsDestroyed) {
  const Bundle bundle(device);
  open_elsewhere(machine, bundle, /*destroys_mutex=*/true);
  EXPECT_EQ(machine.count("K-215"), 0U);
}

TEST_F(NtShare, K216GlobalHandlesAreALint) {
  secured_resource(device, /*secured=*/false);
  new_sync(device, /*secured=*/false);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-216"), 1U) << "once a device";
}

TEST_F(NtShare, K216NtHandlesAreSilent) {
  const Bundle bundle(device);
  secured_resource(device, /*secured=*/false, /*shared=*/false);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-216"), 0U);
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

// Keyed mutexes.

std::vector<std::byte> bytes(std::size_t count, int value = 0x5A) {
  return std::vector<std::byte>(count, static_cast<std::byte>(value));
}

NTSTATUS open_mutex(D3DKMT_HANDLE global, void* buffer, UINT size, D3DKMT_HANDLE& out) {
  D3DKMT_OPENKEYEDMUTEX2 data{};
  data.hSharedHandle = global;
  data.pPrivateRuntimeData = buffer;
  data.PrivateRuntimeDataSize = size;
  const NTSTATUS status = D3DKMTOpenKeyedMutex2(&data);
  out = data.hKeyedMutex;
  return status;
}

D3DKMT_HANDLE opened(const Mutex& mutex) {
  D3DKMT_HANDLE out = 0;
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, out), STATUS_SUCCESS);
  return out;
}

constexpr UINT64 kUntouched = 0xDEADBEEF;

// Waits for ever when `timeout` is null.
NTSTATUS acquire(D3DKMT_HANDLE mutex, UINT64 key, UINT64& fence, PLARGE_INTEGER timeout) {
  D3DKMT_ACQUIREKEYEDMUTEX data{};
  data.hKeyedMutex = mutex;
  data.Key = key;
  data.pTimeout = timeout;
  data.FenceValue = kUntouched;
  const NTSTATUS status = D3DKMTAcquireKeyedMutex(&data);
  fence = data.FenceValue;
  return status;
}

NTSTATUS try_acquire(D3DKMT_HANDLE mutex, UINT64 key, UINT64& fence) {
  LARGE_INTEGER at_once{};
  return acquire(mutex, key, fence, &at_once);
}

NTSTATUS release(D3DKMT_HANDLE mutex, UINT64 key, UINT64 fence) {
  D3DKMT_RELEASEKEYEDMUTEX data{};
  data.hKeyedMutex = mutex;
  data.Key = key;
  data.FenceValue = fence;
  return D3DKMTReleaseKeyedMutex(&data);
}

TEST_F(NtShare, K218BufferForPrivateDataThatDoesNotFitIsRefused) {
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

TEST_F(NtShare, KeyedMutexLivesUntilItsLastHandleIsGone) {
  const Mutex mutex;
  EXPECT_EQ(mutex.global & 0x3FU, 2U);
  const D3DKMT_HANDLE again = opened(mutex);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_mutex(0, nullptr, 0, local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_mutex(mutex.local, nullptr, 0, local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_mutex(mutex.global), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_mutex(mutex.local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(mutex.local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(again), STATUS_SUCCESS);
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, local), STATUS_INVALID_PARAMETER);
}

TEST_F(NtShare, K442KeyAndFenceGoFromReleaseToAcquire) {
  const Mutex mutex;
  const D3DKMT_HANDLE other = opened(mutex);
  UINT64 fence = 0;
  EXPECT_EQ(release(mutex.local, 0, 0), STATUS_INVALID_PARAMETER) << "it is not held";
  EXPECT_EQ(try_acquire(mutex.local, 1, fence), STATUS_TIMEOUT);
  EXPECT_EQ(fence, 0U);
  EXPECT_EQ(try_acquire(0, 0, fence), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(fence, kUntouched);
  ASSERT_EQ(try_acquire(mutex.local, 0, fence), STATUS_SUCCESS);
  EXPECT_EQ(fence, 0U);
  EXPECT_EQ(try_acquire(other, 0, fence), STATUS_TIMEOUT);
  EXPECT_EQ(release(other, 1, 2), STATUS_INVALID_PARAMETER) << "another handle holds it";
  EXPECT_EQ(release(mutex.local, 1, 2), STATUS_SUCCESS);
  EXPECT_EQ(release(mutex.local, 1, 2), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(try_acquire(other, 0, fence), STATUS_TIMEOUT);
  ASSERT_EQ(try_acquire(other, 1, fence), STATUS_SUCCESS);
  EXPECT_EQ(fence, 2U);
}

TEST_F(NtShare, K442PrivateDataGoWithIt) {
  const Mutex mutex(/*secured=*/false, bytes(4, 1));
  std::array<std::byte, 4> room{};
  LARGE_INTEGER at_once{};
  D3DKMT_ACQUIREKEYEDMUTEX2 acquire2{};
  acquire2.hKeyedMutex = mutex.local;
  acquire2.pTimeout = &at_once;
  acquire2.pPrivateRuntimeData = room.data();
  acquire2.PrivateRuntimeDataSize = room.size();
  ASSERT_EQ(D3DKMTAcquireKeyedMutex2(&acquire2), STATUS_SUCCESS);
  EXPECT_EQ(room[3], std::byte{1});
  room.fill(std::byte{2});
  D3DKMT_RELEASEKEYEDMUTEX2 release2{};
  release2.hKeyedMutex = mutex.local;
  release2.pPrivateRuntimeData = room.data();
  release2.PrivateRuntimeDataSize = room.size() + 1;
  EXPECT_EQ(D3DKMTReleaseKeyedMutex2(&release2), STATUS_INVALID_PARAMETER) << "more than there is";
  release2.PrivateRuntimeDataSize = room.size();
  ASSERT_EQ(D3DKMTReleaseKeyedMutex2(&release2), STATUS_SUCCESS);
  room.fill({});
  ASSERT_EQ(D3DKMTAcquireKeyedMutex2(&acquire2), STATUS_SUCCESS);
  EXPECT_EQ(room[3], std::byte{2});
}

// Runs under seeds: a second strand waits while the first does what ends the wait.
class MutexWait : public NtShare {
 protected:
  struct Round {
    std::uint64_t seed;
    D3DKMT_HANDLE holder, waiter;
  };
  // Runs one round for each seed, each with a mutex of its own that one handle holds.
  void each_seed(const std::function<void(const Round&)>& body) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Mutex mutex;
      UINT64 fence = 0;
      ASSERT_EQ(try_acquire(mutex.local, 0, fence), STATUS_SUCCESS);
      body({seed, mutex.local, opened(mutex)});
    }
  }

  // Waits for the key while `act` is done.
  NTSTATUS wait_while(const Round& round, UINT64 key, UINT64& fence,
                      const std::function<void()>& act) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    const sim::SeededSchedule schedule(round.seed);
    sim::Thread strand = sim::spawn("waiter", [&] {
      const dxgk::ProcessScope scope(&client.process());
      status = acquire(round.waiter, key, fence, nullptr);
    });
    sim::switch_point();
    act();
    strand.join();
    return status;
  }
};

TEST_F(MutexWait, K442ReleaseWakesWhoWaitsForItsKey) {
  each_seed([&](const Round& round) {
    UINT64 fence = 0;
    const auto act = [&] { EXPECT_EQ(release(round.holder, 7, 8), STATUS_SUCCESS); };
    EXPECT_EQ(wait_while(round, 7, fence, act), STATUS_SUCCESS);
    EXPECT_EQ(fence, 8U);
  });
}

TEST_F(MutexWait, K443HandleThatHoldsItGoes) {
  each_seed([&](const Round& round) {
    UINT64 fence = 0;
    const auto act = [&] { EXPECT_EQ(destroy_mutex(round.holder), STATUS_SUCCESS); };
    EXPECT_EQ(wait_while(round, 0, fence, act), STATUS_ABANDONED);
    EXPECT_EQ(fence, 0U);
    EXPECT_EQ(try_acquire(round.waiter, 0, fence), STATUS_ABANDONED) << "and so it stays";
    EXPECT_EQ(try_acquire(round.waiter, 5, fence), STATUS_ABANDONED);
  });
}

TEST_F(MutexWait, HandleThatWaitsGoes) {
  each_seed([&](const Round& round) {
    UINT64 fence = 0;
    const auto act = [&] { EXPECT_EQ(destroy_mutex(round.waiter), STATUS_SUCCESS); };
    EXPECT_EQ(wait_while(round, 0, fence, act), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(release(round.holder, 0, 0), STATUS_SUCCESS);
  });
}

}  // namespace
}  // namespace drydock::testing
