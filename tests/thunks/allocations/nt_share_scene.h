// Objects that clients share by NT handles.
#pragma once

#include <string>
#include <vector>

#include "src/dxgk/creation/nt_share.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/fences.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {

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

inline NTSTATUS share(const Handles& objects, HANDLE& out, OBJECT_ATTRIBUTES* attributes = nullptr,
                      DWORD access = GENERIC_ALL) {
  return D3DKMTShareObjects(static_cast<UINT>(objects.size()), objects.data(), attributes, access,
                            &out);
}

// A resource for NT handles.
inline Client::MadeResource secured_resource(D3DKMT_HANDLE device, bool secured = true,
                                             bool shared = true) {
  Creation creation(device);
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.CreateShared = shared;
  creation.request.Flags.NtSecuritySharing = secured;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  return {creation.request.hResource, creation.request.hGlobalShare, creation.handles()};
}

inline D3DKMT_HANDLE new_sync(D3DKMT_HANDLE device, bool secured = true, bool shared = true) {
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

inline NTSTATUS destroy_mutex(D3DKMT_HANDLE handle) {
  const D3DKMT_DESTROYKEYEDMUTEX data{handle};
  return D3DKMTDestroyKeyedMutex(&data);
}

inline NTSTATUS open_sync(HANDLE nt_handle, D3DKMT_HANDLE& out) {
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE data{};
  data.hNtHandle = nt_handle;
  const NTSTATUS status = D3DKMTOpenSyncObjectFromNtHandle(&data);
  out = data.hSyncObject;
  return status;
}

inline NTSTATUS open_sync_for(HANDLE nt_handle, D3DKMT_HANDLE device, D3DKMT_HANDLE& out) {
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2 data{};
  data.hNtHandle = nt_handle;
  data.hDevice = device;
  const NTSTATUS status = D3DKMTOpenSyncObjectFromNtHandle2(&data);
  out = data.hSyncObject;
  return status;
}

inline NTSTATUS query(D3DKMT_HANDLE device, HANDLE nt_handle,
                      D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE& data) {
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

inline NTSTATUS open_status(D3DKMT_HANDLE device, HANDLE nt_handle) {
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

// Every test has a machine with a client and a device.
class NtShare : public ::testing::Test {
 protected:
  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
};

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

inline NTSTATUS open_sync_name(Name* name, DWORD access = GENERIC_ALL, HANDLE* out = nullptr) {
  return open_name(D3DKMTOpenSyncObjectNtHandleFromName, D3DKMT_OPENSYNCOBJECTNTHANDLEFROMNAME{},
                   name != nullptr ? &name->attributes : nullptr, access, out);
}

// Keyed mutexes.
inline std::vector<std::byte> bytes(std::size_t count, int value = 0x5A) {
  return std::vector<std::byte>(count, static_cast<std::byte>(value));
}

inline NTSTATUS open_mutex(D3DKMT_HANDLE global, void* buffer, UINT size, D3DKMT_HANDLE& out) {
  D3DKMT_OPENKEYEDMUTEX2 data{};
  data.hSharedHandle = global;
  data.pPrivateRuntimeData = buffer;
  data.PrivateRuntimeDataSize = size;
  const NTSTATUS status = D3DKMTOpenKeyedMutex2(&data);
  out = data.hKeyedMutex;
  return status;
}

inline D3DKMT_HANDLE opened(const Mutex& mutex) {
  D3DKMT_HANDLE out = 0;
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, out), STATUS_SUCCESS);
  return out;
}

}  // namespace drydock::testing
