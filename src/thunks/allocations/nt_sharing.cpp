// Sharing by NT handle. The calls that open resources are in allocations_open.cpp.
#include "src/dxgk/creation/nt_share.h"
#include "src/dxgk/work/device.h"
#include "src/nt/ob/handle.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

constexpr ULONG kLongestName = 0xFFFE;

// Reads the name that a client passes. Without attributes, or without a name in them, it is empty.
bool read_name(const OBJECT_ATTRIBUTES* from, std::u16string& out) {
  if (from == nullptr) return true;
  OBJECT_ATTRIBUTES attributes;
  UNICODE_STRING name;
  if (!read(from, attributes) || attributes.Length != sizeof attributes) return false;
  if (attributes.ObjectName == nullptr) return true;
  if (attributes.RootDirectory != nullptr || !read(attributes.ObjectName, name)) return false;
  if (name.Length > kLongestName || name.Length % sizeof(WCHAR) != 0) return false;
  out.resize(name.Length / sizeof(WCHAR));
  return out.empty() ||
         (name.Buffer != nullptr && nt::copy_from_user(out.data(), name.Buffer, name.Length));
}

NTSTATUS share(std::size_t count, const D3DKMT_HANDLE* handles, const OBJECT_ATTRIBUTES* attributes,
               ACCESS_MASK access, HANDLE* to) {
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> objects(scratch.memory());
  std::u16string name;
  if (client_breaks("K-205", count == 0 || count > D3DKMT_MAX_OBJECTS_PER_HANDLE,
                    {"cObjects", count}, "it is 1 or 3") ||
      !read_list(handles, count, D3DKMT_MAX_OBJECTS_PER_HANDLE, objects) || !can_write(to) ||
      !read_name(attributes, name))
    return STATUS_INVALID_PARAMETER;
  HANDLE handle = nullptr;
  const NTSTATUS status = dxgk::share_objects(caller(), objects, name, access, handle);
  if (!NT_SUCCESS(status)) return status;
  if (write(to, handle)) return STATUS_SUCCESS;
  ZwClose(handle);
  return STATUS_INVALID_PARAMETER;
}

template <typename Request>
NTSTATUS open_name(Request* to, POBJECT_TYPE type) {
  Request data;
  std::u16string name;
  if (!read(to, data) || !can_write(to) ||
      client_breaks("K-209", data.pObjAttrib == nullptr, {"pObjAttrib", data.pObjAttrib},
                    "the attributes have the name") ||
      !read_name(data.pObjAttrib, name))
    return STATUS_INVALID_PARAMETER;
  HANDLE handle = nullptr;
  const NTSTATUS status =
      dxgk::open_shared_name(caller(), name, type, data.dwDesiredAccess, handle);
  (void)client_breaks("K-209", status == STATUS_ACCESS_DENIED,
                      {"dwDesiredAccess", data.dwDesiredAccess}, "it names no right");
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hNtHandle, handle)) return STATUS_SUCCESS;
  ZwClose(handle);
  return STATUS_INVALID_PARAMETER;
}

// The first version opens the object for the process.
NTSTATUS open_sync(D3DKMT_OPENSYNCOBJECTFROMNTHANDLE* to) {
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::NtShareUse use(caller(), data.hNtHandle, &dxgk::shared_sync_type);
  if (!NT_SUCCESS(use.status())) return use.status();
  D3DKMT_HANDLE handle = 0;
  const NTSTATUS status =
      dxgk::name_sync(caller(), *use.open_sync(), handle, /*is_of_bundle=*/false);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hSyncObject, handle)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

bool answer(D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2* to, const dxgk::SyncObject& object,
            D3DKMT_HANDLE handle) {
  if (!write(&to->hSyncObject, handle)) return false;
  return object.type() != D3DDDI_MONITORED_FENCE ||
         (write(&to->MonitoredFence.FenceValueCPUVirtualAddress, object.state.address()) &&
          write(&to->MonitoredFence.FenceValueGPUVirtualAddress, D3DGPU_VIRTUAL_ADDRESS{0}));
}

// The second version opens it for a device.
NTSTATUS open_sync(D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2* to) {
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2 data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  const dxgk::NtShareUse use(caller(), data.hNtHandle, &dxgk::shared_sync_type);
  if (!NT_SUCCESS(use.status())) return use.status();
  dxgk::SyncObject& object = *use.open_sync();
  D3DKMT_HANDLE handle = 0;
  const NTSTATUS status = dxgk::name_sync(*device, object, handle);
  if (!NT_SUCCESS(status)) return status;
  if (answer(to, object, handle)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

// No NT handle stands for a keyed mutex alone: a shared one comes with its resource.
NTSTATUS open_mutex(D3DKMT_OPENKEYEDMUTEXFROMNTHANDLE* from) {
  D3DKMT_OPENKEYEDMUTEXFROMNTHANDLE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  return nt::check_handle(data.hNtHandle, nullptr) == STATUS_SUCCESS ? STATUS_OBJECT_TYPE_MISMATCH
                                                                     : STATUS_INVALID_HANDLE;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTShareObjects(UINT cObjects, CONST D3DKMT_HANDLE* hObjects,
                                     POBJECT_ATTRIBUTES pObjectAttributes, DWORD dwDesiredAccess,
                                     HANDLE* phSharedNtHandle) {
  return thunk([&] {
    return share(cObjects, hObjects, pObjectAttributes, dwDesiredAccess, phSharedNtHandle);
  });
}

NTSTATUS APIENTRY D3DKMTOpenNtHandleFromName(D3DKMT_OPENNTHANDLEFROMNAME* pData) {
  return thunk([&] { return open_name(pData, &dxgk::shared_resource_type); });
}

NTSTATUS APIENTRY
D3DKMTOpenSyncObjectNtHandleFromName(D3DKMT_OPENSYNCOBJECTNTHANDLEFROMNAME* pData) {
  return thunk([&] { return open_name(pData, &dxgk::shared_sync_type); });
}

NTSTATUS APIENTRY D3DKMTOpenSyncObjectFromNtHandle(D3DKMT_OPENSYNCOBJECTFROMNTHANDLE* pData) {
  return thunk([&] { return open_sync(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenSyncObjectFromNtHandle2(D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2* pData) {
  return thunk([&] { return open_sync(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenKeyedMutexFromNtHandle(D3DKMT_OPENKEYEDMUTEXFROMNTHANDLE* pData) {
  return thunk([&] { return open_mutex(pData); });
}

}  // extern "C"
