// Requests of a client that carry private data for its driver: escapes and allocations.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::testing {

// An escape to the driver of the adapter. It points to `data`, where the driver leaves its answer.
template <typename Data>
D3DKMT_ESCAPE private_escape(D3DKMT_HANDLE adapter, Data& data) {
  D3DKMT_ESCAPE out{};
  out.hAdapter = adapter;
  out.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  out.pPrivateDriverData = &data;
  out.PrivateDriverDataSize = sizeof data;
  return out;
}

template <typename Data>
NTSTATUS escape_with(D3DKMT_HANDLE adapter, Data& data) {
  const D3DKMT_ESCAPE request = private_escape(adapter, data);
  return D3DKMTEscape(&request);
}

// One allocation that stands alone; 0 when it cannot be had.
template <typename Data>
D3DKMT_HANDLE allocate_with(D3DKMT_HANDLE device, Data data) {
  D3DDDI_ALLOCATIONINFO2 info{};
  info.pPrivateDriverData = &data;
  info.PrivateDriverDataSize = sizeof data;
  D3DKMT_CREATEALLOCATION request{};
  request.hDevice = device;
  request.NumAllocations = 1;
  request.pAllocationInfo2 = &info;
  return D3DKMTCreateAllocation2(&request) == STATUS_SUCCESS ? info.hAllocation : 0;
}

}  // namespace drydock::testing
