// Global sharing: D3DKMTQueryResourceInfo, OpenResource and 2.
#include "src/dxgk/create.h"
#include "src/dxgk/device.h"
#include "src/dxgk/retire.h"
#include "src/thunks/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// Only sizes are told: Windows leaves the buffer for runtime data alone (K-195).
NTSTATUS query_resource(D3DKMT_QUERYRESOURCEINFO* to) {
  D3DKMT_QUERYRESOURCEINFO data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (!device) return STATUS_INVALID_PARAMETER;
  dxgk::ShareInfo info;
  const NTSTATUS status = dxgk::query_share(*device, data.hGlobalShare, info);
  if (!NT_SUCCESS(status)) return status;
  const bool written = write(&to->PrivateRuntimeDataSize, info.runtime_size) &&
                       write(&to->TotalPrivateDriverDataSize, info.total_size) &&
                       write(&to->ResourcePrivateDriverDataSize, info.resource_size) &&
                       write(&to->NumAllocations, info.allocations);
  return written ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// One opening. Info is the form of its allocations.
template <typename Info>
class Opening {
 public:
  explicit Opening(D3DKMT_OPENRESOURCE* user) : user_(user) {}

  NTSTATUS run() {
    if (!read(user_, data_) || !can_write(user_)) return STATUS_INVALID_PARAMETER;
    if (!are_buffers_there()) return STATUS_INVALID_PARAMETER;
    const dxgk::Operation device(caller(), data_.hDevice);
    if (!device) return STATUS_INVALID_PARAMETER;
    dxgk::Opened opened;
    const NTSTATUS status = dxgk::open_share(
        *device, data_.hGlobalShare, [&](const dxgk::ShareInfo& info) { return fits(info); },
        opened);
    if (!NT_SUCCESS(status)) return status;
    if (answer(opened)) return STATUS_SUCCESS;
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
    return data_.NumAllocations != 0 && data_.NumAllocations <= kMostAllocations &&
           is_aligned(user_infos()) &&
           can_write_bytes(user_infos(), data_.NumAllocations * sizeof(Info)) &&
           can_write_bytes(data_.pPrivateRuntimeData, data_.PrivateRuntimeDataSize) &&
           can_write_bytes(data_.pResourcePrivateDriverData, data_.ResourcePrivateDriverDataSize) &&
           can_write_bytes(data_.pTotalPrivateDriverDataBuffer,
                           data_.TotalPrivateDriverDataBufferSize);
  }

  // Count and group sizes must be met exactly; of private data there may be more room than needed.
  NTSTATUS fits(const dxgk::ShareInfo& info) const {
    if (info.allocations != data_.NumAllocations ||
        info.runtime_size != data_.PrivateRuntimeDataSize ||
        info.resource_size != data_.ResourcePrivateDriverDataSize)
      return STATUS_INVALID_PARAMETER;
    return info.total_size <= data_.TotalPrivateDriverDataBufferSize ? STATUS_SUCCESS
                                                                     : STATUS_NO_MEMORY;
  }

  bool answer(const dxgk::Opened& opened) const {
    auto* const total = static_cast<std::byte*>(data_.pTotalPrivateDriverDataBuffer);
    UINT used = 0;
    for (std::size_t i = 0; i < opened.allocations.size(); ++i) {
      const dxgk::OpenedAllocation& each = opened.allocations[i];
      Info* const info = &user_infos()[i];
      const VOID* const place = total != nullptr ? total + used : nullptr;
      if (!write_bytes(const_cast<VOID*>(place), each.private_data) ||
          !write(&info->hAllocation, each.handle) || !write(&info->pPrivateDriverData, place) ||
          !write(&info->PrivateDriverDataSize, static_cast<UINT>(each.private_data.size())))
        return false;
      used += static_cast<UINT>(each.private_data.size());
    }
    return write_bytes(data_.pPrivateRuntimeData, opened.runtime_data) &&
           write_bytes(data_.pResourcePrivateDriverData, opened.driver_data) &&
           write(&user_->TotalPrivateDriverDataBufferSize, used) &&
           write(&user_->hResource, opened.resource);
  }

  D3DKMT_OPENRESOURCE* const user_;
  D3DKMT_OPENRESOURCE data_;
};

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTQueryResourceInfo(D3DKMT_QUERYRESOURCEINFO* pData) {
  return thunk([&] { return query_resource(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenResource(D3DKMT_OPENRESOURCE* pData) {
  return thunk([&] { return Opening<D3DDDI_OPENALLOCATIONINFO>(pData).run(); });
}

NTSTATUS APIENTRY D3DKMTOpenResource2(D3DKMT_OPENRESOURCE* pData) {
  return thunk([&] { return Opening<D3DDDI_OPENALLOCATIONINFO2>(pData).run(); });
}

}  // extern "C"
