// D3DKMTOpenResource of a shared resource of so many allocations, with room for the private data of
// each.
#pragma once

#include <cstddef>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::testing {

struct OpenRequest {
  OpenRequest(D3DKMT_HANDLE device, D3DKMT_HANDLE global, UINT count = 1)
      : infos(count), total(count * kRoom) {
    request.hDevice = device;
    request.hGlobalShare = global;
    request.NumAllocations = count;
    request.pOpenAllocationInfo = infos.data();
    request.pTotalPrivateDriverDataBuffer = total.data();
    request.TotalPrivateDriverDataBufferSize = static_cast<UINT>(total.size());
  }
  OpenRequest(const OpenRequest&) = delete;
  OpenRequest& operator=(const OpenRequest&) = delete;

  NTSTATUS run() { return D3DKMTOpenResource(&request); }
  // Of the resource, and of its first allocation, once it is open.
  D3DKMT_HANDLE resource() const { return request.hResource; }
  D3DKMT_HANDLE allocation() const { return infos.front().hAllocation; }

  D3DKMT_OPENRESOURCE request{};
  std::vector<D3DDDI_OPENALLOCATIONINFO> infos;
  std::vector<std::byte> total;

 private:
  static constexpr std::size_t kRoom = 256;
};

}  // namespace drydock::testing
