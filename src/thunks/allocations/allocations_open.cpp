// Opening shared resources: D3DKMTQueryResourceInfo, OpenResource and 2, and by NT handle.
#include "src/dxgk/creation/create.h"
#include "src/dxgk/creation/nt_share.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/work/device.h"
#include "src/thunks/allocations/private_layout.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/mutex_data.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// Finds what a global handle or an NT handle stands for, as the object model describes it.
bool is_global_share(D3DKMT_HANDLE handle) {
  return !client_breaks("K-193", dxgk::is_local(handle), {"hGlobalShare", handle},
                        "it is a local handle");
}

NTSTATUS query(dxgk::Device& device, const D3DKMT_QUERYRESOURCEINFO& data, dxgk::ShareInfo& out) {
  if (!is_global_share(data.hGlobalShare)) return STATUS_INVALID_PARAMETER;
  return dxgk::query_share(device, data.hGlobalShare, out);
}

NTSTATUS query(dxgk::Device& device, const D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE& data,
               dxgk::ShareInfo& out) {
  const dxgk::NtShareUse use(caller(), data.hNtHandle, &dxgk::shared_resource_type);
  if (!NT_SUCCESS(use.status())) return use.status();
  dxgk::AdapterResource* const opened = use.open_resource();
  return opened != nullptr ? dxgk::query_share(device, *opened, out) : STATUS_DEVICE_REMOVED;
}

// Returns only sizes: like Windows, leaves the buffer for runtime data alone (K-195).
template <typename Request>
NTSTATUS query_resource(Request* to) {
  Request data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  dxgk::ShareInfo info;
  const NTSTATUS status = query(*device, data, info);
  if (!NT_SUCCESS(status)) return status;
  const bool written = write(&to->PrivateRuntimeDataSize, info.runtime_size) &&
                       write(&to->TotalPrivateDriverDataSize, info.total_size) &&
                       write(&to->ResourcePrivateDriverDataSize, info.resource_size) &&
                       write(&to->NumAllocations, info.allocations);
  return written ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// Opens by a global handle.
class ByGlobal {
 public:
  NTSTATUS open(dxgk::Device& device, const D3DKMT_OPENRESOURCE& data, const dxgk::Fits& fits,
                dxgk::Opened& out) {
    if (!is_global_share(data.hGlobalShare)) return STATUS_INVALID_PARAMETER;
    const NTSTATUS status = dxgk::open_share(device, data.hGlobalShare, fits, out);
    (void)client_breaks("K-124", status == STATUS_ACCESS_DENIED,
                        {"hGlobalShare", data.hGlobalShare},
                        "RestrictSharedAccess keeps this process out");
    return status;
  }
  bool answer(D3DKMT_OPENRESOURCE*) const { return true; }
  void undo() {}
};

// Opens by an NT handle, which may also stand for a keyed mutex and a synchronization object.
class ByNtHandle {
 public:
  NTSTATUS open(dxgk::Device& device, const D3DKMT_OPENRESOURCEFROMNTHANDLE& data,
                const dxgk::Fits& fits, dxgk::Opened& out) {
    const dxgk::NtShareUse use(caller(), data.hNtHandle, &dxgk::shared_resource_type);
    if (!NT_SUCCESS(use.status())) return use.status();
    if (use.mutex() != nullptr && !fits_mutex_data(*use.mutex(), data.pKeyedMutexPrivateRuntimeData,
                                                   data.KeyedMutexPrivateRuntimeDataSize))
      return STATUS_INVALID_PARAMETER;
    dxgk::AdapterResource* const opened = use.open_resource();
    if (opened == nullptr) return STATUS_DEVICE_REMOVED;
    NTSTATUS status = dxgk::open_share(device, *opened, use.is_read_only(), fits, out);
    if (!NT_SUCCESS(status)) return status;
    status = open_companions(use);
    if (NT_SUCCESS(status)) return status;
    undo();
    dxgk::destroy_allocations(device, {.resource = out.resource, .allocations = {}});
    return status;
  }
  bool answer(D3DKMT_OPENRESOURCEFROMNTHANDLE* to) const {
    return write(&to->hKeyedMutex, mutex_) && write(&to->hSyncObject, sync_);
  }
  void undo() {
    if (mutex_ != 0) dxgk::destroy_mutex(caller(), mutex_);
    if (sync_ != 0) dxgk::destroy_sync(caller(), sync_);
  }

 private:
  NTSTATUS open_companions(const dxgk::NtShareUse& use) {
    if (use.mutex() == nullptr) return STATUS_SUCCESS;
    const NTSTATUS status =
        dxgk::name_mutex(caller(), *use.open_mutex(), mutex_, /*is_of_bundle=*/true);
    if (!NT_SUCCESS(status)) return status;
    return dxgk::name_sync(caller(), *use.open_sync(), sync_, /*is_of_bundle=*/true);
  }

  D3DKMT_HANDLE mutex_ = 0;
  D3DKMT_HANDLE sync_ = 0;
};

// One request to open. Info is the structure of an allocation in this version.
template <typename Info, typename Request = D3DKMT_OPENRESOURCE, typename Way = ByGlobal>
class Opening {
 public:
  explicit Opening(Request* user) : user_(user) {}

  NTSTATUS run() {
    if (!read(user_, data_) || !can_write(user_)) return STATUS_INVALID_PARAMETER;
    if (!are_buffers_there()) return STATUS_INVALID_PARAMETER;
    const dxgk::Operation device(caller(), data_.hDevice);
    if (names_nothing(!device, {"hDevice", data_.hDevice})) return STATUS_INVALID_PARAMETER;
    dxgk::Opened opened;
    const NTSTATUS status =
        way_.open(*device, data_, [&](const dxgk::ShareInfo& info) { return fits(info); }, opened);
    if (!NT_SUCCESS(status)) return status;
    if (answer(opened) && way_.answer(user_)) return STATUS_SUCCESS;
    way_.undo();
    dxgk::destroy_allocations(*device, {.resource = opened.resource, .allocations = {}});
    return STATUS_INVALID_PARAMETER;
  }

 private:
  Info* user_infos() const {
    if constexpr (std::is_same_v<Info, D3DDDI_OPENALLOCATIONINFO2>) {
      return data_.pOpenAllocationInfo2;
    } else {
      return data_.pOpenAllocationInfo;
    }
  }

  bool are_buffers_there() const {
    if (client_breaks("K-197", data_.NumAllocations == 0 || data_.NumAllocations > kMostAllocations,
                      {"NumAllocations", data_.NumAllocations}, "it is the resource's number"))
      return false;
    const bool is_list = is_aligned(user_infos()) &&
                         can_write_bytes(user_infos(), data_.NumAllocations * sizeof(Info));
    return !client_breaks("K-200", !is_list, {"pOpenAllocationInfo", user_infos()}, kUnwritable) &&
           is_buffer("pPrivateRuntimeData", data_.pPrivateRuntimeData,
                     data_.PrivateRuntimeDataSize) &&
           is_buffer("pResourcePrivateDriverData", data_.pResourcePrivateDriverData,
                     data_.ResourcePrivateDriverDataSize) &&
           is_buffer("pTotalPrivateDriverDataBuffer", data_.pTotalPrivateDriverDataBuffer,
                     data_.TotalPrivateDriverDataBufferSize);
  }

  static constexpr const char* kUnwritable = "as many bytes as the call names cannot be written";

  static bool is_buffer(const char* path, void* buffer, UINT bytes) {
    return !client_breaks("K-200", !can_write_bytes(buffer, bytes), {path, buffer}, kUnwritable);
  }

  // The count and the sizes of the group must match exactly. The buffer for private data may be
  // larger than needed.
  NTSTATUS fits(const dxgk::ShareInfo& info) const {
    if (client_breaks("K-197", info.allocations != data_.NumAllocations,
                      {"NumAllocations", data_.NumAllocations},
                      "the resource has another number of allocations") ||
        client_breaks("K-198", info.runtime_size != data_.PrivateRuntimeDataSize,
                      {"PrivateRuntimeDataSize", data_.PrivateRuntimeDataSize},
                      "the stored data have another size") ||
        client_breaks("K-198", info.resource_size != data_.ResourcePrivateDriverDataSize,
                      {"ResourcePrivateDriverDataSize", data_.ResourcePrivateDriverDataSize},
                      "the stored data have another size"))
      return STATUS_INVALID_PARAMETER;
    return client_breaks(
               "K-199", info.total_size > data_.TotalPrivateDriverDataBufferSize,
               {"TotalPrivateDriverDataBufferSize", data_.TotalPrivateDriverDataBufferSize},
               "the private data of the allocations do not fit")
               ? STATUS_NO_MEMORY
               : STATUS_SUCCESS;
  }

  bool answer(const dxgk::Opened& opened) const {
    auto* const total = static_cast<std::byte*>(data_.pTotalPrivateDriverDataBuffer);
    std::vector<UINT> sizes;
    for (const dxgk::OpenedAllocation& each : opened.allocations)
      sizes.push_back(static_cast<UINT>(each.private_data.size()));
    const std::vector<UINT> offsets = lay_out(sizes, data_.TotalPrivateDriverDataBufferSize);
    UINT used = 0;
    for (std::size_t i = 0; i < opened.allocations.size(); ++i) {
      const dxgk::OpenedAllocation& each = opened.allocations[i];
      Info* const info = &user_infos()[i];
      const VOID* const place = total != nullptr ? total + offsets[i] : nullptr;
      if (!write_bytes(const_cast<VOID*>(place), each.private_data) ||
          !write(&info->hAllocation, each.handle) || !write(&info->pPrivateDriverData, place) ||
          !write(&info->PrivateDriverDataSize, sizes[i]))
        return false;
      used += sizes[i];
    }
    return write_bytes(data_.pPrivateRuntimeData, opened.runtime_data) &&
           write_bytes(data_.pResourcePrivateDriverData, opened.driver_data) &&
           write(&user_->TotalPrivateDriverDataBufferSize, used) &&
           write(&user_->hResource, opened.resource);
  }

  Request* const user_;
  Request data_;
  Way way_;
};

bool is_process(UINT id) {
  bool found = false;
  dxgk::dock_of(caller()).each_process(
      [&](const dxgk::Process& each) { found |= each.id() == id; });
  return found;
}

// K-124: whether another process may open a resource that the caller has open.
NTSTATUS check_access(CONST D3DKMT_CHECKSHAREDRESOURCEACCESS* from) {
  D3DKMT_CHECKSHAREDRESOURCEACCESS data;
  if (!read(from, data) || !is_process(data.ClientPid)) return STATUS_INVALID_PARAMETER;
  const dxgk::ReadSection reading;
  const auto* const resource = dxgk::as<dxgk::Resource>(caller().handles().look_up(data.hResource));
  if (resource == nullptr) return STATUS_INVALID_PARAMETER;
  const dxgk::DeviceHold hold(resource->device());
  if (!resource->is_named() || !resource->body().shared) return STATUS_INVALID_PARAMETER;
  return resource->body().may_be_opened_by(data.ClientPid) ? STATUS_SUCCESS : STATUS_ACCESS_DENIED;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCheckSharedResourceAccess(CONST D3DKMT_CHECKSHAREDRESOURCEACCESS* pData) {
  return thunk([&] { return check_access(pData); });
}

NTSTATUS APIENTRY D3DKMTQueryResourceInfo(D3DKMT_QUERYRESOURCEINFO* pData) {
  return thunk([&] { return query_resource(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenResource(D3DKMT_OPENRESOURCE* pData) {
  return thunk([&] { return Opening<D3DDDI_OPENALLOCATIONINFO>(pData).run(); });
}

NTSTATUS APIENTRY D3DKMTOpenResource2(D3DKMT_OPENRESOURCE* pData) {
  return thunk([&] { return Opening<D3DDDI_OPENALLOCATIONINFO2>(pData).run(); });
}

NTSTATUS APIENTRY D3DKMTQueryResourceInfoFromNtHandle(D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE* pData) {
  return thunk([&] { return query_resource(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenResourceFromNtHandle(D3DKMT_OPENRESOURCEFROMNTHANDLE* pData) {
  return thunk([&] {
    return Opening<D3DDDI_OPENALLOCATIONINFO2, D3DKMT_OPENRESOURCEFROMNTHANDLE, ByNtHandle>(pData)
        .run();
  });
}

}  // extern "C"
